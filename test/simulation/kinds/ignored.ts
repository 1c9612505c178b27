import type { Values } from "../../../provider/src/fields/values";
import { parsePath } from "../engine/propertyPath";
import { isRelated, findLeaves, listLeaves } from "../service/leaves";

/** Paths of members that the option `ignoreChanges` can name, whole or in part. */
export function ignorable(inputs: Values, members: readonly string[]): readonly string[] {
  const its = members.filter((member) => inputs[member] !== undefined);
  // The provider refuses a part of a list whose items have keys.
  return [...new Set([...its, ...[...findLeaves(inputs, its).keys()].filter((leaf) => !leaf.includes("["))])];
}

/** True if the option `ignoreChanges` names the member, or all or a part of what it is in. */
export function isIgnored(leaf: string, ignoreChanges: readonly string[]): boolean {
  return ignoreChanges.some((path) => isRelated(parsePath(path).join("."), leaf));
}

/** The arguments without what the option names. */
export function withoutIgnored(inputs: Values, ignoreChanges: readonly string[]): Values {
  if (ignoreChanges.length === 0) return inputs;
  const left = [...listLeaves(inputs)].filter(([leaf]) => !isIgnored(leaf, ignoreChanges));
  const result: Record<string, unknown> = {};
  for (const [leaf, value] of left) {
    const [list = ""] = leaf.split("[");
    if (list !== leaf) {
      result[list] = inputs[list];
      continue;
    }
    const names = leaf.split(".");
    const last = names.pop() ?? "";
    let inside = result;
    for (const name of names) inside = (inside[name] ??= {}) as Record<string, unknown>;
    inside[last] = value;
  }
  return result;
}
