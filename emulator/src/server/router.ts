import type { Catalog } from "../kinds/catalog";
import type { Endpoint, Method } from "../kinds/endpoint";
import { PathTemplate } from "../basics/links";
import { PathTree } from "../basics/pathTree";
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
  readonly #readRest: (() => readonly Endpoint[]) | undefined;
  #rest: EndpointRouter | undefined;

  /** Of two for one method of a path the first serves. What is not among them is looked for in the rest, which may be long to make. */
  constructor(endpoints: readonly Endpoint[], readRest?: () => readonly Endpoint[]) {
    this.#readRest = readRest;
    for (const endpoint of endpoints) {
      const routes = this.#routes.valueAt(endpoint.path, () => new Map());
      if (!routes.has(endpoint.method))
        routes.set(endpoint.method, { endpoint, template: new PathTemplate(endpoint.path) });
    }
  }

  find(method: string, path: string): FoundEndpoint | undefined {
    const route = this.#routes.find(path)?.get(method);
    const values = route?.template.match(path);
    if (route === undefined || values === undefined) {
      this.#rest ??= this.#readRest && new EndpointRouter(this.#readRest());
      return this.#rest?.find(method, path);
    }
    const parameters = Object.entries(values).map(([name, value]) => [name, decodePath(value)]);
    return { endpoint: route.endpoint, parameters: Object.fromEntries(parameters) as FoundEndpoint["parameters"] };
  }

  /** The methods that a path has: none when there is no such path. */
  listMethods(path: string): Method[] {
    return METHODS.filter((method) => this.find(method, path) !== undefined);
  }
}

const routers = new WeakMap<Catalog, EndpointRouter>();

/** The router of a catalog. It is long to make, so the emulators of one catalog share it. */
export function routerFor(catalog: Catalog): EndpointRouter {
  const router = routers.get(catalog) ?? new EndpointRouter(catalog.endpoints, () => catalog.rest.endpoints);
  routers.set(catalog, router);
  return router;
}
