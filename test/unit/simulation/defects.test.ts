import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { broughtBack, defects } from "../../simulation/defects";
import { defectReport, endOf } from "../../simulation/huntReport";

describe("each fixed defect", () => {
  it.each(defects)("can be brought back: $name", (defect) => {
    const text = readFileSync(new URL(`../../../provider/src/${defect.file}`, import.meta.url), "utf8");
    expect(broughtBack(text, defect)).not.toBe(text);
  });

  it("has a name of its own", () => {
    expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
  });

  it("is refused if the sources have its place twice, or not at all", () => {
    const defect = { name: "", kinds: ["Route"], file: "a.ts", find: "+ 1", replace: "" } as const;
    expect(broughtBack("a + 1;", defect)).toBe("a ;");
    expect(() => broughtBack("a + 1 + 1;", defect)).toThrow("a.ts has this not once: + 1");
    expect(() => broughtBack("a;", defect)).toThrow("not once");
  });
});

describe("a run of the simulator", () => {
  it.each([
    ["found", 1, "broken: destroy leaves nothing\n12 lives", "destroy leaves nothing", 12],
    ["missed", 0, "3000 lives", "", 3000],
    // As a program that breaks down ends.
    ["failed", 1, "Error: Cannot find module", "", undefined],
    ["failed", null, "broken: unread", "unread", undefined],
  ] as const)("has %s with the exit code %s", (end, code, output, promise, lives) => {
    expect(endOf(code, output)).toEqual({ end, promise, lives });
  });

  it("is a line of the report", () => {
    const one = { name: "A | is lost", kinds: ["Route", "Snapshot"], seconds: 4.25, lives: 200 } as const;
    const report = defectReport(
      [
        { ...one, end: "found", promise: "nothing is lost" },
        { ...one, end: "missed", promise: "", lives: undefined },
      ],
      7,
    );
    expect(report).toContain("Found: 1 of 2. The first seed is 7.");
    expect(report).toContain("| A \\| is lost | Route, Snapshot | 4.3 s | nothing is lost | 200 |");
    expect(report).toContain("| A \\| is lost | Route, Snapshot | missed |  | ? |");
  });
});
