import { AdvisedError } from "../../lifecycle/advice";
import {
  getFirewallPolicyIamPolicy,
  setFirewallPolicyIamPolicy,
  type ApiCondition,
  type ApiPolicy,
} from "../../compute/endpoints/firewallPolicies";
import type { CallContext, ComputeClient } from "../../http/client";
import { ResponseError } from "../../http/errors/responseError";
import { firewallPolicyDescription, parseFirewallPolicy, parseGrantId } from "./definition/policyPath";
import {
  bytesOf,
  conditionId,
  dataOf,
  fingerprintOf,
  findGrant,
  hasCondition,
  membersOf,
  membersWithout,
  sameMembers,
  successor,
  withMembers,
  type Grant,
  type PolicyData,
} from "./definition/iamPolicy";
import { canonicalUrl, type LinkContext } from "../../names/links";
import { canonicalPrincipal } from "../../names/principals";
import type { Identity, ResourceDefinition, Target } from "../../lifecycle/definition";
import type { Field } from "../../lifecycle/field";
import type { Job } from "../../lifecycle/job";
import { conditionKind, policyDataKind, principalKind, principalsKind, roleKind } from "./definition/kinds";
import { foreignLinkKind } from "../../fields/links";
import { outputKind } from "../../fields/scalars";
import { readModifyWrite, type ReadModifyWrite } from "../../lifecycle/readModifyWrite";
import { sharedRead } from "../../lifecycle/sharedRead";
import { ownOf } from "../../lifecycle/recorded";
import type { Part } from "../../lifecycle/memory/claim";
import { containsUnknown } from "../../fields/unknown";
import { isEmpty, isValues, requiredText, text, type Values } from "../../fields/values";

const output: Field = { kind: outputKind, change: "output" };

const firewallPolicy: Field = {
  kind: foreignLinkKind(firewallPolicyDescription, parseFirewallPolicy),
  change: "replace",
  required: true,
};
const role: Field = { kind: roleKind, change: "replace", required: true };
const condition: Field = { kind: conditionKind, change: "replace" };

const minutes = 60_000;

/** What the three have in common. */
const common = {
  timeouts: { create: 20 * minutes, update: 20 * minutes, delete: 20 * minutes },
  deletionPolicies: false,
  path: ({ firewallPolicy: name, role, ...more }: GrantIdentity) =>
    [policyPath(name), role, ...restOf(more)].filter((part) => part !== undefined).join("/"),
} as const;

/** What the path of a whole policy has, and what it has of a grant. `rest` is what an id says behind the role. */
type GrantIdentity = Identity<"firewallPolicy"> & Partial<Identity<"role" | "member" | "condition" | "rest">>;

const aliases = { policy: "firewallPolicy", resource: "firewallPolicy", conditions: "condition" };

/** All members of one role under one condition (specification, endpoint 1). */
export const firewallPolicyIamBinding: ResourceDefinition<GrantIdentity> = {
  ...common,
  kind: "FirewallPolicyIamBinding",
  fields: {
    firewallPolicy,
    role,
    members: { kind: principalsKind, change: "update", required: true },
    condition,
  },
  argumentAliases: { ...aliases, member: "members" },
  identity: ["firewallPolicy", "role", "condition"],
  claims: (values, identity) => [
    [common.path(identity)],
    ...membersIn(values).flatMap((member) => grantedTo(identity, member)),
  ],
  identityFrom: (values, context) => grantIdentity(values, context, {}),
  parseId: (id, context) => identityNamedBy(id, context, "[/CONDITION]"),

  problems: ({ members }) =>
    isEmpty(members)
      ? [
          {
            property: "members",
            reason: "members must name at least one principal; to take the role from everybody, remove this resource.",
          },
        ]
      : [],

  async create(job, { identity, body }) {
    const [grant, members] = [grantOf(body), membersIn(body)];
    let others: string[] = [];
    const policy = await change(job, identity, (policy, mayBeOurs) => {
      if (!mayBeOurs) others = membersWithout(membersOf(policy, grant), members);
      return onlyTheseMembers(policy, grant, members);
    });
    if (others.length > 0) {
      job.notice(`it took the role from ${others.join(", ")}: only the members that the program gives have it now.`);
    }
    job.ledger.answers(bindingIn(job, policy, identity));
  },

  read: async (job, identity) => bindingIn(job, await sharedPolicy(job, identity), identity),

  async update(job, { identity, body }) {
    const policy = await change(job, identity, (current) => onlyTheseMembers(current, grantOf(body), membersIn(body)));
    job.ledger.answers(bindingIn(job, policy, identity));
  },

  async delete(job, identity, outputs) {
    const grant = grantOf(outputs);
    await change(job, identity, (policy) =>
      onlyTheseMembers(policy, grant, declaredMembers(job, identity, membersOf(policy, grant))),
    );
  },
};

