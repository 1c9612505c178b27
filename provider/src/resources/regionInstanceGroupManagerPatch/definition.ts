import {
  getRegionInstanceGroupManager,
  patchRegionInstanceGroupManager,
  type RegionalGroup,
} from "../../compute/endpoints/regionInstanceGroupManagers";
import { waitForInstances, type InstancesGoal } from "./definition/instances";
import { findAutoscaler, isOff, refuseForGroup, type Autoscaler } from "./definition/limits";
import { canonicalUrl, type LinkContext } from "../../names/links";
import type { Identity, Target } from "../../lifecycle/description";
import type { Job } from "../../lifecycle/job";
import { requestKey } from "../../lifecycle/outputKeys";
import { defineResource } from "../../lifecycle/definition";
import { valueKind } from "../../fields/scalars";
import { linkedIdentity } from "../../fields/linkScope";
import { valueAt } from "../../fields/leaves";
import { dueKey } from "../../parts/declaredParts";
import { findOwnershipChanges, readManagedParts, restoreParts, setParts } from "../../parts/patchParts";
import type { PartialObject } from "../../parts/patchUntilDone";
import { unknownKey, unmanaged } from "../../fields/shape";
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

  async delete(job, identity, outputs, context) {
    const object = makePartialObject(job, identity);
    await restoreParts(job, object, outputs, context);
    const goal = readGoal(outputs);
    if (goal === undefined) return;
    // Where the policy is back at one under which instances are not updated by themselves, nobody would ever be done.
    const isUpdating = goal === "UPDATED" && valueAt(await object.read(), ["updatePolicy", "type"]) === "PROACTIVE";
    const next = isUpdating ? goal : "STABLE";
    await waitForInstances(job, toGroup(identity), next, "the earlier settings are restored, and ");
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

function makePartialObject(job: Job, identity: GroupIdentity): AutoscaledObject {
  const group = toGroup(identity);
  let autoscaler: Autoscaler | undefined;
  return {
    shape: groupShape,
    path: groupPath(identity),
    project: group.project,
    autoscaler: () => autoscaler,
    read: async () => ({ ...(await getRegionInstanceGroupManager(job.client, group, job.call, groupForm)) }),
    // A value that may be the autoscaler's is not put back: a destroy would fail for it.
    async decidedByOthers(actual, patch) {
      autoscaler = patch.targetSize === undefined ? undefined : await findAutoscaler(job, actual);
      return autoscaler === undefined || isOff(autoscaler) ? [] : ["targetSize"];
    },
    send: (patch, { fingerprint }, requestId) =>
      patchRegionInstanceGroupManager(job.client, group, { ...patch, fingerprint }, requestId, job.call),
  };
}

/** The group at the service, with the autoscaler that the latest patch of its size concerns. */
interface AutoscaledObject extends PartialObject {
  autoscaler(): Autoscaler | undefined;
}

/** Makes the group as the program says, and waits for its instances. */
async function change(job: Job, target: Target<GroupIdentity>, olds: Values): Promise<void> {
  const { identity, values } = target;
  const goal = readGoal(values);
  const object = makePartialObject(job, identity);
  await setParts(job, object, target, olds, (group, patch) => {
    const autoscaler = object.autoscaler();
    refuseForGroup(group, patch, {
      values: job.ignored.inputs(values, group),
      autoscaler: patch.targetSize === undefined ? undefined : autoscaler,
      goal,
    });
    warnUnknownMode(job, patch, autoscaler);
    warnRollout(job, group, patch, values);
  });
  if (goal !== undefined) await waitForInstances(job, toGroup(identity), goal);
}

/** The goal to wait for; `true` is STABLE. */
function readGoal({ waitForInstances: goal }: Values): InstancesGoal | undefined {
  if (goal === true || goal === "STABLE") return "STABLE";
  return goal === "UPDATED" ? goal : undefined;
}

/** The service itself knows whether the size can be set, and refuses the patch otherwise. */
function warnUnknownMode(job: Job, { targetSize }: Values, autoscaler: Autoscaler | undefined): void {
  if (targetSize === undefined || autoscaler?.unknownBecause === undefined) return;
  job.notice(
    `the group has the autoscaler ${autoscaler.link}, and its mode is not known: ${autoscaler.unknownBecause}. If the mode is not OFF, the service refuses targetSize.`,
  );
}

/** Where the program leaves the update policy to others, only the group tells what the change sets off. */
function warnRollout(job: Job, group: Values, patch: Values, values: Values): void {
  const type = ["updatePolicy", "type"];
  const concerns = patch.versions !== undefined || patch.allInstancesConfig !== undefined;
  if (!concerns || valueAt(values, type) !== undefined || valueAt(group, type) !== "PROACTIVE") return;
  job.notice("the group's updatePolicy.type is PROACTIVE, so this change starts a rollout to existing instances.");
}
