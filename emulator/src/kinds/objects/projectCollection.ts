import { defineCollection, getObject, listObjects, type Collection, type ObjectChange } from "../collection";
import { listQuery, mutationQuery, type Endpoint } from "../endpoint";
import { fingerprint } from "../../basics/fingerprint";
import { NAME_PATTERN } from "../../basics/identifiers";
import type { JsonObject, Resource } from "../../basics/json";
import { checkLabels, labelFingerprint, labelsField } from "./labels";
import { fullUrl, operationScope, splitPath } from "../../basics/links";
import { aggregatedListObjects, aggregatedListQuery } from "../listing/aggregatedList";
import { commonOutputFields, output, type Fields } from "../../basics/schema";
import { patchObject, replaceObject, setLabels, setLabelsFields, type ChangeRules } from "./changeObject";
import { deleteObject } from "./deleteObject";
import type { CollectionDescription, DescribedMethod, Scope } from "./description";
import { insertObject, type InsertRules, type NewObject } from "./insertObject";

const PLACES: Readonly<Record<Scope, string>> = {
  global: "global",
  region: "regions/{region}",
  zone: "zones/{zone}",
};

/** A collection of a project from its description, with the methods that are served for it. */
export function projectCollection(description: CollectionDescription): Collection {
  const { collection: name, scope, kind, listKind = `${kind}List`, endpoints = [] } = description;
  const { variable = kind.slice(kind.indexOf("#") + 1), methods = listMethods(description) } = description;
  const collection = defineCollection({
    ...description,
    path: `projects/{project}/${PLACES[scope]}/${name}/{${variable}}`,
    listKind,
    fields: completeFields(description),
    complete: (object, change) => completeObject(description, object, change),
    isInsertedOnly: description.isInsertedOnly ?? methods.includes("insert"),
  });
  return { ...collection, endpoints: [...listEndpoints(collection, description, methods), ...endpoints] };
}

/** Methods that are the same for all objects, served for these. */
export function listEndpoints(
  collection: Collection,
  description: CollectionDescription,
  methods: readonly DescribedMethod[],
): Endpoint[] {
  const served = describeEndpoints(collection, description);
  return methods.map((method) => ({
    ...served[method],
    ...description.routes?.[method],
    permissions: listPermissions(description, method),
  }));
}

function completeFields(description: CollectionDescription): Fields {
  const { scope, hasLabels, hasFingerprint, fields } = description;
  return {
    ...commonOutputFields,
    name: { type: "string", required: true, pattern: NAME_PATTERN },
    ...(showsPlace(description) ? { [scope]: output({ type: "string" }) } : {}),
    // On insert there are no labels yet that it could be a fingerprint of.
    ...(hasLabels === true ? { labels: labelsField, labelFingerprint: output({ type: "bytes" }) } : {}),
    ...(hasFingerprint === true ? { fingerprint: output({ type: "bytes" }) } : {}),
    ...fields,
  };
}

function listMethods({ scope, hasLabels }: CollectionDescription): readonly DescribedMethod[] {
  return [
    "insert",
    "list",
    ...(scope === "global" ? [] : (["aggregatedList"] as const)),
    "get",
    "delete",
    ...(hasLabels === true ? (["setLabels"] as const) : []),
  ];
}

function listPermissions(
  { collection, permissions }: CollectionDescription,
  method: DescribedMethod,
): readonly string[] {
  const verbs: Readonly<Partial<Record<DescribedMethod, string>>> = {
    insert: "create",
    aggregatedList: "list",
    patch: "update",
  };
  return permissions?.[method] ?? [`compute.${collection}.${verbs[method] ?? method}`];
}

function describeEndpoints(
  collection: Collection,
  description: CollectionDescription,
): Readonly<Record<DescribedMethod, Omit<Endpoint, "permissions">>> {
  const { collection: name, scope, kind, aggregated = { kind: `${kind}AggregatedList` } } = description;
  const all = `/compute/v1/${splitPath(collection.path).parent}` as const;
  const one = `/compute/v1/${collection.path}` as const;
  const insert: InsertRules = {
    ...description.insert,
    complete: (body, place) => completeInsert(collection, description, body, place),
  };
  const change: ChangeRules = {
    hasFingerprint: description.hasFingerprint === true,
    fixed: description.fixed ?? [],
    complete: (object, place) => completeObject(description, object, place),
    check: (after, place) => description.check?.(after, place),
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
      handle: (call) => aggregatedListObjects(call, { name, ...aggregated, fields: collection.fields }),
    },
    get: { method: "GET", path: one, handle: (call) => getObject(call, collection) },
    delete: {
      method: "DELETE",
      path: one,
      query: mutationQuery,
      operationType: "delete",
      handle: (call) => deleteObject(call, collection, description.delete),
    },
    patch: {
      method: "PATCH",
      path: one,
      query: mutationQuery,
      body: collection.fields,
      operationType: "patch",
      handle: (call) => patchObject(call, collection, change),
    },
    update: {
      method: "PUT",
      path: one,
      query: mutationQuery,
      body: collection.fields,
      operationType: "update",
      handle: (call) => (call.method === "PATCH" ? patchObject : replaceObject)(call, collection, change),
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
  newObject: NewObject,
): JsonObject {
  const { call, path, id } = newObject;
  if (description.hasLabels === true) {
    checkLabels(body.labels, "resource.labels");
    for (const permission of body.labels === undefined ? [] : listPermissions(description, "setLabels"))
      call.demand(permission, template.fill(call.parameters));
  }
  const change = { world: call.world, path, before: undefined };
  const object =
    description.insert?.complete === undefined
      ? completeObject(description, { ...body, id }, change)
      : addServerFields(description, description.insert.complete(body, newObject), path);
  description.check?.(object, change);
  return object;
}

function completeObject(description: CollectionDescription, object: Resource, change: ObjectChange): Resource {
  return addServerFields(description, description.complete?.(object, change) ?? object, change.path);
}

function showsPlace({ scope, showsPlace: isShown = true }: CollectionDescription): boolean {
  return isShown && scope !== "global";
}

/** The link of the place, and the fingerprints of the labels and of what a client may set. */
function addServerFields(description: CollectionDescription, object: Resource, path: string): Resource {
  const { scope, hasLabels, hasFingerprint } = description;
  return {
    ...(showsPlace(description) ? { [scope]: fullUrl(operationScope(path)) } : {}),
    ...object,
    ...(hasLabels === true ? { labelFingerprint: labelFingerprint(object.labels) } : {}),
    ...(hasFingerprint === true ? { fingerprint: fingerprint(pickSettings(description, object)) } : {}),
  };
}

function pickSettings({ fields }: CollectionDescription, object: Resource): JsonObject {
  const settings = Object.entries(object).filter(
    ([name]) => Object.hasOwn(fields, name) && fields[name]?.outputOnly !== true,
  );
  return Object.fromEntries(settings);
}
