import type { Collection } from "../collection";
import type { Endpoint } from "../endpoint";
import { PathTree } from "../../basics/pathTree";
import { genericCollection, genericReads, toQueryFields, reasonToLeaveOut } from "./collections";
import { MessageFields } from "./fields";
import { readServiceDescription, type MethodDescription } from "./serviceDescription";

/** The part of the service that is served by its description, besides the modelled part. */
export interface UnmodelledService {
  readonly collections: readonly Collection[];
  /** The methods of these, further reads of modelled ones, and those that answer that nobody modelled them. */
  readonly endpoints: readonly Endpoint[];
  readonly index: PathTree<Collection>;
  /** The permissions that these methods need. */
  readonly permissions: readonly string[];
}

/** All that is described and not modelled. */
export function readUnmodelledService(modelled: readonly Collection[]): UnmodelledService {
  const { services, messages } = readServiceDescription();
  const fields = new MessageFields(messages);
  const known = new Map(modelled.map((collection) => [collection.path, collection]));
  const collections: Collection[] = [];
  const endpoints: Endpoint[] = [];
  for (const methods of Object.values(services)) {
    const collection = known.get(methods.get?.path ?? "");
    if (reasonToLeaveOut(methods) !== undefined) continue;
    if (collection === undefined) {
      const made = genericCollection(methods, fields);
      collections.push(made);
      endpoints.push(...(made.endpoints ?? []));
    } else endpoints.push(...genericReads(methods, collection, fields));
  }
  const unserved = Object.entries(services).flatMap(([service, methods]) =>
    Object.entries(methods).map(([name, method]) => unservedEndpoint(`${service}.${name}`, method)),
  );
  const index = new PathTree<Collection>();
  for (const collection of collections) index.valueAt(collection.path, () => collection);
  const all = [...endpoints, ...unserved];
  return { collections, endpoints: all, index, permissions: collectPermissions(all) };
}

/** The permissions that any of these methods needs. */
export function collectPermissions(endpoints: readonly Endpoint[]): string[] {
  return endpoints.flatMap(({ permissions = [] }) => permissions);
}

function unservedEndpoint(name: string, method: MethodDescription): Endpoint {
  return {
    method: method.method,
    path: `/compute/v1/${method.path}`,
    query: toQueryFields(method),
    unserved: name,
    permissions: [`compute.${name}`],
    ...(method.method === "GET" ? {} : { changes: true }),
    handle: () => {
      throw new Error(`${name} is not served.`);
    },
  };
}
