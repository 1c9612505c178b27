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

/** The caller wants no answer any more; its own reason is what it is told. */
export class CallerGaveUpError extends Error {
  readonly code = "GIVEN_UP";
}
