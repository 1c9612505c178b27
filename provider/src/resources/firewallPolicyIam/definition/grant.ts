import type { ApiCondition } from "../../../compute/endpoints/firewallPolicies";
import type { ClaimScope } from "../../../fields/claimScope";
import { containsUnknown } from "../../../fields/unknown";
import { listObjects, listTexts, toValues, isValues, requiredText, text, type Values } from "../../../fields/values";
import type { Identity } from "../../../lifecycle/schema/description";
import type { Part } from "../../../lifecycle/job/part";
import { canonicalUrl, queryProblem, withoutHost, type LinkContext } from "../../../names/links";
import { resourceNameProblem } from "../../../names/names";
import { canonicalPrincipal } from "../../../names/principals";
import { conditionId, hasCondition, type Grant } from "./iamPolicy";

/** The parts in the path of a whole policy, and those of a grant. `rest` is what an id says behind the role. */
export type GrantIdentity = Identity<"firewallPolicy"> & Partial<Identity<"role" | "member" | "condition" | "rest">>;

/** The description of a link to a hierarchical firewall policy, for messages. */
export const firewallPolicyDescription =
  "a link to a hierarchical firewall policy: its number, locations/global/firewallPolicies/NUMBER, or its URL";

/** A link to a hierarchical firewall policy, which is part of no project, in the form in which the service shows it. */
export function parseFirewallPolicy(
  link: string,
  context: LinkContext,
): { canonical: string; name: string } | { problem: string } {
  const query = queryProblem(link);
  if (query !== undefined) return { problem: query };
  const relative = withoutHost(link, context.hosts ?? []);
  if (relative === undefined) return { problem: "its host is not the service's" };
  if (/^(projects\/[^/]+\/)?(global|regions\/[^/]+)\/firewallPolicies\//.test(relative)) {
    return {
      problem:
        "this is a policy of a project, which this resource cannot manage; use the id of a policy of an organization or folder, " +
        "or grant the role on the project (gcp.projects.IAMBinding of @pulumi/gcp)",
    };
  }
  const [, name = ""] = /^(?:locations\/global\/firewallPolicies\/)?([^/]*)$/.exec(relative) ?? [];
  if (name === "") return { problem: relative === "" ? "it is empty" : "it names something else" };
  const problem = /^\d{1,20}$/.test(name) ? undefined : resourceNameProblem(name);
  return problem === undefined
    ? { canonical: canonicalUrl(policyPath(name), context), name }
    : { problem: `the name ${JSON.stringify(name)} must be digits, or ${problem}` };
}

/** Why a program cannot give such a link, which a state may have: the service knows policies by their numbers. */
export function shortNameProblem(link: string, context: LinkContext): string | undefined {
  const parsed = parseFirewallPolicy(link, context);
  if ("problem" in parsed || /^\d+$/.test(parsed.name)) return undefined;
  return `${JSON.stringify(parsed.name)} is a short name, and the service takes only the number. To find the number, run: gcloud compute firewall-policies list --organization=ORGANIZATION_NUMBER (or --folder=FOLDER_NUMBER)`;
}

/** The path of a policy, and of a grant in it. */
export function grantPath({ firewallPolicy: name, role, ...more }: GrantIdentity): string {
  return [policyPath(name), role, joinRest(more)].filter(Boolean).join("/");
}

export function readGrant(values: Values): Grant {
  const found = isValues(values.condition) ? (values.condition as ApiCondition) : undefined;
  return { role: requiredText(values, "role"), condition: found };
}

/** The part of a policy that a member has by a grant, whichever kind of resource says so; none while it is not known. */
export function grantedTo({ firewallPolicy, role = "", condition = "" }: GrantIdentity, member: unknown): Part[] {
  const grant = { firewallPolicy, role, condition };
  return typeof member === "string" && !containsUnknown(member) ? [[grantPath(grant), canonicalPrincipal(member)]] : [];
}

/** The bindings of a policy that are known. */
export function readGrants(policyData: unknown): Values[] {
  const isKnown = (binding: Values) => text(binding, "role") !== undefined && !containsUnknown(binding);
  return listObjects(toValues(policyData).bindings).filter(isKnown);
}

export function membersIn({ members }: Values): string[] {
  return listTexts(members);
}

/** A grant is in its policy, and a member in the grant. */
export function makeClaimScope({ firewallPolicy, role, condition = "", member }: GrantIdentity): ClaimScope {
  const policy = { property: "firewallPolicy", at: policyPath(firewallPolicy) };
  if (role === undefined) return [policy];
  const under = condition === "" ? "" : " under this condition";
  const clash = `Two resources manage this role on ${policy.at}${under}.`;
  const grant = { property: "role", at: grantPath({ firewallPolicy, role, condition }), clash };
  return member === undefined ? [policy, grant] : [policy, grant, { property: "member", at: member }];
}

export function policyPath(name: string): string {
  return `locations/global/firewallPolicies/${name}`;
}

/** The part of an id that tells one grant of a role from another: `rest` where the id was given, else its members. */
export function joinRest({ rest, member, condition: id }: Omit<GrantIdentity, "firewallPolicy">): string {
  return [rest, member, id].filter(Boolean).join("/");
}

export function policyIdentity(values: Values, context: LinkContext): GrantIdentity | undefined {
  const parsed = parseFirewallPolicy(text(values, "firewallPolicy") ?? "", context);
  return "problem" in parsed ? undefined : { firewallPolicy: parsed.name };
}

/** The identity of the grant that a binding is of. */
export function grantIn({ firewallPolicy }: GrantIdentity, binding: Values): GrantIdentity {
  const { role, condition } = readGrant(binding);
  return {
    firewallPolicy,
    role,
    ...(condition !== undefined && hasCondition({ condition }) ? { condition: conditionId(condition) } : {}),
  };
}

export function grantIdentity(
  values: Values,
  context: LinkContext,
  member: Partial<Identity<"member">>,
): GrantIdentity | undefined {
  const policy = policyIdentity(values, context);
  const granted = text(values, "role");
  if (policy === undefined || granted === undefined || containsUnknown(values.condition)) return undefined;
  return { ...grantIn(policy, values), ...member };
}

const grantId =
  /^(\S+?)(?:\/|\s+)((?:roles|projects\/[^\s/]+\/roles|organizations\/\d+\/roles)\/[A-Za-z0-9_.]+)(?:(?:\/|\s+)(.*))?$/s;

/**
 * The grants that an id names: `POLICY/ROLE`, with what tells one grant of the role from another behind it, separated by
 * slashes or, as `@pulumi/gcp` writes it, by spaces.
 */
export function identityNamedBy(id: string, context: LinkContext, tail: string): GrantIdentity {
  const [, link, role = "", rest = ""] = grantId.exec(id) ?? [];
  const parsed = link === undefined ? { problem: "it names no role" } : parseFirewallPolicy(link, context);
  if (!("problem" in parsed)) return { firewallPolicy: parsed.name, role, rest };
  throw new Error(
    `${JSON.stringify(id)} is not the id of a grant: ${parsed.problem}. ` +
      `It must be locations/global/firewallPolicies/NUMBER/ROLE${tail}, or the same parts with spaces in between.`,
  );
}
