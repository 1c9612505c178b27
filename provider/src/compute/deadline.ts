import { formatDuration } from "./duration";

export { formatDuration } from "./duration";

/** What the timers of Node can be set to; more would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * The moment by which one resource operation has to be finished, retries and waiting included.
 *
 * One deadline is made per `create`, `update`, `read` or `delete` and handed to every call below it, so that no
 * chain of retries can outlive what the user allowed with `customTimeouts`.
 */
export class Deadline {
  private constructor(
    private readonly endsAtMs: number,
    /** How long the whole was allowed to take, in milliseconds, for messages. */
    readonly allowedMs: number,
  ) {}

  /** A deadline that many milliseconds from now. */
  static after(allowedMs: number): Deadline {
    return new Deadline(performance.now() + allowedMs, allowedMs);
  }

  /** Milliseconds that are left, never negative. */
  get remainingMs(): number {
    return Math.max(0, this.endsAtMs - performance.now());
  }

  /** Less than a millisecond is no time: timers are no finer, and may fire that much early. */
  get passed(): boolean {
    return this.remainingMs < 1;
  }

  /** Milliseconds since the deadline was set. */
  get elapsedMs(): number {
    return this.allowedMs - (this.endsAtMs - performance.now());
  }

  /** Sleeps that long, or until the deadline or the signal when that comes first. */
  async sleep(milliseconds: number, until?: AbortSignal): Promise<void> {
    const delayMs = Math.min(milliseconds, this.remainingMs, longestTimerMs);
    if (delayMs <= 0 || until?.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        until?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, delayMs);
      until?.addEventListener("abort", wake);
    });
  }

  /** What the promise gives, or a rejection when the deadline comes first; the work behind it is left to itself. */
  async limit<T>(promise: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const giveUp = () => {
        reject(new Error(`nothing came within ${formatDuration(this.allowedMs)}`));
      };
      timer = setTimeout(giveUp, Math.min(this.remainingMs, longestTimerMs));
    });
    try {
      return await Promise.race([promise, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
