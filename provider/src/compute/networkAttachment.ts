import type { CallContext, ComputeClient } from "./client";
import {
  getAssociation,
  getNetworkFirewallPolicy,
  type ApiFirewallPolicyAssociation,
  type PolicyPath,
} from "./endpoints/networkFirewallPolicies";
import { getNetwork } from "./endpoints/networks";
import { NotFoundError, ResponseError } from "./errors/responseError";
import { canonicalUrl, parseLink, type LinkContext, type LinkTarget } from "./links";

/** Global network firewall policies. */
export const policyTarget: LinkTarget = { collection: "firewallPolicies", scopes: ["global"] };

/** The networks that they are attached to. */
export const networkTarget: LinkTarget = { collection: "networks", scopes: ["global"] };

/** The URL under which the service shows a policy. */
export function policyUrl({ project, policy }: PolicyPath): string {
  return canonicalUrl(`projects/${project}/global/firewallPolicies/${policy}`);
}

/** The policy that a link names; `undefined` for anything else. */
export function policyOf(link: unknown, context: LinkContext = {}): PolicyPath | undefined {
  const parsed = typeof link === "string" ? parseLink(link, policyTarget, context) : undefined;
  if (parsed === undefined || "problem" in parsed) return undefined;
  const [, project = "", , , policy = ""] = parsed.path.split("/");
  return { project, policy };
}

/** Whether two paths are of the same policy. */
export function isSamePolicy(left: PolicyPath, right: PolicyPath): boolean {
  return left.project === right.project && left.policy === right.policy;
}

/** A network by its project and name. */
export interface NetworkPath {
  readonly project: string;
  readonly network: string;
}

/** The URL under which the service shows a network. */
export function networkUrl({ project, network }: NetworkPath): string {
  return canonicalUrl(`projects/${project}/global/networks/${network}`);
}

/** Whether an association is about that network. */
export function isOn(association: ApiFirewallPolicyAssociation | undefined, network: NetworkPath): boolean {
  const parsed = parseLink(pathInAnswer(association?.attachmentTarget ?? ""), networkTarget, {});
  return "path" in parsed && canonicalUrl(parsed.path) === networkUrl(network);
}

/**
 * The policy that holds a network now, by its name.
 *
 * @throws NotFoundError when the network is not there
 */
export async function holderOf(
  client: ComputeClient,
  { project, network }: NetworkPath,
  context: CallContext,
): Promise<PolicyPath | undefined> {
  const { firewallPolicy } = await getNetwork(client, project, network, context);
  const holder = policyOf(pathInAnswer(firewallPolicy ?? ""));
  return holder && byName(client, holder, context);
}

/** The same policy by its name: a link may hold its number, and everything else here goes by names. */
export async function byName(client: ComputeClient, policy: PolicyPath, context: CallContext): Promise<PolicyPath> {
  if (!/^\d+$/.test(policy.policy)) return policy;
  const { name } = await getNetworkFirewallPolicy(client, policy, context);
  return { ...policy, policy: name ?? policy.policy };
}

/** A policy's association of that name; `undefined` when there is none, or no such policy. */
export async function associationNamed(
  client: ComputeClient,
  policy: PolicyPath,
  name: string,
  context: CallContext,
): Promise<ApiFirewallPolicyAssociation | undefined> {
  try {
    return await getAssociation(client, policy, name, context);
  } catch (error) {
    // A name that the policy does not have is a bad value to the service.
    if (error instanceof NotFoundError || (error instanceof ResponseError && error.reason === "invalid"))
      return undefined;
    throw error;
  }
}

/** A policy's association with that network, whatever its name. */
export async function associationWith(
  client: ComputeClient,
  policy: PolicyPath,
  network: NetworkPath,
  context: CallContext,
): Promise<ApiFirewallPolicyAssociation | undefined> {
  const { associations = [] } = await getNetworkFirewallPolicy(client, policy, context);
  return associations.find((association) => isOn(association, network));
}

/** A link as the service answers it, without its host: that of another universe is not the one that links here have. */
function pathInAnswer(link: string): string {
  return link.replace(/^https:\/\/[^/]+\/compute\/v1\//, "");
}
