import { isLocationName, isProjectId, resourceNameProblem } from "./names";

/** What surrounds a link that leaves parts out. */
export interface LinkContext {
  project?: string | undefined;
  region?: string | undefined;
  zone?: string | undefined;
  /** Further hosts whose URLs are links of the same service: a custom endpoint, another universe. */
  hosts?: readonly string[];
}

/** Which objects a link may name. */
export interface LinkTarget {
  /** `networks`, `forwardingRules`. */
  collection: string;
  /** Where such objects live; the first one completes a bare name. */
  scopes: readonly ("global" | "region" | "zone")[];
}

/** A link is canonical as the service shows it: a full URL on this host and version. */
const canonicalPrefix = "https://www.googleapis.com/compute/v1/";

const serviceHosts = new Set(["www.googleapis.com", "compute.googleapis.com"]);

/** The URL under which the service shows an object, from its path: `projects/p/global/routes/r`. */
export function canonicalUrl(path: string): string {
  return canonicalPrefix + path;
}

export type ParsedLink = { path: string } | { problem: string };

/**
 * The path of the object that a link in any spelling names: `projects/p/global/networks/n`.
 *
 * Spellings: a full URL on either host of the service, a full resource name (`//compute.googleapis.com/…`), a path
 * from `projects/`, `global/`, `regions/` or `zones/` on, or a bare name.
 */
export function parseLink(link: string, target: LinkTarget, context: LinkContext): ParsedLink {
  const relative = withoutHost(link, context.hosts ?? []);
  if (relative === undefined) {
    return { problem: `${describeTarget(target)}; the host of ${JSON.stringify(shorten(link))} is not the service's` };
  }
  const segments = relative.split("/");
  const completed = segments.length === 1 ? completeName(relative, target, context) : completePath(segments, context);
  if (typeof completed === "string") {
    return { problem: `${describeTarget(target)}; ${completed}` };
  }
  return matchTarget(completed, target, link);
}

/** The last segment: the name of the object. */
export function linkName(link: string): string {
  return link.slice(link.lastIndexOf("/") + 1);
}

/** `"a network: its name, path or URL"`, for messages. */
export function describeTarget({ collection, scopes }: LinkTarget): string {
  const location = { global: "global", region: "regions/REGION", zone: "zones/ZONE" }[scopes[0] ?? "global"];
  return `a link to one of ${collection}: a name, projects/PROJECT/${location}/${collection}/NAME, or its URL`;
}

/** What follows the host and version of a link, all of one without a host; `undefined` when the host is not the service's. */
export function withoutHost(link: string, hosts: readonly string[]): string | undefined {
  const url = /^(?:https?:)?\/\/([^/]+)\/(.*)$/is.exec(link);
  if (url === null) return link.replace(/^\//, "");
  const [, spelt = "", rest = ""] = url;
  const host = spelt.toLowerCase();
  const known = serviceHosts.has(host) || hosts.includes(host) || host.endsWith(".p.googleapis.com");
  return known
    ? rest.replace(/^(compute\/)?(v1|beta|alpha)\//, "").replace(/^compute\/projects\//, "projects/")
    : undefined;
}

function completeName(
  name: string,
  { collection, scopes }: LinkTarget,
  { project, region, zone }: LinkContext,
): string[] | string {
  if (project === undefined) return `a bare name needs a project, ${none("project")}`;
  const reasons: string[] = [];
  for (const scope of scopes) {
    if (scope === "global") return ["projects", project, "global", collection, name];
    const location = scope === "region" ? region : zone;
    if (location !== undefined) return ["projects", project, `${scope}s`, location, collection, name];
    reasons.push(`a bare name needs a ${scope}, ${none(scope)}`);
  }
  return reasons.join("; ");
}

function none(setting: "project" | "region" | "zone"): string {
  return `and none is configured (pulumi config set gcp:${setting} …)`;
}

function completePath(segments: string[], { project }: LinkContext): string[] | string {
  if (segments[0] === "projects") return segments;
  return project === undefined ? `the link names no project, ${none("project")}` : ["projects", project, ...segments];
}

function matchTarget(segments: string[], target: LinkTarget, link: string): ParsedLink {
  const wrong = mismatch(segments, target, link);
  return wrong === undefined ? { path: segments.join("/") } : { problem: `${describeTarget(target)}; ${wrong}` };
}

function mismatch(segments: string[], target: LinkTarget, link: string): string | undefined {
  const [projects, project = "", scope = "", ...rest] = segments;
  const location = scope === "global" ? undefined : rest.shift();
  const [collection, name, ...more] = rest;
  const scopeName = { global: "global", regions: "region", zones: "zone" }[scope];
  if (
    projects !== "projects" ||
    collection !== target.collection ||
    !target.scopes.some((allowed) => allowed === scopeName)
  ) {
    return `${JSON.stringify(shorten(link))} names something else`;
  }
  if (name === undefined || more.length > 0) {
    return `${JSON.stringify(shorten(link))} has too ${name === undefined ? "few" : "many"} parts`;
  }
  if (!isProjectId(project)) return `${JSON.stringify(shorten(project))} is not a project`;
  if (location !== undefined && !isLocationName(location)) {
    return `${JSON.stringify(shorten(location))} is not a ${scopeName ?? "location"}`;
  }
  // Numeric ids name objects too: some APIs give links made of them.
  const problem = /^\d{1,20}$/.test(name) ? undefined : resourceNameProblem(name);
  return problem === undefined ? undefined : `the name ${JSON.stringify(shorten(name))} must be ${problem}`;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
