import { fc, runs } from "../../../support/property";
import { describe, expect, it } from "vitest";
import { compileFilter } from "../../../../emulator/src/listing/filter";
import type { Fields } from "../../../../emulator/src/schema";
import * as filter from "../../../../provider/src/functions/filter/filter";
import type { Filter } from "../../../../provider/src/functions/filter/filter";
import { filterProblem } from "../../../../provider/src/functions/filter/filterSyntax";

/*
 * What the builder makes is evaluated by the emulator, whose reader of filters was written apart from it.
 */
const fields: Fields = {
  name: { type: "string" },
  id: { type: "int64" },
  priority: { type: "integer" },
  enabled: { type: "boolean" },
  tags: { type: "list", items: { type: "string" } },
  labels: { type: "map", values: { type: "string" } },
  location: { type: "object", fields: { scope: { type: "string" } } },
};

interface Thing {
  name: string;
  priority: number;
  enabled: boolean;
  tags: string[];
  labels: Record<string, string>;
  location: { scope: string };
}

const holds = (text: string, thing: object) => compileFilter(text, fields)({ ...thing });

/** Texts that quoting could break on. */
const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('"', "\\", "'", "(", ")", " ", "*", "\n", ":", "=", "é", "😀", "A"),
    maxLength: 8,
  }),
  fc.constantFrom("", " AND ", ") OR (", "eq", '\\"', "a*", "𝄞"),
);
const anyNumber = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0.5, -1e21, 1e-7));

const anyThing: fc.Arbitrary<Thing> = fc.record({
  name: oddText,
  priority: anyNumber,
  enabled: fc.boolean(),
  tags: fc.array(oddText, { maxLength: 3 }),
  labels: fc.dictionary(fc.constantFrom("env", "my key", 'q"b\\'), oddText.filter(Boolean)),
  location: fc.record({ scope: oddText.filter(Boolean) }),
});

/** A filter, and what it means. */
interface Meant {
  readonly text: Filter;
  readonly means: (thing: Thing) => boolean;
}

const inOrder = { lt: -1, gt: 1 } as const;

function ordered<Value extends string | number>(
  field: string,
  value: Value,
  valueOf: (thing: Thing) => Value,
): fc.Arbitrary<Meant> {
  const compare = (thing: Thing) => (valueOf(thing) < value ? -1 : valueOf(thing) > value ? 1 : 0);
  return fc.constantFrom<Meant>(
    { text: filter.eq(field, value), means: (thing) => compare(thing) === 0 },
    { text: filter.ne(field, value), means: (thing) => compare(thing) !== 0 },
    { text: filter.lt(field, value), means: (thing) => compare(thing) === inOrder.lt },
    { text: filter.gt(field, value), means: (thing) => compare(thing) === inOrder.gt },
    { text: filter.le(field, value), means: (thing) => compare(thing) !== inOrder.gt },
    { text: filter.ge(field, value), means: (thing) => compare(thing) !== inOrder.lt },
  );
}

const invertible: fc.Arbitrary<Meant> = fc.oneof(
  oddText.chain((value) => ordered("name", value, ({ name }) => name)),
  oddText.chain((value) => ordered("location.scope", value, ({ location }) => location.scope)),
  anyNumber.chain((value) => ordered("priority", value, ({ priority }) => priority)),
  fc
    .boolean()
    .map((value) => ({ text: filter.eq("enabled", value), means: ({ enabled }: Thing) => enabled === value })),
);

const oneWay: fc.Arbitrary<Meant> = fc.oneof(
  oddText.map((value) => ({ text: filter.has("name", value), means: ({ name }: Thing) => name.includes(value) })),
  oddText
    .filter(Boolean)
    .map((value) => ({ text: filter.has("tags", value), means: ({ tags }: Thing) => tags.includes(value) })),
  fc.constant({ text: filter.has("labels", "env"), means: ({ labels }: Thing) => "env" in labels }),
  fc.constant({ text: filter.defined("labels.env"), means: ({ labels }: Thing) => "env" in labels }),
  fc.constant({ text: filter.defined('labels."my key"'), means: ({ labels }: Thing) => "my key" in labels }),
);

/** Filters of filters; those that `not` is asked of are made of what it can turn round. */
const { any, turnable } = fc.letrec<{ any: Meant; turnable: Meant }>((tie) => {
  const combined = (of: fc.Arbitrary<Meant>) =>
    fc.oneof(
      fc.array(of, { minLength: 1, maxLength: 3 }).map((parts) => ({
        text: filter.and(...parts.map(({ text }) => text)),
        means: (thing: Thing) => parts.every(({ means }) => means(thing)),
      })),
      fc.array(of, { minLength: 1, maxLength: 3 }).map((parts) => ({
        text: filter.or(...parts.map(({ text }) => text)),
        means: (thing: Thing) => parts.some(({ means }) => means(thing)),
      })),
    );
  return {
    turnable: fc.oneof(
      { maxDepth: 4 },
      invertible,
      combined(tie("turnable")),
      tie("turnable").map(({ text, means }) => ({ text: filter.not(text), means: (thing: Thing) => !means(thing) })),
    ),
    any: fc.oneof({ maxDepth: 4 }, tie("turnable"), oneWay, combined(tie("any"))),
  };
});

