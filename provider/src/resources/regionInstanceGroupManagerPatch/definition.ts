import {
  getRegionInstanceGroupManager,
  patchRegionInstanceGroupManager,
  type RegionalGroup,
} from "../../compute/endpoints/regionInstanceGroupManagers";
import { waitForInstances, type InstancesGoal, type InstancesWait } from "./definition/instances";
import { findAutoscaler, isOff, refuseForGroup, type Autoscaler } from "./definition/limits";
import { canonicalUrl, type LinkContext } from "../../names/links";
import type { Identity, Target } from "../../lifecycle/schema/description";
import type { Change } from "../../lifecycle/changes/borrow";
import { visibilityBudget } from "../../lifecycle/job/poll";
import type { Job } from "../../lifecycle/job/job";
import { defineResource } from "../../lifecycle/schema/definition";
import { choiceKind, integerKind, valueKind } from "../../fields/scalars";
import { linkedIdentity } from "../../fields/linkScope";
import { valueAt, type Leaf, type Path } from "../../fields/leaves";
import { findOwnershipChanges, readManagedParts, restoreParts, setParts, type Consider } from "../../parts/patchParts";
import { undoParts, valueAfterUndo, type MadeChange, type UndoPlan } from "../../parts/undoParts";
import { endWell, partsKey, readNewestParts, recordParts, toOwnership } from "../../parts/record";
import { UnfinishedError } from "../../compute/errors/operationError";
import { managedLeaves, unmanaged } from "../../fields/shape";
import { showsLeaves } from "../../parts/ownership";
import type { PartialObject } from "../../parts/partialObject";
import { applyMergePatch, isEmpty, toValues, type Values } from "../../fields/values";
import { argumentAliases, constraints, fields, groupForm, groups, groupShape } from "./definition/fields";
import { emptyNotices, groupProblems, rolloutNotices, undoNotices } from "./definition/rules";
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

  update: (job, target) => change(job, target, target.olds),

  async read(job, identity, known) {
    const group = await makePartialObject(job, identity).read();
    const { project, region } = identity;
    return {
      ...unmanaged(groupShape, group),
      ...readManagedParts(job, groupShape, group, known, { ...job.links, project, region }),
      instanceGroupManager: canonicalUrl(groupPath(identity), job.links),
    };
  },

  delete(job, identity, outputs, context) {
    const object = makePartialObject(job, identity);
    const restore = restoreParts(job, object, outputs, context);
    const goal = readGoal(outputs);
    if (goal === undefined) return restore;
    return {
      ...restore,
      async wait({ next: sent }) {
        const next = await reachableGoal(object, goal);
        const done = "the earlier settings are restored, and ";
        await waitForInstances(job, toGroup(identity), {
          goal: next,
          done,
          isLate: findLateReads(managedLeaves(groupShape, toValues(sent)), context),
        });
        return undefined;
      },
    };
  },

  ownershipChanges: (olds, news, ...more) => findOwnershipChanges(groupShape, olds, news, ...more),
  createNotices(news) {
    const declaredNames = groupShape.names.filter((name) => news[name] !== undefined);
    return [...emptyNotices(news), ...rolloutNotices({}, news, declaredNames), ...undoNotices(news)];
  },
  changeRefusal: zonesProblem,
  changeNotices: (olds, news, changed) => [...rolloutNotices(olds, news, changed), ...undoNotices(news)],
});

type GroupIdentity = Identity<"project" | "region" | "instanceGroupManager">;

function parseGroup(link: unknown, context: LinkContext): GroupIdentity | undefined {
  const group = linkedIdentity(link, "instanceGroupManager", groups, context);
  return group?.region === undefined ? undefined : { ...group, region: group.region };
}

function groupPath({ project, region, instanceGroupManager }: GroupIdentity): string {
  return `projects/${project}/regions/${region}/instanceGroupManagers/${instanceGroupManager}`;
}

function toGroup({ project, region, instanceGroupManager }: GroupIdentity): RegionalGroup {
  return { project, region, name: instanceGroupManager };
}

function makePartialObject(job: Job, identity: GroupIdentity): PartialObject<Autoscaler | undefined> {
  const group = toGroup(identity);
  return {
    shape: groupShape,
    path: groupPath(identity),
    project: group.project,
    read: async () => ({ ...(await getRegionInstanceGroupManager(job.client, group, job.call, groupForm)) }),
    readBeside: (actual, patch) =>
      patch.targetSize === undefined ? Promise.resolve(undefined) : findAutoscaler(job, actual),
    // A value that may be the autoscaler's is not put back: a destroy would fail for it.
    decidedByOthers: (autoscaler) => (autoscaler === undefined || isOff(autoscaler) ? [] : ["targetSize"]),
    send: (patch, { fingerprint }, requestId) =>
      patchRegionInstanceGroupManager(job.client, group, { ...patch, fingerprint }, requestId, job.call),
  };
}

/** The part of the deadline in which the instances have to get there, where the change goes back otherwise: the rest is for that. */
const forwardShare = 2 / 3;

