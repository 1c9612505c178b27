import {
  getFirewallPolicyIamPolicy,
  setFirewallPolicyIamPolicy,
  type ApiPolicy,
} from "../../../compute/endpoints/firewallPolicies";
import { foreignLinkKind } from "../../../fields/links";
import type { Values } from "../../../fields/values";
import type { Borrow, Plan } from "../../../lifecycle/changes/borrow";
import { readTogether } from "../../../lifecycle/changes/writeTogether";
import { AdvisedError, olderNameAdvice } from "../../../lifecycle/job/advice";
import type { Job } from "../../../lifecycle/job/job";
import type { Field } from "../../../lifecycle/schema/field";
import { ResponseError } from "../../../http/errors/responseError";
import { canonicalUrl } from "../../../names/links";
import { canonicalPrincipal, findDeletedAccount } from "../../../names/principals";
import {
  firewallPolicyDescription,
  grantedTo,
  grantPath,
  makeClaimScope,
  parseFirewallPolicy,
  policyPath,
  shortNameProblem,
  type GrantIdentity,
} from "./grant";
import { distinctMembers, type Grant, type PolicyData } from "./iamPolicy";
import { conditionKind, roleKind } from "./kinds";
import { successor } from "./successor";

/*
 * The policy that the three kinds share: how they name it, read it, and change it.
 */

/** The link to the policy. */
export const firewallPolicy: Field = {
  kind: foreignLinkKind("firewallPolicies", firewallPolicyDescription, parseFirewallPolicy, shortNameProblem),
  change: "replace",
  required: true,
  onTargetDelete: "cascades",
};

/** The role of a grant. */
export const role: Field = { kind: roleKind, change: "replace", required: true };

/** The condition of a grant. */
export const condition: Field = { kind: conditionKind, change: "replace" };

/** The parts that the three have in common. */
export const common = {
  path: grantPath,
  claimScope: makeClaimScope,
} as const;

/** The constraints on who may be given roles. */
export const memberConstraints = (argument: string) => ({
  "iam.allowedPolicyMemberDomains": argument,
  "iam.managed.allowedPolicyMembers": argument,
});

/** Words of other providers for the arguments that the three have in common. */
export const aliases = { policy: "firewallPolicy", resource: "firewallPolicy", conditions: "condition" };

/** The part that a kind keeps of a policy. */
type View = (job: Job, policy: ApiPolicy, identity: GrantIdentity) => Values | undefined;

/** Reads the part of its policy that a resource keeps. */
export async function readPolicy(job: Job, identity: GrantIdentity, view: View): Promise<Values | undefined> {
  const { firewallPolicy: name } = identity;
  const read = () => getFirewallPolicyIamPolicy(job.client, name, job.call);
  return view(job, await readTogether(job, policyPath(name), read), identity);
}

/** A change of a policy. Setting it answers with the policy that holds from then on, so that it need not be read again. */
export function changePolicy<P extends Plan<PolicyData>>(
  { client }: Job,
  { firewallPolicy: name }: GrantIdentity,
  plan: Borrow<ApiPolicy, PolicyData, P>["plan"],
): Borrow<ApiPolicy, PolicyData, P> {
  let sent: ApiPolicy = {};
  return {
    action: "setIamPolicy",
    key: policyPath(name),
    isConditional: true,
    version: ({ etag }) => etag,
    read: (call) => getFirewallPolicyIamPolicy(client, name, call),
    plan,
    after: successor,
    unchanged: (current) => current,
    write(next, current) {
      sent = successor(current, next);
      return { sendAtOnce: (call) => setFirewallPolicyIamPolicy(client, name, sent, call) };
    },
    explain: (error) => explainTwins(error, sent),
  };
}

/** A refusal of a policy that has an account beside a deleted one of the same name. The service does not always say so. */
function explainTwins(error: unknown, { bindings = [] }: ApiPolicy): unknown {
  if (!(error instanceof ResponseError) || error.status !== 400 || error.fault !== undefined) return error;
  const members = distinctMembers(bindings.flatMap((binding) => binding.members ?? []));
  const accounts = new Map(members.map((member) => [canonicalPrincipal(member), member]));
  const twins = members.flatMap((member) => {
    const account = accounts.get(findDeletedAccount(member) ?? "");
    return account === undefined ? [] : [`${member} is in the policy beside ${account}`];
  });
  if (twins.length === 0) return error;
  return new AdvisedError({
    action: error.action,
    summary: error.summary,
    details: [...error.details, ...twins],
    hint: "An account that was deleted and made again is another one. If the service means that, take the deleted one out of the policy, and run `pulumi up` again.",
    effect: error.effect,
    cause: error,
  });
}

/** A plan that takes something away. After a lost answer, the policy does not show that any more. */
export interface TakingPlan extends Plan<PolicyData> {
  readonly taken: readonly string[];
}

/** The words about members that have the role before the resource gives it to them. */
export function describeExisting(members: readonly string[]): string[] {
  return members.length === 0 ? [] : [`${members.join(", ")} had the role already. ${olderNameAdvice}`];
}

/** Of the members of a grant, those that another resource of the program gives it to: they keep it. */
export function declaredMembers(job: Job, grant: GrantIdentity, members: readonly string[]): string[] {
  return members.filter((member) =>
    grantedTo(grant, member).some((part) => job.run.claimOwner(job.urn, part) !== undefined),
  );
}

/** The outputs that name a grant. */
export function showGrant({ links }: Job, { firewallPolicy: name }: GrantIdentity, { role, condition }: Grant): Values {
  return { firewallPolicy: canonicalUrl(policyPath(name), links), role, condition };
}
