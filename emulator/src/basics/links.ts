import { NAME_OR_NUMBER, patternForVariable } from "./identifiers";

/** Every link in an answer starts like this, whatever host was asked. */
export const API_ROOT = "https://www.googleapis.com/compute/v1/";

const ACCEPTED_ROOT = /^https:\/\/(?:www|compute)\.googleapis\.com\/compute\/v1\//;

/** The URL of a resource path such as `projects/p/global/routes/r`. */
export function fullUrl(path: string): string {
  return API_ROOT + path;
}

/** The resource path in a full URL on either host; any other text is given back as it is. */
export function stripRoot(link: string): string {
  return link.replace(ACCEPTED_ROOT, "");
}

/** A resource path with variables, in the spelling of the public reference: `projects/{project}/global/routes/{route}`. */
export class PathTemplate {
  readonly text: string;
  /** Name of the variable that stands for the object's own name. */
  readonly lastVariable: string;
  readonly #segments: readonly string[];

  constructor(text: string) {
    this.text = text;
    this.#segments = text.split("/");
    this.lastVariable = this.#segments.findLast((segment) => segment.startsWith("{"))?.slice(1, -1) ?? "";
  }

  /** The values of the variables, or undefined when the path has another shape or lacks one of them. */
  match(path: string): Record<string, string> | undefined {
    const values = this.read(path);
    return values !== undefined && Object.values(values).every((value) => value !== "") ? values : undefined;
  }

  /** The values of the variables, each of which may be empty, or undefined when the path has another shape. */
  read(path: string): Record<string, string> | undefined {
    const segments = path.split("/");
    if (segments.length !== this.#segments.length) return undefined;
    const values: Record<string, string> = {};
    for (const [index, expected] of this.#segments.entries()) {
      const actual = segments[index] ?? "";
      if (expected.startsWith("{")) values[expected.slice(1, -1)] = actual;
      else if (expected !== actual) return undefined;
    }
    return values;
  }

  /** The path with its variables filled in. Without a value for the last one it is the path of the collection. */
  fill(values: Readonly<Record<string, string | undefined>>): string {
    const filled: string[] = [];
    for (const segment of this.#segments) {
      const value = segment.startsWith("{") ? values[segment.slice(1, -1)] : segment;
      if (value === undefined) break;
      filled.push(value);
    }
    return filled.join("/");
  }
}

/** The project that a path starts with. */
export function parseProject(path: string): string | undefined {
  return /^projects\/([^/]+)\//.exec(path)?.[1];
}

/** True if the variables of a path have the form that their names ask for. */
export function areWellFormed(path: string, values: Readonly<Record<string, string>>): boolean {
  return Object.entries(values).every(([name, value]) => patternForVariable(path, name).test(value));
}

/**
 * The path that a link in a request means: a full URL on either host, `projects/…`, or the part after the project.
 * A bare name is none of these, and neither is a link to another kind of object: both give undefined.
 */
export function resolveLink(link: string, template: PathTemplate, project: string | undefined): string | undefined {
  const stripped = stripRoot(link);
  const needsProject = template.text.startsWith("projects/") && !stripped.startsWith("projects/");
  if (needsProject && (project === undefined || stripped !== link)) return undefined;
  const path = needsProject ? `projects/${project ?? ""}/${stripped}` : stripped;
  const values = template.match(path);
  return values !== undefined && areWellFormed(path, values) ? path : undefined;
}

/** The path that a link to an object of an unknown kind means, in any of those forms; undefined for any other text. */
export function completePath(link: string, project: string | undefined): string | undefined {
  const stripped = stripRoot(link);
  const values = stripped.split("/");
  const isWhole = values[0] === "projects" && values.length > 3;
  const isPart = stripped === link && project !== undefined && /^(?:global|regions|zones)$/.test(values[0] ?? "");
  const path = isWhole ? stripped : isPart ? `projects/${project}/${stripped}` : undefined;
  return path === undefined || !NAME_OR_NUMBER.test(values.at(-1) ?? "") ? undefined : path;
}

/** `projects/p/global/routes/r` in two: the collection's path and the object's own name. */
export function splitPath(path: string): { readonly parent: string; readonly name: string } {
  const slash = path.lastIndexOf("/");
  return { parent: path.slice(0, slash), name: path.slice(slash + 1) };
}

/** Where the operations on an object live: `projects/p/global`, `projects/p/regions/r` or `projects/p/zones/z`. */
export function operationScope(objectPath: string): string {
  return splitPath(splitPath(objectPath).parent).parent;
}
