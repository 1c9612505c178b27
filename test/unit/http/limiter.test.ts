import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RateLimiter } from "../../../provider/src/http/pace/limiter";
import { Deadline } from "../../../provider/src/http/deadline";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  // The same pauses in every run: what chance does to one of them is not what is measured.
  let state = 1;
  vi.spyOn(Math, "random").mockImplementation(() => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A service that refuses what comes faster than its quota allows, and answers after a while. */
interface Service {
  latencyMs: number;
  /** True if a request that arrives now is taken. */
  takes: () => boolean;
}

/** A bucket that holds a second's worth. */
function bucket(perSecond: number): () => boolean {
  let tokens = perSecond;
  let filledAtMs = performance.now();
  return () => {
    const nowMs = performance.now();
    tokens = Math.min(perSecond, tokens + ((nowMs - filledAtMs) / 1000) * perSecond);
    filledAtMs = nowMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** So many in each minute, whenever in it. */
function perMinute(quota: number): () => boolean {
  let minute = -1;
  let used = 0;
  return () => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [minute, used] = [now, 0];
    used += 1;
    return used <= quota;
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends that many requests, so many at once, each until it is taken; all at once when nothing is said. */
function drive(service: Service, count: number, atOnce = count, limiter = new RateLimiter()) {
  return passingTime(send(service, count, atOnce, limiter));
}

async function send(service: Service, count: number, atOnce: number, limiter: RateLimiter) {
  const seen = { taken: 0, refused: 0, seconds: 0 };
  const startedMs = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      for (let taken = false; !taken;) {
        if ((await limiter.awaitTurn("p", Deadline.after(3_600_000))) !== true)
          throw new Error("no turn before the deadline");
        const sentAtMs = performance.now();
        taken = service.takes();
        await pause(service.latencyMs);
        if (taken) limiter.noteAccepted("p", sentAtMs);
        else limiter.noteRefused("p", sentAtMs);
        seen[taken ? "taken" : "refused"] += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  seen.seconds = (performance.now() - startedMs) / 1000;
  return seen;
}

/** Lets time pass until the work is done. */
async function passingTime<T>(work: Promise<T>): Promise<T> {
  let over = false;
  void work.finally(() => (over = true));
  while (!over) await vi.advanceTimersByTimeAsync(1_000);
  return work;
}

describe("requests against a quota", () => {
  it("that is never reached go out immediately", async () => {
    const seen = await drive({ latencyMs: 50, takes: () => true }, 300);
    expect(seen).toEqual({ taken: 300, refused: 0, seconds: 0.05 });
  });

  it.each([
    // The engine does this: so many resources at a time.
    [20, 9_000, 64, 20, 1.1, 0.08],
    [100, 4_500, 200, 50, 1.1, 0.08],
    // With so few a second, finding the rate takes a larger part of the whole; 64 are refused at the beginning.
    [5, 1_000, 64, 200, 1.15, 0.15],
  ])(
    "of %i a second: %i of them, %i at a time, take little longer than they must",
    async (rate, count, atOnce, ms, most, refusedPart) => {
      const seen = await drive({ latencyMs: ms, takes: bucket(rate) }, count, atOnce);
      const least = (count - rate) / rate;
      expect(seen.taken).toBe(count);
      expect(seen.seconds).toBeLessThan(least * most);
      expect(seen.refused / count).toBeLessThan(refusedPart);
    },
  );

  it("are shared by eight processes that do not know of each other", async () => {
    const [rate, processes, count] = [20, 8, 2_000];
    const service = { latencyMs: 20, takes: bucket(rate) };
    const own = () => send(service, count / processes, 64, new RateLimiter());
    const each = await passingTime(Promise.all(Array.from({ length: processes }, own)));
    const seconds = Math.max(...each.map((seen) => seen.seconds));
    expect(seconds).toBeLessThan((count - rate) / rate / 0.85);
  });

  it("of so many a minute use it up, and ask seldom while it is used up", async () => {
    const seen = await drive({ latencyMs: 50, takes: perMinute(1_500) }, 9_000, 64);
    // Six minutes hold 9,000; the first begins at once, and the last need not end.
    expect(seen.seconds).toBeLessThan(6 * 60);
    expect(seen.refused).toBeLessThan(9_000 * 0.05);
  });
});

describe("a rate of which little is known", () => {
  it.each([
    [10, 1],
    [10, 300],
    [60, 8],
  ])("because all was refused for the first %i s is found soon, with %i at a time", async (closed, atOnce) => {
    const startedMs = performance.now();
    const allowed = bucket(20);
    const takes = () => performance.now() - startedMs >= closed * 1_000 && allowed();
    const seen = await drive({ latencyMs: 20, takes }, 300, atOnce);
    // The longest pause between two questions, 300 at the full speed, and some time to find it.
    expect(seen.seconds).toBeLessThan(closed + 10 + 15 + 15);
  });
});

describe("a request", () => {
  const soon = () => Deadline.after(60_000);

  it("of another project is not held up", async () => {
    const limiter = new RateLimiter();
    limiter.noteRefused("p", performance.now(), 30_000);
    expect(limiter.awaitTurn("q", soon())).toBe(true);
    expect(limiter.awaitTurn("p", soon())).not.toBe(true);
  });
});
