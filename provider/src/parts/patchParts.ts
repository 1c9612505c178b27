import type { LinkContext } from "../names/links";
import type { Target } from "../lifecycle/schema/description";
import type { Job } from "../lifecycle/job/job";
import { readAppliedValues, requestKey } from "../lifecycle/job/outputKeys";
import { parseAuthor } from "../compute/requestId";
import { readAuthor } from "../lifecycle/resource/resource";
import { describeMismatch, isDifferentIncarnation } from "../lifecycle/resource/incarnation";
import { isEmpty, isValues, pick, text, type Values } from "../fields/values";
import type { IgnoredPaths } from "../fields/ignoredPaths";
import { overlap, partsAt, parsePath, pathText, sameLeaf, valueAt, type Leaf, type Path } from "../fields/leaves";
import { withNewest } from "./borrowedValue";
import {
  dueKey,
  listDeclaredParts,
  listOwnedParts,
  listPaths,
  ownValues,
  toTree,
  withActualItems,
  type DeclaredPart,
} from "./declaredParts";
import { findOrigins, hasUnrecordedChange, type Origins } from "./origins";
import { earlierRecord, undoKey } from "./undoParts";
import { mayHaveChanged, patchObject, planAllowedPatch, readRecorded, type PartialObject } from "./partialObject";
import { describeNotRestored, describeUndetermined, describeUnseen, refuseConflict } from "./patchWords";
import { readToRestore, type StackChange } from "./stackChanges";
import { findNewLeaves, readAppliedLeaves, determinePrevious, showsLeaves, type Basis } from "./ownership";
import { LateReadError, type Borrow, type Plan } from "../lifecycle/changes/borrow";
import {
  anyPath,
  pickDeclared,
  managedPaths,
  previousIn,
  recordedPaths,
  projectedAt,
  spelledOut,
  unknownKey,
  unknownPaths,
  type Shape,
} from "../fields/shape";

/*
 * The calls of a resource that manages parts of an object of somebody else's: what it sets and what was there before is
 * recorded (`__own`, `managedFields`, `previousValues`), and only what is still its own is ever put back.
 */

/** Looks at a patch before it is sent: refuses what the actual object rules out, and returns what it sets off, in sentences. */
export type Consider<B> = (actual: Values, patch: Values, beside: B) => readonly string[];

/** The plan for a patch. */
interface PartsPlan extends Plan<Values> {
  /** The object that it is for. */
  readonly base: Values;
  readonly owned: readonly DeclaredPart[];
  readonly origins: Origins | undefined;
  /** Declared parts that are as the program says, and that no request of this stack has made so. */
  readonly theirs: readonly Path[];
}

/**
 * The change that sends the parts which the preview shows, and puts back those of which the program no longer speaks. A part that
 * somebody else has changed since it was recorded stays.
 *
 * @param isAwaited true if something follows, by which the change ends well or not: until then it can go back
 */
