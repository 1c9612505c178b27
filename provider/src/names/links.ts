import { consolePageProblem } from "./consolePages";
import { isProjectId, locationProblem, resourceNameProblem } from "./names";
import { findNearestLink } from "./nearestLink";
import { endsInNumber } from "./samePath";

/** The surroundings of a link that leaves parts out. */
export interface LinkContext {
  project?: string | undefined;
  region?: string | undefined;
  zone?: string | undefined;
  /** Further hosts whose URLs are links of the same service: a custom endpoint, another universe. */
  hosts?: readonly string[];
  /** Names the `gce.Provider` whose settings complete it; left out, they are those of the stack. */
  provider?: string | undefined;
  /** The universe whose service is talked to; `googleapis.com` when it is left out. */
  universe?: string | undefined;
}

type Scope = "global" | "region" | "zone";

/** Which objects a link may name. */
export interface LinkTarget {
  /** `networks`, `forwardingRules`. */
  collection: string;
  /** Where such objects live. */
  scopes: readonly Scope[];
  /** Those that complete a bare name, in this order; left out, all of them. */
  nameScopes?: readonly Scope[];
}

const publicUniverse = "googleapis.com";

/** Also the hosts of the service that Google adds, such as `compute.us-central1.rep.googleapis.com` and `compute.mtls.googleapis.com`. */
const serviceHost = /^(?:www|compute(?:[-.][a-z0-9]+)*)\.googleapis\.com$/;

/** The URL under which the service shows an object, from its path: `projects/p/global/routes/r`. */
export function canonicalUrl(path: string, { universe = publicUniverse }: Pick<LinkContext, "universe"> = {}): string {
  return `https://www.${universe}/compute/v1/${path}`;
}

/**
 * The path in a link as the service answers it, whatever its host and version: that of another universe is not the one
 * that links here have.
 */
