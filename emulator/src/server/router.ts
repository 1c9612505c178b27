import type { Endpoint, Method } from "../kinds/endpoint";
import { PathTemplate } from "../basics/links";
import { decodePath } from "./requestUrl";

/** The endpoint of a method and path. */
export interface FoundEndpoint {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Route {
  readonly endpoint: Endpoint;
  readonly template: PathTemplate;
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Finds endpoints by their method and path. */
export class EndpointRouter {
  readonly #routes = new PathTree<Map<string, Route>>();
  readonly #rest: () => EndpointRouter | undefined;

  /** Of two for one method of a path the first serves. What is not among them is looked for in the rest, which may be long to make. */
  constructor(endpoints: readonly Endpoint[], rest: () => EndpointRouter | undefined = () => undefined) {
    this.#rest = rest;
    for (const endpoint of endpoints) {
      const routes = this.#routes.valueAt(endpoint.path, () => new Map());
      if (!routes.has(endpoint.method)) {
        routes.set(endpoint.method, { endpoint, template: new PathTemplate(endpoint.path) });
      }
    }
  }

  find(method: string, path: string): FoundEndpoint | undefined {
    const route = this.#routes.find(path)?.get(method);
    const values = route?.template.match(path);
    if (route === undefined || values === undefined) {
      return this.#rest()?.find(method, path);
    }
    const parameters = Object.entries(values).map(([name, value]) => [name, decodePath(value)]);
    return { endpoint: route.endpoint, parameters: Object.fromEntries(parameters) as FoundEndpoint["parameters"] };
  }

  /** The methods that a path has: none when there is no such path. */
  listMethods(path: string): Method[] {
    return METHODS.filter((method) => this.find(method, path) !== undefined);
  }
}

/** Values by path templates such as `projects/{project}/global/routes/{route}`: finding one takes as long as its path is. */
export class PathTree<T> {
  readonly #root: Branch<T> = { literals: new Map() };

  /** The value at a template, made where there is none: to paths, the names of variables make no difference. */
  valueAt(template: string, make: () => T): T {
    let branch = this.#root;
    for (const segment of template.split("/")) {
      branch = segment.startsWith("{") ? (branch.variable ??= { literals: new Map() }) : literal(branch, segment);
    }
    return (branch.value ??= make());
  }

  find(path: string): T | undefined {
    return find(this.#root, path.split("/"), 0);
  }
}

interface Branch<T> {
  readonly literals: Map<string, Branch<T>>;
  variable?: Branch<T>;
  value?: T;
}

function literal<T>({ literals }: Branch<T>, segment: string): Branch<T> {
  const branch = literals.get(segment) ?? { literals: new Map() };
  literals.set(segment, branch);
  return branch;
}

function find<T>(branch: Branch<T>, segments: readonly string[], index: number): T | undefined {
  const segment = segments[index];
  if (segment === undefined) {
    return branch.value;
  }
  const known = branch.literals.get(segment);
  const found = known === undefined ? undefined : find(known, segments, index + 1);
  return (
    found ?? (branch.variable === undefined || segment === "" ? undefined : find(branch.variable, segments, index + 1))
  );
}