export function setParts<B>(
  job: Job,
  object: PartialObject<B>,
  { values, context }: Target,
  olds: Values,
  consider: Consider<B>,
  isAwaited = false,
): Borrow<Values, Values, PartsPlan> {
  const { shape, path } = object;
  const all = listDeclaredParts(shape, olds, job.ignored.inputs(values, olds), context, job.ignored);
  const dueParts = all.filter(({ isIgnored, isDue }) => isDue && !isIgnored);
  const due = new Set(dueParts.map((part) => pathText(part.path)));
  const isDue = (part: Path) => due.has(pathText(part));
  const previousArgument = isValues(values.previous) ? values.previous : {};
  const own = listOwnedParts(all);
  // Another resource has set it. A part that is yet to be set in this run is restored first, so that its new owner finds the previous value.
  const isClaimedByOther = (part: Path) => job.run.isClaimedByOther(job.urn, part);
  const isIgnored = (leaf: Leaf) => all.some((part) => part.isIgnored && overlap(part.path, leaf.path));
  const sent = toTree(dueParts);
  return {
    ...patchObject(object),
    async plan(actual, mayBeOurs, earlier) {
      if (earlier !== undefined) refuseConflict(shape, earlier.base, actual, sent, context);
      // Of an object that was made anew, only what this step sends is the resource's own.
      const isOther = isDifferentIncarnation(actual, olds);
      const owned = (isOther ? own.filter((part) => isDue(part.path)) : own).map((part) =>
        part.isDue ? withActualItems(part, actual, job.ignored, context) : part,
      );
      const declared = toTree(owned.filter((part) => !part.isIgnored));
      const recorded = readRecorded(object, actual, olds, isClaimedByOther);
      const applied = recorded.applied.filter((leaf) => !isIgnored(leaf));
      const basis = { ...recorded, declared, context, applied, isDue };
      const known = { previousValues: previousIn(olds), ...pick(olds, [unknownKey]), ...job.record.updatedOutputs };
      let { origins } = earlier ?? {};
      // A value that may be the resource's own is no previous value.
      if (!mayBeOurs && origins?.isLost !== true)
        origins = await findOrigins(job, object, olds, actual, findNewLeaves(shape, previousArgument, basis));
      const found = mayBeOurs || origins === undefined ? known : findPrevious(origins, actual, basis);
      const patch = await planAllowedPatch(object, actual, { ...basis, previous: previousIn(found) });
      // A patch that is sent proves by the fingerprint that the read was not late.
      if (origins?.isJustRestored() === true && isEmpty(patch.body)) throw new LateReadError(job);
      const mayBeOwn = await mayHaveChanged(job, object, olds, actual, patch);
      const theirs = isAwaited && !mayBeOurs ? await findTheirs(actual) : [];
      const drift = describeUnseen(shape, owned, patch.unseen);
      return {
        base: actual,
        owned,
        origins,
        theirs,
        next: isEmpty(patch.body) ? undefined : patch.body,
        // Said before: the record of a step that fails has them, and no later step finds them for the first time.
        warnings: [
          ...describeUndetermined(unknownPaths(found), unknownPaths(olds)),
          ...consider(actual, patch.body, patch.beside),
        ],
        record: {
          updatedOutputs: {
            ...found,
            managedFields: [...new Set([...listPaths(owned), ...(recordedPaths(olds) ?? [])])],
            [dueKey]: [...due],
            // Whatever follows, a step that fails here has not ended well, and a later one goes back to what was before it.
            [undoKey]: earlierRecord(olds),
          },
          appliedValues: withNewest<unknown>(ownValues(owned, olds), readAppliedValues(olds)),
        },
        applied: () => ({
          updatedOutputs: {
            managedFields: listPaths(owned),
            previousValues: partsAt(previousIn(found), owned, context),
            [dueKey]: undefined,
            ...(isAwaited ? {} : { [undoKey]: undefined }),
          },
          appliedValues: [ownValues(owned, olds)],
          unseenDrift: drift.recorded,
        }),
        notices: [...describeNotRestored(patch.notRestored, mayBeOwn), ...drift.notices],
      };
    },
    finish({ owned }) {
      const set = owned.map((part) => [path, ...part.path]);
      const requestId = text({ ...olds, ...job.record.updatedOutputs }, requestKey);
      job.run.claim(job.urn, path, set, { parts: set, requestId });
    },
  };

  /** The parts that somebody else has set as the program says: a change that goes back leaves them. */
  async function findTheirs(actual: Values): Promise<Path[]> {
    const now = spelledOut(shape, actual);
    const asDeclared = dueParts.filter((part) => sameLeaf(part.kind, valueAt(now, part.path), part.value, context));
    const isOurs = olds[undoKey] !== undefined || asDeclared.length === 0;
    return isOurs || (await hasUnrecordedChange(job, object, olds, actual))
      ? []
      : asDeclared.map(({ path: part }) => part);
  }

  /** The previous values, and what is not known of them, of parts that are new. */
  function findPrevious(origins: Origins, actual: Values, basis: Basis): Values {
    const before = determinePrevious(shape, actual, previousArgument, basis, origins.isUndetermined);
    const unknown = [...before.unknown, ...(origins.staysLost ? [anyPath] : [])];
    return {
      previousValues: before.previous,
      [unknownKey]: unknown.length === 0 ? undefined : unknown,
      ...(origins.requestId === undefined ? {} : { [requestKey]: origins.requestId }),
    };
  }
}

