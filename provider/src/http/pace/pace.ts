import { longestTimerMs, type Deadline } from "../deadline";

/** After a refusal nobody sends for so long; doubled while the next attempt is refused as well. */
const pauseMs = { first: 100, longest: 5_000 };
/** The gain of the rate in a second, as a part of the rate at the last refusal. */
const growthPerSecond = 1 / 8;
/** A guess, from which the search begins. */
const firstPerSecond = 100;
const leastPerSecond = 0.5;
/** Timers come late; what was missed by that much is made up for. */
const lateMs = 20;
/** After so long without a refusal the limit is forgotten. */
const forgottenAfterMs = 60_000;

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

/** A queue that is left at a rate: half of it after a refusal, and then a little more with each second. */
export class Pace {
  private readonly waiting = new Set<Waiter>();
  private timer: NodeJS.Timeout | undefined;
  private perSecond = firstPerSecond;
  /** The rate at the last refusal; zero until a second one, because the first rate is a guess. */
  private refusedPerSecond = 0;
  private refusedAtMs = Number.NEGATIVE_INFINITY;
  private refusalsInARow = 0;
  private grownAtMs = performance.now();
  /** The next request leaves no sooner. */
  private nextMs = 0;
  /** Until when the service has asked to wait. */
  private askedUntilMs = Number.NEGATIVE_INFINITY;
  private isReleased = false;

  awaitTurn(deadline: Deadline): Promise<Turn> | true {
    if (this.isReleased) return true;
    const none = this.findNoTurn(deadline);
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

  /** Notes that a request was taken, and says whether the limit is forgotten. */
  noteAccepted(sentAtMs: number): boolean {
    const nowMs = performance.now();
    if (this.refusalsInARow > 0 && sentAtMs >= this.refusedAtMs) {
      this.refusalsInARow = 0;
      this.askedUntilMs = this.grownAtMs = nowMs;
      // Not at once: what there was to take, this one has taken.
      this.nextMs = nowMs + 1000 / this.perSecond;
      this.schedule();
    }
    return this.waiting.size === 0 && nowMs - this.refusedAtMs > forgottenAfterMs;
  }

  noteRefused(sentAtMs: number, waitMs: number): void {
    const nowMs = performance.now();
    if (waitMs > 0) this.askedUntilMs = Math.max(this.askedUntilMs, nowMs + waitMs);
    // A request that was sent before the last refusal says nothing new.
    if (sentAtMs >= this.refusedAtMs) {
      if (this.refusalsInARow === 0) {
        this.refusedPerSecond = this.refusedAtMs === Number.NEGATIVE_INFINITY ? 0 : this.perSecond;
        this.perSecond = Math.max(this.perSecond / 2, leastPerSecond);
      }
      this.refusalsInARow += 1;
      this.refusedAtMs = nowMs;
      this.nextMs = Math.max(this.nextMs, nowMs + this.choosePauseMs());
    }
    this.nextMs = Math.max(this.nextMs, this.askedUntilMs);
    for (const waiter of this.waiting) {
      const none = this.findNoTurn(waiter.deadline);
      if (none !== undefined) waiter.end(none);
    }
    this.schedule();
  }

  release(): void {
    this.isReleased = true;
    clearTimeout(this.timer);
    for (const waiter of this.waiting) waiter.end(true);
  }

  /** A pause of our own may end sooner than it looks: what the service asks for does not. */
  private findNoTurn(deadline: Deadline): NoTurn | undefined {
    const askedMs = this.askedUntilMs - performance.now();
    return askedMs > 0 && askedMs >= deadline.remainingMs ? { askedMs } : undefined;
  }

  private choosePauseMs(): number {
    return Math.min(pauseMs.first * 2 ** (this.refusalsInARow - 1), pauseMs.longest) * (1 + Math.random());
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
    this.nextMs = Math.max(this.nextMs, nowMs - lateMs);
    for (const waiter of this.waiting) {
      if (this.nextMs > nowMs) break;
      // While everything is refused, single requests ask whether it is taken again.
      this.nextMs = this.refusalsInARow > 0 ? nowMs + this.choosePauseMs() : this.nextMs + 1000 / this.perSecond;
      waiter.end(true);
    }
    this.schedule();
  }

  /** Only while requests wait: a rate that is not used up proves nothing. Beyond twice the refused rate, the limit is another one. */
  private grow(nowMs: number): void {
    const seconds = Math.min((nowMs - this.grownAtMs) / 1000, Math.max(1, 1 / this.perSecond));
    this.grownAtMs = nowMs;
    if (this.refusalsInARow > 0) return;
    const isSearching = this.perSecond >= 2 * this.refusedPerSecond;
    this.perSecond += seconds * (isSearching ? this.perSecond : this.refusedPerSecond * growthPerSecond);
  }
}
