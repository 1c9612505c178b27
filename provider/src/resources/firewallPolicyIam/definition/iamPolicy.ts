import { createHash } from "node:crypto";
import type { ApiBinding, ApiCondition, ApiPolicy } from "../../../compute/endpoints/firewallPolicies";
import { listTexts, toValues, listObjects } from "../../../fields/values";
import { canonicalPrincipal } from "../../../names/principals";

/** Which grants of a policy are meant: those of a role under a condition, or under none. */
export interface Grant {
  readonly role: string;
  readonly condition?: ApiCondition | undefined;
}

/** The content of a policy, without its version and etag. */
export type PolicyData = Pick<ApiPolicy, "bindings" | "auditConfigs">;

/** The members that have a role under that condition. The service keeps one binding for each; more count together. */
export function readMembers(policy: PolicyData, grant: Grant): string[] {
  return (policy.bindings ?? [])
    .filter((binding) => isBindingFor(binding, grant))
    .flatMap(({ members }) => members ?? []);
}

/** The policy with these members for a role under that condition, and everything else as it was. */
export function withMembers(policy: ApiPolicy, grant: Grant, members: readonly string[]): ApiPolicy {
  const { role, condition } = grant;
  const bindings = policy.bindings ?? [];
  const wanted: ApiBinding = {
    role,
    members: [...members],
    ...(hasCondition(grant) ? { condition: condition ?? {} } : {}),
  };
  const at = bindings.findIndex((binding) => isBindingFor(binding, grant));
  const others = bindings.flatMap((binding, index) =>
    isBindingFor(binding, grant) ? (index === at && members.length > 0 ? [wanted] : []) : [binding],
  );
  return { ...policy, bindings: at < 0 && members.length > 0 ? [...others, wanted] : others };
}

/** True if two lists name the same members: neither order nor repetition counts, letter case only where it means something. */
export function sameMembers(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify(memberSet(left)) === JSON.stringify(memberSet(right));
}

/** The policy in which these members alone have a role under that condition; `undefined` where they have it already. */
export function onlyTheseMembers(policy: ApiPolicy, grant: Grant, members: readonly string[]): ApiPolicy | undefined {
  return sameMembers(readMembers(policy, grant), members) ? undefined : withMembers(policy, grant, members);
}

/** Those of the members that the others do not name. */
export function membersWithout(members: readonly string[], others: readonly string[]): string[] {
  const gone = new Set(others.map(canonicalPrincipal));
  return members.filter((member) => !gone.has(canonicalPrincipal(member)));
}

/** Those of the members that the others name too. */
export function membersAmong(members: readonly string[], others: readonly string[]): string[] {
  return membersWithout(members, membersWithout(members, others));
}

/** The grants and audit configurations of a policy that none of the others has, for a message. */
export function describeTaken(current: PolicyData, others: readonly PolicyData[]): string[] {
  const { bindings = [], auditConfigs = [] } = current;
  const grants = bindings.flatMap(({ role = "", condition, members = [] }) => {
    const grant = { role, condition };
    const remaining = others.flatMap((other) => readMembers(other, grant));
    const lost = membersWithout(members, remaining);
    const under = hasCondition(grant) ? ` under the condition ${JSON.stringify(condition?.title ?? "")}` : "";
    return lost.length === 0 ? [] : [`${role}${under} from ${lost.join(", ")}`];
  });
  const services = others.flatMap((other) => (other.auditConfigs ?? []).map(({ service }) => service));
  const audits = auditConfigs.filter(({ service }) => !services.includes(service));
  return [...grants, ...audits.map(({ service = "?" }) => `the audit configuration of ${service}`)];
}

/** Each of the members once, in the spelling that comes first. */
export function distinctMembers(members: readonly string[]): string[] {
  const spellings = new Map<string, string>();
  for (const member of members) {
    const principal = canonicalPrincipal(member);
    if (!spellings.has(principal)) spellings.set(principal, member);
  }
  return [...spellings.values()];
}

/** The content of a policy: without its version and etag, and without lists that are empty. */
export function toPolicyData({ bindings = [], auditConfigs = [] }: PolicyData): PolicyData {
  return {
    ...(bindings.length === 0 ? {} : { bindings }),
    ...(auditConfigs.length === 0 ? {} : { auditConfigs }),
  };
}

/**
 * A short text that is the same for two policies exactly when they say the same, in whatever order. What comes from a
 * state may be anything: what has not the form of a policy says nothing.
 */
