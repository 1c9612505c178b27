import { longestTimerMs, type Deadline } from "../deadline";

/** How the rate is found, and what happens meanwhile. */
const settings = {
  /** The pause after a refusal, in milliseconds; doubled while the next attempt is refused as well. */
  pauseMs: { first: 100, longest: 5_000 },
  /** Of what the service took in the second before it refused. */
  afterRefusal: 0.9,
  /** Growth per second while requests wait: at first, when the rate is only a guess, and later. */
  growth: { searching: 0.5, found: 0.02 },
  /** After so long without a refusal the later growth is twice as fast, after twice as long five times. */
  quietMs: 2_000,
  /** Below that rate it grows more slowly, so that refusals stay few among the requests. */
  slowPerSecond: 20,
  leastPerSecond: 0.5,
  /** A pause of that length belongs to the rate: the service counts over a longer time than a second. */
  longPauseMs: 2_000,
  /** A mean over fewer requests than that says nothing of the rate. */
  enoughTaken: 20,
  /** So long beyond its turn that nothing was taken: nobody asked. */
  idleMs: 2_000,
  /** Timers come late; what was missed by that much is made up for. */
  lateMs: 20,
  /** So long without a refusal: the limit is forgotten, or searched for anew while requests wait. */
  forgottenAfterMs: 60_000,
};

/** That a request may be sent, or why not. */
export type Turn = true | NoTurn;

/** The deadline comes before the turn. */
export interface NoTurn {
  /** For how long the service asks to wait, in milliseconds; `undefined` when the time went by in the queue. */
  readonly askedMs: number | undefined;
}

interface Waiter {
  readonly deadline: Deadline;
  readonly end: (turn: Turn) => void;
}

/** A queue that is left at a rate. */
export class Pace {
  private readonly waiting = new Set<Waiter>();
  private timer: NodeJS.Timeout | undefined;
  private perSecond = Number.POSITIVE_INFINITY;
  private searching = true;
  private grownAtMs = performance.now();
  /** The next request leaves no sooner. */
  private nextMs = 0;
  /** When the last refusal that counted came: those of requests that were sent before it say nothing new. */
  private refusedAtMs = Number.NEGATIVE_INFINITY;
  private refusalsInARow = 0;
  /** When the first of the row came. */
  private closedAtMs = Number.NEGATIVE_INFINITY;
  /** Until when the service has asked to wait. */
  private askedUntilMs = Number.NEGATIVE_INFINITY;
  /** Until when nobody may ask whether it takes requests again. */
  private closedUntilMs = Number.NEGATIVE_INFINITY;
  /** Since the last pause, to know what the service gives in the long run. */
  private openedAtMs: number;
  private taken: number;
  private takenAtMs: number;
  private released = false;

  constructor(private readonly recent: RecentCount) {
    this.openedAtMs = recent.streak.sinceMs;
    this.taken = recent.streak.count;
    this.takenAtMs = recent.inLastSecond() > 0 ? performance.now() : Number.NEGATIVE_INFINITY;
  }

  turn(deadline: Deadline): Promise<Turn> | true {
    if (this.released) return true;
    const none = this.asksBeyond(deadline);
    if (none !== undefined) return Promise.resolve(none);
    return new Promise((resolve) => {
      const { signal } = deadline;
      const giveUp = () => {
        waiter.end({ askedMs: undefined });
      };
      const expiry = setTimeout(giveUp, Math.min(deadline.remainingMs, longestTimerMs));
      signal?.addEventListener("abort", giveUp);
      const waiter: Waiter = {
        deadline,
        end: (turn) => {
          clearTimeout(expiry);
          signal?.removeEventListener("abort", giveUp);
          this.waiting.delete(waiter);
          resolve(turn);
        },
      };
      this.waiting.add(waiter);
      this.schedule();
    });
  }

  accepted(sentAtMs: number): "forgotten" | undefined {
    const nowMs = performance.now();
    if (this.refusalsInARow === 0) this.leaveOutIdleTime(nowMs);
    this.taken += 1;
    this.takenAtMs = nowMs;
    if (sentAtMs < this.refusedAtMs) return undefined;
    if (this.refusalsInARow > 0) {
      this.refusalsInARow = 0;
      this.reopen(sentAtMs, nowMs);
    }
    return this.waiting.size === 0 && nowMs - this.refusedAtMs > settings.forgottenAfterMs ? "forgotten" : undefined;
  }

  refused(sentAtMs: number, waitMs: number): void {
    const nowMs = performance.now();
    const askedLate = sentAtMs - this.closedUntilMs > settings.idleMs;
    if (waitMs > 0) {
      this.askedUntilMs = Math.max(this.askedUntilMs, nowMs + waitMs);
      this.closeUntil(this.askedUntilMs);
      for (const waiter of this.waiting) {
        const none = this.asksBeyond(waiter.deadline);
        if (none !== undefined) waiter.end(none);
      }
    }
    if (sentAtMs < this.refusedAtMs) return;
    if (this.refusalsInARow === 0) this.slowDown(nowMs);
    if (this.refusalsInARow === 0 || askedLate) {
      this.closedAtMs = nowMs;
      this.leaveOutIdleTime(nowMs);
    }
    this.refusalsInARow += 1;
    this.refusedAtMs = nowMs;
    this.closeUntil(nowMs + this.pauseMs());
    this.schedule();
  }

