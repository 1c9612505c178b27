import type { LinkContext } from "../names/links";
import type { Target } from "../lifecycle/schema/description";
import type { Job } from "../lifecycle/job/job";
import { readAppliedValues } from "../lifecycle/job/outputKeys";
import { describeMismatch, isDifferentIncarnation } from "../lifecycle/resource/incarnation";
import { isEmpty, isValues, pick, type Values } from "../fields/values";
import type { IgnoredPaths } from "../fields/ignoredPaths";
import {
  overlap,
  partsAt,
  parsePath,
  pathText,
  putAt,
  sameLeaf,
  valueAt,
  type Leaf,
  type Path,
} from "../fields/leaves";
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
import { earlierRecord, undoKey } from "./undoParts";
import { patchObject, planAllowedPatch, readRecorded, type PartialObject } from "./partialObject";
import { describeNotRestored, describeTaken, describeUndetermined, describeUnseen, refuseConflict } from "./patchWords";
import { readToRestore } from "./readToRestore";
import { readAppliedLeaves, determinePrevious, showsLeaves, type Basis } from "./ownership";
import type { Borrow, Plan } from "../lifecycle/changes/borrow";
import {
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
  /** The previous values, as they are recorded. */
  readonly found: Values;
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
      // A value that may be the resource's own is no previous value.
      const found = mayBeOurs ? known : findPrevious(actual, basis, earlier);
      const patch = await planAllowedPatch(object, actual, { ...basis, previous: previousIn(found) });
      const theirs = earlier?.theirs ?? (isAwaited && !mayBeOurs ? findTheirs(actual) : []);
      const drift = describeUnseen(shape, owned, patch.unseen);
      return {
        base: actual,
        found,
        owned,
        theirs,
        next: isEmpty(patch.body) ? undefined : patch.body,
        // Said before: the record of a step that fails has them, and no later step finds them for the first time.
        warnings: [
          ...describeUndetermined(unknownPaths(found), unknownPaths(olds)),
          ...describeTaken(earlier === undefined && !mayBeOurs ? findTaken(actual, owned, found) : []),
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
        notices: [...describeNotRestored(patch.notRestored), ...drift.notices],
      };
    },
    finish({ owned }) {
      const set = owned.map((part) => [path, ...part.path]);
      job.run.claim(job.urn, path, set, { parts: set });
    },
  };

  /** The parts that somebody else has set as the program says: a change that goes back leaves them. */
  function findTheirs(actual: Values): Path[] {
    return olds[undoKey] !== undefined ? [] : findAsDeclared(actual, dueParts).map(({ path: part }) => part);
  }

  function findAsDeclared(actual: Values, parts: readonly DeclaredPart[]): DeclaredPart[] {
    const now = spelledOut(shape, actual);
    return parts.filter((part) => part.isDue && sameLeaf(part.kind, valueAt(now, part.path), part.value, context));
  }

  /** Parts that are set for the first time, and whose earlier value is that of the program. */
  function findTaken(actual: Values, parts: readonly DeclaredPart[], found: Values): DeclaredPart[] {
    const declaredPrevious = spelledOut(shape, previousArgument);
    return findAsDeclared(actual, parts).filter(
      (part) =>
        !part.isRecorded &&
        valueAt(declaredPrevious, part.path) === undefined &&
        !unknownPaths(found).includes(pathText(part.path)),
    );
  }

  /** The previous values, and what is not known of them, of parts that are new. */
  function findPrevious(actual: Values, basis: Basis, earlier: PartsPlan | undefined): Values {
    // A value that another resource of the program has set was not there before.
    const others = job.run.recordedByOthers(job.urn, path);
    const isSetByOther = (leaf: Leaf) =>
      !leaf.kind.fixed && others.some(({ parts }) => parts.some(([, ...part]) => overlap(part, leaf.path)));
    const { previous, unknown } = determinePrevious(shape, actual, previousArgument, basis, isSetByOther);
    // The value that this step has sent is not the earlier one: that is the one which its first read has shown.
    if (earlier !== undefined) {
      for (const { path: part, isRecorded } of findAsDeclared(actual, earlier.owned))
        if (!isRecorded) putAt(previous, part, valueAt(previousIn(earlier.found), part));
    }
    return { previousValues: previous, [unknownKey]: unknown.length === 0 ? undefined : unknown };
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
  const showsApplied = showsLeaves(shape, appliedLeaves, context);
  return {
    ...patchObject(object),
    read: () => readToRestore(job, outputs, () => object.read(), showsApplied),
    async plan(actual) {
      const basis = { declared: {}, context, ...readRecorded(object, actual, outputs, isClaimedByProgram) };
      const patch = await planAllowedPatch(object, actual, basis);
      return {
        next: isEmpty(patch.body) ? undefined : patch.body,
        notices: [
          ...(isDifferentIncarnation(actual, outputs)
            ? [`${describeMismatch(actual, outputs)}; it is left alone.`]
            : []),
          ...describeNotRestored(patch.notRestored),
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
  const isCorrected = ({ path, kind }: DeclaredPart) => {
    const value = valueAt(declaredPrevious, path);
    const isKnown = !unknownPaths(olds).includes(pathText(path));
    return value !== undefined && !(isKnown && sameLeaf(kind, valueAt(previousIn(olds), path), value, context));
  };
  const corrected = parts.filter((part) => part.isRecorded && isCorrected(part));
  const paths = [...gone, ...[...changed, ...corrected].map(({ spelled }) => pathText(spelled.path))];
  return paths.map((path) => parsePath(path)[0] ?? "");
}
