import { longestTimerMs, type Deadline } from "../deadline";
import { RecentCount } from "./recentCount";

/** How the rate is found, and what happens meanwhile. */
const settings = {
  /** The pause after a refusal, in milliseconds; doubled while the next attempt is refused as well. */
  pauseMs: { first: 100, longest: 5_000 },
  /** Of what the service took in the second before it refused. */
  afterRefusal: 0.95,
  /** Growth per second while requests wait: at first, when the rate is only a guess, and later. */
  growth: { searching: 0.5, found: 0.02 },
  /** Below that rate it grows more slowly, so that refusals stay few among the requests. */
  slowPerSecond: 20,
  leastPerSecond: 0.5,
  /** A pause of that length belongs to the rate: the service counts over a longer time than a second. */
  longPauseMs: 2_000,
  /** Timers come late; what was missed by that much is made up for. */
  lateMs: 20,
  /** So long without a refusal: the limit is forgotten. */
  forgottenAfterMs: 60_000,
};

/**
 * Keeps requests below a rate that only the service knows, each project for itself.
 *
 * Nothing happens until the service refuses a request because there were too many. From then on requests leave in the
 * order in which they came, at even distances: a little slower than what was taken in the second before, then slowly
 * faster until the next refusal. While everything is refused, single requests ask whether it is taken again.
 */
export class RateLimiter {
  private readonly meters = new Map<string, Meter>();

  /** Resolves when a request may be sent; with `false` when that is not before the deadline. */
  turn(project: string, deadline: Deadline): Promise<boolean> | true {
    return this.meters.get(project)?.pace?.turn(deadline) ?? true;
  }

  /** The service took a request that was sent at that moment, whatever it answered. */
  accepted(project: string, sentAtMs: number): void {
    const meter = this.meter(project);
    meter.taken.add();
    if (meter.pace?.accepted(sentAtMs) === "forgotten") meter.pace = undefined;
  }

  /** The service refused a request that was sent at that moment, and may have said how long to wait. */
  refused(project: string, sentAtMs: number, waitMs = 0): void {
    const meter = this.meter(project);
    meter.pace ??= new Pace(meter.taken);
    meter.pace.refused(sentAtMs, waitMs);
  }

  /** Lets everyone go who waits: the client is closing. */
  close(): void {
    for (const { pace } of this.meters.values()) pace?.release();
  }

  private meter(project: string): Meter {
    let meter = this.meters.get(project);
    if (meter === undefined) {
      meter = { taken: new RecentCount(), pace: undefined };
      this.meters.set(project, meter);
    }
    return meter;
  }
}

interface Meter {
  /** What was taken. */
  taken: RecentCount;
  /** Only after a refusal. */
  pace: Pace | undefined;
}

/** A queue that is left at a rate. */
class Pace {
  private readonly waiting = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private perSecond = Number.POSITIVE_INFINITY;
  private searching = true;
  private grownAtMs = performance.now();
  /** The next request leaves no sooner. */
  private nextMs = 0;
  /** When the last refusal that counted came: those of requests that were sent before it say nothing new. */
  private refusedAtMs = Number.NEGATIVE_INFINITY;
  private refusalsInARow = 0;
  /** Since the last pause, to know what the service gives in the long run. */
  private openedAtMs: number;
  private taken: number;
  private released = false;

  constructor(private readonly recent: RecentCount) {
    this.openedAtMs = recent.row.sinceMs;
    this.taken = recent.row.count;
  }

  turn(deadline: Deadline): Promise<boolean> | true {
    if (this.released) return true;
    if (this.nextMs - performance.now() >= deadline.remainingMs) return Promise.resolve(false);
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(late);
        resolve(true);
      };
      const late = setTimeout(
        () => {
          this.waiting.delete(go);
          resolve(false);
        },
        Math.min(deadline.remainingMs, longestTimerMs),
      );
      this.waiting.add(go);
      this.schedule();
    });
  }

  accepted(sentAtMs: number): "forgotten" | undefined {
    const nowMs = performance.now();
    this.taken += 1;
    if (sentAtMs < this.refusedAtMs) return undefined;
    if (this.refusalsInARow > 0) {
      this.refusalsInARow = 0;
      this.reopen(nowMs);
    }
    return this.waiting.size === 0 && nowMs - this.refusedAtMs > settings.forgottenAfterMs ? "forgotten" : undefined;
  }

  refused(sentAtMs: number, waitMs: number): void {
    const nowMs = performance.now();
    if (waitMs > 0) this.nextMs = Math.max(this.nextMs, nowMs + waitMs);
    if (sentAtMs < this.refusedAtMs) return;
    if (this.refusalsInARow === 0) {
      const paced = this.perSecond !== Number.POSITIVE_INFINITY;
      this.setRate(Math.min(this.perSecond, this.recent.inLastSecond()) * settings.afterRefusal);
      // The rate at the first refusal is a guess: answers may be on their way. The second refusal has found it.
      if (paced) this.searching = false;
    }
    this.refusalsInARow += 1;
    this.refusedAtMs = nowMs;
    this.nextMs = Math.max(this.nextMs, nowMs + this.pauseMs());
    this.schedule();
  }

  release(): void {
    this.released = true;
    clearTimeout(this.timer);
    for (const go of this.waiting) go();
    this.waiting.clear();
  }

  /** The service takes requests again. After a long pause the rate is the mean over the pause and the time before it. */
  private reopen(nowMs: number): void {
    const pausedMs = nowMs - this.refusedAtMs;
    if (pausedMs > settings.longPauseMs) {
      this.setRate(Math.min(this.perSecond, (this.taken / (nowMs - this.openedAtMs)) * 1000));
      this.searching = false;
    }
    this.openedAtMs = nowMs;
    this.grownAtMs = nowMs;
    this.taken = 0;
    this.nextMs = nowMs;
    this.schedule();
  }

  private pauseMs(): number {
    const { first, longest } = settings.pauseMs;
    return Math.min(first * 2 ** (this.refusalsInARow - 1), longest) * (1 + Math.random());
  }

  private setRate(perSecond: number): void {
    this.perSecond = Math.max(perSecond, settings.leastPerSecond);
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.waiting.size === 0) return;
    const inMs = Math.max(0, this.nextMs - performance.now());
    this.timer = setTimeout(
      () => {
        this.letGo();
      },
      Math.min(inMs, longestTimerMs),
    );
  }

  /** The next ones in line. At a high rate several go at once, because timers are no finer than a millisecond. */
  private letGo(): void {
    const nowMs = performance.now();
    this.grow(nowMs);
    this.nextMs = Math.max(this.nextMs, nowMs - settings.lateMs);
    for (const go of this.waiting) {
      if (this.nextMs > nowMs) break;
      this.nextMs = this.refusalsInARow > 0 ? nowMs + this.pauseMs() : this.nextMs + 1000 / this.perSecond;
      this.waiting.delete(go);
      go();
    }
    this.schedule();
  }

  /** Only while requests wait: a rate that is not used up proves nothing. */
  private grow(nowMs: number): void {
    const seconds = Math.min((nowMs - this.grownAtMs) / 1000, 1);
    this.grownAtMs = nowMs;
    if (this.refusalsInARow > 0) return;
    const { growth, slowPerSecond } = settings;
    const perSecond = this.searching ? growth.searching : growth.found * Math.min(1, this.perSecond / slowPerSecond);
    this.setRate(this.perSecond * (1 + seconds * perSecond));
  }
}
