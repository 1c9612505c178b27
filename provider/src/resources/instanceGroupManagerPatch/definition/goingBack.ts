import { Deadline } from "../../../http/deadline";
import { ComputeError } from "../../../http/errors/computeError";
import { managedLeaves, type Shape } from "../../../fields/shape";
import { pathText, valueAt, type Leaf, type Path } from "../../../fields/leaves";
import { isEmpty, toValues, type Values } from "../../../fields/values";
import type { Borrow, Change, Look, Undo } from "../../../lifecycle/changes/borrow";
import { visibilityBudget } from "../../../lifecycle/job/poll";
import { endSentence } from "../../../messages/text";
import { isDifferentIncarnation } from "../../../lifecycle/resource/incarnation";
import type { LinkContext } from "../../../names/links";
import { asShown } from "../../../parts/patchParts";
import { isJustWritten, readToRestore } from "../../../parts/readToRestore";
import { readParts, toOwnership } from "../../../parts/record";
import type { Patched } from "../../patchedObject";
import { restoreParts, type RestorePlan } from "../../../parts/restoreParts";
import { showsLeaves } from "../../../parts/ownership";
import {
  describeNotBack,
  hasChanged,
  undoParts,
  valueAfterUndo,
  type MadeChange,
  type UndoPlan,
} from "../../../parts/undoParts";
import {
  isReached,
  readGoal,
  toReachable,
  waitForInstances,
  type InstancesGoal,
  type InstancesWait,
} from "./instances";
import type { Autoscaler } from "./limits";
import { describeActions } from "./rollout";
import { instanceFields } from "./rules";

/*
 * A group that goes back: after a rollout that has failed, and when the resource is destroyed. Under a policy that leaves the instances alone,
 * they would stay as they are: one that goes back to such a policy does so after the instances.
 */

export const typePath = ["updatePolicy", "type"];

/** The group that a step patches. */
export type PatchedGroup = Patched<Autoscaler | undefined>;

/** The last look at a group takes no longer: a step whose time is over still says what is there. */
const lookMs = 2_000;

/** How a failed change goes back, and what has become of that. */
export function undoChange(
  object: PatchedGroup,
  made: MadeChange,
  { goal, progressDeadlineMs }: Pick<InstancesWait, "goal" | "progressDeadlineMs">,
): Undo {
  const { job, shape } = object;
  let hasSent = false;
  const changes = inOrder<UndoPlan>(object, made.context, {
    policyGoesLast:
      valueAt(made.values, typePath) === "PROACTIVE" && valueAfterUndo(shape, made, typePath) !== "PROACTIVE",
    make: (isLater) => undoParts(job, object, made, isLater),
    find({ sent }) {
      // Where nothing is sent, nothing of this stack makes instances change.
      if (sent === undefined) return undefined;
      hasSent = true;
      return { sent, goal, progressDeadlineMs };
    },
  });
  return { changes, look: () => lookAfterUndo(object, made, goal, () => hasSent) };
}

/** The changes that put back what a resource has set, when it is destroyed. */
export function restoreGroup(
  object: PatchedGroup,
  outputs: Values,
  context: LinkContext,
): Change | AsyncIterable<Change> {
  const { job, shape } = object;
  const goal = readGoal(outputs);
  const policyGoesLast = strandsInstances(shape, outputs);
  if (goal === undefined && !policyGoesLast) return restoreParts(job, object, outputs, context);
  return inOrder<RestorePlan>(object, context, {
    policyGoesLast,
    make: (isLater) => restoreParts(job, object, outputs, context, isLater),
    find({ next }, isLast) {
      if (goal === undefined && isLast) return undefined;
      return { sent: toValues(next), goal: goal ?? "UPDATED" };
    },
  });
}

/**
 * True if all that is recorded goes back, and the instances with it, and the update policy to one that would leave them as they are.
 *
 * @param goes true for the fields that go back. Default: each
 */
