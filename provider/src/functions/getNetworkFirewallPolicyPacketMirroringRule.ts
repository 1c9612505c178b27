import type * as pulumi from "@pulumi/pulumi";
import { getPacketMirroringRule } from "../compute/endpoints/networkFirewallPolicies";
import type { LinkedObject } from "../fields/linkedPlace";
import { integerKind, projectKind } from "../fields/scalars";
import type { LinkTarget } from "../names/links";
import type { FirewallPolicyRule } from "../types/output";
import { reading } from "./call/definition";
import { getForms, type Waiting } from "./call/forms";
import { linkedObject, linkRule } from "./call/arguments";
import type { FunctionOptions, FunctionOutputOptions } from "./call/options";

/** Arguments of `getNetworkFirewallPolicyPacketMirroringRule`. */
export interface GetNetworkFirewallPolicyPacketMirroringRuleArgs {
  /** The global network firewall policy that the rule belongs to: its name, path or URL. */
  firewallPolicy: string;
  /** Priority of the rule, 0 to 2147483647. */
  priority: number;
  /** Project of the policy. Default: the project that the link names, or `gcp:project`. */
  project?: string | undefined;
}

/** Arguments of `getNetworkFirewallPolicyPacketMirroringRuleOutput`. */
export type GetNetworkFirewallPolicyPacketMirroringRuleOutputArgs =
  Waiting<GetNetworkFirewallPolicyPacketMirroringRuleArgs>;

/** Result of `getNetworkFirewallPolicyPacketMirroringRule`: the rule. */
export interface GetNetworkFirewallPolicyPacketMirroringRuleResult extends FirewallPolicyRule {
  /** Path of the policy, followed by `/packetMirroringRules/` and the priority. */
  readonly id: string;
  /** The policy, as you gave it. */
  readonly firewallPolicy: string;
  /** The project. */
  readonly project: string;
}

/**
 * One packet mirroring rule of a global network firewall policy.
 *
 * Permission: `compute.firewallPolicies.get`. Scope: `compute.readonly`, `compute` or `cloud-platform`. Default
 * deadline: 10 minutes. Each request is repeated up to 5 times.
 *
 * Source: specification, "FirewallPolicyRule" and endpoint 8.
 *
 * @example One rule
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const rule = gce.getNetworkFirewallPolicyPacketMirroringRuleOutput({ firewallPolicy: "traffic-inspection", priority: 0 });
 * export const mirrored = rule.apply(({ action, disabled }) => action === "mirror" && !disabled);
 * ```
 *
 * @example Of a policy that an association names
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const association = new gce.NetworkFirewallPolicyAssociation("protection", {
 *   attachmentTarget: "default",
 *   firewallPolicy: "perimeter",
 * });
 * const rule = gce.getNetworkFirewallPolicyPacketMirroringRuleOutput({
 *   firewallPolicy: association.firewallPolicy,
 *   priority: 1000,
 * });
 * export const action = rule.action;
 * ```
 *
 * @example Awaited, in another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * async function describe() {
 *   const rule = await gce.getNetworkFirewallPolicyPacketMirroringRule({
 *     firewallPolicy: "projects/security-project/global/firewallPolicies/perimeter",
 *     priority: 1000,
 *   });
 *   return rule.description;
 * }
 * export const description = describe();
 * ```
 */
export function getNetworkFirewallPolicyPacketMirroringRule(
  args: GetNetworkFirewallPolicyPacketMirroringRuleArgs,
  opts?: FunctionOptions,
): Promise<GetNetworkFirewallPolicyPacketMirroringRuleResult> {
  return forms.promise(args, opts);
}

/**
 * The same as `getNetworkFirewallPolicyPacketMirroringRule`, for arguments that can be unknown. While an argument is
 * unknown, the result is unknown, and there is no call.
 */
export function getNetworkFirewallPolicyPacketMirroringRuleOutput(
  args: GetNetworkFirewallPolicyPacketMirroringRuleOutputArgs,
  opts?: FunctionOutputOptions,
): pulumi.Output<GetNetworkFirewallPolicyPacketMirroringRuleResult> {
  return forms.output(args, opts);
}

const policies: LinkTarget = { collection: "firewallPolicies", scopes: ["global"] };

/** The lowest priority that there is. */
const lowestPriority = 2 ** 31 - 1;

const forms = getForms<
  GetNetworkFirewallPolicyPacketMirroringRuleArgs,
  LinkedObject,
  GetNetworkFirewallPolicyPacketMirroringRuleResult
>({
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
  async call({ client, context, target: { project, name }, given: { firewallPolicy, priority } }) {
    const rule = await getPacketMirroringRule(client, { project, policy: name }, priority, context());
    return { ...(rule as Partial<FirewallPolicyRule>), priority, firewallPolicy, project };
  },
});

function hierarchicalHint(link: string): string | undefined {
  return /(^|\/)locations\/global\/firewallPolicies\//.test(link)
    ? "names a hierarchical policy of an organization or folder; this function reads the rules of network firewall policies, which belong to a project: projects/PROJECT/global/firewallPolicies/NAME."
    : undefined;
}
