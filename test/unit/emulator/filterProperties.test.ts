import { fc, runs } from "../../support/property";
import { beforeAll, describe, expect, it } from "vitest";
import { collections } from "../../../emulator/src/catalog";
import { startEmulator } from "../../../emulator/src/index";
import type { Resource } from "../../../emulator/src/json";
import { compileFilter } from "../../../emulator/src/listing/filter";
import type { Field, Fields } from "../../../emulator/src/schema";

const NAMES = ["managedInstance", "networkProfile", "interconnectRemoteLocation", "operation", "firewallPolicy"];

/** One value somewhere in an object, and the field that leads to it. */
interface Place {
  readonly objects: readonly Resource[];
  readonly object: Resource;
  readonly fields: Fields;
  readonly path: string;
  readonly value: string | number | boolean;
  readonly isTime: boolean;
}

/** Every value in an object whose field a filter may compare. */
function* valuesIn(field: Field, value: unknown, path: string): Generator<Pick<Place, "path" | "value" | "isTime">> {
  if (value === undefined || field.type === "any") return;
  if (field.type === "list") {
    for (const item of value as unknown[]) yield* valuesIn(field.items, item, path);
  } else if (field.type === "map" || field.type === "object") {
    for (const [name, inner] of Object.entries(value as object)) {
      const child = field.type === "map" ? field.values : field.fields[name];
      const segment = field.type === "map" ? `"${name.replace(/["\\]/g, "\\$&")}"` : name;
      if (child !== undefined) yield* valuesIn(child, inner, path === "" ? segment : `${path}.${segment}`);
    }
  } else {
    yield { path, value: value as Place["value"], isTime: field.type === "string" && field.format === "timestamp" };
  }
}

const quoted = (value: unknown) => `"${String(value).replace(/["\\]/g, "\\$&")}"`;
const escaped = (value: unknown) => String(value).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A regular expression in quotes: only the quote itself is escaped once more. */
const quotedExpression = (value: unknown) => `"${escaped(value).replaceAll('"', '\\"')}"`;