/** The change that makes the group as the program says, waits for its instances, and goes back where they do not get there. */
function change(job: Job, target: Target<GroupIdentity>, olds: Values): Change {
  const { identity, values } = target;
  const goal = readGoal(values);
  const undoes = goal !== undefined && values.onFailure === "RESTORE";
  const object = makePartialObject(job, identity);
  const consider: Consider<Autoscaler | undefined> = (group, patch, found) => {
    const autoscaler = patch.targetSize === undefined ? undefined : found;
    refuseForGroup(group, patch, { values: job.ignored.inputs(values, group), autoscaler, goal });
    return [...describeUnknownMode(autoscaler), ...describeRollout(group, patch, values)];
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
      const isExpected = (leaf: Leaf) => showsLeaves(groupShape, [leaf], target.context)(after);
      const made = readNewestParts(job, groupShape, olds);
      const leaves = toOwnership(groupShape, made).applied.filter(isExpected);
      const isLate = findLateReads(leaves, target.context);
      await waitForInstances(job, toGroup(identity), { ...wait, isLate, share: undoes ? forwardShare : 1 });
      return { updatedOutputs: recordParts(groupShape, endWell(made)) };
    },
    undo: (plan, error) =>
      undoes && error instanceof UnfinishedError
        ? goBack(
            job,
            identity,
            object,
            { ...target, ...plan, now: readNewestParts(job, groupShape, olds), isCreate: isEmpty(olds) },
            wait,
          )
        : undefined,
  };
  return waiting;
}

/**
 * The changes that put back what an update has set. Under a policy that leaves the instances alone, they would stay as they are: one that
 * goes back to such a policy does so after the instances.
 */
async function* goBack(
  job: Job,
  identity: GroupIdentity,
  object: PartialObject,
  made: MadeChange,
  { goal, progressDeadlineMs }: Pick<InstancesWait, "goal" | "progressDeadlineMs">,
): AsyncIterable<Change> {
  const wait =
    (done: string) =>
    async ({ sent }: UndoPlan) => {
      // Where nothing is sent, nothing of this stack makes instances change.
      if (sent === undefined) return undefined;
      const next = await reachableGoal(object, goal);
      const isLate = findLateReads(managedLeaves(groupShape, sent), made.context);
      await waitForInstances(job, toGroup(identity), { goal: next, done, progressDeadlineMs, isLate });
      return undefined;
    };
  const isPolicy = ([field]: Path) => field === "updatePolicy";
  const after = valueAfterUndo(groupShape, made, typePath);
  const goesLast = valueAt(made.values, typePath) === "PROACTIVE" && after !== "PROACTIVE";
  if (goesLast) {
    const change = undoParts(job, object, made, { later: isPolicy });
    yield { ...change, wait: wait("the earlier values are back, except updatePolicy, and ") };
  }
  const change = undoParts(job, object, made, { earlier: (part) => goesLast && !isPolicy(part) });
  yield { ...change, wait: wait("the earlier values are back, and ") };
}

/** Finds reads from before a change: for some seconds, a copy of the group that is behind can answer, and not show these parts. */
function findLateReads(leaves: readonly Leaf[], context: LinkContext): InstancesWait["isLate"] {
  const isShown = showsLeaves(groupShape, leaves, context);
  const untilMs = performance.now() + visibilityBudget.mostMs;
  return (group, askedMs) => askedMs < untilMs && !isShown({ ...group });
}

const typePath = ["updatePolicy", "type"];

/** The goal that the instances can reach: under a policy that leaves them alone, nobody would ever be done. */
async function reachableGoal(object: PartialObject, goal: InstancesGoal): Promise<InstancesGoal> {
  return goal === "UPDATED" && valueAt(await object.read(), typePath) === "PROACTIVE" ? goal : "STABLE";
}

/** The goal to wait for; `true` is STABLE. */
function readGoal({ waitForInstances: goal }: Values): InstancesGoal | undefined {
  if (goal === true || goal === "STABLE") return "STABLE";
  return goal === "UPDATED" ? goal : undefined;
}

/** The service itself knows whether the size can be set, and refuses the patch otherwise. */
function describeUnknownMode(autoscaler: Autoscaler | undefined): string[] {
  if (autoscaler?.unknownBecause === undefined) return [];
  return [
    `the group has the autoscaler ${autoscaler.link}, and its mode is not known: ${autoscaler.unknownBecause}. If the mode is not OFF, the service refuses targetSize.`,
  ];
}

/** Where the program leaves the update policy to others, only the group tells what the change sets off. */
function describeRollout(group: Values, patch: Values, values: Values): string[] {
  const concerns = patch.versions !== undefined || patch.allInstancesConfig !== undefined;
  if (!concerns || valueAt(values, typePath) !== undefined || valueAt(group, typePath) !== "PROACTIVE") return [];
  return ["the group's updatePolicy.type is PROACTIVE, so this change starts a rollout to existing instances."];
}
