import { defineCollection, existing, validBody, type OutsideChange } from "../collection";
import type { Call } from "../endpoint";
import { badRequest, required } from "../errors";
import { stableText } from "../fingerprint";
import { firewallPolicyFields } from "../firewallPolicyFields";
import {
  bindingsField,
  checkVersion,
  iamPolicyFields,
  normalPolicy,
  POLICY_BYTES,
  renderPolicy,
  replacePolicy,
  type IamPolicy,
  type SentPolicy,
} from "../iamPolicy";
import { isJsonObject, type JsonObject, type Resource } from "../json";
import { splitPath } from "../links";
import type { Fields } from "../schema";
import { validateBody } from "../validation";

const setIamPolicyFields: Fields = {
  policy: { type: "object", fields: iamPolicyFields },
  bindings: bindingsField,
  etag: { type: "bytes" },
};

/**
 * Hierarchical firewall policies. They are put from outside, and only their IAM policies are served: these are kept in
 * the member `iamPolicy`, which the service's own firewall policies do not have.
 */
export const firewallPolicies = defineCollection({
  path: "locations/global/firewallPolicies/{firewallPolicy}",
  kind: "compute#firewallPolicy",
  listKind: "compute#firewallPolicyList",
  fields: firewallPolicyFields,
  complete,
  endpoints: [
    {
      method: "GET",
      path: "/compute/v1/locations/global/firewallPolicies/{resource}/getIamPolicy",
      query: { optionsRequestedPolicyVersion: "int32" },
      permissions: ["compute.firewallPolicies.getIamPolicy"],
      handle: getIamPolicy,
    },
    {
      method: "POST",
      path: "/compute/v1/locations/global/firewallPolicies/{resource}/setIamPolicy",
      body: setIamPolicyFields,
      changes: true,
      permissions: ["compute.firewallPolicies.setIamPolicy"],
      handle: setIamPolicy,
    },
  ],
});

function complete(object: Resource, { path, before }: OutsideChange): Resource {
  const { name } = splitPath(path);
  // The name of such a policy is its numeric id.
  const id = /^[0-9]+$/.test(name) ? name : object.id;
  const { iamPolicy } = object;
  if (!isJsonObject(iamPolicy) || stableText(iamPolicy) === stableText(before?.iamPolicy)) {
    return { ...object, id };
  }
  const context = { project: undefined, exists: () => true, isLeaving: () => false, name: "iamPolicy" };
  const { value } = validateBody(iamPolicyFields, iamPolicy, { ...context, mode: "insert" });
  return { ...object, id, iamPolicy: normalPolicy(value) };
}

function iamPolicyOf({ iamPolicy }: Resource): IamPolicy | undefined {
  return isJsonObject(iamPolicy) ? (iamPolicy as IamPolicy) : undefined;
}

function getIamPolicy(call: Call): JsonObject {
  const { optionsRequestedPolicyVersion: version = 0 } = call.query;
  checkVersion(Number(version), "optionsRequestedPolicyVersion");
  return renderPolicy(iamPolicyOf(existing(call, firewallPolicies).resource), Number(version));
}

/** Answers the policy itself and not an operation: it holds at once. */
function setIamPolicy(call: Call): JsonObject {
  const { world } = call;
  const { path, resource } = existing(call, firewallPolicies);
  const { value } = validBody(call, setIamPolicyFields, "insert");
  const limit = world.quotas.limit(POLICY_BYTES);
  const policy = replacePolicy(sentPolicy(call.body, value), iamPolicyOf(resource), limit);
  world.store.put(path, { ...resource, iamPolicy: policy });
  return renderPolicy(policy, 3);
}

/** An empty policy is a valid one, so that what was sent decides which form a body has. */
function sentPolicy(sent: JsonObject, value: JsonObject): SentPolicy {
  const isFlat = sent.bindings !== undefined || sent.etag !== undefined;
  if (isJsonObject(sent.policy)) {
    if (isFlat) {
      throw badRequest("The members 'bindings' and 'etag' are the deprecated form of 'policy': only one can be given.");
    }
    return (value.policy ?? {}) as SentPolicy;
  }
  if (!isFlat) {
    throw required("resource.policy");
  }
  return value as SentPolicy;
}
