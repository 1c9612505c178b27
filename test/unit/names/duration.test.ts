import { fc } from "../../support/property";
import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration } from "../../../provider/src/names/duration";

const units = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

describe("a Go duration", () => {
  it.each<[text: string, milliseconds: number]>([
    ["0", 0],
    ["1.5s", 1_500],
    [".5s", 500],
    ["1.s", 1_000],
    ["+5s", 5_000],
  ])("%s is %d ms", (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(["", "5", "5 s", "5s\n", ".s", "-5s", "1d", "5S", "1e3s", "1,5s", "++1s", "1s2", "x".repeat(100)])(
    "is not %j",
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

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

  it.each([
    [0, "0ms"],
    [999.7, "1s"],
    [90_000, "1m30s"],
    [59_999, "1m"],
    [5_400_500, "1h30m1s"],
  ])("of %d ms is written %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
