import { KnownNames } from "../names/knownNames";
import { parseLink, type LinkContext, type LinkTarget } from "../names/links";
import type { Identity } from "./definition";
import { mustBe, type Problem } from "../fields/kind";
import { isUnknown, unknownValue } from "../fields/unknown";
import { text, type Values } from "../fields/values";

/*
 * For resources that are part of an object which somebody else made: the link that names that object says which project
 * it is in, and which region where it is in one.
 */

/** Fills in the place that a link names; a link that is not known yet leaves the place open too. */
export function completePlace(inputs: Values, field: string, target: LinkTarget, context: LinkContext): void {
  const link = inputs[field];
  const named = isUnknown(link) ? undefined : placeNamedBy(link, target, context);
  for (const part of partsOf(target)) {
    const meant = isUnknown(link) ? unknownValue : named?.[part];
    if (inputs[part] === undefined && meant !== undefined) inputs[part] = meant;
  }
}

/** A link and a place that contradict each other. */
export function placeProblems(inputs: Values, field: string, target: LinkTarget, context: LinkContext): Problem[] {
  const named = placeNamedBy(inputs[field], target, context);
  return partsOf(target).flatMap((part) => {
    const [given, meant] = [text(inputs, part), named?.[part]];
    if (given === undefined || meant === undefined || isUnknown(given) || given === meant) return [];
    // Of an id and a number nobody can tell here whether they are of one project.
    if (part === "project" && new KnownNames().compare(`projects/${meant}`, `projects/${given}`) !== "other") return [];
    return mustBe(part, `${JSON.stringify(meant)}, as ${field} says, or left out`, given);
  });
}

/** The members of the path of the object that a link names: its place, and its name under `member`. */
export function linkedIdentity(
  link: unknown,
  member: string,
  target: LinkTarget,
  context: LinkContext,
): Identity | undefined {
  if (typeof link !== "string" || isUnknown(link)) return undefined;
  const parsed = parseLink(link, target, context);
  if ("problem" in parsed) return undefined;
  const [, project = "", scope = "", ...rest] = parsed.path.split("/");
  const place = scope === "global" ? {} : { [scope.replace(/s$/, "")]: rest[0] ?? "" };
  return { project, ...place, [member]: rest.at(-1) ?? "" };
}

type Part = "project" | "region";

function partsOf({ scopes }: LinkTarget): Part[] {
  return scopes.includes("region") ? ["project", "region"] : ["project"];
}

/** A project or region that no link would name: what it completes was left open. */
const leftOpen = "left-open";

function placeNamedBy(
  link: unknown,
  target: LinkTarget,
  { hosts = [] }: LinkContext,
): Partial<Record<Part, string>> | undefined {
  const place = linkedIdentity(link, "name", target, { hosts, project: leftOpen, region: leftOpen });
  return place && Object.fromEntries(Object.entries(place).filter(([, value]) => value !== leftOpen));
}

/** The rule of links to objects that are told apart by their names alone. */
export function namedNotNumbered(path: string): string | undefined {
  return /\/\d+$/.test(path) ? "a link that ends in the name, not in the numeric id" : undefined;
}
