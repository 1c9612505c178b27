import type * as pulumi from "@pulumi/pulumi";
import type { FirewallPolicyRule } from "../types/output";
import { packetMirroringRule } from "./definitions/packetMirroringRule";
import { getForms, type Waiting } from "./forms/forms";
import type { FunctionOptions, FunctionOutputOptions } from "./forms/options";

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

const forms = getForms<
  GetNetworkFirewallPolicyPacketMirroringRuleArgs,
  GetNetworkFirewallPolicyPacketMirroringRuleResult
>(packetMirroringRule);
