import { pathText, putAt, sameLeaf, valueAt, type Leaf, type Path } from "../fields/leaves";
import {
  previousIn,
  recordedParts,
  recordedPaths,
  unknownKey,
  unknownPaths,
  unmanaged,
  type Shape,
} from "../fields/shape";
import { isEmpty, isValues, pick, toValues, type Values } from "../fields/values";
import type { Borrow, Plan } from "../lifecycle/changes/borrow";
import type { Job, RecordChange } from "../lifecycle/job/job";
import { appliedValuesKey, readAppliedValues } from "../lifecycle/job/outputKeys";
import { isDifferentIncarnation } from "../lifecycle/resource/incarnation";
import type { LinkContext } from "../names/links";
import { dueKey } from "./declaredParts";
import type { Ownership } from "./mergePatch";
import { readAppliedLeaves, showsLeaves, type Basis } from "./ownership";
import { patchObject, planAllowedPatch, type PartialObject } from "./partialObject";
import { describeFoundSo, describeNotRestored } from "./patchWords";
import { readToRestore } from "./readToRestore";

/*
 * A change that goes back: what follows it has failed, such as the rollout of a group. Each part returns to the value of the last step
 * that ended well, or to the previous value where no such step has set it. A part that somebody else has changed since stays.
 */

/** Key of the outputs that holds the record of the last step that ended well, while a change that goes back has not ended well. */
export const undoKey = "__undo";

/** The record to which a change goes back; empty where no step has ended well. */
export function earlierRecord(olds: Values): Values {
  const { [undoKey]: earlier } = olds;
  return isValues(earlier) ? earlier : pick(olds, recordKeys);
}

/** The record of a change that this step has made. */
export function currentRecord({ record }: Job, olds: Values): Values {
  const own = record.appliedValues ?? readAppliedValues(olds);
  return { ...pick(olds, recordKeys), ...pick(record.updatedOutputs ?? {}, recordKeys), [appliedValuesKey]: own };
}

const outputKeys = ["managedFields", "previousValues", unknownKey];
const recordKeys = [appliedValuesKey, ...outputKeys];

/** A change that has been made, and that goes back. */
export interface MadeChange {
  /** The values of the program. */
  readonly values: Values;
  readonly context: LinkContext;
  /** The outputs from before. */
  readonly olds: Values;
  /** The record of the change. */
  readonly now: Values;
  /** The object as it was when the change was planned. */
  readonly base: Values;
  /** The parts that were as the program says before this stack sent anything. */
  readonly theirs: readonly Path[];
}

/** The plan of a change that goes back. */
export interface UndoPlan extends Plan<Values> {
  /** The newest patch that was sent for it, if any was. */
  readonly sent: Values | undefined;
}

/** The parts that other changes put back, where several go back one after the other. */
interface OtherChanges {
  /** Default: none. */
  readonly later?: (part: Path) => boolean;
  readonly earlier?: (part: Path) => boolean;
}

/** The change that puts back what a change has set. */
export function undoParts(
  job: Job,
  object: PartialObject,
  made: MadeChange,
  { later = () => false, earlier = () => false }: OtherChanges = {},
): Borrow<Values, Values, UndoPlan> {
  const { shape, path } = object;
  const { values, context, olds, now, base, theirs } = made;
  const before = earlierRecord(olds);
  const parts = findChangedParts(shape, before, now, context);
  const isMine = ({ path: part }: Leaf) => !theirs.some((other) => pathText(other) === pathText(part));
  const due = parts.applied.filter(isMine);
  const applied = due.filter((leaf) => !later(leaf.path));
  const isComplete = applied.length === due.length;
  const isClaimed = (leaf: Leaf) => job.run.isClaimedByOther(job.urn, [path, ...leaf.path]);
  const patch = patchObject(object);
  const showsMade = showsLeaves(
    shape,
    applied.filter((leaf) => !earlier(leaf.path)),
    context,
  );
  return {
    ...patch,
    // A late read shows what was there before the change, and nothing to put back.
    read: () => readToRestore(job, { numericId: base.id }, () => object.read(), showsMade),
    async plan(actual, _mayBeOurs, former): Promise<UndoPlan> {
      const isOther = isDifferentIncarnation(actual, { numericId: base.id });
      const { body, notRestored } = await planAllowedPatch(object, actual, {
        declared: {},
        context,
        applied: isOther ? [] : applied.filter((leaf) => !isClaimed(leaf)),
        claimed: applied.filter(isClaimed).map((leaf) => pathText(leaf.path)),
        previous: parts.previous,
        undetermined: parts.undetermined,
      });
      const stays = [notRestored.undetermined, notRestored.decidedByOthers].some((names) => !isEmpty(names ?? []));
      const isUndone = isComplete && !stays;
      return {
        next: isEmpty(body) ? undefined : body,
        sent: isEmpty(body) ? former?.sent : body,
        // Until its end is known, what is there may be the one or the other, and the next step makes the change again.
        record: mergeRecords(shape, before, now, due),
        ...(isUndone ? { undone: isEmpty(olds) ? "nothing" : "record" } : {}),
        applied: () => (isUndone ? makeEarlierRecord(shape, values, before) : {}),
        notices: isComplete ? [...describeNotRestored(notRestored), ...describeFoundSo(theirs)] : [],
      };
    },
  };
}

