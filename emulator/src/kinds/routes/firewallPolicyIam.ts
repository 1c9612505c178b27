import { validateCallBody, type Located } from "../collection";
import type { Call } from "../endpoint";
import { badRequest, required } from "../../basics/errors";
import {
  checkVersion,
  iamPolicyFields,
  POLICY_BYTES,
  renderPolicy,
  replacePolicy,
  type IamPolicy,
  type SentPolicy,
} from "../policies/iamPolicy";
import { isJsonObject, type JsonObject, type Resource } from "../../basics/json";
import type { Fields } from "../../basics/schema";
import { isValidBody } from "../../basics/validation";

/** The body of `setIamPolicy`, with the deprecated members beside the policy: these are members of the policy, too. */
export const setIamPolicyFields: Fields = {
  policy: { type: "object", fields: iamPolicyFields },
  ...Object.fromEntries(Object.entries(iamPolicyFields).filter(([name]) => name === "bindings" || name === "etag")),
};

/** `getIamPolicy`: the policy in the version that is asked for. */
export function getIamPolicy(call: Call, { resource }: Located): JsonObject {
  const { optionsRequestedPolicyVersion: version = 0 } = call.query;
  checkVersion(Number(version), "optionsRequestedPolicyVersion");
  return renderPolicy(readIamPolicy(resource), Number(version));
}

/** `setIamPolicy`: answers the policy itself and not an operation, because it holds at once. */
export function setIamPolicy(call: Call, { path, resource }: Located): JsonObject {
  const { world } = call;
  const { value } = validateCallBody(call, setIamPolicyFields, "insert");
  const limit = world.quotas.limit(POLICY_BYTES);
  const policy = replacePolicy(sentPolicy(call.body, value), readIamPolicy(resource), limit);
  world.store.put(path, { ...resource, iamPolicy: policy });
  return renderPolicy(policy, 3);
}

/** An empty policy is a valid one, so that what was sent decides which form a body has. */
function sentPolicy(sent: JsonObject, value: JsonObject): SentPolicy {
  const isFlat = sent.bindings !== undefined || sent.etag !== undefined;
  if (isJsonObject(sent.policy)) {
    if (isFlat)
      throw badRequest("The members 'bindings' and 'etag' are the deprecated form of 'policy': only one can be given.");
    return (value.policy ?? {}) as SentPolicy;
  }
  if (!isFlat) throw required("resource.policy");
  return value as SentPolicy;
}

/** Anything that is none, which only somebody outside can have left there, is passed over. */
function readIamPolicy({ iamPolicy }: Resource): IamPolicy | undefined {
  return isJsonObject(iamPolicy) && isValidBody(iamPolicyFields, iamPolicy) ? (iamPolicy as IamPolicy) : undefined;
}
