import { describe, expect, it } from "vitest";
import { iterateItems, pageForm } from "../../provider/src/compute/paging";
import type { ComputeClient } from "../../provider/src/http/client";
import { Deadline } from "../../provider/src/http/deadline";
import { VirtualClock } from "../simulation/clock";

/** How a list ends that has so many empty pages, each with a new token, and then an item; and what it took, in virtual time. */
async function listOf(emptyPages: number, { deadlineMs = 3_600_000, cancelAfterMs = Number.POSITIVE_INFINITY } = {}) {
  const clock = VirtualClock.install();
  try {
    const beganMs = clock.nowMs;
    const cancel = new AbortController();
    if (cancelAfterMs < Number.POSITIVE_INFINITY) {
      setTimeout(() => {
        cancel.abort(new Error("cancelled"));
      }, cancelAfterMs);
    }
    const askedMs: number[] = [];
    const request = (_request: object, { deadline }: { deadline: Deadline }) => {
      if (deadline.passed) return Promise.reject(new Error("the deadline has passed"));
      askedMs.push(clock.nowMs - beganMs);
      const isEmpty = askedMs.length <= emptyPages;
      return Promise.resolve(isEmpty ? { nextPageToken: `after ${String(askedMs.length)}` } : { items: ["found"] });
    };
    const form = pageForm("text");
    const first = { action: "list routes", method: "GET", path: "routes", permissions: [], form } as const;
    const context = { deadline: Deadline.after(deadlineMs, cancel.signal) };
    const collect = async () => {
      const found: string[] = [];
      for await (const item of iterateItems<string>({ request } as unknown as ComputeClient, first, context, {
        keeps: "one page",
      }))
        found.push(item);
      return found;
    };
    const outcome = await clock.until(collect().catch((error: unknown) => error));
    return { outcome, askedMs, tookMs: clock.nowMs - beganMs };
  } finally {
    clock.uninstall();
  }
}

const words = "list routes failed: the service gave 1000 pages in a row that have no items";

describe("a list with empty pages", () => {
  it.each([
    [20, "without a pause that a person notices", 500],
    [900, "to its end, as a filter leaves hundreds of them", 200_000],
  ])("is read: %i of them, %s", async (count, _how, mostMs) => {
    const { outcome, tookMs } = await listOf(count);
    expect(outcome).toEqual(["found"]);
    expect(tookMs).toBeLessThan(mostMs);
  });

  it("asks for five pages a second at most, and ends with an error in words where there is nothing else", async () => {
    const { outcome, askedMs } = await listOf(Number.POSITIVE_INFINITY);
    expect(String(outcome)).toContain(words);
    expect(askedMs).toHaveLength(1_000);
    const inSecond = (second: number) => askedMs.filter((ms) => Math.floor(ms / 1_000) === second).length;
    expect(inSecond(0)).toBeLessThan(50);
    for (const second of [10, 60, 120, 180]) expect(inSecond(second)).toBeLessThanOrEqual(6);
  });

  it("ends at its deadline, and when the caller gives up", async () => {
    const late = await listOf(Number.POSITIVE_INFINITY, { deadlineMs: 30_000 });
    expect(String(late.outcome)).toContain("the deadline has passed");
    expect(late.tookMs).toBeLessThan(31_000);
    const cancelled = await listOf(Number.POSITIVE_INFINITY, { cancelAfterMs: 20_050 });
    expect(cancelled.outcome).toBeInstanceOf(Error);
    expect(cancelled.tookMs).toBeLessThan(20_100);
  });
});
