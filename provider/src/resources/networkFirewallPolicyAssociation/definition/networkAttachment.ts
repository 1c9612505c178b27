import type { CallContext, ComputeClient } from "../../../http/client";
import {
  getAssociation,
  getNetworkFirewallPolicy,
  type ApiFirewallPolicyAssociation,
  type PolicyPath,
} from "../../../compute/endpoints/networkFirewallPolicies";
import { getNetwork } from "../../../compute/endpoints/networks";
import { NotFoundError, PermissionDeniedError, ResponseError } from "../../../http/errors/responseError";
import { KnownNames } from "../../../names/knownNames";
import { answeredPath, canonicalUrl, parseLink, type LinkContext, type LinkTarget } from "../../../names/links";

/** Global network firewall policies. */
export const policyTarget: LinkTarget = { collection: "firewallPolicies", scopes: ["global"] };

/** The networks that they are attached to. */
export const networkTarget: LinkTarget = { collection: "networks", scopes: ["global"] };

/** The URL under which the service shows a policy. */
export function policyUrl(policy: PolicyPath, context: LinkContext = {}): string {
  return canonicalUrl(policyPath(policy), context);
}

export function policyPath({ project, policy }: PolicyPath): string {
  return `projects/${project}/global/firewallPolicies/${policy}`;
}

/** A policy's association by its name: one of that name at that policy, with that network, has nothing more to it. */
export function associationPath(policy: PolicyPath, name: string): string {
  return `${policyPath(policy)}/associations/${name}`;
}

/** The policy that a link names; `undefined` for anything else. */
export function policyOf(link: unknown, context: LinkContext = {}): PolicyPath | undefined {
  const parsed = typeof link === "string" ? parseLink(answeredPath(link), policyTarget, context) : undefined;
  if (parsed === undefined || "problem" in parsed) return undefined;
  const [, project = "", , , policy = ""] = parsed.path.split("/");
  return { project, policy };
}

/** Whether two paths are of the same policy. */
export function isSamePolicy(left: PolicyPath, right: PolicyPath, names: KnownNames): boolean {
  return names.same(policyPath(left), policyPath(right)) !== false;
}

/** A network by its project and name. */
export interface NetworkPath {
  readonly project: string;
  readonly network: string;
}

/** The URL under which the service shows a network. */
export function networkUrl(network: NetworkPath, context: LinkContext = {}): string {
  return canonicalUrl(networkPath(network), context);
}

export function networkPath({ project, network }: NetworkPath): string {
  return `projects/${project}/global/networks/${network}`;
}

/** The path of the attachment of a network, whichever policy has it. */
export function attachmentPath(network: NetworkPath): string {
  return `${networkPath(network)}/firewallPolicyAssociation`;
}

/** Whether an association is about that network. */
export function isOn(
  association: ApiFirewallPolicyAssociation | undefined,
  network: NetworkPath,
  names: KnownNames = new KnownNames(),
): boolean {
  const parsed = parseLink(answeredPath(association?.attachmentTarget ?? ""), networkTarget, {});
  return "path" in parsed && names.same(parsed.path, networkPath(network)) !== false;
}

/**
 * Asks what a network and policies that are named by numbers are the names of: links in answers have those. Whatever
 * cannot be looked at stays open.
 */
export async function learnNumbers(
  client: ComputeClient,
  network: NetworkPath,
  policies: readonly PolicyPath[],
  names: KnownNames,
  context: CallContext,
): Promise<void> {
  const learn = async (path: string, look: () => Promise<{ selfLink?: string }>) => {
    if (!names.isOpen(path)) return;
    try {
      names.learn(path, answeredPath((await look()).selfLink ?? ""));
    } catch (error) {
      if (!(error instanceof NotFoundError || error instanceof PermissionDeniedError)) throw error;
    }
  };
  await learn(networkPath(network), () => getNetwork(client, network.project, network.network, context));
  for (const policy of policies)
    await learn(policyPath(policy), () => getNetworkFirewallPolicy(client, policy, context));
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
  const holder = policyOf(firewallPolicy);
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
  names: KnownNames,
  context: CallContext,
): Promise<ApiFirewallPolicyAssociation | undefined> {
  const { associations = [] } = await getNetworkFirewallPolicy(client, policy, context);
  return associations.find((association) => isOn(association, network, names));
}
