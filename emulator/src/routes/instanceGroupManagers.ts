import { getObject } from "../collection";
import { listQuery, type Endpoint } from "../endpoint";
import { defineGroups, defineManagedInstances, listManagedInstances } from "../groups/collections";

export const instanceGroupManagers = defineGroups(
  "projects/{project}/zones/{zone}/instanceGroupManagers/{instanceGroupManager}",
);

export const managedInstances = defineManagedInstances(instanceGroupManagers);

/** The methods of zonal managed instance groups. */
export const instanceGroupManagerEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/zones/{zone}/instanceGroupManagers/{instanceGroupManager}",
    permissions: ["compute.instanceGroupManagers.get"],
    handle: (call) => getObject(call, instanceGroupManagers),
  },
  {
    method: "POST",
    path: "/compute/v1/projects/{project}/zones/{zone}/instanceGroupManagers/{instanceGroupManager}/listManagedInstances",
    query: listQuery,
    permissions: ["compute.instanceGroupManagers.get"],
    handle: (call) => listManagedInstances(call, instanceGroupManagers),
  },
];
