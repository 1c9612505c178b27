import { fc } from "../../support/property";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Deadline } from "../../../provider/src/http/deadline";
import { formatDuration, parseDuration } from "../../../provider/src/names/duration";

const units = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

describe("a Go duration", () => {
  it.each<[text: string, milliseconds: number]>([
    ["0", 0],
    ["0s", 0],
    ["120s", 120_000],
    ["2m", 120_000],
    ["1h30m", 5_400_000],
    ["1.5s", 1_500],
    [".5s", 500],
    ["1.s", 1_000],
    ["+5s", 5_000],
    ["1h1h", 7_200_000],
    ["1m1ms", 60_001],
  ])("%s is %d ms", (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each([
    "",
    " ",
    "5",
    "5 s",
    " 5s",
    "5s\n",
    "s",
    ".s",
    "-5s",
    "5x",
    "1d",
    "5S",
    "1e3s",
    "1,5s",
    "++1s",
    "1s2",
    "x".repeat(100),
  ])("is not %j", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it("is the sum of its parts", () => {
    const part = fc.record({
      amount: fc.integer({ min: 0, max: 10_000 }),
      unit: fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[])),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.map(({ amount, unit }) => `${String(amount)}${unit}`).join("");
        const expected = parts.reduce((sum, { amount, unit }) => sum + amount * units[unit], 0);
        expect(parseDuration(text)).toBeCloseTo(expected, 3);
      }),
    );
  });

  it("is read back as it is written in messages", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seconds) => {
        expect(parseDuration(formatDuration(seconds * 1_000))).toBe(seconds * 1_000);
      }),
    );
  });

  it("of any text is a number or nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0159.nuµmsh+- ") }), (text) => {
        const milliseconds = parseDuration(text);
        expect(milliseconds === undefined || (Number.isFinite(milliseconds) && milliseconds >= 0)).toBe(true);
      }),
    );
  });

  it.each([
    [0, "0ms"],
    [400, "400ms"],
    [999.7, "1s"],
    [1_000, "1s"],
    [90_000, "1m30s"],
    [59_999, "1m"],
    [3_600_000, "1h"],
    [5_400_500, "1h30m1s"],
  ])("of %d ms is written %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

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

  it.each([
    ["a sleep", (deadline: Deadline) => deadline.sleep(5_000)],
    ["a limit", (deadline: Deadline) => deadline.limit(new Promise(() => undefined)).catch(() => undefined)],
  ])("ends %s no sooner than it passes, although timers drop fractions", async (_what, until) => {
    clock();
    const deadline = Deadline.after(1_000.9);
    let endedMs = 0;
    void until(deadline).then(() => (endedMs = deadline.elapsedMs));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(endedMs).toBe(1_001);
  });

  it("does not wake immediately from a sleep that is too long for a timer", async () => {
    clock();
    const woken = vi.fn();
    void Deadline.after(1e12).sleep(1e11).then(woken);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(woken).not.toHaveBeenCalled();
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

  it("limits a promise to the remaining time, and shows the whole time", async () => {
    clock();
    const deadline = Deadline.after(10_000);
    await vi.advanceTimersByTimeAsync(7_000);
    const never = expect(deadline.limit(new Promise(() => undefined))).rejects.toThrow(
      "nothing came within 3s, the rest of 10s",
    );
    await vi.advanceTimersByTimeAsync(3_000);
    await never;
  });

  it("limits a promise to less than the remaining time, and says what did not come", async () => {
    clock();
    const never = expect(
      Deadline.after(60_000).limit(new Promise(() => undefined), "no answer", 2_000),
    ).rejects.toThrow("no answer came within 2s");
    await vi.advanceTimersByTimeAsync(2_000);
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
