import { defineCollection, getObject, listObjects, type Collection, type OutsideChange } from "../collection";
import { listQuery, mutationQuery, type Endpoint } from "../endpoint";
import { NAME_PATTERN } from "../identifiers";
import type { JsonObject, Resource } from "../json";
import { checkLabels, labelFingerprint, labelsField } from "../labels";
import { fullUrl, operationScope, splitPath } from "../links";
import { aggregatedListObjects, aggregatedListQuery } from "../listing/aggregatedList";
import { commonOutputFields, output, type Fields } from "../schema";
import { deleteObject } from "./deleteObject";
import type { CollectionDescription, DescribedMethod, Scope } from "./description";
import { insertObject, type InsertRules, type NewObject } from "./insertObject";
import { setLabels, setLabelsFields } from "./setLabels";

const PLACES: Readonly<Record<Scope, string>> = {
  global: "global",
  region: "regions/{region}",
  zone: "zones/{zone}",
};

/** A collection of a project from its description, with the methods that are served for it. */
export function projectCollection(description: CollectionDescription): Collection {
  const { collection: name, scope, kind, listKind = `${kind}List`, endpoints = [] } = description;
  const collection = defineCollection({
    ...description,
    path: `projects/{project}/${PLACES[scope]}/${name}/{${kind.slice(kind.indexOf("#") + 1)}}`,
    listKind,
    fields: fieldsOf(description),
    complete: (object, change) => completed(description, object, change),
  });
  const { methods = methodsOf(description) } = description;
  const served = endpointsOf(collection, description);
  const described = methods.map((method) => ({ ...served[method], permissions: permissionsOf(description, method) }));
  return { ...collection, endpoints: [...described, ...endpoints] };
}

function fieldsOf({ scope, hasLabels, fields }: CollectionDescription): Fields {
  return {
    ...commonOutputFields,
    name: { type: "string", required: true, pattern: NAME_PATTERN },
    ...(scope === "global" ? {} : { [scope]: output({ type: "string" }) }),
    // On insert there are no labels yet that it could be a fingerprint of.
    ...(hasLabels === true ? { labels: labelsField, labelFingerprint: output({ type: "bytes" }) } : {}),
    ...fields,
  };
}

function methodsOf({ scope, hasLabels }: CollectionDescription): readonly DescribedMethod[] {
  return [
    "insert",
    "list",
    ...(scope === "global" ? [] : (["aggregatedList"] as const)),
    "get",
    "delete",
    ...(hasLabels === true ? (["setLabels"] as const) : []),
  ];
}

function permissionsOf({ collection, permissions }: CollectionDescription, method: DescribedMethod): readonly string[] {
  const verbs: Readonly<Partial<Record<DescribedMethod, string>>> = { insert: "create", aggregatedList: "list" };
  return permissions?.[method] ?? [`compute.${collection}.${verbs[method] ?? method}`];
}

function endpointsOf(
  collection: Collection,
  description: CollectionDescription,
): Readonly<Record<DescribedMethod, Omit<Endpoint, "permissions">>> {
  const { collection: name, scope, kind } = description;
  const all = `/compute/v1/${splitPath(collection.path).parent}` as const;
  const one = `/compute/v1/${collection.path}` as const;
  const insert: InsertRules = {
    ...description.insert,
    complete: (body, place) => completeInsert(collection, description, body, place),
  };
  return {
    insert: {
      method: "POST",
      path: all,
      query: mutationQuery,
      body: collection.fields,
      operationType: "insert",
      handle: (call) => insertObject(call, collection, insert),
    },
    list: { method: "GET", path: all, query: listQuery, handle: (call) => listObjects(call, collection) },
    aggregatedList: {
      method: "GET",
      path: `/compute/v1/projects/{project}/aggregated/${name}`,
      query: aggregatedListQuery,
      handle: (call) => aggregatedListObjects(call, { name, kind: `${kind}AggregatedList`, fields: collection.fields }),
    },
    get: { method: "GET", path: one, handle: (call) => getObject(call, collection) },
    delete: {
      method: "DELETE",
      path: one,
      query: mutationQuery,
      operationType: "delete",
      handle: (call) => deleteObject(call, collection, description.delete),
    },
    setLabels: {
      method: "POST",
      path: `${all}/{resource}/setLabels`,
      // The service takes an id of a request for regional and zonal objects only.
      ...(scope === "global" ? {} : { query: mutationQuery }),
      body: setLabelsFields,
      operationType: "setLabels",
      handle: (call) => setLabels(call, collection),
    },
  };
}

function completeInsert(
  { template }: Collection,
  description: CollectionDescription,
  body: JsonObject,
  place: NewObject,
): JsonObject {
  const { call, path, id } = place;
  if (description.hasLabels === true) {
    checkLabels(body.labels, "resource.labels");
    for (const permission of body.labels === undefined ? [] : permissionsOf(description, "setLabels")) {
      call.demand(permission, template.fill(call.parameters));
    }
  }
  return description.insert?.complete === undefined
    ? completed(description, { ...body, id }, { world: call.world, path, before: undefined })
    : withPlaceAndFingerprint(description, description.insert.complete(body, place), path);
}

function completed(description: CollectionDescription, object: Resource, change: OutsideChange): Resource {
  return withPlaceAndFingerprint(description, description.complete?.(object, change) ?? object, change.path);
}

function withPlaceAndFingerprint({ scope, hasLabels }: CollectionDescription, object: Resource, path: string) {
  return {
    ...(scope === "global" ? {} : { [scope]: fullUrl(operationScope(path)) }),
    ...object,
    ...(hasLabels === true ? { labelFingerprint: labelFingerprint(object.labels) } : {}),
  };
}
