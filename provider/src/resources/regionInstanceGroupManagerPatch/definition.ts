import { UnfinishedError } from "../../compute/errors/operationError";
import { pathText, valueAt, type Leaf } from "../../fields/leaves";
import { choiceKind, integerKind, valueKind } from "../../fields/scalars";
import { spelledOut, unmanaged } from "../../fields/shape";
import { applyMergePatch, isEmpty, pick, toValues, type Values } from "../../fields/values";
import type { Change, Waited } from "../../lifecycle/changes/borrow";
import type { Job } from "../../lifecycle/job/job";
import { defineResource } from "../../lifecycle/schema/definition";
import type { Target, Update } from "../../lifecycle/schema/description";
import { canonicalUrl } from "../../names/links";
import { showsLeaves } from "../../parts/ownership";
import { asShown, findOwnershipChanges, readManagedParts, setParts, type Consider } from "../../parts/patchParts";
import { describeChanged } from "../../parts/patchWords";
import {
  endWell,
  isIgnoredPart,
  leafPath,
  partsKey,
  readNewestParts,
  readParts,
  recordParts,
  toOwnership,
} from "../../parts/record";
import { argumentAliases, constraints, fields, groups, groupShape } from "./definition/fields";
import { findLateReads, readGoal, restoreGroup, strandsInstances, typePath, undoChange } from "./definition/goingBack";
import { waitForInstances } from "./definition/instances";
import { refuseForGroup, type Autoscaler } from "./definition/limits";
import { groupPath, makePartialGroup, parseGroup, toGroup, type GroupIdentity } from "./definition/partialGroup";
import { emptyNotices, groupProblems, lateNotices, rolloutNotices, waitNotices, waitShare } from "./definition/rules";
import { zonesProblem } from "./definition/zones";

/** Some settings of a regional managed instance group that somebody else made (specification, endpoint 7). */
export const regionInstanceGroupManagerPatch = defineResource<GroupIdentity>({
  kind: "RegionInstanceGroupManagerPatch",
  fields,
  argumentAliases,
  constraints,
  partial: groupShape,
  identity: {
    members: ["project", "region", "instanceGroupManager"],
    read: ({ instanceGroupManager }, context) => parseGroup(instanceGroupManager, context),
    parse(id, context) {
      const identity = parseGroup(id, context);
      if (identity !== undefined) return identity;
      throw new Error(`${JSON.stringify(id)} is not the id of a regional managed instance group.`);
    },
  },
  path: groupPath,
  unreadable:
    "nothing at the service shows which values belong to it. Declare the fields to manage: if the group already has these values, the create sends nothing.",
  deletionPolicies: { allowed: ["RETAIN", "RESTORE", "PREVENT"], default: "RETAIN" },
  localArguments: {
    waitForInstances: valueKind(false, true, "NONE", "STABLE", "UPDATED"),
    onFailure: choiceKind("KEEP", "RESTORE"),
    progressDeadlineSec: integerKind(1, 86_400),
  },
  localOutputs: ["managedFields", "previousValues", partsKey],

  placedBy: { field: "instanceGroupManager", target: groups },

  problems: groupProblems,

  create: (job, target) => change(job, target, {}),

  update(job, target) {
    const { olds, values } = target;
    const isDropped = (field: string) => isEmpty(pick(spelledOut(groupShape, values), [field]));
    const dropsType = valueAt(values, typePath) === undefined;
    const goesBack = (field: string) => (field === "updatePolicy" ? dropsType : isDropped(field));
    return strandsInstances(olds, goesBack) ? dropPolicyLast(job, target) : change(job, target, olds);
  },

  async read(job, identity, known) {
    const group = await makePartialGroup(job, identity).read();
    const { project, region } = identity;
    return {
      ...unmanaged(groupShape, group),
      ...readManagedParts(job, groupShape, group, known, { ...job.links, project, region }),
      instanceGroupManager: canonicalUrl(groupPath(identity), job.links),
    };
  },

  delete: (job, identity, outputs, context) =>
    restoreGroup(job, identity, makePartialGroup(job, identity), outputs, context),

  ownershipChanges: (olds, news, ...more) => findOwnershipChanges(groupShape, olds, news, ...more),
  createNotices(news) {
    const declaredNames = groupShape.names.filter((name) => news[name] !== undefined);
    return [...emptyNotices(news), ...rolloutNotices(news, declaredNames), ...waitNotices(news, "create")];
  },
  isAwaited: (outputs) =>
    readGoal(outputs) !== undefined && readParts(groupShape, outputs).some(({ good }) => good !== undefined),
  resumeNotices(news) {
    const goal = readGoal(news);
    return goal === undefined
      ? []
      : [
          {
            severity: "info",
            message: `its change is sent already, and the update continues to wait for the instances to be ${goal}`,
          },
        ];
  },
  changeRefusal: zonesProblem,
  changeNotices: (_olds, news, changed) => [...rolloutNotices(news, changed), ...waitNotices(news, "update")],
});

