import { defineCollection, deleteObject, getObject, insertObject, listObjects } from "../collection";
import { listQuery, mutationQuery, type Endpoint } from "../endpoint";
import { NAME_PATTERN } from "../identifiers";
import type { JsonObject } from "../json";
import { API_ROOT } from "../links";
import { commonOutputFields, output } from "../schema";

const routingModes = ["GLOBAL", "REGIONAL"];

/** VPC networks. Neither the subnetworks of auto mode nor the routes that come with a network are emulated. */
export const networks = defineCollection({
  path: "projects/{project}/global/networks/{network}",
  kind: "compute#network",
  listKind: "compute#networkList",
  fields: {
    ...commonOutputFields,
    selfLinkWithId: output({ type: "string" }),
    name: { type: "string", required: true, pattern: NAME_PATTERN },
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
  quota: {
    name: "networks",
    metricName: "compute.googleapis.com/networks",
    limitName: "NETWORKS-per-project",
    dimensions: { region: "global" },
  },
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

function complete(body: JsonObject, path: string, id: string): JsonObject {
  const project = path.split("/")[1] ?? "";
  return {
    routingConfig: { routingMode: "REGIONAL" },
    ...body,
    selfLinkWithId: `${API_ROOT}projects/${project}/global/networks/${id}`,
  };
}

/** The methods of networks. */
export const networkEndpoints: readonly Endpoint[] = [
  {
    method: "POST",
    path: "/compute/v1/projects/{project}/global/networks",
    query: mutationQuery,
    body: networks.fields,
    operationType: "insert",
    permissions: ["compute.networks.create"],
    handle: (call) => insertObject(call, networks, { complete }),
  },
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/global/networks",
    query: listQuery,
    permissions: ["compute.networks.list"],
    handle: (call) => listObjects(call, networks),
  },
  {
    method: "GET",
    path: "/compute/v1/projects/{project}/global/networks/{network}",
    permissions: ["compute.networks.get"],
    handle: (call) => getObject(call, networks),
  },
  {
    method: "DELETE",
    path: "/compute/v1/projects/{project}/global/networks/{network}",
    query: mutationQuery,
    operationType: "delete",
    permissions: ["compute.networks.delete"],
    handle: (call) => deleteObject(call, networks),
  },
];
