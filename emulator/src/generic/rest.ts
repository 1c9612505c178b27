import type { Collection } from "../collection";
import type { Endpoint } from "../endpoint";
import { PathTree } from "../pathTree";
import { EndpointRouter } from "../router";
import { genericCollection, genericReads, queryOf, reasonToLeaveOut } from "./collections";
import { MessageFields } from "./fields";
import { readServiceDescription, type MethodDescription } from "./serviceDescription";

/** What of the service is served by its description, beside what is modelled. */
export interface RestOfService {
  readonly collections: readonly Collection[];
  /** Those that act. */
  readonly endpoints: readonly Endpoint[];
  /** Finds these, and the methods that answer that nobody modelled them. */
  readonly router: EndpointRouter;
  readonly index: PathTree<Collection>;
}

/** What is served already. */
export interface Served {
  readonly collections: readonly Collection[];
  readonly endpoints: readonly Endpoint[];
}

/** All that is described and not served. */
export function restOfService(served: Served): RestOfService {
  const { services, messages } = readServiceDescription();
  const fields = new MessageFields(messages);
  const modelled = new Map(served.collections.map((collection) => [collection.path, collection]));
  const collections: Collection[] = [];
  const endpoints = new Map<string, Endpoint>();
  const unserved: Endpoint[] = [];
  const isServed = new Set(served.endpoints.map(keyOf));
  for (const methods of Object.values(services)) {
    if (reasonToLeaveOut(methods) !== undefined) {
      continue;
    }
    const known = modelled.get(methods.get?.path ?? "");
    const made = known === undefined ? [genericCollection(methods, fields)] : [];
    collections.push(...made);
    const reads = known === undefined ? [] : genericReads(methods, known, fields);
    for (const endpoint of [...made.flatMap((collection) => collection.endpoints ?? []), ...reads]) {
      if (!isServed.has(keyOf(endpoint))) {
        endpoints.set(keyOf(endpoint), endpoint);
      }
    }
  }
  for (const [service, methods] of Object.entries(services)) {
    for (const [name, method] of Object.entries(methods)) {
      const endpoint = unservedEndpoint(`${service}.${name}`, method);
      if (!isServed.has(keyOf(endpoint)) && !endpoints.has(keyOf(endpoint))) {
        unserved.push(endpoint);
      }
    }
  }
  const index = new PathTree<Collection>();
  for (const collection of collections) {
    index.valueAt(collection.path, () => collection);
  }
  const acting = [...endpoints.values()];
  return { collections, endpoints: acting, router: new EndpointRouter([...acting, ...unserved]), index };
}

/** Two methods whose paths differ in the names of variables alone are one. */
function keyOf({ method, path }: Pick<Endpoint, "method" | "path">): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
}

function unservedEndpoint(name: string, method: MethodDescription): Endpoint {
  return {
    method: method.method,
    path: `/compute/v1/${method.path}`,
    query: queryOf(method),
    unserved: name,
    permissions: [`compute.${name}`],
    ...(method.method === "GET" ? {} : { changes: true }),
    handle: () => {
      throw new Error(`${name} is not served.`);
    },
  };
}
