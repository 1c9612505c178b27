import type { CallContext, ComputeClient } from "../../http/client";
import type { Answer } from "../../types/form";
import { firewallPolicyRuleForm } from "../../types/forms";
import { callMethod, getObject, objectPath, type Collection, type MethodRequest } from "../objects";
import { listProjectObjects } from "../ownedCollection";
import type { Operation } from "./operations";

/** Of the attachment of a policy to a network (specification, "FirewallPolicyAssociation"). */
const associationForm = {
  members: {
    name: "text",
    attachmentTarget: "text",
    firewallPolicyId: "text",
    shortName: "text",
    displayName: "text",
  },
} as const;

export type ApiFirewallPolicyAssociation = Answer<typeof associationForm>;

/** Of a global network firewall policy: what is needed to find an association by its network (public v1 reference). */
export const networkFirewallPolicyForm = {
  members: { name: "text", selfLink: "text", associations: { list: associationForm } },
} as const;

type ApiNetworkFirewallPolicy = Answer<typeof networkFirewallPolicyForm>;

/** A policy by its project and name. */
export interface PolicyPath {
  readonly project: string;
  readonly policy: string;
}

const policies: Collection = { name: "firewallPolicies", scope: "global" };
const associating = ["compute.firewallPolicies.use", "compute.networks.setFirewallPolicy"];

function call<T>(
  client: ComputeClient,
  { project, policy }: PolicyPath,
  method: string,
  request: MethodRequest,
  context: CallContext,
): Promise<T> {
  return callMethod(client, policies, { project, name: policy }, method, request, context);
}

/** `projects/p/global/firewallPolicies/n`. */
export function policyPath({ project, policy }: PolicyPath): string {
  return objectPath(policies, { project, name: policy });
}

/**
 * Endpoint 5.
 *
 * @param replaceExisting true if an association that the target has already is replaced, which happens in one step
 */
export function addAssociation(
  client: ComputeClient,
  policy: PolicyPath,
  body: { name: string; attachmentTarget: string },
  replaceExisting: boolean,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  const query = { requestId, replaceExistingAssociation: replaceExisting ? true : undefined };
  return call(client, policy, "addAssociation", { query, body, permissions: associating }, context);
}

/** The association. The service shows no more than name and target; a name that the policy does not have is 400 `invalid`, and not 404. */
export function getAssociation(
  client: ComputeClient,
  policy: PolicyPath,
  name: string,
  context: CallContext,
): Promise<ApiFirewallPolicyAssociation> {
  const action = `getAssociation ${name} of ${policyPath(policy)}`;
  const asked = { query: { name }, asked: { members: { name } }, permissions: ["compute.firewallPolicies.get"] };
  return call(client, policy, "getAssociation", { action, method: "GET", ...asked, form: associationForm }, context);
}

export function removeAssociation(
  client: ComputeClient,
  policy: PolicyPath,
  name: string,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  const action = `removeAssociation ${name} of ${policyPath(policy)}`;
  const request = { action, query: { name, requestId }, permissions: associating };
  return call(client, policy, "removeAssociation", request, context);
}

export function getNetworkFirewallPolicy(
  client: ComputeClient,
  { project, policy }: PolicyPath,
  context: CallContext,
): Promise<ApiNetworkFirewallPolicy> {
  return getObject(client, policies, { project, name: policy }, networkFirewallPolicyForm, context);
}

/** The policies of a project with their associations, page by page. */
export function listNetworkFirewallPolicies(
  client: ComputeClient,
  project: string,
  context: CallContext,
  filter: string | undefined,
): AsyncGenerator<ApiNetworkFirewallPolicy, void, undefined> {
  return listProjectObjects(client, policies, project, networkFirewallPolicyForm, context, filter);
}

/** Endpoint 8. */
export function getPacketMirroringRule(
  client: ComputeClient,
  policy: PolicyPath,
  priority: number,
  context: CallContext,
): Promise<Answer<typeof firewallPolicyRuleForm>> {
  const action = `get the packet mirroring rule ${String(priority)} of ${policyPath(policy)}`;
  const asked = {
    query: { priority },
    asked: { members: { priority } },
    permissions: ["compute.firewallPolicies.get"],
  };
  return call(
    client,
    policy,
    "getPacketMirroringRule",
    { action, method: "GET", ...asked, form: firewallPolicyRuleForm },
    context,
  );
}

/** Of a VPC network: which policy it is attached to (public v1 reference). */
export const networkForm = {
  members: { id: "int64", name: "text", selfLink: "text", firewallPolicy: "text" },
} as const;

export function getNetwork(
  client: ComputeClient,
  project: string,
  network: string,
  context: CallContext,
): Promise<Answer<typeof networkForm>> {
  return getObject(client, { name: "networks", scope: "global" }, { project, name: network }, networkForm, context);
}
