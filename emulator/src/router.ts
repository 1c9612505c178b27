import createRouter from "find-my-way";
import type { Endpoint, Method } from "./endpoint";
import { PathTemplate } from "./links";
import { PathTree } from "./pathTree";

/** What a method and path lead to. */
export interface FoundEndpoint {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Finds the endpoint of a method and a path. */
export interface EndpointFinder {
  find(method: string, path: string): FoundEndpoint | undefined;
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Finds endpoints by their path. */
export class EndpointRouter implements EndpointFinder {
  readonly #router = createRouter({ caseSensitive: true, maxParamLength: 500 });
  readonly #rest: () => EndpointFinder | undefined;

  /** What is not among the endpoints is looked for in the rest, which may be long to make. */
  constructor(endpoints: readonly Endpoint[], rest: () => EndpointFinder | undefined = () => undefined) {
    this.#rest = rest;
    for (const endpoint of endpoints) {
      const pattern = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
      this.#router.on(endpoint.method, pattern, () => undefined, endpoint);
    }
  }

  find(method: string, path: string): FoundEndpoint | undefined {
    const known = METHODS.find((candidate) => candidate === method);
    const found = known === undefined ? null : this.#router.find(known, path);
    if (found === null || Object.values(found.params).includes("")) {
      // The router lets the last variable be empty; to the service `routes/` is another path than `routes`.
      return this.#rest()?.find(method, path);
    }
    return { endpoint: found.store as Endpoint, parameters: found.params as Record<string, string> };
  }

  /** The methods that a path has: none when there is no such path. */
  methodsOf(path: string): Method[] {
    return METHODS.filter((method) => this.find(method, path) !== undefined);
  }
}

/** The same for hundreds of endpoints of which few are asked for: made in a moment, and slower to find one. */
export class EndpointTree implements EndpointFinder {
  readonly #tree = new PathTree<Map<string, Endpoint>>();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      this.#tree.valueAt(endpoint.path, () => new Map()).set(endpoint.method, endpoint);
    }
  }

  find(method: string, path: string): FoundEndpoint | undefined {
    const endpoint = this.#tree.find(path)?.get(method);
    const parameters = endpoint === undefined ? undefined : new PathTemplate(endpoint.path).match(path);
    return endpoint === undefined || parameters === undefined
      ? undefined
      : { endpoint, parameters: Object.fromEntries(Object.entries(parameters).map(decoded)) };
  }
}

/** A text that is not encoded as a path stays as it is: nothing has such a name. */
function decoded([name, value]: [string, string]): [string, string] {
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    return [name, value];
  }
}
