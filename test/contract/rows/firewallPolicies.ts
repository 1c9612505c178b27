import * as firewallPolicies from "../../../provider/src/compute/endpoints/firewallPolicies";
import { context, type ContractRows } from "../contractRow";

/** An access control policy with every member that we know of. */
const wholePolicy: firewallPolicies.ApiPolicy = {
  version: 3,
  etag: "ACAB",
  bindings: [
    {
      role: "roles/viewer",
      members: ["allUsers"],
      condition: { expression: "x", title: "t", description: "d", location: "l" },
    },
  ],
  auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: ["allUsers"] }] }],
};

/** What each function of `endpoints/firewallPolicies.ts` sends. */
export const rows: ContractRows = {
  getFirewallPolicyIamPolicy: [
    {
      rpc: "FirewallPolicies.GetIamPolicy",
      variables: { resource: "f-1" },
      call: (client) => firewallPolicies.getFirewallPolicyIamPolicy(client, "f-1", context),
    },
  ],
  setFirewallPolicyIamPolicy: [wholePolicy, {}].map((policy) => ({
    rpc: "FirewallPolicies.SetIamPolicy",
    variables: { resource: "f-1" },
    call: (client) => firewallPolicies.setFirewallPolicyIamPolicy(client, "f-1", policy, context),
  })),
};