/** One member of one role under one condition (specification, endpoint 1). */
export const firewallPolicyIamMember: ResourceDefinition<GrantIdentity> = {
  ...common,
  kind: "FirewallPolicyIamMember",
  fields: { firewallPolicy, role, member: { kind: principalKind, change: "replace", required: true }, condition },
  argumentAliases: { ...aliases, members: "member" },
  identity: ["firewallPolicy", "role", "member", "condition"],
  claims: ({ member }, identity) => grantedTo(identity, member),
  identityFrom(values, context) {
    const member = text(values, "member");
    return member === undefined ? undefined : grantIdentity(values, context, { member: canonicalPrincipal(member) });
  },
  parseId: (id, context) => identityNamedBy(id, context, "/MEMBER[/CONDITION]"),

  async create(job, { identity, body }) {
    const [grant, member] = [grantOf(body), requiredText(body, "member")];
    const policy = await change(job, identity, (current) => {
      const there = membersOf(current, grant);
      return onlyTheseMembers(current, grant, [...there, ...membersWithout([member], there)]);
    });
    job.ledger.answers(memberIn(job, policy, identity));
  },

  read: async (job, identity) => memberIn(job, await sharedPolicy(job, identity), identity),

  async delete(job, identity, outputs) {
    const [grant, member] = [grantOf(outputs), requiredText(outputs, "member")];
    await change(job, identity, (policy) =>
      onlyTheseMembers(policy, grant, membersWithout(membersOf(policy, grant), [member])),
    );
  },
};

/** A whole policy (specification, endpoint 1). */
export const firewallPolicyIamPolicy: ResourceDefinition<GrantIdentity> = {
  ...common,
  kind: "FirewallPolicyIamPolicy",
  fields: {
    firewallPolicy,
    policyData: { kind: policyDataKind, change: "update", required: true },
    etag: output,
    previousPolicyData: output,
  },
  argumentAliases: { ...aliases, bindings: "policyData: { bindings }", auditConfigs: "policyData: { auditConfigs }" },
  identity: ["firewallPolicy"],
  identityFrom: (values, context) => policyIdentity(values, context),
  claims: ({ policyData }, identity) => [
    [common.path(identity)],
    ...grantsOf(policyData).flatMap((binding) =>
      membersIn(binding).flatMap((member) => grantedTo(grantIn(identity, binding), member)),
    ),
  ],
  previousUnknown:
    "The earlier policy is unknown: a destroy leaves the policy as it is, so keep a copy of the policy that you want to restore.",
  remembered: ["previousPolicyData"],

  parseId(id, context) {
    const parsed = parseFirewallPolicy(id, context);
    if ("problem" in parsed)
      throw new Error(`${JSON.stringify(id)} is not ${firewallPolicyDescription}: ${parsed.problem}.`);
    return { firewallPolicy: parsed.name };
  },

  create: (job, target) => replaceWhole(job, target, []),

  read: async (job, identity) => wholeIn(job, await sharedPolicy(job, identity), identity),

  update: (job, target) => replaceWhole(job, target, ownOf(target.olds)),

  async delete(job, identity, outputs) {
    const previous: PolicyData = isValues(outputs.previousPolicyData) ? outputs.previousPolicyData : {};
    let foreign = false;
    await changeWhole(job, identity, (current) => {
      const there = fingerprintOf(current);
      const next = withDeclaredGrants(job, identity, previous, current);
      const done = there === fingerprintOf(next);
      foreign = !done && !ownOf(outputs).includes(there);
      return done || foreign ? undefined : next;
    });
    if (foreign) job.notice("the policy is no longer the one that this resource set; it is left alone.");
  },
};

