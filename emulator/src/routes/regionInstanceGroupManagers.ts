import { existing, getObject, listObjects, validBody } from "../collection";
import { listQuery, mutationQuery, type Call, type Endpoint } from "../endpoint";
import { fingerprint } from "../fingerprint";
import { defineGroups, defineManagedInstances, listManagedInstances } from "../groups/collections";
import { groupFields } from "../groups/fields";
import { refreshStatus, rollOut } from "../groups/rollout";
import { checkFingerprint, patchGroup } from "../groups/settings";
import { asObject, type JsonObject, type Resource } from "../json";
import { timestamp } from "../identifiers";
import { updateObject } from "../update";

export const regionInstanceGroupManagers = defineGroups(
  "projects/{project}/regions/{region}/instanceGroupManagers/{instanceGroupManager}",
);

export const regionManagedInstances = defineManagedInstances(regionInstanceGroupManagers);

/** The operation is DONE when the group is changed; its instances follow in their own time. */
function patch(call: Call): JsonObject {
  const { world } = call;
  const group = existing(call, regionInstanceGroupManagers);
  const { path } = group;
  const { value } = validBody(call, groupFields, "patch");
  checkFingerprint(value.fingerprint, group.resource);
  patchGroup(group.resource, value, path);
  let movesInstances = false;
  return updateObject(call, group, {
    begin: () => {
      refreshStatus(world, path, true);
    },
    apply: (current) => {
      const after = withRevision(current, patchGroup(current, value, path), timestamp(world.now()));
      movesInstances = instanceSettings(current) !== instanceSettings(after);
      return after;
    },
    follow: () => {
      if (movesInstances) {
        rollOut(world, path);
      } else {
        refreshStatus(world, path, false);
      }
    },
    fail: () => {
      refreshStatus(world, path, false);
    },
  });
}

/** Everything that decides what the instances have to be. */
function instanceSettings({ versions, targetSize, allInstancesConfig, updatePolicy }: Resource): string {
  return fingerprint(versions, targetSize, allInstancesConfig, updatePolicy);
}

/** The status tells since when the configuration for all instances is what it is. */
function withRevision(before: Resource, after: Resource, now: string): Resource {
  const status = asObject(after.status);
  if (fingerprint(before.allInstancesConfig) === fingerprint(after.allInstancesConfig)) {
    return after;
  }
  return { ...after, status: { ...status, allInstancesConfig: { effective: false, currentRevision: now } } };
}

/** The methods of regional managed instance groups. */
export const regionInstanceGroupManagerEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/regions/{region}/instanceGroupManagers",
    query: listQuery,
    permissions: ["compute.instanceGroupManagers.list"],
    handle: (call) => listObjects(call, regionInstanceGroupManagers),
  },
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/regions/{region}/instanceGroupManagers/{instanceGroupManager}",
    permissions: ["compute.instanceGroupManagers.get"],
    handle: (call) => getObject(call, regionInstanceGroupManagers),
  },
  {
    method: "PATCH",
    path: "/compute/v1/projects/{project}/regions/{region}/instanceGroupManagers/{instanceGroupManager}",
    query: mutationQuery,
    body: groupFields,
    operationType: "patch",
    permissions: ["compute.instanceGroupManagers.update"],
    handle: patch,
  },
  {
    method: "POST",
    path: "/compute/v1/projects/{project}/regions/{region}/instanceGroupManagers/{instanceGroupManager}/listManagedInstances",
    query: listQuery,
    permissions: ["compute.instanceGroupManagers.get"],
    handle: (call) => listManagedInstances(call, regionInstanceGroupManagers),
  },
];
