import type { JsonObject } from "../json";
import { API_ROOT, projectOf } from "../links";
import type { NewObject } from "../objects/insertObject";
import { projectCollection } from "../objects/projectCollection";
import { output } from "../schema";

const routingModes = ["GLOBAL", "REGIONAL"];

/** VPC networks. Neither the subnetworks of auto mode nor the routes that come with a network are emulated. */
export const networks = projectCollection({
  collection: "networks",
  scope: "global",
  kind: "compute#network",
  fields: {
    selfLinkWithId: output({ type: "string" }),
    description: { type: "string" },
    // Custom mode is a choice, and the service shows it: the one false in a network's answers.
    autoCreateSubnetworks: { type: "boolean", showsFalse: true },
    mtu: { type: "integer", minimum: 1300, maximum: 8896, default: 1460 },
    routingConfig: {
      type: "object",
      fields: {
        routingMode: { type: "string", values: routingModes, default: "REGIONAL" },
        bgpBestPathSelectionMode: { type: "string", values: ["LEGACY", "STANDARD"] },
        bgpAlwaysCompareMed: { type: "boolean" },
        bgpInterRegionCost: { type: "string", values: ["DEFAULT", "ADD_COST_TO_MED"] },
        effectiveBgpAlwaysCompareMed: output({ type: "boolean" }),
        effectiveBgpInterRegionCost: output({ type: "string" }),
      },
    },
    networkFirewallPolicyEnforcementOrder: {
      type: "string",
      values: ["AFTER_CLASSIC_FIREWALL", "BEFORE_CLASSIC_FIREWALL"],
      default: "AFTER_CLASSIC_FIREWALL",
    },
    enableUlaInternalIpv6: { type: "boolean" },
    internalIpv6Range: { type: "string" },
    networkProfile: {
      type: "string",
      reference: { to: "projects/{project}/global/networkProfiles/{networkProfile}", mustExist: false },
    },
    params: {
      type: "object",
      inputOnly: true,
      fields: { resourceManagerTags: { type: "map", values: { type: "string" } } },
    },
    firewallPolicy: output({ type: "string" }),
    IPv4Range: output({ type: "string" }),
    gatewayIPv4: output({ type: "string" }),
    subnetworks: output({ type: "list", items: { type: "string" } }),
    peerings: output({ type: "list", items: { type: "any" } }),
  },
  methods: ["insert", "list", "get", "delete", "patch"],
  quota: { name: "networks", metricName: "compute.googleapis.com/networks", limitName: "NETWORKS-per-project" },
  insert: { complete },
  seed: () => [
    {
      variables: { network: "default" },
      fields: {
        name: "default",
        description: "Default network for the project",
        autoCreateSubnetworks: true,
        mtu: 1460,
        routingConfig: { routingMode: "REGIONAL" },
        networkFirewallPolicyEnforcementOrder: "AFTER_CLASSIC_FIREWALL",
      },
    },
  ],
});

function complete(body: JsonObject, { path, id }: NewObject): JsonObject {
  return {
    routingConfig: { routingMode: "REGIONAL" },
    ...body,
    selfLinkWithId: `${API_ROOT}projects/${projectOf(path) ?? ""}/global/networks/${id}`,
  };
}