describe("any value of any realistic object", () => {
  let places: Place[] = [];

  beforeAll(async () => {
    const emulator = await startEmulator({ seed: { networkProfiles: 30, interconnectRemoteLocations: 60 } });
    for (const { template, fields } of collections.filter(({ template }) => NAMES.includes(template.lastVariable))) {
      const objects = emulator.objects
        .list()
        .filter(({ path }) => template.match(path) !== undefined)
        .map(({ object }) => object);
      for (const object of objects) {
        const found = [...valuesIn({ type: "object", fields }, object, "")];
        places = places.concat(found.map((place) => ({ ...place, objects, object, fields })));
      }
    }
    return () => emulator.close();
  });

  /** By its index, so that a counterexample is one number; messages say what it is. */
  const anyPlace = () => fc.nat(places.length - 1);

  function at(index: number): { place: Place; accepts: (filter: string) => boolean } {
    const place = places[index];
    if (place === undefined) throw new Error("there is no such place");
    return { place, accepts: (filter) => compileFilter(filter, place.fields)(place.object) };
  }

  it("is found by itself, and by nothing that is not so", () => {
    expect(new Set(places.map(({ path }) => path)).size).toBeGreaterThan(150);
    fc.assert(
      fc.property(anyPlace(), (index) => {
        const { place, accepts } = at(index);
        const { path, value } = place;
        const expected: Readonly<Record<string, boolean>> = {
          [`${path} = ${quoted(value)}`]: true,
          [`${path} != ${quoted(value)}`]: false,
          [`${path}:*`]: true,
          [`${path}:${quoted(value)}`]: true,
          [`(${path} = ${quoted(value)}) AND (${path} != ${quoted(value)})`]: false,
          [`(${path} = ${quoted(value)}) OR (${path} != ${quoted(value)})`]: true,
          [`${path} eq ${quotedExpression(value)}`]: true,
          [`${path} ne ${quotedExpression(value)}`]: false,
          [`(${path} eq ${quotedExpression(value)}) (${path} ne "")`]: true,
        };
        expect(Object.fromEntries(Object.keys(expected).map((filter) => [filter, accepts(filter)]))).toEqual(expected);
      }),
      { numRuns: runs(400) },
    );
  });

  it("divides its list in two, and every order in three", () => {
    fc.assert(
      fc.property(anyPlace(), (index) => {
        const { objects, fields, path, value } = at(index).place;
        const compiled = (operator: string) => compileFilter(`${path} ${operator} ${quoted(value)}`, fields);
        const [equal, unequal] = [compiled("="), compiled("!=")];
        expect(objects.filter((object) => equal(object) === unequal(object))).toEqual([]);
        if (typeof value === "boolean") return;
        const [less, greater, atMost, atLeast] = ["<", ">", "<=", ">="].map(compiled);
        const present = compileFilter(`${path}:*`, fields);
        for (const object of objects) {
          // With several values in one object some may be less and others greater; each of them is somewhere.
          const isEqual = equal(object) && present(object);
          expect(less?.(object) || greater?.(object) || isEqual, path).toBe(present(object));
          expect(atMost?.(object), path).toBe(less?.(object) || isEqual);
          expect(atLeast?.(object), path).toBe(greater?.(object) || isEqual);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it("is compared by its type: numbers as numbers, 64-bit integers exactly, times as instants", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyPlace(), fc.integer({ min: 1, max: 10 ** 9 }), (index, step) => {
        const { place, accepts } = at(index);
        const { path, value, isTime } = place;
        if (isTime) {
          seen.add("time");
          const later = new Date(Date.parse(String(value)) + step).toISOString();
          expect(accepts(`${path} < ${later}`), path).toBe(true);
        } else if (typeof value === "number") {
          seen.add("number");
          expect(accepts(`${path} < ${String(value + step)}`), path).toBe(true);
          expect(accepts(`${path} >= ${String(value)}.0`), path).toBe(true);
        } else if (path === "id" || path === "targetId") {
          seen.add("64-bit integer");
          const above = (BigInt(value) + BigInt(step)).toString();
          expect(accepts(`${path} < ${above}`), path).toBe(true);
          expect(accepts(`${path} = ${above}`), path).toBe(false);
        }
      }),
      { numRuns: runs(2000) },
    );
    expect([...seen].sort()).toEqual(["64-bit integer", "number", "time"]);
  });
});

const anyFields: Fields = {
  name: { type: "string" },
  labels: { type: "map", values: { type: "string" } },
};

describe("any text", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.string({ unit: fc.constantFrom('"', "'", "\\", "(", ")", " ", "\n", "é", "𝒳", "a", "*", ":"), maxLength: 12 }),
  );

  it("is found by its quoted self, in quotes of either kind", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('"', "'"), fc.boolean(), (name, quote, wrapped) => {
        const literal = quote + name.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`) + quote;
        const filter = wrapped ? `(name = ${literal})` : `name=${literal}`;
        expect(compileFilter(filter, anyFields)({ name })).toBe(true);
        expect(compileFilter(filter, anyFields)({ name: `${name}x` })).toBe(false);
      }),
      { numRuns: runs(1000) },
    );
  });

  it("can be the key of a map, in both forms", () => {
    fc.assert(
      fc.property(
        anyText.filter((key) => key !== "__proto__"),
        fc.boolean(),
        (key, wrapped) => {
          const object = { labels: { [key]: "v" } };
          for (const operator of ["=", "eq"]) {
            const filter = `labels.${quoted(key)} ${operator} v`;
            expect(compileFilter(wrapped ? `(${filter})` : filter, anyFields)(object)).toBe(true);
          }
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it("is matched by its escaped self as a regular expression", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (name, wrapped) => {
        const filter = `name eq ${quotedExpression(name)}`;
        expect(compileFilter(wrapped ? `(${filter})` : filter, anyFields)({ name })).toBe(true);
        expect(compileFilter(filter, anyFields)({ name: `${name}x` })).toBe(false);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe("a regular expression", () => {
  /** What RE2 and JavaScript understand alike. */
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "\\."),
      fc.tuple(tie("expression"), tie("expression")).map(([left, right]) => left + right),
      fc.tuple(tie("expression"), tie("expression")).map(([left, right]) => `(?:${left}|${right})`),
      fc.tuple(tie("expression"), fc.constantFrom("*", "+", "?", "{1,2}")).map(([inner, n]) => `(?:${inner})${n}`),
    ),
  }));

  it("has to match the whole value, as JavaScript's does between its anchors", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", "."), maxLength: 8 });
    fc.assert(
      fc.property(expression, name, (text, candidate) => {
        const wanted = new RegExp(`^(?:${text})$`, "s").test(candidate);
        for (const filter of [`name eq "${text}"`, `name eq ${text}`, `(name eq '${text}')`]) {
          expect(compileFilter(filter, anyFields)({ name: candidate }), filter).toBe(wanted);
        }
        expect(compileFilter(`name ne "${text}"`, anyFields)({ name: candidate })).toBe(!wanted);
      }),
      { numRuns: runs(1000) },
    );
  });
});
