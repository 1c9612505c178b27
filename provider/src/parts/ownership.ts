import { applyMergePatch } from "./jsonMergePatch";
import type { LinkContext } from "../names/links";
import { ownOf } from "../lifecycle/recorded";
import type { Values } from "../fields/values";
import { kindAt, partsAt, pathOf, pathText, putAt, valueAt, type Leaf } from "../fields/leaves";
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
export function patchOf(shape: Shape, object: Values, { declared, ours, previous, context }: Basis): Patch {
  const [there, wanted] = [spelledOut(shape, object), spelledOut(shape, declared)];
  return mergePatch({ kind: shape.kind, there, wanted, ours, previous, context });
}

/**
 * What was there before the first change, with what the program speaks of for the first time now.
 *
 * @param given what the program says was there before; believed for every part that it has
 */
export function previousWith(shape: Shape, object: Values, given: Values, basis: Basis): Values {
  const { declared, ours, previous, context } = basis;
  const owned = new Set(ours.map(({ path }) => pathText(path)));
  const said = spelledOut(shape, given);
  const fresh = managedLeaves(shape, declared).filter(({ path }) => !owned.has(pathText(path)));
  const isSaid = ({ path }: Leaf) => valueAt(said, path) !== undefined;
  const all = structuredClone(previous);
  // As it would be without us: what is ours of it was not there before.
  const { body } = patchOf(shape, object, { declared: {}, ours, previous, context });
  const without = applyMergePatch(spelledOut(shape, object), body);
  for (const [tree, leaves] of [
    [without, fresh.filter((leaf) => !isSaid(leaf))],
    [said, fresh.filter(isSaid)],
  ] as const) {
    const parts = partsAt(tree, leaves, context);
    for (const { path } of leaves) {
      const value = valueAt(parts, path);
      if (value !== undefined) putAt(all, path, value);
    }
  }
  return all;
}

/** Of what was there before, what the program still speaks of. */
export function previousOf(shape: Shape, declared: Values, previous: Values, context: LinkContext): Values {
  return partsAt(previous, managedLeaves(shape, declared), context);
}
