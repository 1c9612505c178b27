import type { Collection } from "./collection";
import type { Endpoint } from "./endpoint";
import { diskEndpoints, disks, regionDisks } from "./routes/disks";
import { firewallPolicies, firewallPolicyEndpoints } from "./routes/firewallPolicies";
import {
  globalOrganizationOperationEndpoints,
  globalOrganizationOperations,
} from "./routes/globalOrganizationOperations";
import { instantSnapshotEndpoints, instantSnapshots } from "./routes/instantSnapshots";
import { instanceGroupManagerEndpoints, instanceGroupManagers, managedInstances } from "./routes/instanceGroupManagers";
import { instanceTemplates, regionInstanceTemplates } from "./routes/instanceTemplates";
import { interconnectRemoteLocationEndpoints, interconnectRemoteLocations } from "./routes/interconnectRemoteLocations";
import { networkFirewallPolicies, networkFirewallPolicyEndpoints } from "./routes/networkFirewallPolicies";
import { networkProfileEndpoints, networkProfiles } from "./routes/networkProfiles";
import { networkEndpoints, networks } from "./routes/networks";
import { globalOperationEndpoints, regionOperationEndpoints, zoneOperationEndpoints } from "./routes/operations";
import {
  regionInstanceGroupManagerEndpoints,
  regionInstanceGroupManagers,
  regionManagedInstances,
} from "./routes/regionInstanceGroupManagers";
import { routeEndpoints, routes } from "./routes/routes";
import { snapshotEndpoints, snapshots } from "./routes/snapshots";
import { targetSslProxies, targetSslProxyEndpoints } from "./routes/targetSslProxies";

/** Every kind of object that is stored. A new one is a file in `routes/` and a line in each of these lists. */
export const collections: readonly Collection[] = [
  disks,
  regionDisks,
  instanceGroupManagers,
  managedInstances,
  regionInstanceGroupManagers,
  regionManagedInstances,
  instanceTemplates,
  regionInstanceTemplates,
  instantSnapshots,
  firewallPolicies,
  globalOrganizationOperations,
  interconnectRemoteLocations,
  networkFirewallPolicies,
  networkProfiles,
  networks,
  routes,
  snapshots,
  targetSslProxies,
];

/** Every method that is served. */
export const endpoints: readonly Endpoint[] = [
  ...diskEndpoints,
  ...instanceGroupManagerEndpoints,
  ...regionInstanceGroupManagerEndpoints,
  ...instantSnapshotEndpoints,
  ...firewallPolicyEndpoints,
  ...networkFirewallPolicyEndpoints,
  ...interconnectRemoteLocationEndpoints,
  ...networkEndpoints,
  ...networkProfileEndpoints,
  ...routeEndpoints,
  ...snapshotEndpoints,
  ...targetSslProxyEndpoints,
  ...globalOperationEndpoints,
  ...globalOrganizationOperationEndpoints,
  ...regionOperationEndpoints,
  ...zoneOperationEndpoints,
];
