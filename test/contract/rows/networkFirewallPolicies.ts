import * as networkFirewallPolicies from "../../../provider/src/compute/endpoints/networkFirewallPolicies";
import { context, requestId, type ContractRows } from "../contractRow";

/** What each function of `endpoints/networkFirewallPolicies.ts` sends. */
export const rows: ContractRows = {
  addAssociation: [true, false].map((replaceExisting) => ({
    rpc: "NetworkFirewallPolicies.AddAssociation",
    variables: { project: "p-1", firewallPolicy: "f-1" },
    call: (client) =>
      networkFirewallPolicies.addAssociation(
        client,
        { project: "p-1", policy: "f-1" },
        { name: "a-1", attachmentTarget: "projects/p-1/global/networks/n-1" },
        replaceExisting,
        requestId,
        context,
      ),
  })),
  getAssociation: [
    {
      rpc: "NetworkFirewallPolicies.GetAssociation",
      variables: { project: "p-1", firewallPolicy: "f-1" },
      call: (client) =>
        networkFirewallPolicies.getAssociation(client, { project: "p-1", policy: "f-1" }, "a-1", context),
    },
  ],
  removeAssociation: [
    {
      rpc: "NetworkFirewallPolicies.RemoveAssociation",
      variables: { project: "p-1", firewallPolicy: "f-1" },
      call: (client) =>
        networkFirewallPolicies.removeAssociation(client, { project: "p-1", policy: "f-1" }, "a-1", requestId, context),
    },
  ],
  getPacketMirroringRule: [
    {
      rpc: "NetworkFirewallPolicies.GetPacketMirroringRule",
      variables: { project: "p-1", firewallPolicy: "f-1" },
      call: (client) =>
        networkFirewallPolicies.getPacketMirroringRule(client, { project: "p-1", policy: "f-1" }, 1000, context),
    },
  ],
  getNetworkFirewallPolicy: [
    {
      rpc: "NetworkFirewallPolicies.Get",
      variables: { project: "p-1", firewallPolicy: "f-1" },
      call: (client) =>
        networkFirewallPolicies.getNetworkFirewallPolicy(client, { project: "p-1", policy: "f-1" }, context),
    },
  ],
};
