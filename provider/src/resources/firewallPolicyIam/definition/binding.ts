import type { ApiPolicy } from "../../../compute/endpoints/firewallPolicies";
import { isEmpty, requiredText, type Values } from "../../../fields/values";
import type { Change } from "../../../lifecycle/changes/borrow";
import type { Job } from "../../../lifecycle/job/job";
import { defineResource } from "../../../lifecycle/schema/definition";
import type { Target } from "../../../lifecycle/schema/description";
import {
  grantedTo,
  grantIdentity,
  grantPath,
  identityNamedBy,
  joinRest,
  membersIn,
  readGrant,
  type GrantIdentity,
} from "./grant";
import { findGrant, membersAmong, membersWithout, onlyTheseMembers, readMembers } from "./iamPolicy";
import { principalsKind } from "./kinds";
import {
  aliases,
  changePolicy,
  common,
  condition,
  declaredMembers,
  describeExisting,
  firewallPolicy,
  memberConstraints,
  readPolicy,
  role,
  showGrant,
  type TakingPlan,
} from "./sharedPolicy";

/** All members of one role under one condition (specification, endpoint 1). */
export const firewallPolicyIamBinding = defineResource<GrantIdentity>({
  ...common,
  kind: "FirewallPolicyIamBinding",
  deleteEffects: { DELETE: { word: "revoke", says: "takes the role from all its members" } },
  handsOver: true,
  fields: {
    firewallPolicy,
    role,
    members: { kind: principalsKind, change: "update", required: true },
    condition,
  },
  argumentAliases: { ...aliases, member: "members" },
  constraints: memberConstraints("members"),
  identity: {
    members: ["firewallPolicy", "role", "condition"],
    read: (values, context) => grantIdentity(values, context, {}),
    parse: (id, context) => identityNamedBy(id, context, "[/CONDITION]"),
  },
  claims: (values, identity) => [
    [grantPath(identity)],
    ...membersIn(values).flatMap((member) => grantedTo(identity, member)),
  ],

  problems: ({ members }) =>
    isEmpty(members)
      ? [
          {
            property: "members",
            reason: "members must name at least one principal; to take the role from everybody, remove this resource.",
          },
        ]
      : [],

  create: (job, target) => setMembers(job, target, undefined),

  read: (job, identity) => readPolicy(job, identity, bindingIn),

  update: (job, target) => setMembers(job, target, membersIn(target.olds)),

  delete(job, identity, outputs) {
    const grant = readGrant(outputs);
    return changePolicy(job, identity, (policy) => {
      const actual = readMembers(policy, grant);
      const remaining = declaredMembers(job, identity, actual);
      const others = membersWithout(actual, [...remaining, ...membersIn(outputs)]);
      return {
        next: onlyTheseMembers(policy, grant, remaining),
        notices:
          others.length > 0 ? [`it took the role from ${others.join(", ")} too, whom the state does not record.`] : [],
      };
    });
  },
});

/**
 * Gives the role to the members of the program alone, and names those that lose it unseen.
 *
 * @param recorded the members that the state records: the preview shows those that go; `undefined` for a new resource
 */
function setMembers(
  job: Job,
  { identity, body }: Target<GrantIdentity>,
  recorded: readonly string[] | undefined,
): Change {
  const [grant, members] = [readGrant(body), membersIn(body)];
  return changePolicy<TakingPlan>(job, identity, (current, mayBeOurs, earlier) => {
    const actual = readMembers(current, grant);
    const others = membersWithout(actual, [...members, ...(recorded ?? [])]);
    const taken = mayBeOurs ? (earlier?.taken ?? []) : others;
    const existing = mayBeOurs || recorded !== undefined ? [] : membersAmong(members, actual);
    return {
      taken,
      next: onlyTheseMembers(current, grant, members),
      applied: (policy: ApiPolicy) => ({ returnedObject: bindingIn(job, policy, identity) }),
      notices: [
        ...(taken.length > 0
          ? [`it took the role from ${taken.join(", ")}: only the members that the program gives have it now.`]
          : []),
        ...describeExisting(existing),
      ],
    };
  });
}

function bindingIn(job: Job, policy: ApiPolicy, identity: GrantIdentity): Values | undefined {
  const found = findGrant(policy, requiredText(identity, "role"), joinRest(identity), "binding");
  return found && { ...showGrant(job, identity, found.grant), members: readMembers(policy, found.grant) };
}