/** Sets the whole policy. Until that is known to have landed, any policy of an earlier attempt may be ours. */
async function replaceWhole(
  job: Job,
  { identity, body }: Target<GrantIdentity>,
  before: readonly unknown[],
): Promise<void> {
  const wanted = body.policyData as PolicyData;
  const own = fingerprintOf(wanted);
  job.ledger.sets(own, ...before.filter((other) => other !== own));
  const policy = await changeWhole(job, identity, (current, mayBeOurs) => {
    // What the runtime has recorded of an earlier run is kept; so this counts for the very first change alone.
    if (!mayBeOurs) job.ledger.remembers({ previousPolicyData: dataOf(current) });
    return fingerprintOf(current) === own ? undefined : wanted;
  });
  job.ledger.sets(own);
  job.ledger.answers(wholeIn(job, policy, identity));
}

/** Of the members of a grant, those that another resource of the program gives it to: they keep it. */
function declaredMembers(job: Job, grant: GrantIdentity, members: readonly string[]): string[] {
  return members.filter((member) =>
    grantedTo(grant, member).some((part) => job.run.claimantOf(job.urn, part) !== undefined),
  );
}

/** The policy that is put back, with what other resources of the program grant. */
function withDeclaredGrants(job: Job, identity: GrantIdentity, previous: PolicyData, current: PolicyData): PolicyData {
  return (current.bindings ?? []).reduce<ApiPolicy>((policy, { role = "", condition, members = [] }) => {
    const grant = { role, condition };
    const declared = declaredMembers(job, grantIn(identity, { role, condition }), members);
    const there = membersOf(policy, grant);
    const missing = membersWithout(declared, there);
    return missing.length === 0 ? policy : withMembers(policy, grant, [...there, ...missing]);
  }, previous);
}

function bindingIn(job: Job, policy: ApiPolicy, identity: GrantIdentity): Values | undefined {
  const found = findGrant(policy, requiredText(identity, "role"), restOf(identity).join("/"), "binding");
  return found && { ...shown(job, identity, found.grant), members: membersOf(policy, found.grant) };
}

function memberIn(job: Job, policy: ApiPolicy, identity: GrantIdentity): Values | undefined {
  const found = findGrant(policy, requiredText(identity, "role"), restOf(identity).join("/"), "member");
  return found && { ...shown(job, identity, found.grant), member: found.member };
}

function wholeIn(job: Job, policy: ApiPolicy, identity: GrantIdentity): Values {
  return { firewallPolicy: shown(job, identity).firewallPolicy, policyData: dataOf(policy), etag: policy.etag };
}

function onlyTheseMembers(policy: ApiPolicy, grant: Grant, members: readonly string[]): ApiPolicy | undefined {
  return sameMembers(membersOf(policy, grant), members) ? undefined : withMembers(policy, grant, members);
}

/** A policy has up to 1,500 members, and a refresh asks for the policy of each. */
function sharedPolicy(job: Job, identity: GrantIdentity): Promise<ApiPolicy> {
  return sharedRead(job, policyPath(identity.firewallPolicy), (call) =>
    getFirewallPolicyIamPolicy(job.client, identity.firewallPolicy, call),
  );
}

