import type { Endpoint, Method } from "./endpoint";
import { PathTemplate } from "./links";
import { PathTree } from "./pathTree";

/** What a method and path lead to. */
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

  /** What is not among the endpoints is looked for in the rest, which may be long to make. */
  constructor(endpoints: readonly Endpoint[], rest: () => EndpointRouter | undefined = () => undefined) {
    this.#rest = rest;
    for (const endpoint of endpoints) {
      const routes = this.#routes.valueAt(endpoint.path, () => new Map());
      routes.set(endpoint.method, { endpoint, template: new PathTemplate(endpoint.path) });
    }
  }

  find(method: string, path: string): FoundEndpoint | undefined {
    const route = this.#routes.find(path)?.get(method);
    const values = route?.template.match(path);
    if (route === undefined || values === undefined) {
      return this.#rest()?.find(method, path);
    }
    const parameters = Object.entries(values).map(([name, value]) => [name, decoded(value)]);
    return { endpoint: route.endpoint, parameters: Object.fromEntries(parameters) as FoundEndpoint["parameters"] };
  }

  /** The methods that a path has: none when there is no such path. */
  methodsOf(path: string): Method[] {
    return METHODS.filter((method) => this.find(method, path) !== undefined);
  }
}

/** A text that is not encoded as a path stays as it is: nothing has such a name. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
