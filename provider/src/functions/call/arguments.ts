import { contradictions, objectOf, type LinkedObject, type Place } from "../../fields/linkedPlace";
import { mustBe, type Problem } from "../../fields/problem";
import { parseDuration } from "../../names/duration";
import { missingSetting, parseLink, type LinkContext, type LinkTarget } from "../../names/links";
import { isLocationName, isProjectId, locationProblem } from "../../names/names";
import type { ArgumentRule, Resolution } from "./definition";

/** The id of a project. */
export const projectRule: ArgumentRule = (value, name) =>
  typeof value === "string" && isProjectId(value)
    ? []
    : mustBe(name, "the id or number of a project, such as my-project-1", value);

/** The name of a region or a zone. */
export function locationRule(what: "region" | "zone"): ArgumentRule {
  return (value, name) => {
    const problem = locationProblem(what, typeof value === "string" ? value : "");
    if (problem === undefined) return [];
    const last = typeof value === "string" ? value.slice(value.lastIndexOf("/") + 1) : "";
    const meant = isLocationName(last) ? `; give ${JSON.stringify(last)}` : "";
    return mustBe(name, `${problem}${meant}`, value);
  };
}

/** A whole number within bounds, both inclusive. */
export function integerRule(minimum: number, maximum: number): ArgumentRule {
  return (value, name) =>
    Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? []
      : mustBe(name, `a whole number from ${String(minimum)} to ${String(maximum)}`, value);
}

/** True or false. */
export const flagRule: ArgumentRule = (value, name) =>
  typeof value === "boolean" ? [] : mustBe(name, "true or false", value);

/** A duration that is longer than nothing, such as `"90s"`. */
export const durationRule: ArgumentRule = (value, name) =>
  typeof value === "string" && (parseDuration(value) ?? 0) > 0
    ? []
    : mustBe(name, 'a duration greater than zero, such as "90s", "5m" or "1h30m"', value);

/**
 * A name, path or URL of an object.
 *
 * @param hint what to say of a link to something else that is often taken for it
 */
export function linkRule(
  target: LinkTarget,
  hint: (link: string) => string | undefined = () => undefined,
): ArgumentRule {
  return (value, name, { hosts = [] }) => {
    if (typeof value !== "string") return mustBe(name, describe(target), value);
    const hinted = hint(value);
    if (hinted !== undefined) return [{ property: name, reason: `${name} ${hinted}` }];
    // Only its form: what it leaves out is completed by other arguments, which may be wrong themselves.
    const parsed = parseLink(value, target, { hosts, project: "p", region: "r", zone: "z" });
    return "problem" in parsed ? mustBe(name, parsed.problem, value) : [];
  };
}

function describe({ collection }: LinkTarget): string {
  return `a link to one of ${collection}: its name, path or URL`;
}

/** The project of a call: the argument, or the configuration. */
export function projectOf(given: string | undefined, context: LinkContext): string | Problem[] {
  const project = given ?? context.project;
  if (project !== undefined) return project;
  const { isMissing, toSet } = missingSetting("project", context);
  const say = context.provider === undefined ? "run" : "write";
  const reason = `project is not given, and ${isMissing}: pass project, or ${say} ${toSet}.`;
  return [{ property: "project", reason }];
}

/**
 * The object that a link names. What the link says of its place wins over the configuration; an argument that contradicts it
 * is an error.
 *
 * @param given the place as the arguments say
 * @param context what completes a link that leaves parts out
 * @param targetOf what the function is to look at
 */
export function linkedObject<Target>(
  argument: string,
  link: string,
  target: LinkTarget,
  given: Place,
  context: LinkContext,
  targetOf: (object: LinkedObject) => Target,
): Resolution<Target> {
  const parsed = parseLink(link, target, context);
  if ("problem" in parsed) return { problems: mustBe(argument, parsed.problem, link) };
  const object = objectOf(parsed.path);
  const problems = contradictions(argument, object, given);
  return problems.length > 0 ? { problems } : { target: targetOf(object) };
}
