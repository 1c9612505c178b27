import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Judged } from "../../../tools/mutation/hunt";
import { testsImporting } from "../../../tools/mutation/importers";
import { instrument, switchName } from "../../../tools/mutation/instrument";
import { mutationsOf } from "../../../tools/mutation/operators";
import { filesOf, rooms } from "../../../tools/mutation/rooms";
import { candidatesOf, sampleOf } from "../../../tools/mutation/sample";
import { losses, mutationReport, scoreOf, type RecordedScore } from "../../../tools/mutation/score";
import { repository } from "../../support/markdown";

/** Every mutant of a text, as the text that it would be. */
const mutantsOf = (text: string) =>
  mutationsOf(text).map(({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end));

describe("the mutants of a source", () => {
  it.each([
    ["a < b", ["(a) <= (b)"]],
    ["a >= b", ["(a) > (b)"]],
    ["a === b", ["(a) !== (b)"]],
    ["a && b", ["(a) || (b)"]],
    ["a || b", ["(a) && (b)"]],
    ["a ?? b", ["a"]],
    ["a * b", ["(a) / (b)"]],
    ["a + b", ["(a) - (b)"]],
    ["!a", ["a"]],
    ["true", ["false"]],
    ["41", ["41 + 1"]],
    ['"a"', ['""']],
    ['""', ['"mutant"']],
    ["`a`", ['""']],
    ["a ? b : c", ["!(a) ? b : c"]],
  ])("%s", (expression, mutants) => {
    expect(mutantsOf(`const x = ${expression};`)).toEqual(mutants.map((mutant) => `const x = ${mutant};`));
  });

  it("take a statement away, its await included", () => {
    expect(mutantsOf("async () => { await a.b(c); }")).toContain("async () => { undefined; }");
    expect(mutantsOf("() => { a.b = c; }")).toContain("() => { undefined; }");
  });

  it("return nothing", () => {
    expect(mutantsOf("const f = () => { return a; };")).toEqual(["const f = () => { return undefined; };"]);
    expect(mutantsOf("const f = () => { return undefined; };")).toEqual([]);
  });

  it("turn a condition round", () => {
    expect(mutantsOf("if (a) { }")).toEqual(["if (!(a)) { }"]);
  });

  it.each([
    'import a from "a";',
    'export { a } from "a";',
    'type A = "a" | 1;',
    'interface A { a: "a" }',
    'const a: "a" = b;',
    'const a = b as "a";',
    'const a = require("a");',
    "class A extends B { constructor() { super(1); } }",
    'const a = { "b": c };',
    "const a = tag`b`;",
    "const a = b + `x${c}` + d;",
  ])("are absent in %s", (text) => {
    expect(mutantsOf(text)).toEqual([]);
  });
});

describe("a source with its mutants behind switches", () => {
  const source = `
    function price(count, discount) {
      if (!(count > 10 && discount)) return count * 2;
      return count > 100 ? 1 : count + 3;
    }`;
  const inputs = [0, 10, 11, 100, 101].flatMap((count) => [true, false].map((discount) => [count, discount]));
  const answers = (body: string, on: number): unknown[] => {
    const script = `${ts.transpile(body)}; return inputs.map(([count, discount]) => price(count, discount));`;
    const run = new Function(switchName, "inputs", script) as (...args: unknown[]) => unknown[];
    return run((id: number) => id === on, inputs);
  };
  const mutants = mutationsOf(source).map((mutation, id) => ({ ...mutation, id }));
  const switched = instrument(source, mutants, "./switch").replace(/^import [^;]*; /, "");

  it("imports the switch", () => {
    expect(instrument(source, mutants, "./switch")).toMatch(/^import \{ mutantIsOn \} from "\.\/switch"; /);
  });

  it("does the same as the source while no mutant is on", () => {
    expect(answers(switched, -1)).toEqual(answers(source, -1));
  });

  it("does what a mutant does while that one is on, also inside another", () => {
    expect(mutants.length).toBeGreaterThan(10);
    for (const { id, start, end, replacement } of mutants) {
      const mutant = source.slice(0, start) + `(${replacement})` + source.slice(end);
      expect(answers(switched, id), mutant).toEqual(answers(mutant, -1));
    }
  });
});

describe("the sample", () => {
  const text = Array.from({ length: 50 }, (_none, n) => `const a${String(n)} = b < ${String(n)};`).join("\n");
  const all = candidatesOf("a.ts", text, mutationsOf(text));
  const names = (sample: ReturnType<typeof sampleOf>) =>
    sample.map(({ line, operator }) => `${String(line)} ${operator}`);

  it("is the same for the same seed and another for another", () => {
    expect(names(sampleOf(all, 10, 1))).toEqual(names(sampleOf(all, 10, 1)));
    expect(names(sampleOf(all, 10, 1))).not.toEqual(names(sampleOf(all, 10, 2)));
  });

  it("has as many of each operator as there are", () => {
    const operators = sampleOf(all, 10, 1).map(({ operator }) => operator);
    expect(operators.filter((operator) => operator === "boundary")).toHaveLength(5);
    expect(sampleOf(all, 1_000, 1)).toHaveLength(all.length);
  });

  it("keeps what it has chosen when lines are added and the file is renamed", () => {
    const longer = `const c = d;\n${text}`;
    const moved = candidatesOf("b.ts", longer, mutationsOf(longer));
    const lines = (sample: ReturnType<typeof sampleOf>) => sample.map(({ lineText }) => lineText);
    expect(lines(sampleOf(moved, 10, 1))).toEqual(lines(sampleOf(all, 10, 1)));
  });
});

describe("the score", () => {
  const judged = (fates: Judged["fate"][]): Judged[] =>
    fates.map((fate, id) => ({
      fate,
      mutant: {
        ...{ id, operator: "logic", start: 0, end: 1, replacement: `a\n  || b${String(id)}` },
        ...{ file: "provider/src/a.ts", line: 7, lineText: "if (a && b) {" },
      },
    }));
  const record = (found: number, of: number, seed = 1): RecordedScore => ({
    seed,
    count: 40,
    rooms: { http: { found, of } },
  });

  it("counts what a test found, and what never ends with it", () => {
    expect(scoreOf(judged(["killed", "timeout", "survived", "unreached"]))).toEqual({ found: 2, of: 4 });
  });

  it("may not fall, but may come of a smaller sample", () => {
    expect(losses(record(30, 40), record(31, 40))).toEqual([
      "http: the tests find 75 % of the mutants (30 of 40), and found 78 % (31 of 40) before.",
    ]);
    expect(losses(record(31, 40), record(31, 40))).toEqual([]);
    expect(losses(record(24, 30), record(31, 40))).toEqual([]);
  });

  it("is not compared with that of another sample", () => {
    expect(losses(record(1, 40, 2), record(31, 40))).toEqual([]);
  });

  it("is reported with every mutant that no test found, on a line each", () => {
    const report = mutationReport(
      new Map([["http", judged(["killed", "survived", "unreached"])]]),
      ["test/unit/x.test.ts"],
      5,
    );
    expect(report).toContain("| http | 33 % | 1 | 0 | 1 | 1 |");
    expect(report).toContain("- survived, logic: `provider/src/a.ts:7` `if (a && b) {` with `a || b1`");
    expect(report).toContain("- unreached, logic: `provider/src/a.ts:7` `if (a && b) {` with `a || b2`");
    expect(report).not.toContain("b0");
    expect(report).toContain("- test/unit/x.test.ts");
    expect(report).toContain("Seed 5.");
  });
});

describe("the rooms", () => {
  it.each(rooms.map((room) => [room.name, room] as const))(
    "%s has its sources and its protocol tests",
    (_name, room) => {
      const files = [...filesOf(room, repository), ...room.protocolTests];
      expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
    },
  );

  it("are tested by the tests that import them, over however many files", () => {
    const tests = ["test/unit/http/retry.test.ts", "test/unit/resources/route.test.ts", "test/unit/tools/cost.test.ts"];
    expect(testsImporting(tests, new Set(["provider/src/http/retry.ts"]), repository)).toEqual(tests.slice(0, 2));
    const overKinds = ["test/unit/hostile/resources.test.ts", "test/unit/http/retry.test.ts"];
    const definition = "provider/src/resources/snapshot/definition.ts";
    expect(testsImporting(overKinds, new Set([definition]), repository)).toEqual(overKinds.slice(0, 1));
  });
});
