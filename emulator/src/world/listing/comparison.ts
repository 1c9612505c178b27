import { isJsonObject, toText } from "../../basics/json";
import type { Field } from "../../basics/schema";
import { invalidFilter, valuesAt, type FieldPath, type Predicate } from "./fieldPath";

/** Operators of the comparison form; `:*` stands for `field:*`. */
export type Operator = "=" | "!=" | "<" | ">" | "<=" | ">=" | ":" | ":*";

/** Compiles one comparison. The field's type decides what the value has to be and how the two are compared. */
export function compileComparison(text: string, path: FieldPath, operator: Operator, literal: string): Predicate {
  const { leaf } = path;
  if (operator === ":*") return (resource) => valuesAt(resource, path).some(isPresent);
  if (leaf.type === "map" || leaf.type === "object") {
    if (operator !== ":" || leaf.type === "object") throw invalidFilter(text, `'${path.text}' is not a single value.`);
    return (resource) => valuesAt(resource, path).some((value) => isJsonObject(value) && Object.hasOwn(value, literal));
  }
  const expected = comparable(leaf, literal);
  if (expected === undefined)
    throw invalidFilter(text, `'${path.text}' is ${DESCRIPTIONS[leaf.type] ?? "a text"}, and '${literal}' is not.`);
  // `:` means "has": a list has an item, a text has a part.
  if (operator === ":" && leaf.type === "string" && !path.isList)
    return (resource) => valuesAt(resource, path).some((value) => typeof value === "string" && value.includes(literal));
  // Empty strings and false are left out of objects, so an absent field is an empty one for equality. It has no order.
  const empty = comparable(leaf, leaf.type === "boolean" ? "false" : "");
  const equals: Predicate = (resource) => {
    const values = valuesAt(resource, path);
    return values.length === 0 ? empty === expected : values.some((value) => comparable(leaf, value) === expected);
  };
  if (operator === "!=") return (resource) => !equals(resource);
  if (operator === "=" || operator === ":") return equals;
  const holds = ORDER[operator];
  return (resource) =>
    valuesAt(resource, path).some((value) => {
      const actual = comparable(leaf, value);
      return actual !== undefined && holds(actual, expected);
    });
}

type Comparable = string | number | bigint;

const ORDER: Readonly<Record<"<" | ">" | "<=" | ">=", (actual: Comparable, expected: Comparable) => boolean>> = {
  "<": (actual, expected) => actual < expected,
  ">": (actual, expected) => actual > expected,
  "<=": (actual, expected) => actual <= expected,
  ">=": (actual, expected) => actual >= expected,
};

const DESCRIPTIONS: Readonly<Partial<Record<Field["type"], string>>> = {
  boolean: "true or false",
  integer: "a number",
  number: "a number",
  int64: "an integer",
  string: "an RFC 3339 time",
};

/** A value of a field, or one that a filter names, as it is compared; undefined for a text that is no such value. */
function comparable(leaf: Field, value: unknown): Comparable | undefined {
  if (typeof value === "object") return undefined;
  const text = toText(value);
  switch (leaf.type) {
    case "boolean":
      return /^(?:true|false)$/.test(text) ? text : undefined;
    case "integer":
    case "number":
      return /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?$/i.test(text) ? Number(text) : undefined;
    case "int64":
      // An object from outside may have millions of digits there.
      return /^-?[0-9]{1,20}$/.test(text) ? BigInt(text) : undefined;
    case "string": {
      const instant = leaf.format === "timestamp" ? Date.parse(text) : text;
      return Number.isNaN(instant) ? undefined : instant;
    }
    default:
      return text;
  }
}

function isPresent(value: unknown): boolean {
  return value !== "" && (!isJsonObject(value) || Object.keys(value).length > 0);
}
