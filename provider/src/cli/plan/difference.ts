import { isDeepStrictEqual } from "node:util";
import { memberText } from "../../types/memberText";
import { signatureKey } from "../../fields/secretMark";
import { isValues, readMember, type Values } from "../../fields/values";
import { parsed } from "../../http/json";

/** A part of a value, and what it is before and after. */
interface Part {
  /** `bindings[2].members[0]`. */
  readonly place: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Enough for two lists of a thousand items that all differ. */
const mostComparisons = 1_000_000;

/** The innermost part that differs, the first one of several. */
export interface Difference extends Part {
  /** How many more parts differ. */
  readonly more: number;
}

/** Where two values begin to differ: in which member, and for a list, in which item, wherever the items are. */
export function firstDifference(part: Part): Difference {
  const [first, ...others] = splitPart(part).filter(({ before, after }) => !isDeepStrictEqual(before, after));
  if (first === undefined) return { ...part, more: 0 };
  const found = firstDifference(first);
  return { ...found, more: found.more + others.length };
}

function splitPart({ place, before, after }: Part): Part[] {
  const [old, now] = [parseStructure(before), parseStructure(after)];
  if (Array.isArray(old) && Array.isArray(now)) return pairItems(place, old, now);
  if (!isValues(old) || !isValues(now) || isSecret(old) || isSecret(now)) return [];
  const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...keys].map((key) => ({
    place: memberText(place, key),
    before: readMember(old, key),
    after: readMember(now, key),
  }));
}

/** A secret is shown as a whole, because its members may have its text. */
function isSecret(value: Values): boolean {
  return signatureKey in value;
}

/** The JSON of a policy is compared as what it says. */
function parseStructure(value: unknown): unknown {
  return typeof value === "string" && /^\s*[[{]/.test(value) ? parsed(value) : value;
}

/** Items that only one of the lists has: two that are about the same thing together, then the others by turns. */
function pairItems(place: string, old: readonly unknown[], now: readonly unknown[]): Part[] {
  const gone = itemsWithout(old, now);
  const isReordered = gone.length === 0 && old.length === now.length;
  const fresh = isReordered ? [] : itemsWithout(now, old);
  const pair = (index: number, before: unknown, after: unknown) => ({
    place: `${place}[${String(index)}]`,
    before,
    after,
  });
  if (isReordered) return now.map((item, index) => pair(index, old[index], item));
  // Each is compared with each: two long lists are compared by turns.
  const mayPair = gone.length * fresh.length <= mostComparisons;
  const alone: [number, unknown][] = [];
  const pairs: Part[] = [];
  for (const [index, item] of fresh) {
    const other = mayPair ? gone.findIndex(([, before]) => isAboutSame(before, item)) : -1;
    if (other < 0) alone.push([index, item]);
    else pairs.push(...gone.splice(other, 1).map(([, before]) => pair(index, before, item)));
  }
  const rest = Array.from({ length: Math.max(gone.length, alone.length) }, (_none, turn) =>
    pair(alone[turn]?.[0] ?? gone[turn]?.[0] ?? 0, gone[turn]?.[1], alone[turn]?.[1]),
  );
  return [...pairs, ...rest];
}

/** The items of a list that the other one does not have, with their index; one that is there twice counts twice. */
function itemsWithout(list: readonly unknown[], other: readonly unknown[]): [index: number, item: unknown][] {
  const counts = new Map<string, number>();
  for (const item of other) counts.set(JSON.stringify(item), (counts.get(JSON.stringify(item)) ?? 0) + 1);
  return [...list.entries()].filter(([, item]) => {
    const key = JSON.stringify(item);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/** True if two objects say the same of something by name: two bindings of one role. */
function isAboutSame(one: unknown, other: unknown): boolean {
  if (!isValues(one) || !isValues(other)) return false;
  const names = (values: Values) => Object.entries(values).filter(([, value]) => typeof value === "string");
  return names(one).some(([key, value]) => other[key] === value);
}
