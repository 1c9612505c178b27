import { promisify } from "node:util";
import { gunzip as gunzipCallback, type ZlibOptions } from "node:zlib";
import type { Answer } from "../answer";

const gunzip = promisify<Buffer, ZlibOptions, Buffer>(gunzipCallback);

/** No answer of this API comes near; more is a fault of whatever answered, and must not fill the memory. */
export const maxAnswerBytes = 32 * 1024 * 1024;

/** An answer that was given up because of its size. */
export class AnswerTooLargeError extends Error {
  readonly code = "ANSWER_TOO_LARGE";

  constructor() {
    super(`more than ${String(maxAnswerBytes / 1024 / 1024)} MiB`);
  }
}

/** A compressed answer that cannot be read. */
export class UnreadableAnswerError extends Error {
  readonly code = "ANSWER_UNREADABLE";
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
      throw new AnswerTooLargeError();
    }
    this.chunks.push(chunk);
  }

  /**
   * The answer with all of it.
   *
   * @throws AnswerTooLargeError, also when it only becomes too large by unpacking
   * @throws UnreadableAnswerError when it cannot be unpacked
   */
  async answer(status: number, headers: Answer["headers"]): Promise<Answer> {
    const encoding = headers["content-encoding"];
    const [first = Buffer.alloc(0)] = this.chunks;
    // Most answers come in one piece.
    const bytes = this.chunks.length > 1 ? Buffer.concat(this.chunks) : first;
    const isPlain = encoding === undefined || encoding === "identity" || bytes.length === 0;
    return { status, headers, body: (isPlain ? bytes : await unpacked(bytes, encoding)).toString("utf8") };
  }
}

/** Unpacks beside the main thread, which meanwhile has other answers to read. */
async function unpacked(bytes: Buffer, encoding: string | string[]): Promise<Buffer> {
  // Nothing else was asked for.
  if (encoding !== "gzip" && encoding !== "x-gzip")
    throw new UnreadableAnswerError(`the answer is packed as ${String(encoding)}, which was not asked for`);
  try {
    return await gunzip(bytes, { maxOutputLength: maxAnswerBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw new AnswerTooLargeError();
    throw new UnreadableAnswerError("the compressed answer is damaged", { cause: error });
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
