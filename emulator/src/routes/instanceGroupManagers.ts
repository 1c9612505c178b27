import type { Collection } from "../collection";
import { defineGroups, defineManagedInstances } from "../groups/collections";

/** Zonal managed instance groups. */
export const instanceGroupManagers: Collection = defineGroups({
  scope: "zone",
  methods: ["insert", "list", "aggregatedList", "get", "delete"],
});

export const managedInstances = defineManagedInstances(instanceGroupManagers);
