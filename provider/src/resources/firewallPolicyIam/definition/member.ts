import type { ApiPolicy } from "../../../compute/endpoints/firewallPolicies";
import { requiredText, text, type Values } from "../../../fields/values";
import type { Job } from "../../../lifecycle/job/job";
import { defineResource } from "../../../lifecycle/schema/definition";
import { canonicalPrincipal } from "../../../names/principals";
import { grantedTo, grantIdentity, identityNamedBy, joinRest, readGrant, type GrantIdentity } from "./grant";
import { findGrant, membersAmong, membersWithout, onlyTheseMembers, readMembers } from "./iamPolicy";
import { principalKind } from "./kinds";
import {
  aliases,
  changePolicy,
  common,
  condition,
  describeExisting,
  firewallPolicy,
  memberConstraints,
  readPolicy,
  role,
  showGrant,
} from "./sharedPolicy";

/** One member of one role under one condition (specification, endpoint 1). */
export const firewallPolicyIamMember = defineResource<GrantIdentity>({
  ...common,
  kind: "FirewallPolicyIamMember",
  deleteEffects: { DELETE: { word: "revoke", says: "takes the role from the member" } },
  handsOver: true,
  fields: {
    firewallPolicy,
    role,
    // A service account that is made anew under its name is another principal, which the old grant does not reach.
    member: { kind: principalKind, change: "replace", required: true, onTargetDelete: "cascades" },
    condition,
  },
  argumentAliases: { ...aliases, members: "member" },
  constraints: memberConstraints("member"),
  identity: {
    members: ["firewallPolicy", "role", "member", "condition"],
    read(values, context) {
      const member = text(values, "member");
      return member === undefined ? undefined : grantIdentity(values, context, { member: canonicalPrincipal(member) });
    },
    parse: (id, context) => identityNamedBy(id, context, "/MEMBER[/CONDITION]"),
  },
  repeatable: true,
  claims: ({ member }, identity) => grantedTo(identity, member),

  create(job, { identity, body }) {
    const [grant, member] = [readGrant(body), requiredText(body, "member")];
    return changePolicy(job, identity, (current, mayBeOurs) => {
      const members = readMembers(current, grant);
      return {
        next: onlyTheseMembers(current, grant, [...members, ...membersWithout([member], members)]),
        applied: (policy: ApiPolicy) => ({ returnedObject: memberIn(job, policy, identity) }),
        notices: mayBeOurs ? [] : describeExisting(membersAmong([member], members)),
      };
    });
  },

  read: (job, identity) => readPolicy(job, identity, memberIn),

  delete(job, identity, outputs) {
    const [grant, member] = [readGrant(outputs), requiredText(outputs, "member")];
    return changePolicy(job, identity, (policy) => ({
      next: onlyTheseMembers(policy, grant, membersWithout(readMembers(policy, grant), [member])),
    }));
  },
});

function memberIn(job: Job, policy: ApiPolicy, identity: GrantIdentity): Values | undefined {
  const found = findGrant(policy, requiredText(identity, "role"), joinRest(identity), "member");
  return found && { ...showGrant(job, identity, found.grant), member: found.member };
}
