import {
  getAssociation,
  getNetwork,
  getNetworkFirewallPolicy,
  policyPath,
  type ApiFirewallPolicyAssociation,
  type PolicyPath,
} from "../../../compute/endpoints/networkFirewallPolicies";
import { answerUnless, NotFoundError, ResponseError } from "../../../http/errors/responseError";
import { linkedIdentity } from "../../../fields/linkScope";
import { isValues, text, type Values } from "../../../fields/values";
import { isDenied } from "../../../lifecycle/job/failure";
import type { Job } from "../../../lifecycle/job/job";
import { readAppliedValues } from "../../../lifecycle/job/outputKeys";
import { answeredPath, canonicalUrl, type LinkContext, type LinkTarget } from "../../../names/links";
import { isSamePath } from "../../../names/samePath";

/** Global network firewall policies. */
export const policyTarget: LinkTarget = { collection: "firewallPolicies", scopes: ["global"] };

/** The networks that they are attached to. */
export const networkTarget: LinkTarget = { collection: "networks", scopes: ["global"] };

/** The URL under which the service shows a policy. */
export function policyUrl(policy: PolicyPath, context: LinkContext = {}): string {
  return canonicalUrl(policyPath(policy), context);
}

/** A policy's association by its name: one of that name at that policy, with that network, has nothing more to it. */
export function associationPath(policy: PolicyPath, name: string): string {
  return `${policyPath(policy)}/associations/${name}`;
}

/**
 * The mark of a request about an association. The network is a part of it: somebody else can give the same name at the
 * same policy to another one.
 */
export function associationMark(policy: PolicyPath, name: string, network: string): string {
  return `${associationPath(policy, name)} with ${network}`;
}

/** The policy that a link names; `undefined` for anything else. */
export function parsePolicy(link: unknown, context: LinkContext = {}): PolicyPath | undefined {
  return linkedIdentity(typeof link === "string" ? answeredPath(link) : link, "policy", policyTarget, context);
}

/** The network that the service says an association is with. */
export function networkWith({ attachmentTarget = "" }: ApiFirewallPolicyAssociation): NetworkPath | undefined {
  return linkedIdentity(answeredPath(attachmentTarget), "network", networkTarget, {});
}

/** True if two paths are of the same policy. */
export function isSamePolicy(left: PolicyPath, right: PolicyPath): boolean {
  return isSamePath(policyPath(left), policyPath(right));
}

/** An association that is there, and the policy that has it. */
export interface Attachment {
  readonly policy: PolicyPath;
  readonly name: string;
}

/** True if they are of one policy and have one name. */
export function isSameAttachment(left: Attachment, right: Attachment): boolean {
  return isSamePolicy(left.policy, right.policy) && left.name === right.name;
}

/** The record of an attachment that this resource has made. */
export function toRecord({ policy, name }: Attachment): Values {
  return { firewallPolicy: policyUrl(policy), name };
}

/** The attachments that records are of. */
export function attachmentsIn(records: readonly unknown[]): Attachment[] {
  return records.filter(isValues).flatMap((record) => {
    const policy = parsePolicy(record.firewallPolicy);
    return policy === undefined ? [] : [{ policy, name: text(record, "name") ?? "" }];
  });
}

/** The attachments that outputs record as this resource's, newest first. */
export function recordedIn(outputs: Values): Attachment[] {
  const own = readAppliedValues(outputs);
  return attachmentsIn(own.length > 0 ? own : [outputs]);
}

/** A network by its project and name. */
export interface NetworkPath {
  readonly project: string;
  readonly network: string;
}

export function networkPath({ project, network }: NetworkPath): string {
  return `projects/${project}/global/networks/${network}`;
}

/** The path of the attachment of a network, whichever policy has it. */
export function attachmentPath(network: NetworkPath): string {
  return `${networkPath(network)}/firewallPolicyAssociation`;
}

/** True if an association is about that network. */
export function isOn(association: ApiFirewallPolicyAssociation | undefined, network: NetworkPath): boolean {
  const actual = association && networkWith(association);
  return actual !== undefined && isSamePath(networkPath(actual), networkPath(network));
}

/**
 * The policy that holds a network now, by its name.
 *
 * @throws NotFoundError when the network is not there
 */
export async function readHolder(job: Job, { project, network }: NetworkPath): Promise<PolicyPath | undefined> {
  const { firewallPolicy } = await getNetwork(job.client, project, network, job.call);
  const holder = parsePolicy(firewallPolicy);
  return holder && byName(job, holder);
}

/** The same policy by its name: a link may hold its number, and everything else here goes by names. */
export async function byName({ client, call }: Job, policy: PolicyPath): Promise<PolicyPath> {
  if (!/^\d+$/.test(policy.policy)) return policy;
  const { name } = await getNetworkFirewallPolicy(client, policy, call);
  return { ...policy, policy: name ?? policy.policy };
}

/** A policy's association of that name; `undefined` when there is none, or no such policy. */
export function associationNamed(
  { client, call }: Job,
  { policy, name }: Attachment,
): Promise<ApiFirewallPolicyAssociation | undefined> {
  return answerUnless(saysNoAssociation, getAssociation(client, policy, name, call));
}

/** A name that the policy does not have is a bad value to the service; a project that is not there says nothing of it. */
export function saysNoAssociation(error: unknown): boolean {
  if (!(error instanceof ResponseError)) return false;
  return error instanceof NotFoundError || (error.reason === "invalid" && error.fault?.kind !== "projectUnknown");
}

/** A policy's association with that network, whatever its name. */
export async function associationWith(
  job: Job,
  policy: PolicyPath,
  network: NetworkPath,
): Promise<ApiFirewallPolicyAssociation | undefined> {
  const { associations = [] } = await getNetworkFirewallPolicy(job.client, policy, job.call);
  return associations.find((association) => isOn(association, network));
}

/** An attachment, if it holds the network; a policy that may not be looked at is taken for one that does not. */
export async function ifOn(
  job: Job,
  network: NetworkPath,
  attachment: Attachment,
): Promise<ApiFirewallPolicyAssociation | undefined> {
  const association = await answerUnless(isDenied, associationNamed(job, attachment));
  return isOn(association, network) ? association : undefined;
}
