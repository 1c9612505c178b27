import type { ApiPolicy } from "../../../compute/endpoints/firewallPolicies";
import { containsUnknown } from "../../../fields/unknown";
import { isEmpty, isValues, type Values } from "../../../fields/values";
import type { Change } from "../../../lifecycle/changes/borrow";
import { olderNameAdvice, oldRecordAdvice } from "../../../lifecycle/job/advice";
import type { Job } from "../../../lifecycle/job/job";
import { readAppliedValues } from "../../../lifecycle/job/outputKeys";
import { defineResource } from "../../../lifecycle/schema/definition";
import type { Target } from "../../../lifecycle/schema/description";
import { output, outputAs } from "../../../lifecycle/schema/field";
import { restores } from "../../../names/deleteEffects";
import { canonicalUrl } from "../../../names/links";
import { decideRestore, isNewlyOwned, withNewest } from "../../../parts/borrowedValue";
import {
  firewallPolicyDescription,
  grantedTo,
  grantIn,
  grantPath,
  membersIn,
  parseFirewallPolicy,
  policyIdentity,
  policyPath,
  readGrants,
  type GrantIdentity,
} from "./grant";
import {
  computeFingerprint,
  describeTaken,
  membersWithout,
  readMembers,
  toPolicyData,
  withMembers,
  type PolicyData,
} from "./iamPolicy";
import { policyDataKind } from "./kinds";
import {
  aliases,
  changePolicy,
  common,
  declaredMembers,
  firewallPolicy,
  memberConstraints,
  readPolicy,
  type TakingPlan,
} from "./sharedPolicy";

/** A whole policy (specification, endpoint 1). */
export const firewallPolicyIamPolicy = defineResource<GrantIdentity>({
  ...common,
  kind: "FirewallPolicyIamPolicy",
  deleteEffects: { DELETE: restores("the earlier policy", "a policy that somebody else has set since") },
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
  secretOutputs: ["previousPolicyData"],

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

const leftAlone =
  "the policy is not the one that the state records as set by this resource: somebody else has changed it, or a run that recorded nothing. It is left alone.";

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
              `the policy is as the program says already. It is adopted without a change, and destroy leaves it. ${olderNameAdvice} ${oldRecordAdvice}`,
            ]
          : []),
      ],
    };
  });
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

function wholeIn({ links }: Job, policy: ApiPolicy, { firewallPolicy: name }: GrantIdentity): Values {
  return { firewallPolicy: canonicalUrl(policyPath(name), links), policyData: toPolicyData(policy), etag: policy.etag };
}
