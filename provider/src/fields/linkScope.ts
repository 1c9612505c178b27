import { parseLink, type LinkContext, type LinkTarget } from "../names/links";
import { zoneRegion } from "../names/names";
import { isSameProject } from "../names/samePath";
import { mustBe, type Problem } from "./problem";
import { isUnknown, unknownValue } from "./unknown";
import { text, type Values } from "./values";

/*
 * A link to an object says which project it is in, and which region or zone where it is in one. Arguments that say the same
 * may be left out, and may not contradict it.
 */

/** The parts of a place. */
export const scopes = ["project", "region", "zone"] as const;

/** Where an object is. */
export type LinkScope = Readonly<Partial<Record<(typeof scopes)[number], string | undefined>>>;

/** An object as its path names it. */
export interface LinkedObject {
  readonly project: string;
  readonly region?: string;
  readonly zone?: string;
  readonly name: string;
}

/** The object that a complete path names: `projects/p/regions/r/routers/n`. */
export function parseObject(path: string): LinkedObject {
  const [, project = "", scope = "", ...rest] = path.split("/");
  const place = scope === "global" ? {} : { [scope.replace(/s$/, "")]: rest[0] ?? "" };
  return { project, ...place, name: rest.at(-1) ?? "" };
}

/** Arguments that contradict the place that a link names; what is not known of either contradicts nothing. */
export function contradictions(argument: string, named: LinkScope, declared: LinkScope): Problem[] {
  return scopes.flatMap((part) => {
    const [value, expected] = [declared[part], named[part]];
    if (value === undefined || value === expected || isUnknown(value)) return [];
    // Of an id and a number nobody can tell here whether they are of one project.
    if (part === "project" && isSameProject(expected ?? "", value)) return [];
    const instead =
      expected === undefined
        ? `left out: ${argument} says where it is`
        : `${JSON.stringify(expected)}, as ${argument} says, or left out`;
    return mustBe(part, instead, value);
  });
}

/** A zone that is given beside a link to an object of another zone, or of a region that the zone is not in. */
export function zoneProblems(argument: string, zone: string | undefined, field: string, named: LinkScope): Problem[] {
  if (zone === undefined || isUnknown(zone)) return [];
  const { region, zone: expected } = named;
  if (expected !== undefined && expected !== zone)
    return mustBe(argument, `${JSON.stringify(expected)}, as ${field} says, or left out`, zone);
  return region === undefined || zoneRegion(zone) === region
    ? []
    : mustBe(argument, `left out: ${field} is of the region ${region}`, zone);
}

/** Where an object is, and its name under a member of its own. */
export type LinkedIdentity<Member extends string> = Omit<LinkedObject, "name"> & Readonly<Record<Member, string>>;

/** The members of the path of the object that a link names: its place, and its name under `member`. */
export function linkedIdentity<Member extends string>(
  link: unknown,
  member: Member,
  target: LinkTarget,
  context: LinkContext,
): LinkedIdentity<Member> | undefined {
  if (typeof link !== "string" || isUnknown(link)) return undefined;
  const parsed = parseLink(link, target, context);
  if ("problem" in parsed) return undefined;
  const { name, ...place } = parseObject(parsed.path);
  return { ...place, ...({ [member]: name } as Record<Member, string>) };
}

/** The field whose link names an object, and with it the project and region of that object. */
export interface ParentLink {
  readonly field: string;
  readonly target: LinkTarget;
}

/** Fills in the place that a link names; a link that is not known yet, or is none, leaves the place open too. */
export function completePlace(inputs: Values, { field, target }: ParentLink, context: LinkContext): void {
  const link = inputs[field];
  const named = placeNamedBy(link, target, context);
  const isOpen = link !== undefined && named === undefined;
  for (const part of listParts(target)) {
    const expected = isOpen ? unknownValue : named?.[part];
    if (inputs[part] === undefined && expected !== undefined) inputs[part] = expected;
  }
}

/** A link and a place that contradict each other; what the link leaves open is as the inputs say. */
export function placeProblems(inputs: Values, { field, target }: ParentLink, context: LinkContext): Problem[] {
  const named = placeNamedBy(inputs[field], target, context) ?? {};
  const declared = scopes.filter((part) => named[part] !== undefined).map((part) => [part, text(inputs, part)]);
  return contradictions(field, named, Object.fromEntries(declared) as LinkScope);
}

function listParts({ scopes }: LinkTarget): (keyof LinkScope)[] {
  return ["project", ...(["region", "zone"] as const).filter((scope) => scopes.includes(scope))];
}

/** A project or region that no link would name: what it completes was left open. */
const leftOpen = "left-open";

function placeNamedBy(link: unknown, target: LinkTarget, { hosts = [] }: LinkContext): LinkScope | undefined {
  const identity = linkedIdentity(link, "name", target, {
    hosts,
    project: leftOpen,
    region: leftOpen,
    zone: leftOpen,
  });
  return identity && Object.fromEntries(Object.entries(identity).filter(([, value]) => value !== leftOpen));
}
