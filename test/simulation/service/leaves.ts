import { isData, isEmpty, isSurplus, mapDeep, without } from "./json";
import { plainPath } from "./names";
import type { Data } from "./objects";

/** A size is one value, whether it is a number of instances or a percentage. */
const sizes = new Set(["maxSurge", "maxUnavailable"]);

/** The items of these lists are found by a member of theirs. */
const keys: Readonly<Record<string, string>> = { backends: "group" };

/** Members of an object and of the objects in it, by their paths. A list is one value, if its items have no key. */
export function listLeaves(object: Data, above = ""): ReadonlyMap<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [name, value] of Object.entries(object)) {
    const path = above === "" ? name : `${above}.${name}`;
    if (value === undefined || value === null) continue;
    const key = keys[name];
    if (key !== undefined && Array.isArray(value)) {
      for (const item of value.filter(isData))
        for (const [inner, leaf] of listLeaves(item, `${path}[${toKey(item[key])}]`)) leaves.set(inner, leaf);
    } else if (isData(value) && !sizes.has(name))
      for (const [inner, leaf] of listLeaves(value, path)) leaves.set(inner, leaf);
    // The service says what a size comes to, and nobody sets that.
    else {
      leaves.set(
        path,
        without(value, (_member, its) => its === "calculated"),
      );
    }
  }
  return leaves;
}

/** A key in one spelling. */
function toKey(key: unknown): string {
  const text = String(key);
  return plainPath(text) ?? text;
}

/** The members of one object that have one of these names, or are in such a member. */
export function findLeaves(object: Data, parts: readonly string[]): ReadonlyMap<string, unknown> {
  return listLeaves(Object.fromEntries(parts.map((part) => [part, object[part]])));
}

/** True if one path is the other, or leads to it. */
export function isRelated(one: string, other: string): boolean {
  const leads = (above: string, below: string) => below.startsWith(`${above}.`) || below.startsWith(`${above}[`);
  return one === other || leads(one, other) || leads(other, one);
}

/** The members that one of two states has, and the other one has not, or has otherwise. */
export function listDifferences(one: Data, other: Data): readonly string[] {
  const [left, right] = [listLeaves(one), listLeaves(other)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((leaf) => !isSame(left.get(leaf), right.get(leaf)));
}

/** True if two values are one in two spellings. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(canonical(left)) === JSON.stringify(canonical(right));
}

/** A value in one spelling of all that it can have. */
export function canonical(value: unknown): unknown {
  return mapDeep(value, {
    text: (text) => plainPath(text) ?? text,
    object(object) {
      const present = Object.entries(object).filter(([name, member]) => !isEmpty(member) && !isSurplus(member, name));
      return Object.fromEntries(present.sort(([left], [right]) => (left < right ? -1 : 1)));
    },
  });
}
