import { UnfinishedError } from "../../../compute/errors/operationError";
import { pathText, valueAt, type Leaf } from "../../../fields/leaves";
import { spelledOut, type Shape } from "../../../fields/shape";
import { applyMergePatch, isEmpty, pick, toValues, type Values } from "../../../fields/values";
import type { Change, Waited } from "../../../lifecycle/changes/borrow";
import type { Target } from "../../../lifecycle/schema/description";
import { showsLeaves } from "../../../parts/ownership";
import { asShown } from "../../../parts/patchParts";
import { describeChanged } from "../../../parts/patchWords";
import { endWell, isIgnoredPart, leafPath, readNewestParts, recordParts, toOwnership } from "../../../parts/record";
import type { PartsChange, PartsSetter } from "../../patchedObject";
import { findLateReads, strandsInstances, typePath, undoChange, type PatchedGroup } from "./goingBack";
import { readGoal, waitForInstances } from "./instances";
import { waitShare } from "./rules";

/*
 * A group that goes forward: a change with the rollout that follows it.
 */

/** The changes that make the group as the program says, wait for its instances, and go back where they do not get there. */
export function changeGroup(
  object: PatchedGroup,
  target: Target,
  olds: Values,
  set: PartsSetter,
): Change | AsyncIterable<Change> {
  const { shape } = object;
  const isDropped = (field: string) => isEmpty(pick(spelledOut(shape, target.values, target.context), [field]));
  const dropsType = valueAt(target.values, typePath) === undefined;
  const goesBack = (field: string) => (field === "updatePolicy" ? dropsType : isDropped(field));
  return strandsInstances(shape, olds, goesBack)
    ? dropPolicyLast(object, target, olds, set)
    : change(object, target, olds, set);
}

/** The changes of a program that no longer speaks of what instances run, nor of the update policy that makes them so: that goes back last. */
async function* dropPolicyLast(
  object: PatchedGroup,
  target: Target,
  olds: Values,
  set: PartsSetter,
): AsyncIterable<Change> {
  const { values } = target;
  const proactive = {
    ...values,
    updatePolicy: { ...toValues(values.updatePolicy), type: "PROACTIVE" },
    waitForInstances: readGoal(values) ?? "UPDATED",
  };
  yield change(object, { ...target, values: proactive }, olds, set);
  const then = { ...olds, ...proactive, ...object.job.record.updatedOutputs };
  yield set(target, then, { isAwaited: false, isRest: true });
}

function change(object: PatchedGroup, target: Target, olds: Values, set: PartsSetter): PartsChange {
  const { job, shape, address } = object;
  const { values, context } = target;
  const goal = readGoal(values);
  const parts = set(target, olds, { isAwaited: goal !== undefined });
  if (goal === undefined) return parts;
  const undoes = values.onFailure === "RESTORE";
  const { progressDeadlineSec: seconds } = values;
  const wait = { goal, progressDeadlineMs: typeof seconds === "number" ? seconds * 1000 : undefined };
  return {
    ...parts,
    async wait({ base, next }) {
      // Where nothing was sent, an earlier run may just have made the change. A part that somebody else has changed unseen stays as it is.
      const after = applyMergePatch(spelledOut(shape, base, context), next ?? {}) as Values;
      const isExpected = (leaf: Leaf) => showsLeaves(shape, [leaf], context)(after);
      const made = readNewestParts(job, shape, olds);
      const { applied } = toOwnership(shape, made);
      const isLate = findLateReads(shape, applied.filter(isExpected), context);
      const group = await waitForInstances(job, address, { ...wait, isLate, share: waitShare(values) });
      // A change that no step has ended well yet is still to be there, too.
      const partsAt = (leaf: Leaf) => made.filter((part) => pathText(leafPath(shape, part)) === pathText(leaf.path));
      const isIgnored = (leaf: Leaf) => partsAt(leaf).some((part) => isIgnoredPart(shape, part, job.ignored));
      const isOpen = (leaf: Leaf) => partsAt(leaf).some(({ good }) => good !== undefined);
      const awaited = applied.filter((leaf) => !isIgnored(leaf) && (isExpected(leaf) || isOpen(leaf)));
      return (
        findOvertaken(shape, awaited, { ...group }, target) ?? {
          record: { updatedOutputs: recordParts(shape, endWell(made)) },
        }
      );
    },
    undo(plan, error) {
      if (!undoes || !(error instanceof UnfinishedError)) return undefined;
      const now = readNewestParts(job, shape, olds);
      return undoChange(object, { ...target, ...plan, ignored: job.ignored, now, isCreate: isEmpty(olds) }, wait);
    },
  };
}

/** The end of a wait where somebody else has changed parts before it was over: the record says how they are. */
function findOvertaken(
  shape: Shape,
  awaited: readonly Leaf[],
  group: Values,
  { values, context }: Target,
): Waited | undefined {
  const details = describeChanged(shape, awaited, group, context);
  if (details.length === 0) return undefined;
  const failure = new UnfinishedError({
    action: "waitForInstances",
    summary: "somebody else has changed what this resource has set, before its instances were there",
    details,
    effect: "unknown",
    endedBy: "others",
  });
  return { record: { declaredValues: asShown(shape, values, group, context) }, failure };
}
