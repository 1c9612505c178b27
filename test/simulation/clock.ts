import { withGlobal, type Clock } from "@sinonjs/fake-timers";

/** More steps than any life takes: beyond them a call goes round in a circle. */
const mostSteps = 100_000;

/** One turn of the real event loop, in which everything that waits for nothing goes on. */
const turn = (() => {
  const { setImmediate } = globalThis;
  return () => new Promise<void>((resolve) => setImmediate(resolve));
})();

/** How far the clock of the machine is ahead of that of the service. */
let aheadMs = 0;

/** The time of the service, and of everything but the machine on which the package runs. */
export function nowMs(): number {
  return Date.now() - aheadMs;
}

/** Time that passes only where nothing else is left to do, so that hours take no time. */
export class VirtualClock {
  private constructor(private readonly timers: Clock) {}

  /** Takes the place of the timers and clocks of this process, until `uninstall`. */
  static install(): VirtualClock {
    const toFake = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] as const;
    const now = Date.UTC(2030, 0, 1);
    return new VirtualClock(withGlobal(globalThis).install({ now, toFake: [...toFake], loopLimit: mostSteps }));
  }

  uninstall(): void {
    this.timers.uninstall();
  }

  get nowMs(): number {
    return nowMs();
  }

  /** Sets the clock of the machine: what waits goes on to wait as long as before. */
  setAhead(byMs: number): void {
    this.timers.setSystemTime(nowMs() + byMs);
    aheadMs = byMs;
  }

  /** Forgets what an earlier life has left, which would go on in this one. */
  forgetTimers(): void {
    this.timers.reset();
    aheadMs = 0;
  }

  /** Lets time pass until the promise has settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const hasSettled = watched(promise);
    for (let step = 0; ; step++) {
      await turn();
      if (hasSettled()) return promise;
      if (this.timers.countTimers() === 0) throw new Error("Nothing happens any more, and a call has not ended.");
      if (step > mostSteps) throw new Error("A call does not end.");
      this.timers.next();
    }
  }

  /** Lets no time pass until the promise has settled: it waits for modules that are loaded, which takes real time. */
  async whileLoading(promise: Promise<unknown>): Promise<void> {
    const hasSettled = watched(promise);
    while (!hasSettled()) {
      await turn();
      this.timers.tick(0);
    }
  }

  /** Lets so much time pass. */
  async pass(durationMs: number): Promise<void> {
    await this.until(pause(durationMs));
  }
}

/** Waits so long, as everything in a life does. */
export function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

/** Tells whether the promise has settled. */
function watched(promise: Promise<unknown>): () => boolean {
  let settled = false;
  const end = () => {
    settled = true;
  };
  promise.then(end, end);
  return () => settled;
}
