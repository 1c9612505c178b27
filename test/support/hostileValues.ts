import { fc } from "./property";
import { unknownValue } from "../../provider/src/fields/unknown";

/** Names that a careless program would take for something else than a key: the language itself looks for most of them. */
export const prototypeKeys: readonly string[] = [
  ...["__proto__", "constructor", "prototype", "toString", "toLocaleString", "hasOwnProperty", "valueOf", "then"],
  ...["toJSON", "length", "size", "name", "message", "cause", "Symbol.toPrimitive", "@@toPrimitive", "@@iterator"],
];

/** An object of JSON with a member of each such name: nothing can make a text or a number of it. */
export const hostileObject: Readonly<Record<string, unknown>> = toObject(prototypeKeys.map((key) => [key, 7.5]));

/** Texts that have broken other programs: halves of surrogate pairs, control characters, paths, queries, look-alikes. */
export const hostileTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "\r\n",
  "\ud800",
  "a\udfffb",
  "../../other",
  "..",
  "a/../b",
  "%2e%2e%2f",
  "a%2fb",
  "a?b=c",
  "a#b",
  "a;b",
  "a\\b",
  "//evil.example/compute/v1/projects/p/global/networks/n",
  "https://evil.example/compute/v1/projects/p/global/networks/n",
  "https://compute.googleapis.com@evil.example/projects/p/global/networks/n",
  "projects/p/global/networks/../../../../x",
  // A Cyrillic letter that looks like a Latin one, and a full-width slash.
  "n\u0430me",
  "a\uff0fb",
  "\u202ename",
  "${jndi:x}",
  unknownValue,
  `projects/${unknownValue}/global/networks/n`,
  `x${unknownValue}`,
  ...prototypeKeys,
];

const text = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 200 }),
);

const scalar = fc.oneof(
  text,
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, -1, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 31, 1.5),
);

/** Any JSON, `null` and odd keys included, with values that are not known yet anywhere in it. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 6 }),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom(...prototypeKeys), text), tie("value")), { maxLength: 6 }).map(toObject),
  ),
})).value;

/** Properties of a resource: some of its own arguments, with any value, and some that it does not have. */
export function hostileProperties(known: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...prototypeKeys, "__timeouts", "__own", "__pending", "__filled", "__auto"),
    },
    { weight: 1, arbitrary: text },
  );
  return fc.array(fc.tuple(key, hostileJson), { maxLength: 8 }).map(toObject);
}

/** As JSON would be parsed: `__proto__` is a key like any other. */
function toObject(entries: [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

/** A list in a list, that many levels deep. */
export function deepList(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}

/** An object in an object, that many levels deep. */
export function deepObject(levels: number, key = "a"): unknown {
  let value: unknown = {};
  for (let level = 1; level < levels; level += 1) value = Object.fromEntries([[key, value]]);
  return value;
}
