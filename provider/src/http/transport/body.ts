import { gunzipSync } from "node:zlib";
import type { Answer } from "./transport";

/** No answer of this API comes near; more is a fault of whatever answered, and must not fill the memory. */
export const maxAnswerBytes = 32 * 1024 * 1024;

/** The same of all answers that are on their way at once: real ones are kilobytes, and pages of lists a megabyte. */
export const maxArrivingBytes = 256 * 1024 * 1024;

let arrivingBytes = 0;

/** Unpacked at a time: most pages of a list at once, and not in forty pieces as by default. */
const unpackedBytes = 256 * 1024;

/** An answer that was given up because of its size. */
export class AnswerTooLargeError extends Error {
  /** @param code whether it is too large by itself, or together with the others that are on their way */
  constructor(readonly code: "ANSWER_TOO_LARGE" | "ANSWERS_TOO_LARGE" = "ANSWER_TOO_LARGE") {
    super("too many bytes");
  }
}

/** A compressed answer that cannot be read. */
export class UnreadableAnswerError extends Error {
  readonly code = "ANSWER_UNREADABLE";
}

/** The body of an answer, as it arrives. Whoever makes one drops it in the end. */
export class AnswerBody {
  private chunks: Buffer[] = [];
  private bytes = 0;
  private dropped = false;

  /** @throws AnswerTooLargeError as soon as there is too much of it */
  add(chunk: Buffer): void {
    if (this.dropped) return;
    this.bytes += chunk.length;
    arrivingBytes += chunk.length;
    this.chunks.push(chunk);
    if (this.bytes <= maxAnswerBytes && arrivingBytes <= maxArrivingBytes) return;
    const error = new AnswerTooLargeError(this.bytes > maxAnswerBytes ? "ANSWER_TOO_LARGE" : "ANSWERS_TOO_LARGE");
    this.drop();
    throw error;
  }

  /** Lets go of what has arrived; what still comes is not kept. */
  drop(): void {
    if (this.dropped) return;
    this.dropped = true;
    arrivingBytes -= this.bytes;
    this.chunks = [];
  }

  /**
   * The answer with all of it. Of a refusal that cannot be unpacked the status says enough.
   *
   * @throws AnswerTooLargeError, also when it only becomes too large by unpacking
   * @throws UnreadableAnswerError when it cannot be unpacked
   */
  answer(status: number, headers: Answer["headers"]): Answer {
    try {
      return { status, headers, body: this.unpacked(String(headers["content-encoding"] ?? "")).toString("utf8") };
    } catch (error) {
      if (status < 400) throw error;
      return { status, headers, body: "" };
    } finally {
      this.drop();
    }
  }

  private unpacked(encoding: string): Buffer {
    const [first = Buffer.alloc(0)] = this.chunks;
    // Most answers come in one piece.
    const bytes = this.chunks.length > 1 ? Buffer.concat(this.chunks) : first;
    return /^(identity)?$/i.test(encoding) || bytes.length === 0 ? bytes : unpacked(bytes, encoding);
  }
}

/** Unpacks, not in another thread: that takes longer than the half millisecond that a page needs here. */
function unpacked(bytes: Buffer, encoding: string): Buffer {
  // Nothing else was asked for.
  if (!/^(x-)?gzip$/i.test(encoding))
    throw new UnreadableAnswerError(`the answer is compressed with ${encoding}, which the request did not allow`);
  try {
    return gunzipSync(bytes, { maxOutputLength: maxAnswerBytes, chunkSize: unpackedBytes });
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
