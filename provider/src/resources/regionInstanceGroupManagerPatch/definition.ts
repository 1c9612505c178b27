import {
  getRegionInstanceGroupManager,
  patchRegionInstanceGroupManager,
  type RegionalGroup,
} from "../../compute/endpoints/regionInstanceGroupManagers";
import { waitForInstances, type InstancesGoal } from "./definition/instances";
import { findAutoscaler, isOff, refuseForGroup, type Autoscaler } from "./definition/limits";
import { canonicalUrl, type LinkContext } from "../../names/links";
import type { Identity, Target } from "../../lifecycle/schema/description";
import type { Change } from "../../lifecycle/changes/borrow";
import type { Job } from "../../lifecycle/job/job";
import { requestKey } from "../../lifecycle/job/outputKeys";
import { defineResource } from "../../lifecycle/schema/definition";
import { valueKind } from "../../fields/scalars";
import { linkedIdentity } from "../../fields/linkScope";
import { valueAt } from "../../fields/leaves";
import { dueKey } from "../../parts/declaredParts";
import { findOwnershipChanges, readManagedParts, restoreParts, setParts } from "../../parts/patchParts";
import { unknownKey, unmanaged } from "../../fields/shape";
import type { PartialObject } from "../../parts/partialObject";
import type { Values } from "../../fields/values";
import { argumentAliases, constraints, fields, groupForm, groups, groupShape } from "./definition/fields";
import { emptyNotices, groupProblems, rolloutNotices } from "./definition/rules";
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
  localArguments: { waitForInstances: valueKind(false, true, "NONE", "STABLE", "UPDATED") },
  localOutputs: ["managedFields", "previousValues", unknownKey, requestKey, dueKey],

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
      async wait() {
        // Where the policy is back at one under which instances are not updated by themselves, nobody would ever be done.
        const isUpdating = goal === "UPDATED" && valueAt(await object.read(), ["updatePolicy", "type"]) === "PROACTIVE";
        const next = isUpdating ? goal : "STABLE";
        await waitForInstances(job, toGroup(identity), next, "the earlier settings are restored, and ");
      },
    };
  },

  ownershipChanges: (olds, news, ...more) => findOwnershipChanges(groupShape, olds, news, ...more),
  createNotices(news) {
    const declaredNames = groupShape.names.filter((name) => news[name] !== undefined);
    return [...emptyNotices(news), ...rolloutNotices({}, news, declaredNames)];
  },
  changeRefusal: zonesProblem,
  changeNotices: (olds, news, changed) => rolloutNotices(olds, news, changed),
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

/** The change that makes the group as the program says, and then waits for its instances. */
function change(job: Job, target: Target<GroupIdentity>, olds: Values): Change {
  const { identity, values } = target;
  const goal = readGoal(values);
  const object = makePartialObject(job, identity);
  const parts = setParts(job, object, target, olds, (group, patch, found) => {
    const autoscaler = patch.targetSize === undefined ? undefined : found;
    refuseForGroup(group, patch, { values: job.ignored.inputs(values, group), autoscaler, goal });
    return [...describeUnknownMode(autoscaler), ...describeRollout(group, patch, values)];
  });
  return goal === undefined ? parts : { ...parts, wait: () => waitForInstances(job, toGroup(identity), goal) };
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
  const type = ["updatePolicy", "type"];
  const concerns = patch.versions !== undefined || patch.allInstancesConfig !== undefined;
  if (!concerns || valueAt(values, type) !== undefined || valueAt(group, type) !== "PROACTIVE") return [];
  return ["the group's updatePolicy.type is PROACTIVE, so this change starts a rollout to existing instances."];
}
