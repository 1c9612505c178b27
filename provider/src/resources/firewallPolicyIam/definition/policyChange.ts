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
import { readModifyWrite, type ReadModifyWrite } from "../../../lifecycle/readModifyWrite";
import { sharedRead } from "../../../lifecycle/sharedRead";
import { policyPath, type GrantIdentity } from "./grant";
import { bytesOf, fingerprintOf, successor, type PolicyData } from "./iamPolicy";

/** A policy has up to 1,500 members, and a refresh asks for the policy of each. */
export function sharedPolicy(job: Job, identity: GrantIdentity): Promise<ApiPolicy> {
  return sharedRead(job, policyPath(identity.firewallPolicy), (call) =>
    getFirewallPolicyIamPolicy(job.client, identity.firewallPolicy, call),
  );
}

/** @returns the policy that holds from then on: setting it answers with it, so that it need not be read again */
export function change(job: Job, identity: GrantIdentity, modify: Modify): Promise<ApiPolicy> {
  return readModifyWrite(job, {
    ...settingOf(job, identity, modify),
    // An answer that leaves out a part would take that part from the policy with the next write.
    after: (sent, answer) =>
      answer.etag !== undefined && fingerprintOf(answer) === fingerprintOf(sent) ? answer : undefined,
  });
}

/** As `change`, in a turn alone: the policy before and after it is recorded, and has to be what the service had. */
export function changeWhole(job: Job, identity: GrantIdentity, modify: Modify): Promise<ApiPolicy> {
  return readModifyWrite(job, settingOf(job, identity, modify));
}

type Modify = (policy: ApiPolicy, mayBeOurs: boolean) => PolicyData | undefined;

function settingOf(
  { client }: Job,
  { firewallPolicy: name }: GrantIdentity,
  modify: Modify,
): ReadModifyWrite<ApiPolicy, ApiPolicy> {
  return {
    action: "setIamPolicy",
    key: policyPath(name),
    versionOf: ({ etag }) => etag,
    read: (call) => getFirewallPolicyIamPolicy(client, name, call),
    modify(current, mayBeOurs) {
      const next = modify(current, mayBeOurs);
      return next && successor(current, next);
    },
    write: (policy, call) => setPolicy(client, name, policy, call),
  };
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
