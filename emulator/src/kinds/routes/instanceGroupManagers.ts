import { defineGroups, defineManagedInstances } from "../groups/collections";

/** Regional managed instance groups. */
export const regionInstanceGroupManagers = defineGroups({
  scope: "region",
  methods: ["insert", "list", "get", "delete"],
});

export const regionManagedInstances = defineManagedInstances(regionInstanceGroupManagers);

/** Zonal managed instance groups. */
export const instanceGroupManagers = defineGroups({
  scope: "zone",
  methods: ["insert", "list", "aggregatedList", "get", "delete"],
});

export const managedInstances = defineManagedInstances(instanceGroupManagers);
