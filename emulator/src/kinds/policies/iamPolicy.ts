import { createHash, randomBytes } from "node:crypto";
import { ApiError, invalid, invalidField, required } from "../../basics/errors";
import { stableText } from "../../basics/fingerprint";
import { leftOut, officialFields } from "../generic/officialFields";
import type { JsonObject } from "../../basics/json";

const ROLE = /^(?:roles|projects\/[a-z0-9.:-]+\/roles|organizations\/[0-9]+\/roles)\/[A-Za-z0-9_.]+$/;

/** Fields of an access control policy. */
export const iamPolicyFields = officialFields("Policy", {
  "bindings.role": { required: true },
  "bindings.condition.expression": { required: true },
  etag: { type: "bytes" },
  "auditConfigs.service": { required: true },
  "auditConfigs.auditLogConfigs.logType": { required: true },
  // In the description, and not in the specification.
  "bindings.bindingId": leftOut,
  "auditConfigs.exemptedMembers": leftOut,
  "auditConfigs.auditLogConfigs.ignoreChildExemptions": leftOut,
  iamOwned: leftOut,
});

interface Condition {
  readonly expression: string;
  readonly title?: string;
  readonly description?: string;
  readonly location?: string;
}

interface Binding {
  readonly role: string;
  readonly members: readonly string[];
  readonly condition?: Condition;
}

/** A policy as it is kept. Its version follows from its conditions. */
export interface IamPolicy extends JsonObject {
  readonly etag: string;
  readonly bindings?: readonly Binding[];
  readonly auditConfigs?: readonly JsonObject[];
}

/** A policy as a request has it, after its fields were checked one by one. */
export interface SentPolicy {
  readonly version?: number;
  readonly bindings?: readonly { role: string; members?: readonly string[]; condition?: Condition }[];
  readonly auditConfigs?: readonly JsonObject[];
  readonly etag?: string;
}

/** The etag of a resource whose policy was never set. */
const FIRST_ETAG = "ACAB";

/** Name of the limit on the size of a policy, among the quotas. */
export const POLICY_BYTES = "iamPolicyBytes";

const DEFAULT_LIMIT_BYTES = 250_000;

/** True if any binding has a condition. */
function hasConditions(policy: { readonly bindings?: readonly { condition?: Condition }[] } | undefined): boolean {
  return policy?.bindings?.some(({ condition }) => condition !== undefined) === true;
}

/** Throws unless the version is one that there is. */
export function checkVersion(version: number, field: string): void {
  if (![0, 1, 3].includes(version)) throw invalidField(field, version, "Valid versions are 0, 1 and 3.");
}

/** A policy that replaces the current one, with an etag of its own. */
export function replacePolicy(
  sent: SentPolicy,
  current: IamPolicy | undefined,
  limitBytes: number = DEFAULT_LIMIT_BYTES,
): IamPolicy {
  const { version = 0, etag } = sent;
  checkVersion(version, "policy.version");
  if (etag !== undefined && etag !== (current?.etag ?? FIRST_ETAG)) {
    throw new ApiError(
      409,
      "aborted",
      "There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.",
    );
  }
  if (hasConditions(sent) && version !== 3)
    throw invalidField("policy.version", version, "A policy with conditions has to have version 3.");
  if (hasConditions(sent) && etag === undefined) throw required("policy.etag");
  // Without an etag the service lets a policy of a lower version overwrite one with conditions, which are then lost.
  if (hasConditions(current) && etag !== undefined && version !== 3)
    throw invalidField("policy.version", version, "The current policy has conditions: changing it takes version 3.");
  const policy = normalPolicy(sent);
  const bytes = Buffer.byteLength(JSON.stringify(policy));
  if (bytes > limitBytes)
    throw invalid(`The policy has ${String(bytes)} bytes, and at most ${String(limitBytes)} are accepted.`);
  return policy;
}

/** A policy in the form in which it is kept: each role and condition once, each member once, everything in order. */
export function normalPolicy({ bindings = [], auditConfigs = [] }: SentPolicy): IamPolicy {
  const merged = new Map<string, { readonly binding: Omit<Binding, "members">; readonly members: string[] }>();
  for (const [index, { role, members = [], condition }] of bindings.entries()) {
    const field = `policy.bindings[${String(index)}]`;
    if (!ROLE.test(role) || role.includes("_withcond_"))
      throw invalidField(`${field}.role`, role, "It is not the name of a role.");
    if (members.length === 0) throw required(`${field}.members`);
    const key = stableText([role, condition ?? null]);
    const one = merged.get(key) ?? {
      binding: { role, ...(condition === undefined ? {} : { condition }) },
      members: [],
    };
    merged.set(key, one);
    one.members.push(...checkPrincipals(members, `${field}.members`));
  }
  const sorted = [...merged]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { binding, members }]): Binding => ({ ...binding, members: distinctPrincipals(members) }));
  return {
    etag: Buffer.concat([Buffer.from([7, 6]), randomBytes(6)]).toString("base64"),
    ...(sorted.length === 0 ? {} : { bindings: sorted }),
    ...(auditConfigs.length === 0 ? {} : { auditConfigs: auditConfigs.map(normalAuditConfig) }),
  };
}