describe("what the builder makes", () => {
  it("is always valid, and keeps its meaning, with any quotes and letters", () => {
    fc.assert(
      fc.property(any, fc.array(anyThing, { minLength: 1, maxLength: 5 }), ({ text, means }, things) => {
        expect(filterProblem(text)).toBeUndefined();
        for (const thing of things) expect(holds(text, thing), text).toBe(means(thing));
      }),
      { numRuns: runs(1500) },
    );
  });

  it("turned round twice is the same again", () => {
    fc.assert(
      fc.property(turnable, anyThing, ({ text, means }, thing) => {
        expect(holds(filter.not(filter.not(text)), thing)).toBe(means(thing));
      }),
      { numRuns: runs(500) },
    );
  });

  it("as a regular expression matches the whole of a field, with any quotes", () => {
    const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    fc.assert(
      fc.property(oddText, oddText, (text, other) => {
        for (const expression of [escaped(text), escaped(text).replaceAll('"', '\\"')]) {
          const made = filter.matches("name", expression);
          expect(filterProblem(made), made).toBeUndefined();
          expect(holds(made, { name: text }), made).toBe(true);
          expect(holds(made, { name: other }), made).toBe(other === text);
          expect(holds(filter.notMatches("name", expression), { name: other }), made).toBe(other !== text);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    [filter.eq("name", 'say "hi"\\'), String.raw`name = "say \"hi\"\\"`],
    [filter.ge("priority", 900), "priority >= 900"],
    [filter.ne("enabled", true), "enabled != true"],
    [filter.has("tags", "web"), 'tags:"web"'],
    [filter.defined("labels.env"), "labels.env:*"],
    [filter.and(filter.eq("a", 1)), "a = 1"],
    [
      filter.and(filter.eq("a", 1), filter.or(filter.eq("b", 2), filter.eq("c", 3))),
      "(a = 1) AND ((b = 2) OR (c = 3))",
    ],
    [filter.not(filter.and(filter.lt("a", 1), filter.eq("b", "x y"))), '(a >= 1) OR (b != "x y")'],
    [filter.matches("name", 'web-\\d+|"x"'), 'name eq "web-\\d+|\\"x\\""'],
    [filter.notMatches("name", "a|b"), 'name ne "a|b"'],
  ])("reads well: %s", (made, expected) => {
    expect(made).toBe(expected);
  });

  it("does not compile when the two forms are mixed", () => {
    const [comparison, expression] = [filter.eq("a", 1), filter.matches("b", "c")];
    const mixed = [
      // @ts-expect-error a regular expression cannot be combined
      () => filter.and(comparison, expression),
      // @ts-expect-error neither with its own kind
      () => filter.or(expression, expression),
      // @ts-expect-error nor turned round: that is notMatches
      () => filter.not(expression),
      // @ts-expect-error a text that nobody has quoted is no filter
      () => filter.and("a = 1", comparison),
    ];
    for (const make of mixed.slice(0, 3))
      expect(make).toThrow(/gce\.filter\.\w+: the filter "b eq .*mixes its two forms/);
  });
});

describe("the builder refuses", () => {
  const none = undefined as never;
  it.each<[string, () => unknown, RegExp]>([
    ["a field with blanks", () => filter.eq("my field", 1), /the field must be a name such as status/],
    ["an empty field", () => filter.defined(""), /the field must be/],
    ["no field", () => filter.eq(none, 1), /the field must be .*; it is undefined/],
    ["a field that would be more", () => filter.eq("a = 1 OR b", 1), /the field must be/],
    ["infinity", () => filter.gt("a", Number.POSITIVE_INFINITY), /finite number/],
    ["no number", () => filter.gt("a", Number.NaN), /finite number/],
    ["a list", () => filter.eq("a", ["b"] as never), /must be a text, a finite number/],
    ["half a character", () => filter.eq("a", "\ud800"), /half of a surrogate pair/],
    ["half a character of an expression", () => filter.matches("a", "\udc00"), /half of a surrogate pair/],
    ["nothing to combine", () => filter.or(), /gce\.filter\.or: there is nothing to combine/],
    [
      "a text that is no filter",
      () => filter.and("a ~ b" as Filter),
      /the filter "a ~ b" has no comparison at character 1/,
    ],
    ["a value that is not a text", () => filter.and(none), /it takes filters; one of them is undefined/],
    ["to turn `has` round", () => filter.not(filter.has("tags", "a")), /no opposite of tags:"a"/],
    ["to turn `defined` round", () => filter.not(filter.or(filter.defined("a"))), /no opposite of a:\*/],
    ["an expression that ends in a backslash", () => filter.matches("a", "b\\"), /ends in a backslash/],
    ["an expression that is none", () => filter.matches("a", /b/ as never), /the expression must be a text/],
  ])("%s", (_title, make, message) => {
    expect(make).toThrow(message);
  });
});
