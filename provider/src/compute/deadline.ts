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

  get passed(): boolean {
    return this.remainingMs <= 0;
  }

  /** Milliseconds since the deadline was set. */
  get elapsedMs(): number {
    return this.allowedMs - (this.endsAtMs - performance.now());
  }

  /** Sleeps that long, or until the deadline when that comes first. */
  async sleep(milliseconds: number): Promise<void> {
    const delayMs = Math.min(milliseconds, this.remainingMs);
    if (delayMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

/** `90_000` → `1m30s`: how durations are written in messages, the way Pulumi's own options write them. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) {
    return `${String(Math.round(milliseconds))}ms`;
  }
  const seconds = Math.round(milliseconds / 1000);
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "m"],
    [seconds % 60, "s"],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${String(amount)}${unit}`)
    .join("");
}
