import { isDeepStrictEqual } from "node:util";
import { parsePropertyPath } from "../../fields/propertyPath";
import { listTexts, readMember, toValues, type Values } from "../../fields/values";
import { parsed } from "../../http/json";

/** One value that changes; `undefined` where there is none. */
export interface PropertyChange {
  readonly property: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly replaces: boolean;
  /** The same mask stands for what a secret was and for what it will be. */
  readonly secret: boolean;
}

/** The differences that a provider names: recorded inputs may say the same in another spelling. */
export function detailedChanges(step: Values, detailed: Values): PropertyChange[] {
  const reasons = listTexts(step.replaceReasons).map(readRoot);
  return Object.entries(detailed).map(([property, detail]) => {
    const part = toValues(detail).inputDiff === true ? "inputs" : "outputs";
    const before = readNearest(toValues(step.oldState)[part], property);
    const after = readNearest(toValues(step.newState).inputs, property);
    return readChange(property, before, after, reasons.includes(readRoot(property)));
  });
}

/** Every value before and after, whether it differs or not. */
export function changesBetween(before: Values, after: Values, reasons: readonly string[] = []): PropertyChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((property) => !property.startsWith("__") && property !== "selfLink")
    .map((property) =>
      readChange(property, readMember(before, property), readMember(after, property), reasons.includes(property)),
    );
}

function readChange(property: string, before: unknown, after: unknown, replaces: boolean): PropertyChange {
  const isMasked = before !== undefined && JSON.stringify(before).includes('"[secret]"');
  return { property, before, after, replaces, secret: isMasked && isDeepStrictEqual(before, after) };
}

export function differs({ before, after }: PropertyChange): boolean {
  return !isDeepStrictEqual(before, after);
}

/** The value at a path, or the nearest one above: of a secret, the engine says nothing of the members. */
function readNearest(values: unknown, path: string): unknown {
  return readKeys(path).reduce<unknown>((value, keys) => {
    if (typeof value !== "object" || value === null) return value;
    return readMember(value, keys.find((key) => Object.hasOwn(value, key)) ?? keys[0] ?? "");
  }, values);
}

function readRoot(path: string): string | undefined {
  return readKeys(path)[0]?.[0];
}

/** The keys that each step of a path can mean: other providers write JSON, and the values tell which of the two it is. */
function readKeys(path: string): string[][] {
  return parsePropertyPath(path).map((key) => {
    const json = parsed(`"${key.replaceAll('"', '\\"')}"`);
    return typeof json === "string" ? [key, json] : [key];
  });
}
