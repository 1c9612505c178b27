import {
  getFirewallPolicyIamPolicy,
  setFirewallPolicyIamPolicy,
  type ApiPolicy,
} from "../../../compute/endpoints/firewallPolicies";
import type { CallContext, ComputeClient } from "../../../http/client";
import { ResponseError } from "../../../http/errors/responseError";
import { rulesOfOne } from "../../../compute/retryRules";
import { AdvisedError } from "../../../lifecycle/advice";
import type { Job } from "../../../lifecycle/job";
import { readModifyWrite } from "../../../lifecycle/readModifyWrite";
import { policyPath, type GrantIdentity } from "./grant";
import { bytesOf, successor, type PolicyData } from "./iamPolicy";

/** The policy as it is now. */
export function readPolicy({ client, call }: Job, { firewallPolicy }: GrantIdentity): Promise<ApiPolicy> {
  return getFirewallPolicyIamPolicy(client, firewallPolicy, call);
}

/** @returns the policy that holds from then on: setting it answers with it, so that it need not be read again */
export function changePolicy(
  job: Job,
  { firewallPolicy: name }: GrantIdentity,
  modify: (policy: ApiPolicy, mayBeOurs: boolean) => PolicyData | undefined,
): Promise<ApiPolicy> {
  const { client } = job;
  return readModifyWrite(job, {
    action: "setIamPolicy",
    key: policyPath(name),
    versionOf: ({ etag }) => etag,
    read: (call) => getFirewallPolicyIamPolicy(client, name, call),
    modify(current, mayBeOurs) {
      const next = modify(current, mayBeOurs);
      return next && successor(current, next);
    },
    write: (policy, call) => setPolicy(client, name, policy, call),
  });
}

/** How large a policy may be is not published exactly, so that its size is only told when the service complains of it. */
const complainsOfSize = /\b(size|bytes|large|long|limit|exceed\w*|at most|too many|maximum)\b/i;

async function setPolicy(
  client: ComputeClient,
  name: string,
  policy: ApiPolicy,
  call: CallContext,
): Promise<ApiPolicy> {
  try {
    return await setFirewallPolicyIamPolicy(client, name, policy, call);
  } catch (error) {
    if (!isRefusedForItsSize(error)) throw error;
    throw new AdvisedError({
      action: error.action,
      summary: error.summary,
      details: [
        ...error.details,
        `the policy that was sent has ${String(bytesOf(policy))} bytes, ${String(policy.bindings?.length ?? 0)} bindings`,
      ],
      hint: "Grant the role to a group in place of its members, or remove bindings that nobody needs.",
      effect: error.effect,
      cause: error,
    });
  }
}

/** An account that is not known may have the name `size`. */
function isRefusedForItsSize(error: unknown): error is ResponseError {
  if (!(error instanceof ResponseError)) return false;
  if (error.status !== 400) return error.status === 413;
  return complainsOfSize.test(error.serviceMessage) && !rulesOfOne.some(({ applies }) => applies(error));
}
