const slotMs = 100;
const slots = 10;

/** Counts what happens: in the last second, to a tenth of one, and since the last pause of a second. */
export class RecentCount {
  /** When the row began in which nothing paused for a second, and how much it had. */
  row = { sinceMs: 0, count: 0 };
  private readonly counts = new Array<number>(slots).fill(0);
  /** Which tenth of a second each count belongs to. */
  private readonly times = new Array<number>(slots).fill(Number.NEGATIVE_INFINITY);

  add(): void {
    const nowMs = performance.now();
    if (this.inLastSecond() === 0) this.row = { sinceMs: nowMs, count: 0 };
    this.row.count += 1;
    const time = Math.floor(nowMs / slotMs);
    const slot = time % slots;
    if (this.times[slot] !== time) {
      this.times[slot] = time;
      this.counts[slot] = 0;
    }
    this.counts[slot] = (this.counts[slot] ?? 0) + 1;
  }

  inLastSecond(): number {
    const since = Math.floor(performance.now() / slotMs) - slots;
    return this.counts.reduce((sum, count, slot) => ((this.times[slot] ?? since) > since ? sum + count : sum), 0);
  }
}
