import type { Collection } from "./collection";
import type { Endpoint } from "./endpoint";
import { networkFirewallPolicies, networkFirewallPolicyEndpoints } from "./routes/networkFirewallPolicies";
import { networkEndpoints, networks } from "./routes/networks";
import { globalOperationEndpoints, regionOperationEndpoints, zoneOperationEndpoints } from "./routes/operations";
import { routeEndpoints, routes } from "./routes/routes";
import { targetSslProxies, targetSslProxyEndpoints } from "./routes/targetSslProxies";

/** Every kind of object that is stored. A new one is a file in `routes/` and a line in each of these lists. */
export const collections: readonly Collection[] = [networkFirewallPolicies, networks, routes, targetSslProxies];

/** Every method that is served. */
export const endpoints: readonly Endpoint[] = [
  ...networkFirewallPolicyEndpoints,
  ...networkEndpoints,
  ...routeEndpoints,
  ...targetSslProxyEndpoints,
  ...globalOperationEndpoints,
  ...regionOperationEndpoints,
  ...zoneOperationEndpoints,
];
