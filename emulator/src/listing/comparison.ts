import { isJsonObject } from "../json";
import type { Field } from "../schema";
import { invalidFilter, valuesAt, type FieldPath, type Predicate } from "./fieldPath";

/** Operators of the comparison form; `:*` stands for `field:*`. */
export type Operator = "=" | "!=" | "<" | ">" | "<=" | ">=" | ":" | ":*";

/** Negative, zero or positive, like the callback of a sort; undefined when the two cannot be compared. */
type Compare = (value: unknown) => number | undefined;

/** Compiles one comparison. The field's type decides what the value has to be and how the two are compared. */
export function compileComparison(text: string, path: FieldPath, operator: Operator, literal: string): Predicate {
  if (operator === ":*") {
    return (resource) => valuesAt(resource, path).some(isPresent);
  }
  if (path.leaf.type === "map" || path.leaf.type === "object") {
    if (operator !== ":" || path.leaf.type === "object") {
      throw invalidFilter(text, `'${path.text}' is not a single value.`);
    }
    return (resource) => valuesAt(resource, path).some((value) => isJsonObject(value) && Object.hasOwn(value, literal));
  }
  const { compare, empty } = comparerFor(text, path, literal);
  // `:` means "has": a list has an item, a text has a part.
  if (operator === ":" && path.leaf.type === "string" && !path.isList) {
    return (resource) => valuesAt(resource, path).some((value) => typeof value === "string" && value.includes(literal));
  }
  // Empty strings and false are left out of objects, so an absent field is an empty one for equality. It has no order.
  const equals: Predicate = (resource) => {
    const values = valuesAt(resource, path);
    return values.length === 0 ? compare(empty) === 0 : values.some((value) => compare(value) === 0);
  };
  if (operator === "!=") {
    return (resource) => !equals(resource);
  }
  if (operator === "=" || operator === ":") {
    return equals;
  }
  const holds = ORDER[operator];
  return (resource) =>
    valuesAt(resource, path).some((value) => {
      const order = compare(value);
      return order !== undefined && holds(order);
    });
}

const ORDER: Readonly<Record<"<" | ">" | "<=" | ">=", (order: number) => boolean>> = {
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
};

function comparerFor(text: string, path: FieldPath, literal: string): { compare: Compare; empty: unknown } {
  const refuse = (what: string) => invalidFilter(text, `'${path.text}' is ${what}, and '${literal}' is not.`);
  switch (path.leaf.type) {
    case "boolean": {
      if (literal !== "true" && literal !== "false") {
        throw refuse("true or false");
      }
      const expected = literal === "true";
      return { compare: (value) => (value === expected ? 0 : undefined), empty: false };
    }
    case "integer":
    case "number": {
      if (!/^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?$/i.test(literal)) {
        throw refuse("a number");
      }
      const expected = Number(literal);
      return { compare: (value) => (typeof value === "number" ? value - expected : undefined), empty: undefined };
    }
    case "int64": {
      if (!/^-?[0-9]+$/.test(literal)) {
        throw refuse("an integer");
      }
      const expected = BigInt(literal);
      return { compare: (value) => compareInt64(value, expected), empty: undefined };
    }
    default:
      return isTimestamp(path.leaf)
        ? { compare: compareInstants(Date.parse(literal), refuse("an RFC 3339 time")), empty: undefined }
        : { compare: (value) => compareText(String(value), literal), empty: "" };
  }
}

function isTimestamp(leaf: Field): boolean {
  return leaf.type === "string" && leaf.format === "timestamp";
}

function compareInstants(expected: number, problem: Error): Compare {
  if (Number.isNaN(expected)) {
    throw problem;
  }
  return (value) => (typeof value === "string" ? Date.parse(value) - expected : undefined);
}

function compareInt64(value: unknown, expected: bigint): number | undefined {
  if (typeof value !== "string" || !/^-?[0-9]+$/.test(value)) {
    return undefined;
  }
  const actual = BigInt(value);
  return actual < expected ? -1 : actual > expected ? 1 : 0;
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function isPresent(value: unknown): boolean {
  return value !== "" && (!isJsonObject(value) || Object.keys(value).length > 0);
}
