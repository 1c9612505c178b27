/** No answer of this API comes near; more is a fault of whatever answered, and must not fill the memory. */
export const maxAnswerBytes = 32 * 1024 * 1024;

/** An answer that was given up because of its size. */
export class AnswerTooLargeError extends Error {
  readonly code = "ANSWER_TOO_LARGE";
}

/** The body of an answer, as it arrives. */
export class AnswerBody {
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  /** @throws AnswerTooLargeError as soon as there is too much of it */
  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > maxAnswerBytes) {
      this.chunks.length = 0;
      throw new AnswerTooLargeError(`more than ${String(maxAnswerBytes / 1024 / 1024)} MiB`);
    }
    this.chunks.push(chunk);
  }

  text(): string {
    const [first] = this.chunks;
    // Most answers come in one piece.
    return first === undefined ? "" : (this.chunks.length === 1 ? first : Buffer.concat(this.chunks)).toString("utf8");
  }
}

/** No complete answer came in time. */
export class AttemptTimeoutError extends Error {
  readonly code = "TimeoutError";
}

/** The deadline came while the request was still waiting for a connection: nothing was sent. */
export class UnsentTimeoutError extends Error {
  readonly code = "UNSENT_TIMEOUT";
}

/** Something failed before the first byte of the request was sent: the cause tells what. */
export class UnsentError extends Error {
  /** No code of undici, which takes some of its own for a reason to connect again at once. */
  readonly code: string = "UNSENT";

  constructor(cause: unknown) {
    super("nothing was sent", { cause });
  }

  static because(error: unknown): UnsentError {
    return error instanceof UnsentError ? error : new UnsentError(error);
  }
}

/** What carries the requests could not be set up, and will not be until somebody mends it. */
export class UnusableTransportError extends UnsentError {
  override readonly code = "UNUSABLE_TRANSPORT";
}

/** The caller wants no answer any more; its own reason is what it is told. */
export class CallerGaveUpError extends Error {
  readonly code = "GIVEN_UP";
}
