import { getPacketMirroringRule } from "../../compute/endpoints/networkFirewallPolicies";
import type { LinkedObject, LinkScope } from "../../fields/linkScope";
import { integerKind, projectKind } from "../../fields/scalars";
import type { LinkTarget } from "../../names/links";
import type { FirewallPolicyRule } from "../../types/output";
import { linkedObject, linkRule } from "../call/arguments";
import { reading, type GetDefinition } from "../call/definition";

type Arguments = Pick<LinkScope, "project"> & { firewallPolicy: string; priority: number };

const policies: LinkTarget = { collection: "firewallPolicies", scopes: ["global"] };

/** The lowest priority that there is. */
const lowestPriority = 2 ** 31 - 1;

type Members = FirewallPolicyRule & { project: string; firewallPolicy: string };

export const packetMirroringRule: GetDefinition<Arguments, LinkedObject, Members> = {
  name: "getNetworkFirewallPolicyPacketMirroringRule",
  ...reading,
  rules: {
    firewallPolicy: linkRule(policies, hierarchicalHint),
    priority: integerKind(0, lowestPriority),
    project: projectKind,
  },
  required: ["firewallPolicy", "priority"],
  aliases: { policy: "firewallPolicy", networkFirewallPolicy: "firewallPolicy" },
  resolve: (args, context) => linkedObject("firewallPolicy", args.firewallPolicy, policies, args, context),
  id: ({ project, name }, { priority }) =>
    `projects/${project}/global/firewallPolicies/${name}/packetMirroringRules/${String(priority)}`,
  async call({ client, context, target: { project, name }, checked: { firewallPolicy, priority } }) {
    const rule = await getPacketMirroringRule(client, { project, policy: name }, priority, context());
    return { ...(rule as Partial<FirewallPolicyRule>), priority, firewallPolicy, project };
  },
};

function hierarchicalHint(link: string): string | undefined {
  return /(^|\/)locations\/global\/firewallPolicies\//.test(link)
    ? "names a hierarchical policy of an organization or folder; this function reads the rules of network firewall policies, which belong to a project: projects/PROJECT/global/firewallPolicies/NAME."
    : undefined;
}
