import { isDeepStrictEqual } from "node:util";
import type { IgnoredPaths } from "../fields/ignoredPaths";
import { pathText, sameLeaf, valueAt, type Leaf, type Path } from "../fields/leaves";
import { spelledOut, unmanaged, withLists, type Shape } from "../fields/shape";
import { isEmpty, type Values } from "../fields/values";
import type { Borrow } from "../lifecycle/changes/borrow";
import type { Job, RecordChange } from "../lifecycle/job/job";
import type { LinkContext } from "../names/links";
import { describeFoundSo, showMember } from "./patchWords";
import { putBack, type RestorePlan } from "./restoreParts";
import type { PartialObject } from "./partialObject";
import {
  isIgnoredPart,
  leafPath,
  listSetLeaves,
  readGood,
  recordParts,
  toPrevious,
  toSetTree,
  type Before,
  type RecordedPart,
} from "./record";

/*
 * A change that goes back: what follows it has failed, such as the rollout of a group. Each part returns to what its record says is good
 * (`record.ts`), or to the previous value where no step has set it before. A part that somebody else has changed since stays.
 */

/** A change that has been made, and that goes back. */
export interface MadeChange {
  /** The values of the program. */
  readonly values: Values;
  readonly context: LinkContext;
  /** The changes that the program ignores: no part of them goes back. */
  readonly ignored: IgnoredPaths;
  /** The record of the change. */
  readonly now: readonly RecordedPart[];
  /** True if the state has nothing of the resource. */
  readonly isCreate: boolean;
  /** The object as it was when the change was planned. */
  readonly base: Values;
}

/** The plan of a change that goes back. */
export interface UndoPlan extends RestorePlan {
  /** The newest patch that was sent for it, if any was. */
  readonly sent: Values | undefined;
}

/** The change that puts back what a change has set. */
export function undoParts(
  job: Job,
  object: PartialObject,
  made: MadeChange,
  isLater?: (part: Path) => boolean,
): Borrow<Values, Values, UndoPlan> {
  const { shape } = object;
  const { values, context, now, isCreate, base } = made;
  const changed = listChanged(shape, made);
  const isComplete = !changed.some(({ leaves }) => leaves.some((leaf) => isLater?.(leaf.path)));
  const change = putBack(
    job,
    object,
    {
      applied: changed.flatMap(({ leaves }) => leaves),
      previous: toPrevious(shape, listTargets(shape, now)),
      undetermined: changed.filter(({ target }) => target === "unknown").map(({ name }) => name),
      context,
      changed: { numericId: base.id },
      isClaimed: (part) => job.run.isClaimedByOther(job.urn, part),
    },
    isLater,
  );
  return {
    ...change,
    async plan(actual, mayBeOurs, former): Promise<UndoPlan> {
      const plan = await change.plan(actual, mayBeOurs, former);
      const { next, notRestored, notices = [] } = plan;
      const stays = [notRestored.undetermined, notRestored.decidedByOthers, notRestored.gone];
      const isUndone = isComplete && stays.every((names) => isEmpty(names ?? []));
      return {
        ...plan,
        sent: next ?? (mayBeOurs ? former?.sent : undefined),
        // Until its end is known, what is there may be the one or the other, and the next step makes the change again.
        record: { updatedOutputs: recordParts(shape, mergeRecords(shape, now, changed)) },
        ...(isUndone ? { undone: isCreate ? "nothing" : "record" } : {}),
        applied: () => (isUndone ? makeEarlierRecord(shape, values, now) : {}),
        notices: isComplete ? [...notices, ...describeFoundSo(listFound(shape, now, changed))] : [],
      };
    },
  };
}

/** The parts that a change has set and that an object does not show as they were before it, in words. */
export function describeNotBack(shape: Shape, made: MadeChange, actual: Values): string[] {
  const now = spelledOut(shape, actual, made.context);
  return listChanged(shape, made).flatMap(({ name, path, kind, target }) => {
    const shown = showMember(shape, path, valueAt(now, path));
    if (target === "unknown") return [`${name} is ${shown}, and its earlier value is not known`];
    if (sameLeaf(kind, valueAt(now, path), target.value, made.context)) return [];
    return [`${name} is ${shown}, and was ${showMember(shape, path, target.value)}`];
  });
}