  release(): void {
    this.released = true;
    clearTimeout(this.timer);
    for (const waiter of this.waiting) waiter.end(true);
  }

  /** A pause of our own may end sooner than it looks: what the service asks for does not. */
  private asksBeyond(deadline: Deadline): NoTurn | undefined {
    const askedMs = this.askedUntilMs - performance.now();
    return askedMs > 0 && askedMs >= deadline.remainingMs ? { askedMs } : undefined;
  }

  private slowDown(nowMs: number): void {
    const paced = this.perSecond !== Number.POSITIVE_INFINITY;
    const idle = this.leaveOutIdleTime(nowMs);
    // When nobody asked before, nothing was taken, and that is not the service's doing.
    const takenPerSecond = paced && idle ? this.perSecond : this.recent.inLastSecond();
    this.setRate(Math.min(this.perSecond, takenPerSecond) * settings.afterRefusal);
    // The rate at the first refusal is a guess: answers may be on their way. The second refusal has found it.
    if (paced && !idle) this.searching = false;
  }

  /**
   * The service takes requests again. After a long pause the rate is the mean over the pause and the time before it.
   *
   * What counts is how long requests were refused. The one that was taken may have been asked for much later, because
   * nobody wanted anything, and be answered much later still, because the service holds waits.
   */
  private reopen(sentAtMs: number, nowMs: number): void {
    const refusedUntilMs = Math.max(this.refusedAtMs, Math.min(this.askedUntilMs, sentAtMs));
    if (refusedUntilMs - this.closedAtMs > settings.longPauseMs && this.taken >= settings.enoughTaken) {
      const overMs = Math.min(sentAtMs, this.closedUntilMs) - this.openedAtMs;
      this.setRate(Math.min(this.perSecond, (this.taken / overMs) * 1000));
      this.searching = false;
    }
    this.askedUntilMs = nowMs;
    this.openedAtMs = nowMs;
    this.grownAtMs = nowMs;
    this.taken = 0;
    this.nextMs = nowMs;
    this.schedule();
  }

  /** Time in which nobody asked says nothing of what the service gives in the long run. */
  private leaveOutIdleTime(nowMs: number): boolean {
    const idle = nowMs - this.takenAtMs > settings.idleMs + 1000 / this.perSecond;
    if (idle) {
      this.openedAtMs = nowMs;
      this.taken = 0;
    }
    return idle;
  }

  private closeUntil(atMs: number): void {
    this.nextMs = Math.max(this.nextMs, atMs);
    this.closedUntilMs = this.nextMs;
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
    for (const waiter of this.waiting) {
      if (this.nextMs > nowMs) break;
      this.nextMs = this.refusalsInARow > 0 ? nowMs + this.pauseMs() : this.nextMs + 1000 / this.perSecond;
      waiter.end(true);
    }
    this.schedule();
  }

  /** Only while requests wait: a rate that is not used up proves nothing. */
  private grow(nowMs: number): void {
    // At a low rate more than a second passes from one request to the next, and all of it counts.
    const seconds = Math.min((nowMs - this.grownAtMs) / 1000, Math.max(1, 1 / this.perSecond));
    this.grownAtMs = nowMs;
    if (this.refusalsInARow > 0) return;
    if (nowMs - this.refusedAtMs > settings.forgottenAfterMs) this.searching = true;
    this.setRate(this.perSecond * (1 + seconds * this.growthPerSecond(nowMs)));
  }

  /**
   * Processes that share a quota do not know of each other. One that has little of it finds more by growing faster the
   * longer nothing is refused: the others have the more refusals, or have left.
   */
  private growthPerSecond(nowMs: number): number {
    const { growth, slowPerSecond, quietMs } = settings;
    if (this.searching) return growth.searching;
    const quiet = (nowMs - Math.max(this.refusedAtMs, this.openedAtMs)) / quietMs;
    const slower = Math.sqrt(Math.min(1, this.perSecond / slowPerSecond));
    return Math.min(growth.searching, growth.found * slower * (1 + quiet ** 2));
  }
}

const slotMs = 100;
const slots = 10;

/** Counts what happens: in the last second, to a tenth of one, and since the last pause of a second. */
export class RecentCount {
  /** When the row began in which nothing paused for a second, and how much it had. */
  streak = { sinceMs: 0, count: 0 };
  private readonly perSlot = new Array<number>(slots).fill(0);
  /** Which tenth of a second each count belongs to. */
  private readonly times = new Array<number>(slots).fill(Number.NEGATIVE_INFINITY);

  add(): void {
    const nowMs = performance.now();
    if (this.inLastSecond() === 0) this.streak = { sinceMs: nowMs, count: 0 };
    this.streak.count += 1;
    const time = Math.floor(nowMs / slotMs);
    const slot = time % slots;
    if (this.times[slot] !== time) {
      this.times[slot] = time;
      this.perSlot[slot] = 0;
    }
    this.perSlot[slot] = (this.perSlot[slot] ?? 0) + 1;
  }

  inLastSecond(): number {
    const since = Math.floor(performance.now() / slotMs) - slots;
    return this.perSlot.reduce((sum, count, slot) => ((this.times[slot] ?? since) > since ? sum + count : sum), 0);
  }
}
