import createRouter from "find-my-way";
import type { Endpoint, Method } from "./endpoint";

/** What a method and path lead to. */
export interface FoundEndpoint {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Finds endpoints by their path. */
export class EndpointRouter {
  readonly #router = createRouter({ caseSensitive: true, maxParamLength: 500 });

  constructor(endpoints: readonly Endpoint[]) {
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
      return undefined;
    }
    return { endpoint: found.store as Endpoint, parameters: found.params as Record<string, string> };
  }

  /** The methods that a path has: none when there is no such path. */
  methodsOf(path: string): Method[] {
    return METHODS.filter((method) => this.find(method, path) !== undefined);
  }
}
