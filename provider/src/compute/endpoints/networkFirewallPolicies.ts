import type { CallContext, ComputeClient } from "../../http/client";
import { getObject } from "../objects";
import type { Operation } from "./operations";
import { path } from "../../names/path";

/** The attachment of a policy to a network (specification, "FirewallPolicyAssociation"). */
export interface ApiFirewallPolicyAssociation {
  name?: string;
  attachmentTarget?: string;
  firewallPolicyId?: string;
  shortName?: string;
  displayName?: string;
}

/** Of a global network firewall policy: what is needed to find an association by its network (public v1 reference). */
export interface ApiNetworkFirewallPolicy {
  name?: string;
  selfLink?: string;
  associations?: ApiFirewallPolicyAssociation[];
}

/** A policy by its project and name. */
export interface PolicyPath {
  readonly project: string;
  readonly policy: string;
}

const show = ({ project, policy }: PolicyPath) => `projects/${project}/global/firewallPolicies/${policy}`;

/**
 * Endpoint 5.
 *
 * @param replaceExisting whether an association that the target has already is replaced, which happens in one step
 */
export async function addAssociation(
  client: ComputeClient,
  { project, policy }: PolicyPath,
  body: { name: string; attachmentTarget: string },
  replaceExisting: boolean,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `addAssociation ${show({ project, policy })}`,
      method: "POST",
      path: path`projects/${project}/global/firewallPolicies/${policy}/addAssociation`,
      query: { requestId, replaceExistingAssociation: replaceExisting ? true : undefined },
      body,
      permissions: ["compute.firewallPolicies.use", "compute.networks.setFirewallPolicy"],
      project,
    },
    context,
  );
}

/** Was seen to answer no more than name and target; a name that the policy does not have is 400 `invalid`, and not 404. */
export async function getAssociation(
  client: ComputeClient,
  { project, policy }: PolicyPath,
  name: string,
  context: CallContext,
): Promise<ApiFirewallPolicyAssociation> {
  return client.request<ApiFirewallPolicyAssociation>(
    {
      action: `getAssociation ${name} of ${show({ project, policy })}`,
      method: "GET",
      path: path`projects/${project}/global/firewallPolicies/${policy}/getAssociation`,
      query: { name },
      asked: { members: { name } },
      permissions: ["compute.firewallPolicies.get"],
      project,
    },
    context,
  );
}

export async function removeAssociation(
  client: ComputeClient,
  { project, policy }: PolicyPath,
  name: string,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `removeAssociation ${name} of ${show({ project, policy })}`,
      method: "POST",
      path: path`projects/${project}/global/firewallPolicies/${policy}/removeAssociation`,
      query: { name, requestId },
      permissions: ["compute.firewallPolicies.use", "compute.networks.setFirewallPolicy"],
      project,
    },
    context,
  );
}

export function getNetworkFirewallPolicy(
  client: ComputeClient,
  { project, policy }: PolicyPath,
  context: CallContext,
): Promise<ApiNetworkFirewallPolicy> {
  return getObject(client, { name: "firewallPolicies", scope: "global" }, { project, name: policy }, context);
}

/** A rule of a policy (specification, "FirewallPolicyRule"), of which nothing is looked at here. */
export type ApiFirewallPolicyRule = Readonly<Record<string, unknown>>;

/** Endpoint 8. */
export async function getPacketMirroringRule(
  client: ComputeClient,
  { project, policy }: PolicyPath,
  priority: number,
  context: CallContext,
): Promise<ApiFirewallPolicyRule> {
  return client.request<ApiFirewallPolicyRule>(
    {
      action: `get the packet mirroring rule ${String(priority)} of ${show({ project, policy })}`,
      method: "GET",
      path: path`projects/${project}/global/firewallPolicies/${policy}/getPacketMirroringRule`,
      query: { priority },
      asked: { members: { priority } },
      permissions: ["compute.firewallPolicies.get"],
      project,
    },
    context,
  );
}
