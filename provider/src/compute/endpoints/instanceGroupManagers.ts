import type { CallContext, ComputeClient, ComputeRequest } from "../../http/client";
import type { Answer } from "../../types/form";
import { actionsForm, managedInstanceForm, statusForm } from "../../types/forms";
import { getObject, objectPath, objectRequest, type Address, type Collection } from "../objects";
import { pageForm } from "../paging";

const anyMap = { map: "any" } as const;

/** Of some instances or a share of them: one of the two. */
const sizeForm = { members: { fixed: "number", percent: "number", calculated: "number" } } as const;

export type ApiFixedOrPercent = Answer<typeof sizeForm>;

/** Of a managed instance group, as far as it is read (specification, "Managed instance group"). The rest is passed on as it is. */
export const groupForm = {
  members: {
    selfLink: "text",
    fingerprint: "text",
    instanceTemplate: "text",
    versions: { list: { members: { name: "text", instanceTemplate: "text", targetSize: sizeForm } } },
    targetSize: "number",
    updatePolicy: { members: { type: "text", maxSurge: sizeForm, maxUnavailable: sizeForm } },
    allInstancesConfig: { members: { properties: { members: { metadata: anyMap, labels: anyMap } } } },
    statefulPolicy: { members: { preservedState: anyMap } },
    currentActions: actionsForm,
    status: statusForm,
  },
} as const;

export type ApiInstanceGroupManager = Answer<typeof groupForm>;

export type ApiManagedInstance = Answer<typeof managedInstanceForm>;

/** Where groups are. */
export type GroupScope = "region" | "zone";

/** The managed instance groups of zones, or those of regions. */
export const groupCollections: Readonly<Record<GroupScope, Collection>> = {
  region: { name: "instanceGroupManagers", scope: "region" },
  zone: { name: "instanceGroupManagers", scope: "zone" },
};

/** The scope that a group is in. */
export function groupScope({ zone }: Address): GroupScope {
  return zone === undefined ? "region" : "zone";
}

/** `projects/p/zones/z/instanceGroupManagers/g` or `projects/p/regions/r/instanceGroupManagers/g`. */
export function groupPath(group: Address): string {
  return objectPath(groupCollections[groupScope(group)], group);
}

/** A group as it is now. */
export function getInstanceGroupManager(
  client: ComputeClient,
  group: Address,
  context: CallContext,
): Promise<ApiInstanceGroupManager> {
  return getObject(client, groupCollections[groupScope(group)], group, groupForm, context);
}

/**
 * Endpoint 4, and its regional kin. Neither has a body, or takes `orderBy`. The items of the answer are its
 * `managedInstances`; only groups that are PAGINATED give page tokens.
 */
export function managedInstancesRequest(group: Address): ComputeRequest {
  const object = objectRequest("list the instances of", groupCollections[groupScope(group)], group);
  const permissions = ["compute.instanceGroupManagers.get"];
  const form = pageForm(managedInstanceForm, "managedInstances");
  return { ...object, method: "POST", path: `${object.path}/listManagedInstances`, permissions, form };
}

/** Of an autoscaler, as far as it is read (public v1 reference). */
export const autoscalerForm = { members: { autoscalingPolicy: { members: { mode: "text" } } } } as const;

export function getAutoscaler(
  client: ComputeClient,
  autoscaler: Address,
  context: CallContext,
): Promise<Answer<typeof autoscalerForm>> {
  return getObject(client, { name: "autoscalers", scope: groupScope(autoscaler) }, autoscaler, autoscalerForm, context);
}
