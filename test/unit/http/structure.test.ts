import { expect, it } from "vitest";
import { deepestNesting, mostValues, StructureMeter } from "../../../provider/src/http/structure";
import { fc, runs } from "../../support/property";

/** Values and levels of a tree, as the meter counts them: each container, and each comma between its members. */
function countTree(value: unknown): { values: number; levels: number } {
  if (typeof value !== "object" || value === null) return { values: 0, levels: 0 };
  const members = Object.values(value).map(countTree);
  return {
    values: members.reduce((sum, one) => sum + one.values, Math.max(1, members.length)),
    levels: 1 + Math.max(0, ...members.map(({ levels }) => levels)),
  };
}

it("counts the values of any JSON, in pieces of any size", () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }),
      fc.constantFrom(undefined, 1, "\t"),
      fc.integer({ min: 1, max: 9 }),
      (value, spaces, size) => {
        const bytes = Buffer.from(JSON.stringify(value, undefined, spaces));
        const meter = new StructureMeter();
        for (let at = 0; at < bytes.length; at += size) meter.take(bytes.subarray(at, at + size));
        expect(meter.values).toBe(1 + countTree(value).values);
      },
    ),
    { numRuns: runs(30) },
  );
});

it.each<[what: string, json: string, problem?: string]>([
  ["as many levels as the limit", "[".repeat(deepestNesting)],
  ["one level more", "[".repeat(deepestNesting + 1), "more than 1000 levels"],
  ["levels of both kinds", '{"a":['.repeat(deepestNesting), "more than 1000 levels"],
  ["lists beside each other", `[${"[],".repeat(2_000)}[]]`],
  ["brackets in a text", `"${'[{\\"'.repeat(300_000)}"`],
  ["an escaped quote before brackets", `"\\\\\\"${"[".repeat(2_000)}"`],
  ["an escaped backslash before the end of a text", `["\\\\",${"[".repeat(1_000)}`, "more than 1000 levels"],
  ["as many values as the limit", `[${"0,".repeat(mostValues - 2)}0]`],
  ["one value more", `[${"0,".repeat(mostValues - 1)}0]`, "more than 250,000 values"],
])("of a text with %s, tells whether it is too dear", (_what, json, problem) => {
  expect(new StructureMeter().take(Buffer.from(json))).toBe(problem);
});
