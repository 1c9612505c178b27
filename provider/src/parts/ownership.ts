import { applyMergePatch } from "./jsonMergePatch";
import type { LinkContext } from "../names/links";
import { ownOf } from "../lifecycle/outputKeys";
import type { Values } from "../fields/values";
import { kindAt, partsAt, pathOf, pathText, putAt, valueAt, type Leaf, type Path } from "../fields/leaves";
import { mergePatch, type Patch } from "./mergePatch";
import { managedLeaves, recordedPaths, spelledOut, type Shape } from "../fields/shape";

/*
 * Which parts of an object are a resource's own: what it has set, and what was there before.
 */

/** What a change is made from. */
export interface Basis {
  /** What the program says; nothing, when everything goes back. */
  readonly declared: Values;
  /** What was set before. */
  readonly ours: readonly Leaf[];
  /** What was there before the first change. */
  readonly previous: Values;
  /** Paths of parts of which nobody knows that. They are not put back. */
  readonly unknown?: readonly string[];
  readonly context: LinkContext;
}

/** What earlier steps of a resource have set, by its outputs; `null` for what they took away. */
export function ownLeaves({ kind, shorthand }: Shape, outputs: Values): Leaf[] {
  return (recordedPaths(outputs) ?? []).flatMap((text) => {
    const path = pathOf(text);
    const values = ownOf(outputs)
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
export function patchOf(
  shape: Shape,
  object: Values,
  { declared, ours, previous, unknown = [], context }: Basis,
): Patch {
  const [there, wanted] = [spelledOut(shape, object), spelledOut(shape, declared)];
  const restorable = ours.filter(({ path }) => !unknown.includes(pathText(path)));
  return mergePatch({ kind: shape.kind, there, wanted, ours: restorable, previous, context });
}

/** Where the values from before of a part are, in the shape of the object; `unknown` if nobody knows them. */
export type Origin = Values | "unknown";

/** Parts that the program speaks of for the first time, without those of which it says itself what was there before. */
export function freshLeaves(shape: Shape, given: Values, { declared, ours }: Pick<Basis, "declared" | "ours">): Leaf[] {
  const owned = new Set(ours.map(({ path }) => pathText(path)));
  return managedLeaves(shape, declared).filter(
    ({ path, kind }) => !kind.fixed && !owned.has(pathText(path)) && !isSaid(shape, given, path),
  );
}

function isSaid(shape: Shape, given: Values, path: Path): boolean {
  return valueAt(spelledOut(shape, given), path) !== undefined;
}

/**
 * What was there before the first change, with what the program speaks of for the first time now.
 *
 * @param given what the program says was there before; believed for every part that is new, or unknown until now
 * @param originOf where the value of a part is instead of in the object
 */
export function previousWith(
  shape: Shape,
  object: Values,
  given: Values,
  basis: Basis,
  originOf: (leaf: Leaf) => Origin | undefined = () => undefined,
): Values {
  const { declared, ours, unknown = [], context } = basis;
  const owned = new Set(ours.map(({ path }) => pathText(path)));
  const said = spelledOut(shape, given);
  const all = structuredClone(basis.previous);
  // As it would be without us: what is ours of it was not there before.
  const { body } = patchOf(shape, object, { ...basis, declared: {} });
  const without = applyMergePatch(spelledOut(shape, object), body);
  for (const leaf of managedLeaves(shape, declared)) {
    const text = pathText(leaf.path);
    if (owned.has(text) && !unknown.includes(text)) continue;
    const isGiven = isSaid(shape, given, leaf.path);
    if (owned.has(text) && !isGiven) continue;
    const origin = isGiven ? said : (originOf(leaf) ?? without);
    const value = origin === "unknown" ? undefined : valueAt(partsAt(origin, [leaf], context), leaf.path);
    if (value !== undefined) putAt(all, leaf.path, value);
  }
  return all;
}

/** Paths of the parts of which nobody knows what was there before, of those that the program speaks of. */
export function unknownWith(
  shape: Shape,
  given: Values,
  basis: Basis,
  originOf: (leaf: Leaf) => Origin | undefined,
): string[] {
  const managed = managedLeaves(shape, basis.declared).filter(({ path }) => !isSaid(shape, given, path));
  const still = managed.filter(({ path }) => basis.unknown?.includes(pathText(path)));
  const fresh = freshLeaves(shape, given, basis).filter((leaf) => originOf(leaf) === "unknown");
  return [...new Set([...still, ...fresh].map(({ path }) => pathText(path)))].sort();
}

/** Of what was there before, what the program still speaks of. */
export function previousOf(shape: Shape, declared: Values, previous: Values, context: LinkContext): Values {
  return partsAt(previous, managedLeaves(shape, declared), context);
}