export function answeredPath(link: string): string {
  return link.replace(/^https?:\/\/[^/]+\/(?:compute\/)?(?:v1|beta|alpha)\//, "");
}

/** The path to send. */
export type ParsedLink = { readonly path: string } | { problem: string };

/** The problem of a link that has a query, which no link of the service has; `undefined` for one without. */
export function queryProblem(link: string, example = ""): string | undefined {
  const at = link.search(/[?#]/);
  if (at < 0) return undefined;
  const [suggestion, more] = [link.slice(0, at), link.slice(at)].map((part) => JSON.stringify(shorten(part)));
  const rule = link[at] === "?" ? "a link has no query" : "a link has no fragment";
  return `${rule} (${more ?? ""})${example}: give ${suggestion ?? ""}`;
}

/** `projects/PROJECT/zones/ZONE/COLLECTION/NAME` has the most; a text of a megabyte may have as many as it has characters. */
const mostSegments = 6;

/**
 * The path of the object that a link in any spelling names: `projects/p/global/networks/n`.
 *
 * Spellings: a full URL on either host of the service, a full resource name (`//compute.googleapis.com/…`), a path
 * from `projects/`, `global/`, `regions/` or `zones/` on, or a bare name.
 */
export function parseLink(link: string, target: LinkTarget, context: LinkContext): ParsedLink {
  const page = consolePageProblem(
    link,
    target.collection,
    (suggestion) => "path" in parseLink(suggestion, target, context),
  );
  const rule = describeTarget(target, link);
  if (page !== undefined) return { problem: `${rule}; ${page}` };
  const bare = takesUniqueId(target) ? link.replace(/^([^?]*)\?uniqueId=\d{1,20}$/, "$1") : link;
  const query = queryProblem(bare, takesUniqueId(target) ? " except ?uniqueId=NUMBER, as in selfLinkUnique" : "");
  if (query !== undefined) return { problem: `${rule}; ${query}` };
  const relative = withoutHost(bare, context.hosts ?? []);
  if (relative === undefined)
    return { problem: `${rule}; the host of ${JSON.stringify(shorten(link))} is not the service's` };
  const segments = relative.split("/", mostSegments + 1);
  const completed = segments.length === 1 ? completeName(relative, target, context) : completePath(segments, context);
  if (typeof completed === "string") return { problem: `${rule}; ${completed}` };
  const wrong = mismatch(completed, target, bare);
  if (wrong === undefined) return { path: completed.join("/") };
  const nearest = findNearestLink(relative, target, (found) => "path" in parseLink(found, target, context));
  return { problem: `${rule}; ${nearest === undefined ? wrong : `did you mean ${nearest}?`}` };
}

/** Links of templates by other providers have the numeric id behind the name, which says enough. */
function takesUniqueId({ collection }: LinkTarget): boolean {
  return collection === "instanceTemplates";
}

/** The last segment: the name of the object. */
export function linkName(link: string): string {
  return link.slice(link.lastIndexOf("/") + 1);
}

const places = { global: "global", region: "regions/REGION", zone: "zones/ZONE" } as const;

/**
 * Every form of a link that is taken, for messages.
 *
 * @param link that which is given: the forms that are nearest to it come first
 */
export function describeTarget({ collection, scopes, nameScopes = scopes }: LinkTarget, link = ""): string {
  const isNear = (scope: Scope) => link.includes(`${scope === "global" ? scope : `${scope}s`}/`);
  const paths = [...scopes.filter(isNear), ...scopes.filter((scope) => !isNear(scope))].map(
    (scope) => `[projects/PROJECT/]${places[scope]}/${collection}/NAME`,
  );
  const name = nameScopes.length === 0 ? [] : ["a name"];
  const forms = link.includes("/") ? [...paths, ...name] : [...name, ...paths];
  return `a link to one of ${collection}: ${forms.join(", ")}, or its URL`;
}

/** The part after the host and version of a link, all of one without a host; `undefined` when the host is not the service's. */
export function withoutHost(link: string, hosts: readonly string[]): string | undefined {
  const url = /^(?:https?:)?\/\/([^/]+)\/(.*)$/is.exec(link);
  if (url === null) return link.replace(/^\//, "");
  const [, spelt = "", rest = ""] = url;
  const host = spelt.toLowerCase();
  const known = serviceHost.test(host) || hosts.includes(host) || host.endsWith(".p.googleapis.com");
  return known
    ? rest.replace(/^(compute\/)?(v1|beta|alpha)\//, "").replace(/^compute\/projects\//, "projects/")
    : undefined;
}

function completeName(
  name: string,
  { collection, scopes, nameScopes = scopes }: LinkTarget,
  context: LinkContext,
): string[] | string {
  const { project, region, zone } = context;
  if (project === undefined) return `a bare name needs a project, ${none("project", context)}`;
  const reasons: string[] = [];
  for (const scope of nameScopes) {
    if (scope === "global") return ["projects", project, "global", collection, name];
    const location = scope === "region" ? region : zone;
    if (location !== undefined) {
      const wrong = locationProblem(scope, location);
      if (wrong !== undefined) return `${settingName(scope, context)}, which completes it, must be ${wrong}`;
      return ["projects", project, `${scope}s`, location, collection, name];
    }
    reasons.push(`a bare name needs a ${scope}, ${none(scope, context)}`);
  }
  return reasons.join("; ");
}

/** The setting that says a place, for messages. */
export function settingName(scope: "project" | "region" | "zone", { provider }: Pick<LinkContext, "provider">): string {
  return provider === undefined ? `gcp:${scope}` : `${scope} of the gce.Provider ${JSON.stringify(provider)}`;
}

/** That a place is not configured, and what to type: a `gce.Provider` takes nothing of the stack's configuration. */
export function missingSetting(
  scope: "project" | "region" | "zone",
  { provider }: LinkContext,
): { isMissing: string; toSet: string } {
  if (provider === undefined)
    return { isMissing: "none is configured", toSet: `pulumi config set gcp:${scope} <${scope}>` };
  const name = JSON.stringify(provider);
  return { isMissing: `the gce.Provider ${name} has none`, toSet: `new gce.Provider(${name}, { ${scope}: "…" })` };
}

function none(scope: "project" | "region" | "zone", context: LinkContext): string {
  const { isMissing, toSet } = missingSetting(scope, context);
  return `and ${isMissing} (${toSet})`;
}

function completePath(segments: string[], context: LinkContext): string[] | string {
  const { project } = context;
  // The id of a project may have a colon, which is encoded in the URL of a request.
  if (segments[0] === "projects") return segments.map((part, at) => (at === 1 ? part.replace(/%3a/i, ":") : part));
  return project === undefined
    ? `the link names no project, ${none("project", context)}`
    : ["projects", project, ...segments];
}

const scopeNames: Readonly<Record<string, Scope>> = {
  global: "global",
  regions: "region",
  zones: "zone",
};

const adjectives = { global: "global", region: "regional", zone: "zonal" } as const;

function mismatch(segments: string[], target: LinkTarget, link: string): string | undefined {
  const [projects, project = "", scope = "", ...rest] = segments;
  const location = scope === "global" ? undefined : rest.shift();
  const [collection, name, ...more] = rest;
  const scopeName = scopeNames[scope];
  if (
    projects !== "projects" ||
    collection !== target.collection ||
    !target.scopes.some((allowed) => allowed === scopeName)
  ) {
    return collection === target.collection && scopeName !== undefined
      ? `it is ${adjectives[scopeName]}, and only a ${target.scopes.map((allowed) => adjectives[allowed]).join(" or ")} one can be given`
      : "it names something else";
  }
  if (name === undefined || more.length > 0)
    return `${JSON.stringify(shorten(link))} has too ${name === undefined ? "few" : "many"} parts`;
  if (!isProjectId(project)) return `${JSON.stringify(shorten(project))} is not a project`;
  if (location !== undefined && locationProblem(scope === "zones" ? "zone" : "region", location) !== undefined)
    return `${JSON.stringify(shorten(location))} is not a ${scopeName ?? "location"}`;
  // Answers can have numeric ids, and so can ids that are read; arguments cannot.
  const problem = endsInNumber(name) ? undefined : resourceNameProblem(name);
  if (problem === undefined) return undefined;
  // The part that breaks the rule; the rule itself would fill two lines.
  return `${problem.slice(problem.lastIndexOf("; ") + 2)}, against RFC 1035`;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
