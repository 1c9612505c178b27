import { pathText, sameState, valueAt, type Leaf, type Path } from "../fields/leaves";
import { isEmpty, type Values } from "../fields/values";
import type { Borrow, Plan } from "../lifecycle/changes/borrow";
import type { Job } from "../lifecycle/job/job";
import { describeMismatch, isDifferentIncarnation } from "../lifecycle/resource/incarnation";
import type { LinkContext } from "../names/links";
import { GoneLinks } from "./goneLinks";
import type { NotRestored, Ownership } from "./mergePatch";
import { showsLeaves } from "./ownership";
import { patchObject, planAllowedPatch, type PartialObject } from "./partialObject";
import { describeNotRestored } from "./patchWords";
import { readToRestore } from "./readToRestore";
import { readParts, toOwnership } from "./record";

/*
 * Parts that go back to an earlier value. A part that somebody else has changed since stays.
 */

/** The parts that go back, and to what. */
export interface GoingBack extends Ownership {
  readonly undetermined: readonly string[];
  /** The object that has been changed, by its number. */
  readonly changed: Values;
  /** True if a part is another resource's by now. */
  isClaimed(part: Path): boolean;
}

/** The plan of a change that goes back. */
export interface RestorePlan extends Plan<Values> {
  readonly notRestored: NotRestored;
}

/**
 * The change that puts parts back.
 *
 * @param isLater true for the parts that another change puts back, after this one
 */
export function putBack(
  job: Job,
  object: PartialObject,
  { applied: all, previous, undetermined, context, changed, isClaimed }: GoingBack,
  isLater: (part: Path) => boolean = () => false,
): Borrow<Values, Values, RestorePlan> {
  const { shape, path } = object;
  const applied = all.filter((leaf) => !isLater(leaf.path));
  const isOthers = (leaf: Leaf) => isClaimed([path, ...leaf.path]);
  const gone = new GoneLinks();
  const goingBack = applied.filter(
    ({ kind, path: part, value }) => !sameState(kind, value, valueAt(previous, part), context),
  );
  const showsSome = (actual: Values) =>
    goingBack.length === 0 || goingBack.some((leaf) => showsLeaves(shape, [leaf], context)(actual));
  return {
    ...patchObject(object, gone),
    read: () => readToRestore(job, path, changed, () => object.read(), showsSome),
    async plan(actual) {
      const isOther = isDifferentIncarnation(actual, changed);
      const ours = isOther ? [] : applied.filter((leaf) => !isOthers(leaf));
      const claimed = isOther ? [] : [...new Set(applied.filter(isOthers).map((leaf) => pathText(leaf.path)))];
      const basis = { declared: {}, context, applied: ours, claimed, previous, undetermined };
      const { body, notRestored } = await planAllowedPatch(object, actual, basis, gone);
      return {
        next: isEmpty(body) ? undefined : body,
        notRestored,
        notices: [
          ...(isOther ? [`${describeMismatch(actual, changed)}; it is left alone.`] : []),
          ...describeNotRestored(notRestored),
        ],
      };
    },
  };
}

/** The change that puts back everything that is still as this resource has set it. */
export function restoreParts(
  job: Job,
  object: PartialObject,
  outputs: Values,
  context: LinkContext,
  isLater?: (part: Path) => boolean,
): Borrow<Values, Values, RestorePlan> {
  // The program declares it, in another resource or in its own successor.
  const isClaimed = (part: Path) => job.run.claimOwner(job.urn, part) !== undefined;
  const ownership = toOwnership(object.shape, readParts(object.shape, outputs));
  return putBack(job, object, { ...ownership, context, changed: outputs, isClaimed }, isLater);
}
