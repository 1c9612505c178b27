import { parseLink, type LinkContext, type LinkTarget } from "../compute/links";
import type { Identity } from "./definition";
import { mustBe, type Problem } from "./kinds/kind";
import { isUnknown, unknownValue } from "./unknown";
import { text, type Values } from "./values";

/*
 * For resources that are part of an object which somebody else made: the link that names that object says which project
 * it is in.
 */

/** Fills in the project that a link names; a link that is not known yet leaves the project open too. */
export function completeProject(inputs: Values, field: string, target: LinkTarget, context: LinkContext): void {
  if (inputs.project !== undefined) return;
  const link = inputs[field];
  if (isUnknown(link)) inputs.project = unknownValue;
  if (typeof link !== "string" || isUnknown(link)) return;
  const project = projectNamedBy(link, target, context);
  if (project !== undefined) inputs.project = project;
}

/** A link and a project that contradict each other. */
export function projectProblems(inputs: Values, field: string, target: LinkTarget, context: LinkContext): Problem[] {
  const [link, project] = [text(inputs, field), text(inputs, "project")];
  if (link === undefined || project === undefined || isUnknown(link) || isUnknown(project)) return [];
  const named = projectNamedBy(link, target, context);
  if (named === undefined || named === project) return [];
  return mustBe("project", `${JSON.stringify(named)}, as ${field} says, or left out`, project);
}

/** The members of the path of the object that a link names: its project, and its name under `member`. */
export function linkedIdentity(
  link: unknown,
  member: string,
  target: LinkTarget,
  context: LinkContext,
): Identity | undefined {
  if (typeof link !== "string" || isUnknown(link)) return undefined;
  const parsed = parseLink(link, target, context);
  if ("problem" in parsed) return undefined;
  const [, project = "", , , name = ""] = parsed.path.split("/");
  return { project, [member]: name };
}

/** A project that no link would be in: what it completes was left open. */
const noProject = "left-open";

function projectNamedBy(link: string, target: LinkTarget, { hosts = [] }: LinkContext): string | undefined {
  const project = linkedIdentity(link, "name", target, { hosts, project: noProject })?.project;
  return project === noProject ? undefined : project;
}

/** The rule of links to objects that are told apart by their names alone. */
export function namedNotNumbered(path: string): string | undefined {
  return /\/\d+$/.test(path) ? "a link that ends in the name, not in the numeric id" : undefined;
}
