import type { CallContext, ComputeClient } from "../../http/client";
import { path } from "../../names/path";
import type { FormFor } from "../../types/form";
import { iterateItems, pageForm } from "../paging";

/** An access control policy as the API has it (specification, "Policy"). */
export interface ApiPolicy {
  version?: number;
  bindings?: ApiBinding[];
  auditConfigs?: ApiAuditConfig[];
  etag?: string;
}

export interface ApiBinding {
  role: string;
  members?: string[];
  condition?: ApiCondition;
}

export interface ApiCondition {
  expression?: string;
  title?: string;
  description?: string;
  location?: string;
}

export interface ApiAuditConfig {
  service?: string;
  auditLogConfigs?: ApiAuditLogConfig[];
}

export interface ApiAuditLogConfig {
  logType?: string;
  exemptedMembers?: string[];
}

const policyForm: FormFor<ApiPolicy> = {
  members: {
    version: "number",
    bindings: {
      list: {
        members: {
          role: "text",
          members: { list: "text" },
          condition: { members: { expression: "text", title: "text", description: "text", location: "text" } },
        },
      },
    },
    auditConfigs: {
      list: {
        members: {
          service: "text",
          auditLogConfigs: { list: { members: { logType: "text", exemptedMembers: { list: "text" } } } },
        },
      },
    },
    etag: "text",
  },
};

/** A hierarchical firewall policy, as far as a list is read (public v1 reference). */
export interface ApiFirewallPolicy {
  /** The number that the service gives the policy. */
  name?: string;
  /** The name that somebody has given it. */
  shortName?: string;
}

/**
 * The hierarchical firewall policies of an organization or a folder, page by page.
 *
 * @param parent `organizations/NUMBER` or `folders/NUMBER`
 */
export function listFirewallPolicies(
  client: ComputeClient,
  parent: string,
  context: CallContext,
  filter: string | undefined,
): AsyncGenerator<ApiFirewallPolicy, void, undefined> {
  const collection = "locations/global/firewallPolicies";
  return iterateItems(
    client,
    {
      action: `list ${collection} of ${parent}`,
      method: "GET",
      path: collection,
      query: { parentId: parent, maxResults: 500, filter },
      permissions: ["compute.firewallPolicies.list"],
      form: pageForm({ members: { name: "text", shortName: "text" } }),
    },
    context,
  );
}

/** The policy version that knows conditions: with a lower one they would be left out of the answer. */
const versionWithConditions = 3;

/** The IAM policy of a hierarchical firewall policy (public v1 reference). */
export async function getFirewallPolicyIamPolicy(
  client: ComputeClient,
  firewallPolicy: string,
  context: CallContext,
): Promise<ApiPolicy> {
  return client.request<ApiPolicy>(
    {
      action: `getIamPolicy locations/global/firewallPolicies/${firewallPolicy}`,
      method: "GET",
      path: path`locations/global/firewallPolicies/${firewallPolicy}/getIamPolicy`,
      query: { optionsRequestedPolicyVersion: versionWithConditions },
      permissions: ["compute.firewallPolicies.getIamPolicy"],
      form: policyForm,
    },
    context,
  );
}

/**
 * Endpoint 1. It takes no request id and starts no operation: the answer is the policy that holds from then on.
 *
 * @param policy the complete policy; its deprecated flat form is never sent
 */
export async function setFirewallPolicyIamPolicy(
  client: ComputeClient,
  firewallPolicy: string,
  policy: ApiPolicy,
  context: CallContext,
): Promise<ApiPolicy> {
  return client.request<ApiPolicy>(
    {
      action: `setIamPolicy locations/global/firewallPolicies/${firewallPolicy}`,
      method: "POST",
      path: path`locations/global/firewallPolicies/${firewallPolicy}/setIamPolicy`,
      body: { policy },
      permissions: ["compute.firewallPolicies.setIamPolicy"],
      form: policyForm,
    },
    context,
  );
}
