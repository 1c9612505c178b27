import { officialOwnFields } from "../generic/officialFields";
import type { JsonObject } from "../../basics/json";
import { API_ROOT, parseProject } from "../../basics/links";
import type { NewObject } from "../objects/insertObject";
import { projectCollection } from "../objects/projectCollection";

/** VPC networks. Neither the subnetworks of auto mode nor the routes that come with a network are emulated. */
export const networks = projectCollection({
  collection: "networks",
  scope: "global",
  kind: "compute#network",
  fields: officialOwnFields("Network", {
    // Custom mode is a choice, and the service shows it: the one false in a network's answers.
    autoCreateSubnetworks: { showsFalse: true },
    mtu: { minimum: 1300, maximum: 8896, default: 1460 },
    "routingConfig.routingMode": { default: "REGIONAL" },
    networkFirewallPolicyEnforcementOrder: { default: "AFTER_CLASSIC_FIREWALL" },
    networkProfile: {
      reference: {
        to: "projects/{project}/global/networkProfiles/{networkProfile}",
        mustExist: true,
        ownProject: true,
      },
    },
    params: { inputOnly: true },
    // Networks of the days before subnetworks cannot be made any more.
    IPv4Range: { outputOnly: true },
  }),
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
    selfLinkWithId: `${API_ROOT}projects/${parseProject(path) ?? ""}/global/networks/${id}`,
  };
}