function normalAuditConfig(config: JsonObject, index: number): JsonObject {
  const field = `policy.auditConfigs[${String(index)}].auditLogConfigs`;
  const logConfigs = (config.auditLogConfigs ?? []) as readonly { logType: string; exemptedMembers?: string[] }[];
  return {
    ...config,
    auditLogConfigs: logConfigs.map(({ logType, exemptedMembers }) => {
      if (logType === "LOG_TYPE_UNSPECIFIED")
        throw invalidField(`${field}.logType`, logType, "It has to be a type of log.");
      return {
        logType,
        ...(exemptedMembers === undefined
          ? {}
          : { exemptedMembers: distinctPrincipals(checkPrincipals(exemptedMembers, `${field}.exemptedMembers`)) }),
      };
    }),
  };
}

/**
 * A policy as a client sees it that understands versions up to the one it asks for. To a client that does not know
 * conditions, the service shows a binding with one as a role that nobody has, so that it is not taken for more.
 */
export function renderPolicy(policy: IamPolicy | undefined, requestedVersion: number): JsonObject {
  if (policy === undefined) return { etag: FIRST_ETAG };
  if (!hasConditions(policy) || requestedVersion >= 3) return { version: hasConditions(policy) ? 3 : 1, ...policy };
  const bindings = policy.bindings?.map(({ role, members, condition }) => ({
    role: condition === undefined ? role : `${role}_withcond_${hashCondition(condition)}`,
    members,
  }));
  return { version: 1, ...policy, bindings };
}

function hashCondition(condition: Condition): string {
  return createHash("sha256").update(stableText(condition)).digest("hex").slice(0, 20);
}

const EMAIL = /^[^\s@:/?]+@[^\s@:/?]+$/;
const KUBERNETES = /^[a-z0-9.:-]+\.svc\.id\.goog\[[^\s/[\]]+\/[^\s/[\]]+\]$/i;
const DOMAIN = /^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?\.)+[a-z][-a-z0-9]*$/i;
const RESOURCE = /^\/\/[a-z0-9.-]+\/\S+$/;
const DELETED = /^(?:user|group|serviceAccount):[^\s@:?]+@[^\s@:?]+\?uid=[0-9]+$/;

/** Every workload of the workload identity pool of a project or a fleet. */
const WORKLOADS = /^[a-z0-9.:-]+\.svc\.id\.goog:\/allAuthenticatedUsers\/$/;

/** Kinds whose rest is the name of an account or domain; the service keeps the case of these, and compares without it. */
const NAMED: Readonly<Record<string, (rest: string) => boolean>> = {
  user: (rest) => EMAIL.test(rest),
  group: (rest) => EMAIL.test(rest),
  serviceAccount: (rest) => EMAIL.test(rest) || KUBERNETES.test(rest),
  domain: (rest) => DOMAIN.test(rest),
};

/** Kinds in which letter case counts. */
const EXACT: Readonly<Record<string, (rest: string) => boolean>> = {
  principal: (rest) => RESOURCE.test(rest),
  principalSet: (rest) => RESOURCE.test(rest),
  principalHierarchy: (rest) => RESOURCE.test(rest),
  group: (rest) => WORKLOADS.test(rest),
  deleted: (rest) => DELETED.test(rest) || (rest.startsWith("principal:") && RESOURCE.test(rest.slice(10))),
};

function splitPrincipal(member: string): [kind: string, rest: string] {
  const colon = member.indexOf(":");
  return colon === -1 ? ["", member] : [member.slice(0, colon), member.slice(colon + 1)];
}

function checkPrincipal(member: string, field: string): void {
  if (member === "allUsers" || member === "allAuthenticatedUsers") return;
  const [kind, rest] = splitPrincipal(member);
  const isKnown = Object.hasOwn(NAMED, kind) || Object.hasOwn(EXACT, kind);
  if (!isKnown) {
    throw invalid(
      `The member ${member} in '${field}' is of an unknown type. It has to start with the type of a principal.`,
    );
  }
  if (NAMED[kind]?.(rest) !== true && EXACT[kind]?.(rest) !== true)
    throw invalid(`The member ${member} in '${field}' is not of the form that ${kind}: has.`);
}

function checkPrincipals(members: readonly string[], field: string): readonly string[] {
  for (const [index, member] of members.entries()) checkPrincipal(member, `${field}[${String(index)}]`);
  return members;
}

/** A principal in the form by which the service compares it. */
function comparedPrincipal(member: string): string {
  const [kind, rest] = splitPrincipal(member);
  return NAMED[kind]?.(rest) === true ? `${kind}:${rest.toLowerCase()}` : member;
}

/** Each principal once, as it was given first, in order. */
function distinctPrincipals(members: readonly string[]): string[] {
  const spellings = new Map<string, string>();
  for (const member of members) {
    const compared = comparedPrincipal(member);
    if (!spellings.has(compared)) spellings.set(compared, member);
  }
  return [...spellings.values()].sort();
}
