/** Holds what happens to a number a second, after a first second's worth at once. */
export class Bucket {
  private left: number;
  private filledAtMs = performance.now();

  constructor(private readonly perSecond: number) {
    this.left = perSecond;
  }

  /** Counts one more, and tells for how many milliseconds it has to wait. */
  take(): number {
    const nowMs = performance.now();
    this.left = Math.min(this.perSecond, this.left + ((nowMs - this.filledAtMs) / 1000) * this.perSecond);
    this.filledAtMs = nowMs;
    this.left -= 1;
    return this.left >= 0 ? 0 : (-this.left / this.perSecond) * 1000;
  }
}
