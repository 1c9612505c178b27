import { afterEach, describe, expect, it, vi } from "vitest";
import { Deadline } from "../../../provider/src/http/deadline";

describe("a deadline", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const clock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

  it("passes once, and is never negative", async () => {
    clock();
    const deadline = Deadline.after(1_000);
    expect([deadline.passed, deadline.remainingMs, deadline.elapsedMs]).toEqual([false, 1_000, 0]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([deadline.passed, deadline.remainingMs, deadline.elapsedMs]).toEqual([true, 0, 5_000]);
  });

  it.each([
    [100, 100],
    [5_000, 1_000],
    [-1, 0],
  ])("cuts a sleep of %d ms to %d ms", async (asked, slept) => {
    clock();
    const deadline = Deadline.after(1_000);
    let wokenMs: number | undefined;
    void deadline.sleep(asked).then(() => (wokenMs = deadline.elapsedMs));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(wokenMs).toBe(slept);
  });

  it("limits a promise that never settles, and leaves no timer behind one that does", async () => {
    clock();
    const deadline = Deadline.after(1_000);
    expect(await deadline.limit(Promise.resolve("in time"))).toBe("in time");
    expect(vi.getTimerCount()).toBe(0);
    const never = expect(deadline.limit(new Promise(() => undefined))).rejects.toThrow("nothing came within 1s");
    await vi.advanceTimersByTimeAsync(1_000);
    await never;
  });

  it.each(["before", "meanwhile"])("ends its limit with the reason of a caller that gives up %s", async (when) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    if (when === "before") controller.abort(reason);
    const limited = Deadline.after(60_000, controller.signal).limit(new Promise(() => undefined));
    controller.abort(reason);
    await expect(limited).rejects.toBe(reason);
  });
});
