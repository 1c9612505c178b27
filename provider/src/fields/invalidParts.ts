import { parsePath, valueAt, type Path } from "./leaves";
import type { Problem } from "./problem";
import { unknownValue } from "./unknown";
import { define, type Values } from "./values";

/**
 * The values for a rule that spans several of them: what has a problem of its own counts as not known yet, and so does an
 * argument whose name is misspelt. The rule then says what is wrong besides, and repeats nothing.
 */
export function replaceInvalid(values: Values, problems: readonly Problem[]): Values {
  if (problems.length === 0) return values;
  const known = structuredClone(values);
  for (const { property, suggested } of problems) {
    if (property !== "") markUnknown(known, parsePath(property));
    if (suggested !== undefined && valueAt(values, parsePath(suggested)) === undefined)
      markUnknown(known, parsePath(suggested));
  }
  return known;
}

function markUnknown(holder: object, [key = "", ...rest]: Path): void {
  const next: unknown = Object.getOwnPropertyDescriptor(holder, key)?.value;
  if (rest.length > 0 && typeof next === "object" && next !== null) markUnknown(next, rest);
  else define(holder as Values, key, unknownValue);
}
