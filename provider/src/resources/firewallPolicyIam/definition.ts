import {
  getFirewallPolicyIamPolicy,
  setFirewallPolicyIamPolicy,
  type ApiPolicy,
} from "../../compute/endpoints/firewallPolicies";
import {
  firewallPolicyDescription,
  grantedTo,
  grantIdentity,
  grantIn,
  readGrant,
  grantPath,
  readGrants,
  identityNamedBy,
  membersIn,
  parseFirewallPolicy,
  makeClaimScope,
  policyIdentity,
  policyPath,
  joinRest,
  shortNameProblem,
  type GrantIdentity,
} from "./definition/grant";
import {
  toPolicyData,
  computeFingerprint,
  describeTaken,
  findGrant,
  readMembers,
  membersWithout,
  sameMembers,
  successor,
  withMembers,
  type Grant,
  type PolicyData,
} from "./definition/iamPolicy";
import { conditionKind, policyDataKind, principalKind, principalsKind, roleKind } from "./definition/kinds";
import { foreignLinkKind } from "../../fields/links";
import { containsUnknown } from "../../fields/unknown";
import { isEmpty, isValues, requiredText, text, type Values } from "../../fields/values";
import type { Target } from "../../lifecycle/schema/description";
import { oldRecordAdvice } from "../../lifecycle/job/advice";
import { output, outputAs, type Field } from "../../lifecycle/schema/field";
import type { Job } from "../../lifecycle/job/job";
import { readAppliedValues } from "../../lifecycle/job/outputKeys";
import { defineResource } from "../../lifecycle/schema/definition";
import type { Borrow, Change, Plan } from "../../lifecycle/changes/borrow";
import { readTogether } from "../../lifecycle/changes/writeTogether";
import { canonicalUrl } from "../../names/links";
import { decideRestore, isNewlyOwned, withNewest } from "../../parts/borrowedValue";
import { canonicalPrincipal } from "../../names/principals";

const firewallPolicy: Field = {
  kind: foreignLinkKind("firewallPolicies", firewallPolicyDescription, parseFirewallPolicy, shortNameProblem),
  change: "replace",
  required: true,
  onTargetDelete: "cascades",
};
const role: Field = { kind: roleKind, change: "replace", required: true };
const condition: Field = { kind: conditionKind, change: "replace" };

/** The parts that the three have in common. */
const common = {
  deletionPolicies: false,
  path: grantPath,
  claimScope: makeClaimScope,
} as const;

/** The constraints on who may be given roles. */
const memberConstraints = (argument: string) => ({
  "iam.allowedPolicyMemberDomains": argument,
  "iam.managed.allowedPolicyMembers": argument,
});

const aliases = { policy: "firewallPolicy", resource: "firewallPolicy", conditions: "condition" };

