import { canonicalUrl, queryProblem, withoutHost, type LinkContext } from "../../../names/links";
import { resourceNameProblem } from "../../../names/names";

/** What a link to a hierarchical firewall policy is, for messages. */
export const firewallPolicyDescription =
  "a link to a hierarchical firewall policy: its name or numeric id, locations/global/firewallPolicies/NAME, or its URL";

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
    ? { canonical: canonicalUrl(`locations/global/firewallPolicies/${name}`, context), name }
    : { problem: `the name ${JSON.stringify(name)} must be digits, or ${problem}` };
}

const grantId =
  /^(\S+?)(?:\/|\s+)((?:roles|projects\/[^\s/]+\/roles|organizations\/\d+\/roles)\/[A-Za-z0-9_.]+)(?:(?:\/|\s+)(.*))?$/s;

/**
 * The parts of an id of grants on a policy: `POLICY/ROLE`, with what tells one grant of the role from another behind
 * it, separated by slashes or, as `@pulumi/gcp` writes it, by spaces.
 */
export function parseGrantId(
  id: string,
  context: LinkContext,
): { firewallPolicy: string; role: string; rest: string } | { problem: string } {
  const [, link, role, rest = ""] = grantId.exec(id) ?? [];
  if (link === undefined || role === undefined) return { problem: "it names no role" };
  const parsed = parseFirewallPolicy(link, context);
  return "problem" in parsed ? parsed : { firewallPolicy: parsed.name, role, rest };
}
