import { readAppliedValues } from "../lifecycle/outputKeys";
import type { Values } from "../fields/values";
import { kindAt, leavesOf, overlap, partsAt, pathOf, pathText, putAt, valueAt, type Leaf } from "../fields/leaves";
import { applyMergePatch, mergePatch, type Ownership, type Patch } from "./mergePatch";
import { managedLeaves, recordedPaths, spelledOut, type Shape } from "../fields/shape";

/*
 * Which parts of an object are a resource's own: what it has set, and what was there before.
 */

/** What a change is made from. */
export interface Basis extends Ownership {
  /** What the program says; nothing, when everything goes back. */
  readonly declared: Values;
  /** Paths of parts of which nobody knows what was there before. They are not put back. */
  readonly unknown?: readonly string[];
}

/** What earlier steps of a resource have set, by its outputs; `null` for what they took away. */
export function ownLeaves({ kind, shorthand }: Shape, outputs: Values): Leaf[] {
  return (recordedPaths(outputs) ?? []).flatMap((text) => {
    const path = pathOf(text);
    const values = readAppliedValues(outputs)
      .map((own) => valueAt(own, path))
      .filter((value) => value !== undefined);
    const isShort = text === shorthand?.name;
    const at = isShort ? [shorthand.standsFor] : path;
    const part = kindAt(kind, at);
    const set = isShort ? values.map(shorthand.expand) : values.length === 0 ? [null] : values;
    return part === undefined ? [] : set.map((value) => ({ path: at, kind: part, value }));
  });
}

/** The smallest patch that makes the object as the program says and puts back what it no longer speaks of. */
export function patchOf(shape: Shape, object: Values, basis: Basis): Patch {
  const { declared, ours, unknown = [] } = basis;
  const [there, wanted] = [spelledOut(shape, object), spelledOut(shape, declared)];
  const isKnown = ({ path }: Leaf) => !unknown.includes(pathText(path));
  const isGone = ({ path }: Leaf) => !leavesOf(shape.kind, wanted).some((leaf) => overlap(leaf.path, path));
  const lost = ours.filter((leaf) => !isKnown(leaf) && isGone(leaf)).map(({ path }) => pathText(path));
  const { body, leftAlone } = mergePatch({ ...basis, kind: shape.kind, there, wanted, ours: ours.filter(isKnown) });
  return { body, leftAlone: { ...leftAlone, unknown: [...new Set(lost)] } };
}

/** Parts that the program speaks of for the first time, without those of which it says itself what was there before. */
export function freshLeaves(shape: Shape, given: Values, { declared, ours }: Pick<Basis, "declared" | "ours">): Leaf[] {
  const owned = new Set(ours.map(({ path }) => pathText(path)));
  const said = spelledOut(shape, given);
  return managedLeaves(shape, declared).filter(
    ({ path, kind }) => !kind.fixed && !owned.has(pathText(path)) && valueAt(said, path) === undefined,
  );
}

/**
 * What was there before the first change, with what the program speaks of for the first time now, and the paths of parts
 * of which nobody knows that.
 *
 * @param given what the program says was there before; believed for every part that is new, or unknown until now
 * @param isUndetermined whether what is there of a part may be this stack's own
 */
export function previousWith(
  shape: Shape,
  object: Values,
  given: Values,
  basis: Basis,
  isUndetermined: (leaf: Leaf) => boolean = () => false,
): { previous: Values; unknown: string[] } {
  const { declared, ours, context } = basis;
  const owned = new Set(ours.map(({ path }) => pathText(path)));
  const said = spelledOut(shape, given);
  const all = structuredClone(basis.previous);
  const unknown = new Set<string>();
  // As it would be without us: what is ours of it was not there before.
  const { body } = patchOf(shape, object, { ...basis, declared: {} });
  const without = applyMergePatch(spelledOut(shape, object), body);
  for (const leaf of managedLeaves(shape, declared)) {
    const text = pathText(leaf.path);
    const isUnknown = basis.unknown?.includes(text) ?? false;
    if (owned.has(text) && !isUnknown) continue;
    const isGiven = valueAt(said, leaf.path) !== undefined;
    if (!isGiven && (isUnknown || isUndetermined(leaf))) {
      unknown.add(text);
      continue;
    }
    const value = valueAt(partsAt(isGiven ? said : without, [leaf], context), leaf.path);
    if (value !== undefined) putAt(all, leaf.path, value);
  }
  return { previous: all, unknown: [...unknown].sort() };
}