/** The change that puts back everything that is still as this resource has set it. */
export function restoreParts(
  job: Job,
  object: PartialObject,
  outputs: Values,
  context: LinkContext,
): Borrow<Values, Values> {
  const { shape } = object;
  // The program declares it, in another resource or in its own successor.
  const isClaimedByProgram = (part: Path) => job.run.claimOwner(job.urn, part) !== undefined;
  const appliedLeaves = readAppliedLeaves(shape, outputs);
  const author = readAuthor(outputs, job.urn);
  const showsApplied = showsLeaves(shape, appliedLeaves, context);
  const isOwn = ({ requestId, isRestore }: StackChange) =>
    requestId === outputs[requestKey] || (isRestore && parseAuthor(requestId) === author);
  return {
    ...patchObject(object),
    read: () => readToRestore(job, object, outputs, () => object.read(), showsApplied, isOwn),
    async plan(actual) {
      const basis = { declared: {}, context, ...readRecorded(object, actual, outputs, isClaimedByProgram) };
      const patch = await planAllowedPatch(object, actual, basis);
      const mayBeOwn = await mayHaveChanged(job, object, outputs, actual, patch);
      return {
        next: isEmpty(patch.body) ? undefined : patch.body,
        notices: [
          ...(isDifferentIncarnation(actual, outputs)
            ? [`${describeMismatch(actual, outputs)}; it is left alone.`]
            : []),
          ...describeNotRestored(patch.notRestored, mayBeOwn),
        ],
      };
    },
  };
}

/** The managed parts of an object as it was read, as the program would say them. */
export function readManagedParts(job: Job, shape: Shape, actual: Values, known: Values, context: LinkContext): Values {
  const paths =
    recordedPaths(job.record.updatedOutputs) ?? recordedPaths(known) ?? managedPaths(shape, pickDeclared(shape, known));
  // The newest applied value tells the members of a list that the program declares, also where the list has changed or gone since.
  const [set] = job.record.appliedValues ?? readAppliedValues(known);
  return projectedAt(shape, paths, actual, isValues(set) ? set : pickDeclared(shape, known), context);
}

/**
 * Fields with parts that an update sends or restores, also where the recorded values are as the program says: it may speak of
 * more or of less than before, or give what this resource has never set. What is not recorded is not known.
 */
export function findOwnershipChanges(
  shape: Shape,
  olds: Values,
  news: Values,
  context: LinkContext,
  ignored: IgnoredPaths,
): string[] {
  const before = recordedPaths(olds);
  if (before === undefined) return [];
  const parts = listDeclaredParts(shape, olds, news, context, ignored);
  const now = parts.map(({ spelled }) => pathText(spelled.path));
  const gone = before.filter((path) => !now.includes(path) && !ignored.covers(parsePath(path)));
  const changed = parts.filter(
    ({ spelled, isIgnored, isDue }) => !isIgnored && (isDue || !before.includes(pathText(spelled.path))),
  );
  const declaredPrevious = isValues(news.previous) ? spelledOut(shape, news.previous) : {};
  const nowKnown = unknownPaths(olds).filter(
    (path) => path !== anyPath && valueAt(declaredPrevious, parsePath(path)) !== undefined,
  );
  return [...gone, ...changed.map(({ spelled }) => pathText(spelled.path)), ...nowKnown].map(
    (path) => parsePath(path)[0] ?? "",
  );
}