/** @returns the policy that holds from then on: setting it answers with it, so that it need not be read again */
function change(job: Job, identity: GrantIdentity, modify: Modify): Promise<ApiPolicy> {
  return readModifyWrite(job, {
    ...settingOf(job, identity, modify),
    // An answer that leaves out a part would take that part from the policy with the next write.
    after: (sent, answer) =>
      answer.etag !== undefined && fingerprintOf(answer) === fingerprintOf(sent) ? answer : undefined,
  });
}

/** As `change`, in a turn alone: the policy before and after it is recorded, and has to be what the service had. */
function changeWhole(job: Job, identity: GrantIdentity, modify: Modify): Promise<ApiPolicy> {
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
    const refused = error instanceof ResponseError && (error.status === 413 || error.status === 400);
    if (!refused || !(error.status === 413 || complainsOfSize.test(error.serviceMessage))) throw error;
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

function grantOf(values: Values): Grant {
  const found = isValues(values.condition) ? (values.condition as ApiCondition) : undefined;
  return { role: requiredText(values, "role"), condition: found };
}

/** The part of a policy that a member has by a grant, whichever kind of resource says so; none while it is not known. */
function grantedTo({ firewallPolicy, role = "", condition = "" }: GrantIdentity, member: unknown): Part[] {
  const grant = { firewallPolicy, role, condition };
  return typeof member === "string" && !containsUnknown(member)
    ? [[common.path(grant), canonicalPrincipal(member)]]
    : [];
}

/** The bindings of a policy that are known. */
function grantsOf(policyData: unknown): Values[] {
  const bindings: unknown = isValues(policyData) ? policyData.bindings : undefined;
  return Array.isArray(bindings)
    ? bindings.filter(isValues).filter((binding) => text(binding, "role") !== undefined && !containsUnknown(binding))
    : [];
}

function membersIn({ members }: Values): string[] {
  return Array.isArray(members) ? (members as string[]) : [];
}

function shown({ links }: Job, { firewallPolicy: name }: GrantIdentity, grant?: Grant): Values {
  return { firewallPolicy: canonicalUrl(policyPath(name), links), role: grant?.role, condition: grant?.condition };
}

function policyPath(name: string): string {
  return `locations/global/firewallPolicies/${name}`;
}

/** What tells one grant of a role from another in an id: `rest` where the id was given, else its members. */
function restOf({ rest, member, condition: id }: Omit<GrantIdentity, "firewallPolicy">): string[] {
  return [rest, member, id].flatMap((part) => (part ? [part] : []));
}

function policyIdentity(values: Values, context: LinkContext): GrantIdentity | undefined {
  const parsed = parseFirewallPolicy(text(values, "firewallPolicy") ?? "", context);
  return "problem" in parsed ? undefined : { firewallPolicy: parsed.name };
}

/** The identity of the grant that a binding is of. */
function grantIn({ firewallPolicy }: GrantIdentity, binding: Values): GrantIdentity {
  const { role, condition } = grantOf(binding);
  return {
    firewallPolicy,
    role,
    ...(condition !== undefined && hasCondition({ condition }) ? { condition: conditionId(condition) } : {}),
  };
}

function grantIdentity(
  values: Values,
  context: LinkContext,
  member: Partial<Identity<"member">>,
): GrantIdentity | undefined {
  const policy = policyIdentity(values, context);
  const granted = text(values, "role");
  if (policy === undefined || granted === undefined || containsUnknown(values.condition)) return undefined;
  return { ...grantIn(policy, values), ...member };
}

function identityNamedBy(id: string, context: LinkContext, tail: string): GrantIdentity {
  const parsed = parseGrantId(id, context);
  if (!("problem" in parsed)) return parsed;
  throw new Error(
    `${JSON.stringify(id)} is not the id of a grant: ${parsed.problem}. ` +
      `It must be locations/global/firewallPolicies/NAME/ROLE${tail}, or the same parts with spaces in between.`,
  );
}
