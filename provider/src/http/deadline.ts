import { formatDuration } from "../names/duration";
import { CancelledError } from "./errors/cancelledError";

export { formatDuration } from "../names/duration";

/** The most that the timers of Node can be set to; more would fire at once. They drop fractions, so delays are rounded up. */
export const longestTimerMs = 2 ** 31 - 1;

/** Time without which an attempt is not begun. */
const leastForAnAttemptMs = 200;

/**
 * The moment by which one resource operation or function has to be finished, retries and waiting included.
 *
 * One deadline is made per `create`, `update`, `read` or `delete` and handed to every call below it, so that no
 * chain of retries can outlive what the user allowed.
 */
export class Deadline {
  private constructor(
    private readonly endsAtMs: number,
    /** How long the whole was allowed to take, in milliseconds, for messages. */
    readonly allowedMs: number,
    /** Ends everything at once when the caller gives up. */
    readonly signal: AbortSignal | undefined,
  ) {}

  /** A deadline that many milliseconds from now, or when the signal comes. */
  static after(allowedMs: number, signal?: AbortSignal): Deadline {
    return new Deadline(performance.now() + allowedMs, allowedMs, signal);
  }

  /** Milliseconds that are left, never negative. */
  get remainingMs(): number {
    return Math.max(0, this.endsAtMs - performance.now());
  }

  /** Less than a millisecond is no time: timers are no finer, and may fire that much early. */
  get passed(): boolean {
    return this.remainingMs < 1;
  }

  /** @throws CancelledError when the caller has given up */
  refuseCancelled(): void {
    if (this.signal?.aborted) throw new CancelledError(this.signal.reason);
  }

  /**
   * True if another attempt makes sense after a pause of so many milliseconds: one that the deadline cuts short would hide
   * the cause of the trouble, and leave open whether the service acted.
   */
  allowsAttemptAfter(pauseMs: number): boolean {
    return this.remainingMs > pauseMs + leastForAnAttemptMs;
  }

  /** Milliseconds since the deadline was set. */
  get elapsedMs(): number {
    return this.allowedMs - (this.endsAtMs - performance.now());
  }

  /** Sleeps that long, or until the deadline or `until` when that comes first; rejects when the caller gives up. */
  async sleep(milliseconds: number, until?: AbortSignal): Promise<void> {
    const delayMs = Math.min(milliseconds, this.remainingMs, longestTimerMs);
    const { signal } = this;
    this.refuseCancelled();
    if (delayMs <= 0 || until?.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        until?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.ceil(delayMs));
      signal?.addEventListener("abort", wake);
      until?.addEventListener("abort", wake);
    });
    this.refuseCancelled();
  }

  /**
   * The value that the promise gives, or a rejection when that many milliseconds or the deadline come first, or when the
   * caller gives up; the work behind it is left to itself.
   *
   * @throws NothingCameError with `what` in its message
   */
  async limit<T>(promise: Promise<T>, what = "nothing", mostMs = Number.POSITIVE_INFINITY): Promise<T> {
    const { signal } = this;
    const limitMs = Math.min(mostMs, this.remainingMs, longestTimerMs);
    const context =
      limitMs < mostMs && limitMs < this.allowedMs ? `, the rest of ${formatDuration(this.allowedMs)}` : "";
    let giveUp: () => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    const expiry = new Promise<never>((_, reject) => {
      giveUp = () => {
        reject(new NothingCameError(`${what} came within ${formatDuration(limitMs)}${context}`));
      };
      timer = setTimeout(giveUp, Math.ceil(limitMs));
      signal?.addEventListener("abort", giveUp);
      if (signal?.aborted) giveUp();
    });
    try {
      return await Promise.race([promise, expiry]);
    } catch (error) {
      this.refuseCancelled();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    }
  }
}

/** The thing that was waited for did not come in time. */
export class NothingCameError extends Error {}