export function strandsInstances(
  shape: Shape,
  outputs: Values,
  goes: (field: string) => boolean = () => true,
): boolean {
  const { applied, previous } = toOwnership(shape, readParts(shape, outputs));
  const going = applied.filter(({ path: [field = ""] }) => goes(field));
  const isProactive = ({ path, value }: Leaf) => pathText(path) === pathText(typePath) && value === "PROACTIVE";
  return (
    going.some(isProactive) &&
    valueAt(previous, typePath) !== "PROACTIVE" &&
    going.some(({ path: [field = ""] }) => instanceFields.includes(field))
  );
}

/** Changes that put parts back. */
interface Returning<P extends RestorePlan> {
  readonly policyGoesLast: boolean;
  make(isLater?: (part: Path) => boolean): Borrow<Values, Values, P>;
  /** The goal of the instances after one of them, and what it has sent; `undefined` where nobody waits. */
  find(
    plan: P,
    isLast: boolean,
  ): (Pick<InstancesWait, "goal" | "progressDeadlineMs"> & { readonly sent: Values }) | undefined;
}

async function* inOrder<P extends RestorePlan>(
  { job, address, shape }: PatchedGroup,
  context: LinkContext,
  { policyGoesLast, make, find }: Returning<P>,
): AsyncIterable<Change> {
  const isPolicy = ([field]: Path) => field === "updatePolicy";
  const waiting = (change: Borrow<Values, Values, P>, isLast: boolean): Change => ({
    ...change,
    async wait(plan: P) {
      const found = find(plan, isLast);
      if (found === undefined) return undefined;
      const { sent, ...wait } = found;
      const isLate = findLateReads(shape, managedLeaves(shape, sent, context), context);
      const done = `the earlier values are back${isLast ? "" : " except updatePolicy"}, and `;
      await waitForInstances(job, address, { ...wait, goesBack: true, done, isLate });
      return undefined;
    },
  });
  if (policyGoesLast) yield waiting(make(isPolicy), false);
  yield waiting(make(), true);
}

/** Looks at a group after a change that was to go back. A read from before that would tell the contrary. */
async function lookAfterUndo(
  object: PatchedGroup,
  made: MadeChange,
  goal: InstancesGoal,
  hasSent: () => boolean,
): Promise<Look> {
  const { job, shape } = object;
  const { base, context } = made;
  const isDone = job.journal.undo === "done";
  const known = { numericId: base.id };
  const read = () => object.read({ ...job.call, deadline: Deadline.after(lookMs, job.deadline.signal) });
  const listLeft = (group: Values) => describeNotBack(shape, made, group);
  const unknown = isDone
    ? "The service has taken the earlier values back. Whether the instances are back is not known"
    : "What the group is now is not known";
  let group: Values;
  try {
    group = await readToRestore(job, object.path, known, read, (found) => isEmpty(listLeft(found)) === isDone);
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    return { says: endSentence(`${unknown}, because the group could not be read: ${error.summary}`) };
  }
  if (isDifferentIncarnation(group, known))
    return { says: "Somebody has made the group anew meanwhile, and nothing is put back in it." };
  const left = listLeft(group);
  if (isEmpty(left) !== isDone && isJustWritten(job, object.path))
    return { says: `${unknown}, because the time is over, and a read may still show what was there before.` };
  const { declaredValues: declared } = job.record;
  const record = declared && { declaredValues: asShown(shape, declared, group, context) };
  if (left.length > 0) return { says: `Not all of it is put back: ${left.join("; ")}.`, record };
  const isReady = isReached(group, toReachable(group, goal));
  const instances = isReady ? "" : `, and its instances are not there yet: ${describeActions(group)}`;
  return { says: `${describeBack(shape, made, hasSent())}${instances}.`, record };
}

function describeBack(shape: Shape, made: MadeChange, hasSent: boolean): string {
  if (hasSent) return "This run has put back what it changed";
  return hasChanged(shape, made)
    ? "The group has its earlier values again, but not by this run"
    : "This run has changed nothing that could go back";
}

/** Finds reads from before a change: for some seconds, a copy of the group that is behind can answer, and not show these parts. */
export function findLateReads(shape: Shape, leaves: readonly Leaf[], context: LinkContext): InstancesWait["isLate"] {
  const isShown = showsLeaves(shape, leaves, context);
  const untilMs = performance.now() + visibilityBudget.mostMs;
  return (group, askedMs) => askedMs < untilMs && !isShown({ ...group });
}
