import {
  getRegionInstanceGroupManager,
  patchRegionInstanceGroupManager,
  type RegionalGroup,
} from "../../../compute/endpoints/regionInstanceGroupManagers";
import { linkedIdentity } from "../../../fields/linkScope";
import type { Job } from "../../../lifecycle/job/job";
import type { Identity } from "../../../lifecycle/schema/description";
import type { LinkContext } from "../../../names/links";
import type { PartialObject } from "../../../parts/partialObject";
import { groupForm, groups, groupShape } from "./fields";
import { findAutoscaler, isOff, type Autoscaler } from "./limits";

export type GroupIdentity = Identity<"project" | "region" | "instanceGroupManager">;

export function parseGroup(link: unknown, context: LinkContext): GroupIdentity | undefined {
  const group = linkedIdentity(link, "instanceGroupManager", groups, context);
  return group?.region === undefined ? undefined : { ...group, region: group.region };
}

export function groupPath({ project, region, instanceGroupManager }: GroupIdentity): string {
  return `projects/${project}/regions/${region}/instanceGroupManagers/${instanceGroupManager}`;
}

export function toGroup({ project, region, instanceGroupManager }: GroupIdentity): RegionalGroup {
  return { project, region, name: instanceGroupManager };
}

/** A group as an object with parts of its own. */
export type PartialGroup = PartialObject<Autoscaler | undefined>;

export function makePartialGroup(job: Job, identity: GroupIdentity): PartialGroup {
  const group = toGroup(identity);
  return {
    shape: groupShape,
    path: groupPath(identity),
    project: group.project,
    read: async (call = job.call) => ({ ...(await getRegionInstanceGroupManager(job.client, group, call, groupForm)) }),
    readBeside: (actual, patch) =>
      patch.targetSize === undefined ? Promise.resolve(undefined) : findAutoscaler(job, actual),
    // A value that may be the autoscaler's is not put back: a destroy would fail for it.
    decidedByOthers: (autoscaler) => (autoscaler === undefined || isOff(autoscaler) ? [] : ["targetSize"]),
    send: (patch, { fingerprint }, requestId) =>
      patchRegionInstanceGroupManager(job.client, group, { ...patch, fingerprint }, requestId, job.call),
  };
}
