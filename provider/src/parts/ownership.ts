import type { LinkContext } from "../names/links";
import { applyMergePatch, type Values } from "../fields/values";
import { listLeaves, overlap, partsAt, pathText, sameLeaf, valueAt, type Leaf, type Path } from "../fields/leaves";
import { mergePatch, type Ownership, type Patch } from "./mergePatch";
import { spelledOut, type Shape } from "../fields/shape";
import type { Before } from "./record";

/*
 * The parts of an object that are a resource's own: applied values and previous values.
 */

/** The basis of a change. */
export interface Basis extends Ownership {
  /** The parts that the program declares; none, when everything is restored. */
  readonly declared: Values;
  /** Paths of parts without a known previous value. They are not restored. */
  readonly undetermined?: readonly string[];
  /** True if a declared part is to be sent where it differs. Default: each is. */
  readonly isDue?: ((path: Path) => boolean) | undefined;
}

/** Tells whether an object shows one of the values of each part. */
export function showsLeaves(shape: Shape, leaves: readonly Leaf[], context: LinkContext): (actual: Values) => boolean {
  return (actual) => {
    const now = spelledOut(shape, actual, context);
    const isSet = ({ kind, path, value }: Leaf) => sameLeaf(kind, valueAt(now, path), value, context);
    const shown = new Set(leaves.filter(isSet).map(({ path }) => pathText(path)));
    return leaves.every(({ path }) => shown.has(pathText(path)));
  };
}

/** The smallest patch that makes the object as the program says and puts back what it no longer speaks of. */
export function planPatch(shape: Shape, object: Values, basis: Basis): Patch {
  const { declared, applied, undetermined = [] } = basis;
  const [actual, desired] = [object, declared].map((one) => spelledOut(shape, one, basis.context)) as [Values, Values];
  const isKnown = ({ path }: Leaf) => !undetermined.includes(pathText(path));
  const isGone = ({ path }: Leaf) => !listLeaves(shape.kind, desired).some((leaf) => overlap(leaf.path, path));
  const unknownLeaves = applied.filter((leaf) => !isKnown(leaf) && isGone(leaf));
  const isStillOwn = ({ path, kind, value }: Leaf) => sameLeaf(kind, valueAt(actual, path), value, basis.context);
  const unrestorable = new Set(unknownLeaves.filter(isStillOwn).map(({ path }) => pathText(path)));
  const changed = unknownLeaves.map(({ path }) => pathText(path)).filter((name) => !unrestorable.has(name));
  const { body, notRestored, unseen } = mergePatch({
    ...basis,
    kind: shape.kind,
    actual,
    desired,
    applied: applied.filter(isKnown),
  });
  const changedByOthers = [...new Set([...changed, ...(notRestored.changedByOthers ?? [])])];
  return { body, unseen, notRestored: { ...notRestored, changedByOthers, undetermined: [...unrestorable] } };
}

/**
 * Finds the value of a part before the resource's first change, in an object as it was read. A part that is recorded keeps its own.
 *
 * @param previousArgument the previous values that the program gives; the program knows better than what a step has found
 * @param isUndetermined true if the actual value of a part may be this stack's own
 */
export function findBefore(
  shape: Shape,
  object: Values,
  previousArgument: Values,
  basis: Basis,
  isUndetermined: (leaf: Leaf) => boolean = () => false,
): (leaf: Leaf, recorded?: Before) => Before {
  const declaredPrevious = spelledOut(shape, previousArgument, basis.context);
  // The object as it would be without this resource: an applied value is no previous value.
  const { body } = planPatch(shape, object, { ...basis, declared: {} });
  const without = applyMergePatch(spelledOut(shape, object, basis.context), body);
  return (leaf, recorded) => {
    const isDeclared = valueAt(declaredPrevious, leaf.path) !== undefined;
    if (recorded !== undefined && !isDeclared) return recorded;
    if (!isDeclared && isUndetermined(leaf)) return "unknown";
    return { value: valueAt(partsAt(isDeclared ? declaredPrevious : without, [leaf], basis.context), leaf.path) };
  };
}