/** True if a change has set another value than that to which it goes back. */
export function hasChanged(shape: Shape, made: MadeChange): boolean {
  return listChanged(shape, made).length > 0;
}

/** The value of a part once a change has gone back. */
export function valueAfterUndo(shape: Shape, made: MadeChange, path: Path): unknown {
  const changed = listChanged(shape, made).find(({ name }) => name === pathText(path));
  return changed === undefined || changed.target === "unknown" ? valueAt(made.base, path) : changed.target.value;
}

/** A part with another value than the one to which it goes back. */
interface ChangedPart extends Pick<Leaf, "path" | "kind"> {
  /** Without the shorthand. */
  readonly name: string;
  /** Its values now. */
  readonly leaves: readonly Leaf[];
  readonly target: Before;
}

function listChanged(shape: Shape, { now, context, ignored }: MadeChange): ChangedPart[] {
  return now.flatMap((part) => {
    const { before, good, gone, set } = part;
    const name = pathText(leafPath(shape, part));
    if (good === undefined || isIgnoredPart(shape, part, ignored) || (gone === true && before === "unknown")) return [];
    const target = findTarget(shape, part);
    // A part that the program no longer speaks of has its earlier value now.
    const all =
      gone === true && before !== "unknown"
        ? listSetLeaves(shape, part, []).map((leaf) => ({ ...leaf, value: before.value ?? null }))
        : listSetLeaves(shape, part, set);
    const isTarget = ({ kind, value }: Leaf) =>
      good !== "none" && target !== "unknown" && sameLeaf(kind, value, target.value, context);
    const leaves = all.filter((leaf) => !isTarget(leaf));
    const [first] = leaves;
    return first === undefined ? [] : [{ name, path: first.path, kind: first.kind, leaves, target }];
  });
}

/** The parts that were as the program says before the step sent anything: somebody else, or a run that was killed, has set them. */
function listFound(shape: Shape, now: readonly RecordedPart[], changed: readonly ChangedPart[]): Path[] {
  const hasFound = ({ good }: RecordedPart) => good !== undefined && good !== "none" && good.actual !== undefined;
  const paths = now.filter(hasFound).map((part) => leafPath(shape, part));
  return paths.filter((path) => !changed.some(({ name }) => name === pathText(path)));
}

function listTargets(shape: Shape, parts: readonly RecordedPart[]): { path: string; before: Before }[] {
  return parts.map((part) => ({ path: pathText(leafPath(shape, part)), before: findTarget(shape, part) }));
}

/** The value to which a part goes back. */
function findTarget(shape: Shape, part: RecordedPart): Before {
  const { good, before } = part;
  if (good === undefined || good === "none") return before;
  return good.actual ?? { value: listSetLeaves(shape, part, good.set)[0]?.value ?? undefined };
}

/** The record while some of a change may be back. */
function mergeRecords(shape: Shape, now: readonly RecordedPart[], changed: readonly ChangedPart[]): RecordedPart[] {
  return now.map((part) => {
    const { good } = part;
    const goodSet = good === undefined || good === "none" ? [] : good.set;
    const set = [...part.set, ...goodSet.filter((value) => !part.set.some((one) => isDeepStrictEqual(one, value)))];
    return { ...part, set, gone: false, due: changed.some(({ name }) => name === pathText(leafPath(shape, part))) };
  });
}

/** The record once everything is back. */
function makeEarlierRecord(shape: Shape, values: Values, now: readonly RecordedPart[]): RecordChange {
  const parts = now.flatMap((part) => {
    const good = readGood(part);
    return good === "none" ? [] : [{ path: part.path, set: good.set, before: good.before }];
  });
  return {
    updatedOutputs: recordParts(shape, parts),
    declaredValues: { ...unmanaged(shape, values), ...withLists(shape, toSetTree(parts)) },
  };
}
