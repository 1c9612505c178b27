import * as instanceGroupManagers from "../../../provider/src/compute/endpoints/instanceGroupManagers";
import { context, unsortedQuery, type ContractRows } from "../contractRow";

/** What each function of `endpoints/instanceGroupManagers.ts` sends. */
export const rows: ContractRows = {
  listManagedInstances: [
    {
      rpc: "InstanceGroupManagers.ListManagedInstances",
      variables: { project: "p-1", zone: "z-1", instanceGroupManager: "g-1" },
      call: (client) =>
        instanceGroupManagers.listManagedInstances(
          client,
          { project: "p-1", scope: "zones", location: "z-1", name: "g-1" },
          unsortedQuery,
          context,
        ),
    },
    {
      rpc: "RegionInstanceGroupManagers.ListManagedInstances",
      variables: { project: "p-1", region: "r-1", instanceGroupManager: "g-1" },
      call: (client) =>
        instanceGroupManagers.listManagedInstances(
          client,
          { project: "p-1", scope: "regions", location: "r-1", name: "g-1" },
          unsortedQuery,
          context,
        ),
    },
  ],
};