/** The change that makes the group as the program says, waits for its instances, and goes back where they do not get there. */
function change(job: Job, target: Target<GroupIdentity>, olds: Values): Change {
  const { identity, values, context } = target;
  const goal = readGoal(values);
  const undoes = goal !== undefined && values.onFailure === "RESTORE";
  const object = makePartialGroup(job, identity);
  const consider: Consider<Autoscaler | undefined> = (group, patch, found) => {
    const autoscaler = patch.targetSize === undefined ? undefined : found;
    refuseForGroup(group, patch, { values: job.ignored.inputs(values, group), autoscaler, goal });
    const action = isEmpty(olds) ? "create" : "update";
    return [...describeUnknownMode(autoscaler), ...lateNotices(values, action, job.deadline.allowedMs)];
  };
  const parts = setParts(job, object, target, olds, consider, goal !== undefined);
  if (goal === undefined) return parts;
  const { progressDeadlineSec: seconds } = values;
  const wait = { goal, progressDeadlineMs: typeof seconds === "number" ? seconds * 1000 : undefined };
  const waiting: typeof parts = {
    ...parts,
    async wait({ base, next }) {
      // Where nothing was sent, an earlier run may just have made the change. A part that somebody else has changed unseen stays as it is.
      const after = applyMergePatch(base, next ?? {}) as Values;
      const isExpected = (leaf: Leaf) => showsLeaves(groupShape, [leaf], context)(after);
      const made = readNewestParts(job, groupShape, olds);
      const { applied } = toOwnership(groupShape, made);
      const isLate = findLateReads(applied.filter(isExpected), context);
      const group = await waitForInstances(job, toGroup(identity), { ...wait, isLate, share: waitShare(values) });
      // A change that no step has ended well yet is still to be there, too.
      const partsAt = (leaf: Leaf) =>
        made.filter((part) => pathText(leafPath(groupShape, part)) === pathText(leaf.path));
      const isIgnored = (leaf: Leaf) => partsAt(leaf).some((part) => isIgnoredPart(groupShape, part, job.ignored));
      const isOpen = (leaf: Leaf) => partsAt(leaf).some(({ good }) => good !== undefined);
      const awaited = applied.filter((leaf) => !isIgnored(leaf) && (isExpected(leaf) || isOpen(leaf)));
      return (
        findOvertaken(awaited, { ...group }, target) ?? {
          record: { updatedOutputs: recordParts(groupShape, endWell(made)) },
        }
      );
    },
    undo: (plan, error) =>
      undoes && error instanceof UnfinishedError
        ? undoChange(
            job,
            identity,
            object,
            {
              ...target,
              ...plan,
              ignored: job.ignored,
              now: readNewestParts(job, groupShape, olds),
              isCreate: isEmpty(olds),
            },
            wait,
          )
        : undefined,
  };
  return waiting;
}

/** The changes of a program that no longer speaks of what instances run, nor of the update policy that makes them so: that goes back last. */
async function* dropPolicyLast(job: Job, target: Update<GroupIdentity>): AsyncIterable<Change> {
  const { values, olds } = target;
  const proactive = {
    ...values,
    updatePolicy: { ...toValues(values.updatePolicy), type: "PROACTIVE" },
    waitForInstances: readGoal(values) ?? "UPDATED",
  };
  yield change(job, { ...target, values: proactive }, olds);
  const then = { ...olds, ...proactive, ...job.record.updatedOutputs };
  yield setParts(job, makePartialGroup(job, target.identity), target, then, () => []);
}

/** The end of a wait where somebody else has changed parts before it was over: the record says how they are. */
function findOvertaken(awaited: readonly Leaf[], group: Values, { values, context }: Target): Waited | undefined {
  const details = describeChanged(groupShape, awaited, group, context);
  if (details.length === 0) return undefined;
  const failure = new UnfinishedError({
    action: "waitForInstances",
    summary: "somebody else has changed what this resource has set, before its instances were there",
    details,
    effect: "unknown",
    endedBy: "others",
  });
  return { record: { declaredValues: asShown(groupShape, values, group, context) }, failure };
}

/** The service itself knows whether the size can be set, and refuses the patch otherwise. */
function describeUnknownMode(autoscaler: Autoscaler | undefined): string[] {
  if (autoscaler?.unknownBecause === undefined) return [];
  return [
    `the group has the autoscaler ${autoscaler.link}, and its mode is not known: ${autoscaler.unknownBecause}. If the mode is not OFF, the service refuses targetSize.`,
  ];
}
