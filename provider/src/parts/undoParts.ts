import { isDeepStrictEqual } from "node:util";
import { pathText, sameLeaf, valueAt, type Leaf, type Path } from "../fields/leaves";
import { unmanaged, type Shape } from "../fields/shape";
import { isEmpty, type Values } from "../fields/values";
import type { Borrow, Plan } from "../lifecycle/changes/borrow";
import type { Job, RecordChange } from "../lifecycle/job/job";
import { isDifferentIncarnation } from "../lifecycle/resource/incarnation";
import type { LinkContext } from "../names/links";
import type { Ownership } from "./mergePatch";
import { showsLeaves, type Basis } from "./ownership";
import { patchObject, planAllowedPatch, type PartialObject } from "./partialObject";
import { describeFoundSo, describeNotRestored } from "./patchWords";
import { readToRestore } from "./readToRestore";
import {
  readGood,
  leafPath,
  listSetLeaves,
  recordParts,
  toPrevious,
  toSetTree,
  type Before,
  type RecordedPart,
} from "./record";

/*
 * A change that goes back: what follows it has failed, such as the rollout of a group. Each part returns to the value of the last step
 * that ended well, or to the previous value where no such step has set it. A part that somebody else has changed since stays.
 */

/** A change that has been made, and that goes back. */
export interface MadeChange {
  /** The values of the program. */
  readonly values: Values;
  readonly context: LinkContext;
  /** The record of the change. */
  readonly now: readonly RecordedPart[];
  /** True if the state has nothing of the resource. */
  readonly isCreate: boolean;
  /** The object as it was when the change was planned. */
  readonly base: Values;
  /** The parts that were as the program says before the step sent anything: somebody else, or a run that was killed, has set them. */
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
  const { values, context, now, isCreate, base, theirs } = made;
  const parts = findChangedParts(shape, now, context);
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
    read: () => readToRestore(job, path, { numericId: base.id }, () => object.read(), showsMade),
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
        record: { updatedOutputs: recordParts(shape, mergeRecords(shape, now, due)) },
        ...(isUndone ? { undone: isCreate ? "nothing" : "record" } : {}),
        applied: () => (isUndone ? makeEarlierRecord(shape, values, now) : {}),
        notices: isComplete ? [...describeNotRestored(notRestored), ...describeFoundSo(theirs)] : [],
      };
    },
  };
}

/** The value of a part once a change has gone back. */
export function valueAfterUndo(shape: Shape, { now, base, context, theirs }: MadeChange, path: Path): unknown {
  const { applied, previous } = findChangedParts(shape, now, context);
  const isSamePart = (one: Path) => pathText(one) === pathText(path);
  const goesBack = applied.some((leaf) => isSamePart(leaf.path)) && !theirs.some(isSamePart);
  return valueAt(goesBack ? previous : base, path);
}

type ChangedParts = Pick<Ownership, "applied" | "previous"> & Required<Pick<Basis, "undetermined">>;

/** The record while some of a change may be back. */
function mergeRecords(shape: Shape, now: readonly RecordedPart[], due: readonly Leaf[]): RecordedPart[] {
  const names = due.map(({ path }) => pathText(path));
  return now.map((part) => {
    const { good } = part;
    const goodSet = good === undefined || good === "none" ? [] : good.set;
    const set = [...part.set, ...goodSet.filter((value) => !part.set.some((one) => isDeepStrictEqual(one, value)))];
    return { ...part, set, gone: false, due: names.includes(pathText(leafPath(shape, part))) };
  });
}

/** The record once everything is back. */
function makeEarlierRecord(shape: Shape, values: Values, now: readonly RecordedPart[]): RecordChange {
  const parts = now.flatMap((part) => {
    const good = readGood(part);
    return good === "none" ? [] : [{ path: part.path, ...good }];
  });
  return {
    updatedOutputs: recordParts(shape, parts),
    declaredValues: { ...unmanaged(shape, values), ...toSetTree(parts) },
  };
}

/** The parts whose values differ from those of the last step that ended well: as they are now, and to what they go back. */
function findChangedParts(shape: Shape, now: readonly RecordedPart[], context: LinkContext): ChangedParts {
  const applied: Leaf[] = [];
  const targets: { path: string; before: Before }[] = [];
  const undetermined: string[] = [];
  for (const part of now) {
    const { before, good, gone, set } = part;
    const wanted = good === undefined || good === "none" ? undefined : listSetLeaves(shape, part, good.set)[0];
    if (good === "none" && before === "unknown") undetermined.push(pathText(leafPath(shape, part)));
    targets.push({
      path: pathText(leafPath(shape, part)),
      before: wanted === undefined ? before : { value: wanted.value },
    });
    if (good === undefined || (gone === true && before === "unknown")) continue;
    // A part that the program no longer speaks of has its earlier value now.
    const leaves =
      gone === true && before !== "unknown"
        ? listLeavesWith(shape, part, before.value)
        : listSetLeaves(shape, part, set);
    applied.push(
      ...leaves.filter(({ kind, value }) => wanted === undefined || !sameLeaf(kind, value, wanted.value, context)),
    );
  }
  return { applied, previous: toPrevious(shape, targets), undetermined };
}

/** A part with its earlier value, which is without the shorthand. */
function listLeavesWith(shape: Shape, part: RecordedPart, value: unknown): Leaf[] {
  return listSetLeaves(shape, part, []).map((leaf) => ({ ...leaf, value: value ?? null }));
}
