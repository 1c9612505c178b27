import { parseLink, type LinkContext, type LinkTarget } from "../../names/links";
import { mustBe } from "../../fields/problem";
import type { Resolution } from "./definition";

/** Where an object is. */
export interface Place {
  readonly project?: string | undefined;
  readonly zone?: string | undefined;
  readonly region?: string | undefined;
}

/**
 * What a link names. What the link says of its place wins over the configuration; an argument that contradicts it is an
 * error.
 *
 * @param given the place as the arguments say
 * @param context what completes a link that leaves parts out
 * @param read the members of a complete path
 */
export function linkedPlace<Target>(
  argument: string,
  link: string,
  target: LinkTarget,
  given: Place,
  context: LinkContext,
  read: (path: string) => Target,
): Resolution<Target> {
  const parsed = parseLink(link, target, context);
  if ("problem" in parsed) return { problems: mustBe(argument, parsed.problem, link) };
  const [, project, scope, location] = parsed.path.split("/");
  const named: Place = {
    project,
    ...(scope === "zones" ? { zone: location } : {}),
    ...(scope === "regions" ? { region: location } : {}),
  };
  const problems = (["project", "zone", "region"] as const).flatMap((part) => {
    const value = given[part];
    if (value === undefined || value === named[part]) return [];
    // Of an id and a number nobody can tell here whether they are of one project.
    if (part === "project" && isNumber(project) !== isNumber(value)) return [];
    const instead = named[part] === undefined ? "left out" : `${JSON.stringify(named[part])}, or left out`;
    return mustBe(part, `${instead}: ${argument} says where it is`, value);
  });
  return problems.length > 0 ? { problems } : { target: read(parsed.path) };
}

function isNumber(project: string | undefined): boolean {
  return /^\d+$/.test(project ?? "");
}