/** All members of one role under one condition (specification, endpoint 1). */
export const firewallPolicyIamBinding = defineResource<GrantIdentity>({
  ...common,
  kind: "FirewallPolicyIamBinding",
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

  create: (job, target) => setMembers(job, target, []),

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

/** One member of one role under one condition (specification, endpoint 1). */
export const firewallPolicyIamMember = defineResource<GrantIdentity>({
  ...common,
  kind: "FirewallPolicyIamMember",
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
    return changePolicy(job, identity, (current) => {
      const members = readMembers(current, grant);
      return {
        next: onlyTheseMembers(current, grant, [...members, ...membersWithout([member], members)]),
        applied: (policy: ApiPolicy) => ({ returnedObject: memberIn(job, policy, identity) }),
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

/** A whole policy (specification, endpoint 1). */
export const firewallPolicyIamPolicy = defineResource<GrantIdentity>({
  ...common,
  kind: "FirewallPolicyIamPolicy",
  fields: {
    firewallPolicy,
    policyData: { kind: policyDataKind, change: "update", required: true },
    etag: output,
    previousPolicyData: outputAs(policyDataKind.form),
  },
  argumentAliases: { ...aliases, bindings: "policyData: { bindings }", auditConfigs: "policyData: { auditConfigs }" },
  constraints: memberConstraints("policyData"),
  identity: {
    members: ["firewallPolicy"],
    read: (values, context) => policyIdentity(values, context),
    parse(id, context) {
      const parsed = parseFirewallPolicy(id, context);
      if ("problem" in parsed)
        throw new Error(`${JSON.stringify(id)} is not ${firewallPolicyDescription}: ${parsed.problem}.`);
      return { firewallPolicy: parsed.name };
    },
  },
  claims: ({ policyData }, identity) => [
    [grantPath(identity)],
    ...readGrants(policyData).flatMap((binding) =>
      membersIn(binding).flatMap((member) => grantedTo(grantIn(identity, binding), member)),
    ),
  ],
  localOutputs: ["previousPolicyData"],

  create: (job, target) => replaceWhole(job, target, {}),

  read: (job, identity) => readPolicy(job, identity, wholeIn),

  deriveApplied: ({ policyData }) => [computeFingerprint(policyData as PolicyData)],

  update: (job, target) => replaceWhole(job, target, target.olds),

  ownershipChanges(olds, { policyData }, context) {
    const isReadable = policyDataKind.problems(policyData, "policyData", context).length === 0;
    if (!isReadable || containsUnknown(policyData)) return [];
    const declared: unknown = computeFingerprint(policyDataKind.canonical?.(policyData, context) as PolicyData);
    return isNewlyOwned(declared, readAppliedValues(olds), Object.is) ? ["policyData"] : [];
  },

  delete(job, identity, outputs) {
    const previous = outputs.previousPolicyData;
    if (!isValues(previous)) {
      job.notice("the earlier policy is not known, because this one was imported; it is left as it is.");
      return undefined;
    }
    return changePolicy(job, identity, (current) => {
      const next = withDeclaredGrants(job, identity, previous, current);
      const [actual, value] = [current, next].map(computeFingerprint);
      const applied = readAppliedValues(outputs);
      const decision = decideRestore<unknown>({ actual, applied, previous: { value } }, Object.is);
      return {
        next: decision === "restore" ? next : undefined,
        notices: decision === "changedByOthers" ? [leftAlone] : [],
      };
    });
  },
});

/** The part that a kind keeps of a policy. */
type View = (job: Job, policy: ApiPolicy, identity: GrantIdentity) => Values | undefined;

async function readPolicy(job: Job, identity: GrantIdentity, view: View): Promise<Values | undefined> {
  const { firewallPolicy: name } = identity;
  const read = () => getFirewallPolicyIamPolicy(job.client, name, job.call);
  return view(job, await readTogether(job, policyPath(name), read), identity);
}

const leftAlone =
  "the policy is not the one that the state records as set by this resource: somebody else has changed it, or a run that recorded nothing. It is left alone.";

/** A change of a policy. Setting it answers with the policy that holds from then on, so that it need not be read again. */
function changePolicy<P extends Plan<PolicyData>>(
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
interface TakingPlan extends Plan<PolicyData> {
  readonly taken: readonly string[];
}

/**
 * Gives the role to the members of the program alone, and names those that lose it unseen.
 *
 * @param recorded the members that the state records: the preview shows those that go
 */
function setMembers(job: Job, { identity, body }: Target<GrantIdentity>, recorded: readonly string[]): Change {
  const [grant, members] = [readGrant(body), membersIn(body)];
  return changePolicy<TakingPlan>(job, identity, (current, mayBeOurs, earlier) => {
    const others = membersWithout(readMembers(current, grant), [...members, ...recorded]);
    const taken = mayBeOurs ? (earlier?.taken ?? []) : others;
    return {
      taken,
      next: onlyTheseMembers(current, grant, members),
      applied: (policy: ApiPolicy) => ({ returnedObject: bindingIn(job, policy, identity) }),
      notices:
        taken.length > 0
          ? [`it took the role from ${taken.join(", ")}: only the members that the program gives have it now.`]
          : [],
    };
  });
}

/** Sets the whole policy. Until that is known to have landed, any policy of an earlier attempt may be ours. */
function replaceWhole(job: Job, { identity, body }: Target<GrantIdentity>, olds: Values): Change {
  const wanted = body.policyData as PolicyData;
  const isRecorded = policyDataKind.problems(olds.policyData, "policyData", {}).length === 0;
  const recorded = isRecorded ? (policyDataKind.canonical(olds.policyData, {}) as PolicyData) : {};
  const own = computeFingerprint(wanted);
  return changePolicy<TakingPlan>(job, identity, (current, mayBeOurs, earlier) => {
    const taken = mayBeOurs ? (earlier?.taken ?? []) : describeTaken(current, [wanted, recorded]);
    const isAlreadySet = computeFingerprint(current) === own;
    const isAdopted = isAlreadySet && !mayBeOurs && isEmpty(olds);
    return {
      taken,
      next: isAlreadySet ? undefined : wanted,
      record: {
        appliedValues: withNewest<unknown>(own, readAppliedValues(olds)),
        // A value that the runtime has recorded of an earlier run is kept; so this counts for the very first change alone.
        writeOnceOutputs: mayBeOurs ? {} : { previousPolicyData: toPolicyData(current) },
      },
      applied: (policy: ApiPolicy) => ({ appliedValues: [own], returnedObject: wholeIn(job, policy, identity) }),
      notices: [
        ...(taken.length > 0
          ? [`it took away ${taken.join("; ")}: the policy is now what the program gives, and nothing else.`]
          : []),
        ...(isAdopted
          ? [
              `the policy is as the program says already. It is adopted without a change, and destroy leaves it. ${oldRecordAdvice}`,
            ]
          : []),
      ],
    };
  });
}

/** Of the members of a grant, those that another resource of the program gives it to: they keep it. */
function declaredMembers(job: Job, grant: GrantIdentity, members: readonly string[]): string[] {
  return members.filter((member) =>
    grantedTo(grant, member).some((part) => job.run.claimOwner(job.urn, part) !== undefined),
  );
}

/** The policy that is put back, with what other resources of the program grant. */
function withDeclaredGrants(job: Job, identity: GrantIdentity, previous: PolicyData, current: PolicyData): PolicyData {
  return (current.bindings ?? []).reduce<ApiPolicy>((policy, { role = "", condition, members = [] }) => {
    const grant = { role, condition };
    const declared = declaredMembers(job, grantIn(identity, { role, condition }), members);
    const next = readMembers(policy, grant);
    const missing = membersWithout(declared, next);
    return missing.length === 0 ? policy : withMembers(policy, grant, [...next, ...missing]);
  }, previous);
}

function bindingIn(job: Job, policy: ApiPolicy, identity: GrantIdentity): Values | undefined {
  const found = findGrant(policy, requiredText(identity, "role"), joinRest(identity), "binding");
  return found && { ...shown(job, identity, found.grant), members: readMembers(policy, found.grant) };
}

function memberIn(job: Job, policy: ApiPolicy, identity: GrantIdentity): Values | undefined {
  const found = findGrant(policy, requiredText(identity, "role"), joinRest(identity), "member");
  return found && { ...shown(job, identity, found.grant), member: found.member };
}

function wholeIn(job: Job, policy: ApiPolicy, identity: GrantIdentity): Values {
  return { firewallPolicy: shown(job, identity).firewallPolicy, policyData: toPolicyData(policy), etag: policy.etag };
}

function onlyTheseMembers(policy: ApiPolicy, grant: Grant, members: readonly string[]): ApiPolicy | undefined {
  return sameMembers(readMembers(policy, grant), members) ? undefined : withMembers(policy, grant, members);
}

function shown({ links }: Job, { firewallPolicy: name }: GrantIdentity, grant?: Grant): Values {
  return { firewallPolicy: canonicalUrl(policyPath(name), links), role: grant?.role, condition: grant?.condition };
}
