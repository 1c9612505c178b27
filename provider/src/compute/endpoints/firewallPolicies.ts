import type { CallContext, ComputeClient, ComputeRequest } from "../../http/client";
import { path } from "../../names/path";
import type { Answer } from "../../types/form";
import { iterateItems, pageForm } from "../paging";

/** Of an access control policy (specification, "Policy"). */
export const iamPolicyForm = {
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
} as const;

export type ApiPolicy = Answer<typeof iamPolicyForm>;
export type ApiBinding = NonNullable<ApiPolicy["bindings"]>[number];
export type ApiCondition = NonNullable<ApiBinding["condition"]>;

/** Of a hierarchical firewall policy in a list (public v1 reference): the service's number, and the name that somebody has given it. */
const firewallPolicyForm = { members: { name: "text", shortName: "text" } } as const;

const collection = "locations/global/firewallPolicies";

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
): AsyncGenerator<Answer<typeof firewallPolicyForm>, void, undefined> {
  const request = {
    action: `list ${collection} of ${parent}`,
    method: "GET",
    path: collection,
    query: { parentId: parent, maxResults: 500, filter },
    permissions: ["compute.firewallPolicies.list"],
    form: pageForm(firewallPolicyForm),
  } as const;
  return iterateItems(client, request, context, { keeps: "all" });
}

/** The policy version that knows conditions: with a lower one they would be left out of the answer. */
const versionWithConditions = 3;

/** The IAM policy of a hierarchical firewall policy (public v1 reference). */
export function getFirewallPolicyIamPolicy(
  client: ComputeClient,
  firewallPolicy: string,
  context: CallContext,
): Promise<ApiPolicy> {
  const query = { optionsRequestedPolicyVersion: versionWithConditions };
  return callMethod(client, firewallPolicy, "getIamPolicy", { method: "GET", query }, context);
}

/**
 * Endpoint 1. It takes no request id and starts no operation: the answer is the policy that holds from then on.
 *
 * @param policy the complete policy; its deprecated flat form is never sent
 */
export function setFirewallPolicyIamPolicy(
  client: ComputeClient,
  firewallPolicy: string,
  policy: ApiPolicy,
  context: CallContext,
): Promise<ApiPolicy> {
  return callMethod(client, firewallPolicy, "setIamPolicy", { method: "POST", body: { policy } }, context);
}

function callMethod(
  client: ComputeClient,
  firewallPolicy: string,
  name: string,
  request: Pick<ComputeRequest, "method" | "query" | "body">,
  context: CallContext,
): Promise<ApiPolicy> {
  const called = {
    action: `${name} ${collection}/${firewallPolicy}`,
    path: `${collection}/${path`${firewallPolicy}/${name}`}`,
    permissions: [`compute.firewallPolicies.${name}`],
    form: iamPolicyForm,
  };
  return client.request({ ...called, ...request }, context);
}