/** The value of a part once a change has gone back. */
export function valueAfterUndo(shape: Shape, { olds, now, base, context }: MadeChange, path: Path): unknown {
  const { applied, previous } = findChangedParts(shape, earlierRecord(olds), now, context);
  const goesBack = applied.some((leaf) => pathText(leaf.path) === pathText(path));
  return valueAt(goesBack ? previous : base, path);
}

type ChangedParts = Pick<Ownership, "applied" | "previous"> & Required<Pick<Basis, "undetermined">>;

/** The record while some of a change may be back. */
function mergeRecords(shape: Shape, before: Values, now: Values, due: readonly Leaf[]): RecordChange {
  const both = <T>(read: (record: Values) => readonly T[]) => [...new Set([...read(now), ...read(before)])];
  const previous = structuredClone(previousIn(before));
  for (const path of recordedParts(shape, now)) putAt(previous, path, valueAt(previousIn(now), path));
  const unknown = both(unknownPaths);
  return {
    updatedOutputs: {
      managedFields: both((record) => recordedPaths(record) ?? []).sort(),
      previousValues: previous,
      [unknownKey]: unknown.length === 0 ? undefined : unknown,
      [dueKey]: [...new Set(due.map(({ path }) => pathText(path)))],
    },
    appliedValues: both(readAppliedValues),
  };
}

/** The record once everything is back. */
function makeEarlierRecord(shape: Shape, values: Values, before: Values): RecordChange {
  const [declared] = readAppliedValues(before);
  return {
    updatedOutputs: {
      managedFields: [],
      previousValues: {},
      [unknownKey]: undefined,
      ...pick(before, outputKeys),
      [undoKey]: undefined,
      [dueKey]: undefined,
    },
    appliedValues: readAppliedValues(before),
    declaredValues: { ...unmanaged(shape, values), ...toValues(declared) },
  };
}

/** The parts whose values differ between two records: those that are there now, and those to go back to. */
function findChangedParts(shape: Shape, before: Values, now: Values, context: LinkContext): ChangedParts {
  const name = ({ path }: Leaf) => pathText(path);
  // The newest value of each part is the first one.
  const earlier = new Map(
    readAppliedLeaves(shape, before)
      .toReversed()
      .map((leaf) => [name(leaf), leaf]),
  );
  const current = readAppliedLeaves(shape, now);
  const currentNames = new Set(current.map(name));
  const isChanged = (leaf: Leaf) => {
    const value = earlier.get(name(leaf));
    return value === undefined || !sameLeaf(leaf.kind, leaf.value, value.value, context);
  };
  // A part that the program no longer speaks of has its previous value now.
  const returned = [...earlier.values()]
    .filter((leaf) => !currentNames.has(name(leaf)) && !unknownPaths(before).includes(name(leaf)))
    .map((leaf) => ({ ...leaf, value: valueAt(previousIn(before), leaf.path) ?? null }));
  const previous = structuredClone(previousIn(now));
  for (const { path, value } of earlier.values()) putAt(previous, path, value ?? undefined);
  return {
    applied: [...current.filter(isChanged), ...returned],
    previous,
    undetermined: unknownPaths(now).filter((path) => !earlier.has(path)),
  };
}
