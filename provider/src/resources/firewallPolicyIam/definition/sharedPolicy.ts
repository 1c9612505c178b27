import {
  getFirewallPolicyIamPolicy,
  setFirewallPolicyIamPolicy,
  type ApiPolicy,
} from "../../../compute/endpoints/firewallPolicies";
import { foreignLinkKind } from "../../../fields/links";
import type { Values } from "../../../fields/values";
import type { Borrow, Plan } from "../../../lifecycle/changes/borrow";
import { readTogether } from "../../../lifecycle/changes/writeTogether";
import type { Job } from "../../../lifecycle/job/job";
import type { Field } from "../../../lifecycle/schema/field";
import { canonicalUrl } from "../../../names/links";
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
import type { Grant, PolicyData } from "./iamPolicy";
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
  deletionPolicies: false,
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
  return {
    action: "setIamPolicy",
    key: policyPath(name),
    isConditional: true,
    version: ({ etag }) => etag,
    read: (call) => getFirewallPolicyIamPolicy(client, name, call),
    plan,
    after: successor,
    unchanged: (current) => current,
    write: (next, current) => ({
      sendAtOnce: (call) => setFirewallPolicyIamPolicy(client, name, successor(current, next), call),
    }),
  };
}

/** A plan that takes something away. After a lost answer, the policy does not show that any more. */
export interface TakingPlan extends Plan<PolicyData> {
  readonly taken: readonly string[];
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