export function computeFingerprint({
  bindings,
  auditConfigs,
}: { readonly [part in keyof PolicyData]: unknown }): string {
  const grants = collected(
    listObjects(bindings).map(({ role, members, condition }) => [
      grantKey(role, toValues(condition)),
      listTexts(members),
    ]),
  ).filter(([, members]) => members.length > 0);
  const audits = collected(
    listObjects(auditConfigs).flatMap(({ service = "", auditLogConfigs }) =>
      listObjects(auditLogConfigs).map(({ logType = "", exemptedMembers }): [string, string[]] => [
        logKey(service, logType),
        listTexts(exemptedMembers),
      ]),
    ),
  );
  return hash(JSON.stringify([grants, audits]), 32);
}

/** Tells one grant of a policy from another. */
export function grantKey(role: unknown, condition?: ApiCondition): string {
  return JSON.stringify([role, conditionText(condition)]);
}

/** Tells one log of a service from another. */
export function logKey(service: unknown, logType: unknown): string {
  return JSON.stringify([service, logType]);
}

/** A condition in ids: its title, and a hash of all of it. */
export function conditionId(condition: ApiCondition): string {
  const { title }: { readonly title?: unknown } = condition;
  // A title that a state has of an answer that lied may be anything.
  const shown = typeof title === "string" ? title.toWellFormed() : "";
  return `${encodeURIComponent(shown)}~${hash(conditionText(condition), 10)}`;
}

/** A grant of a policy, and for a single member that member as the policy has it. */
export interface FoundGrant {
  readonly grant: Grant;
  readonly member: string;
}

/**
 * The grant that an id names.
 *
 * @param rest what follows the role in the id: the member, when one is looked for, and the condition's id, its title, or
 * `TITLE/DESCRIPTION/EXPRESSION`
 */
export function findGrant(
  { bindings = [] }: PolicyData,
  role: string,
  rest: string,
  what: "binding" | "member",
): FoundGrant | undefined {
  const all = bindings
    .filter((binding) => binding.role === role)
    .flatMap(({ members = [], condition }) =>
      (what === "binding" ? [""] : members).map((member) => ({ grant: { role, condition }, member })),
    );
  const exact = all.find((found) => conditionsIn(found).some((condition) => isNamedBy(rest, found, condition)));
  if (exact !== undefined) return exact;
  const titled = all.filter((found) => readTitle(found) !== "" && isNamedBy(rest, found, readTitle(found)));
  if (new Set(titled.map(readConditionId)).size > 1) {
    throw new Error(
      `several conditions have that title: give ${titled.map(readConditionId).join(" or ")} in the id instead`,
    );
  }
  return titled[0];
}

function isNamedBy(rest: string, { member }: FoundGrant, condition: string): boolean {
  const named = rest.slice(0, member.length);
  // A policy has up to 1,500 members, and most differ in more than the case of their letters.
  if (named.toLowerCase() !== member.toLowerCase()) return false;
  if (canonicalPrincipal(named) !== canonicalPrincipal(member)) return false;
  const behind = rest.slice(member.length);
  return (member === "" ? behind : behind.replace(/^(\/|\s+)/, "")) === condition;
}

/** The forms in which an id names a condition alone: the id here, and what the ids of Terraform and `@pulumi/gcp` have. */
function conditionsIn(found: FoundGrant): string[] {
  const { condition } = found.grant;
  if (!hasCondition(found.grant)) return [""];
  return [readConditionId(found), [condition?.title, condition?.description, condition?.expression].join("/")];
}

function readConditionId({ grant }: FoundGrant): string {
  return conditionId(grant.condition ?? {});
}

function readTitle({ grant }: FoundGrant): string {
  return grant.condition?.title ?? "";
}

/** True if a binding or grant is bound to a condition. */
export function hasCondition({ condition }: { readonly condition?: ApiCondition | undefined }): boolean {
  return conditionText(condition) !== "";
}

function isBindingFor(binding: ApiBinding, { role, condition }: Grant): boolean {
  return binding.role === role && conditionText(binding.condition) === conditionText(condition);
}

/** All of a condition as one text; empty for none. */
function conditionText({ expression = "", title = "", description = "", location = "" }: ApiCondition = {}): string {
  const parts = [expression, title, description, location];
  return parts.every((part) => part === "") ? "" : JSON.stringify(parts);
}

/** Members by key, those of a repeated key together, in an order that does not depend on theirs. */
function collected(entries: readonly (readonly [string, readonly string[]])[]): [string, string[]][] {
  const all = new Map<string, readonly string[]>();
  for (const [key, members] of entries) all.set(key, [...(all.get(key) ?? []), ...members]);
  return [...all]
    .map(([key, members]): [string, string[]] => [key, memberSet(members)])
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

function memberSet(members: readonly string[]): string[] {
  return [...new Set(members.map(canonicalPrincipal))].sort();
}

function hash(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}
