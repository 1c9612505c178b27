import { fc, runs } from "../../../support/property";
import { describe, expect, it } from "vitest";
import { compileFilter } from "../../../../emulator/src/listing/filter";
import type { Fields } from "../../../../emulator/src/schema";
import { filterProblem } from "../../../../provider/src/functions/filter/filterSyntax";

const text = { type: "string" } as const;
// Every word that the tokens below can make a field of.
const words = ["a", "b", "eq", "name", "ne", "q", "web", "x", "y", "AND", "OR", "NOT"];
const fields: Fields = {
  ...Object.fromEntries(words.map((word) => [word, text])),
  labels: { type: "map", values: text },
};

describe("a filter as a text is taken", () => {
  it.each([
    'name = "web"',
    "name=web",
    "name != 'a b'",
    "priority >= 900",
    "scheduling.automaticRestart = true",
    "labels.owner:*",
    'labels."my key" = x',
    "name:web",
    '(a = 1) (b = "x")',
    "a = 1 b = 2",
    "(a = 1) AND (b = 2) OR (c = 3)",
    "((a = 1))",
    "status = AND_MORE",
    'creationTimestamp > "2026-05-01T00:00:00Z"',
    "name eq web.*",
    'name eq "double literal"',
    "name ne 'a|b'",
    "(name eq a.*) (name ne .*b)",
    "name eq (a|b)c",
    "name eq (?i)web",
    String.raw`name eq "a\\b\."`,
    "name eq [(?=]",
    "name eq [\\]\\1]",
  ])("%s", (filter) => {
    expect(filterProblem(filter)).toBeUndefined();
  });
});

describe("a filter as a text is refused", () => {
  it.each([
    ["", "is empty; leave it out"],
    ["   ", "is empty; leave it out"],
    ["name", "has no comparison at character 1"],
    ["name =", "compares name with nothing"],
    ['name = "web', "a quote that does not end"],
    ["name ~ web", "has no comparison at character 1: write field operator value"],
    ["(a = 1", "one opening parenthesis too many"],
    ["a = 1)", "one closing parenthesis too many at character 6"],
    ["()", "has no comparison at character 2"],
    ["a = 1 AND", "has no comparison at its end"],
    ["AND a = 1", "AND and OR stand between two comparisons"],
    ["a = 1 and b = 2", "AND and OR stand between two comparisons, in capitals"],
    ["a = 1 OR OR b = 2", "AND and OR stand between two comparisons"],
    ["NOT a = 1", "has a NOT at character 1, which the service does not accept: use the opposite operator"],
    ["-a = 1", "use the opposite operator"],
    ["1a = 1", "has no comparison at character 1"],
    ["a = 1 AND name eq b", "mixes its two forms at character 11"],
    ["(a = 1) (name eq b)", "mixes its two forms at character 10"],
    ["name eq b AND a = 1", "the two forms cannot be mixed; quote the literal"],
    ["(name eq b) (a = 1)", "mixes its two forms"],
    ["(name eq a) AND (name eq b)", 'has "A" outside of parentheses'],
    ["(name eq a) (zone eq b)", "names name and zone: with eq and ne there can be only one field"],
    ["name eq", "is not field eq literal"],
    ['name eq "a', "a quoted literal that does not end"],
    ['name eq "a" b', "that something follows"],
    ["(name eq a", "parentheses or quotes that do not match"],
    ["name eq (?=a)b", "uses (?=…), which RE2"],
    ["name eq a(?<!b)", "uses (?<!…), which RE2"],
    ["name eq (a)\\1", "uses \\1, which RE2"],
    ["name eq a)", "an expression whose parentheses do not match"],
    ["name eq a[b", "a bracket that does not close"],
    ["name eq a\\", "ends in a backslash"],
    ["name = \ud800", "half of a surrogate pair"],
  ])("%j: it %s", (filter, problem) => {
    expect(filterProblem(filter)).toContain(problem);
  });
});

it("the package and the emulator accept and refuse the same filters", () => {
  const token = fc.constantFrom(
    ...["a", "name", "labels.x", "=", "!=", "<", ">=", ":", ":*", "eq", "ne", "AND", "OR", "NOT", "(", ")"],
    ...["(a", "x)", "web", '"x y"', "'q'", "1", "a = 1", "(a = 1)", "name eq b", "(name eq b)", '"', "\\"],
  );
  const accepts = (filter: string) => {
    try {
      compileFilter(filter, fields);
      return true;
    } catch {
      return false;
    }
  };
  let taken = 0;
  fc.assert(
    fc.property(fc.array(token, { minLength: 1, maxLength: 7 }), fc.constantFrom(" ", "  "), (tokens, blank) => {
      const filter = tokens.join(blank);
      const accepted = filterProblem(filter) === undefined;
      if (accepted) taken += 1;
      expect(accepted, `${filter}: ${String(filterProblem(filter))}`).toBe(accepts(filter));
    }),
    { numRuns: runs(20_000) },
  );
  expect(taken).toBeGreaterThan(100);
});
