import type { Collection } from "../collection";
import type { Call, Endpoint, QueryFields, QueryType } from "../endpoint";
import { invalidField, notImplemented } from "../../basics/errors";
import { isJsonObject, findOwn, type Resource } from "../../basics/json";
import { API_ROOT, splitPath } from "../../basics/links";
import type { CollectionDescription, DescribedMethod, Scope } from "../objects/description";
import { listEndpoints, projectCollection } from "../objects/projectCollection";
import type { Field, Fields } from "../../basics/schema";
import { ownFields, type MessageFields } from "./fields";
import { applyDeviations } from "./officialFields";
import { REFINEMENTS } from "./refinements";
import type { MethodDescription, ParameterDescription, ServiceDescription } from "./serviceDescription";

/** The methods of one collection by their names. */
type Methods = ServiceDescription["services"][string];

/** Such objects also come to be with others, so that a link to one which nobody inserted is no mistake. */
const MADE_WITH_OTHERS: readonly string[] = ["disks", "instanceGroups", "subnetworks"];

/** The status of a new object of any kind: the first of these that its kind has. */
const USABLE = ["RUNNING", "READY", "ACTIVE", "RESERVED", "ESTABLISHED"];

const PLACES: Readonly<Record<string, Scope>> = {
  global: "global",
  "regions/{region}": "region",
  "zones/{zone}": "zone",
};

/** Why a service of the API is not served by its description; undefined when it is. */
export function reasonToLeaveOut(methods: Methods): string | undefined {
  const { get } = methods;
  if (get === undefined) return "has no get";
  if (get.answer === "Operation") return "has operations, which nobody inserts";
  const { parent, name } = splitPath(get.path);
  const [, projectVariable, ...place] = splitPath(parent).parent.split("/");
  if (!get.path.startsWith("projects/")) return "is not a collection of a project";
  if (!name.startsWith("{")) return "is one object that always exists";
  if (projectVariable !== "{project}" || !Object.hasOwn(PLACES, place.join("/")))
    return "is not a collection of a place";
  if (methods.delete !== undefined && methods.delete.method !== "DELETE") return "has a delete of its own kind";
  return methods.insert === undefined && methods.list === undefined ? "has neither insert nor list" : undefined;
}

/** A collection that is served by what the description says of it. */
export function genericCollection(methods: Methods, fields: MessageFields): Collection {
  const description = describeCollection(methods, fields);
  const collection = projectCollection(description);
  const further = findOwn(REFINEMENTS, description.collection)?.endpoints?.(collection) ?? [];
  const endpoints = [...(collection.endpoints ?? []), ...further];
  return { ...collection, endpoints: endpoints.map((endpoint) => strict(endpoint, methods)) };
}

/** The methods that only read, for a collection that is modelled without them. */
export function genericReads(methods: Methods, collection: Collection, fields: MessageFields): Endpoint[] {
  const description = describeCollection(methods, fields);
  const reads = (description.methods ?? []).filter((method) => /^(?:get|list|aggregatedList)$/.test(method));
  return listEndpoints(collection, description, reads).map((endpoint) => strict(endpoint, methods));
}

function describeCollection(methods: Methods, messages: MessageFields): CollectionDescription {
  const { get, list, aggregatedList } = methods;
  const { parent, name: variable } = splitPath(get?.path ?? "");
  const { parent: place, name: collection } = splitPath(parent);
  const message = get?.answer ?? "";
  const fields = messages.read(message);
  const { deviations = {}, rules } = findOwn(REFINEMENTS, collection) ?? {};
  const own = ownFields(applyDeviations(fields, message, deviations));
  const described = METHODS.filter((method) => methods[method] !== undefined);
  const scope = PLACES[place.split("/").slice(2).join("/")] ?? "global";
  const statuses = fields.status?.type === "string" ? (fields.status.values ?? []) : [];
  const status = USABLE.find((usable) => statuses.includes(usable));
  return {
    collection,
    scope,
    showsPlace: fields[scope] !== undefined,
    kind: toKind(message),
    variable: variable.slice(1, -1),
    ...(list === undefined ? {} : { listKind: toKind(list.answer) }),
    ...(aggregatedList === undefined
      ? {}
      : { aggregated: { kind: toKind(aggregatedList.answer), items: aggregatedList.items ?? collection } }),
    fields: own,
    ...rules,
    complete: (object, change) => {
      const shown = status === undefined ? object : { status, ...object };
      return rules?.complete?.(shown, change) ?? shown;
    },
    hasLabels: fields.labelFingerprint !== undefined,
    hasFingerprint: fields.fingerprint !== undefined,
    holds: (resource) => holdingLinks(own, resource),
    isInsertedOnly: methods.insert !== undefined && !MADE_WITH_OTHERS.includes(collection),
    methods: described,
    routes: Object.fromEntries(described.map((method) => [method, toRoute(methods[method])])),
    delete: fields.users?.type === "list" ? { readUsers: ({ users }) => users } : {},
  };
}

const METHODS: readonly DescribedMethod[] = [
  ...(["insert", "list", "aggregatedList", "get", "delete", "patch", "update", "setLabels"] as const),
];

function toRoute(method: MethodDescription | undefined): Partial<Pick<Endpoint, "method" | "path" | "query">> {
  return method === undefined
    ? {}
    : { method: method.method, path: `/compute/v1/${method.path}`, query: toQueryFields(method) };
}

/** `compute#address` of the message `Address`. */
function toKind(message: string): string {
  return `compute#${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** The query parameters of a method, with their types. */
export function toQueryFields({ query = {} }: MethodDescription): QueryFields {
  return Object.fromEntries(
    Object.entries(query).map(([name, { type }]): [string, QueryType] => [
      name,
      name === "requestId" ? "requestId" : type,
    ]),
  );
}

/** A parameter that would change what a method does is refused, where all methods of the name do the same here. */
function strict(endpoint: Endpoint, methods: Methods): Endpoint {
  const method = Object.values(methods).find(
    ({ method: verb, path }) => verb === endpoint.method && `/compute/v1/${path}` === endpoint.path,
  );
  const variable = splitPath(methods.get?.path ?? "").name.slice(1, -1);
  const special = Object.entries(method?.query ?? {}).filter(
    ([name]) => !UNDERSTOOD.includes(name) && name !== variable,
  );
  if (special.length === 0) return endpoint;
  return {
    ...endpoint,
    handle: (call) => {
      checkSpecial(call, special);
      return endpoint.handle(call);
    },
  };
}

const UNDERSTOOD: readonly string[] = [
  ...["filter", "includeAllScopes", "maxResults", "orderBy", "pageToken"],
  ...["requestId", "returnPartialSuccess", "serviceProjectNumber"],
];

function checkSpecial(call: Call, parameters: readonly (readonly [string, ParameterDescription])[]): void {
  for (const [name, { required }] of parameters) {
    const isSent = call.query[name] !== undefined;
    if (required === true && !isSent) throw invalidField(name, "", "The method needs this parameter.");
    if (required !== true && isSent) {
      throw notImplemented(
        `The emulator does not serve the parameter ${name} of ${call.method} ${call.path}: it has no model.`,
      );
    }
  }
}

/**
 * The links of an object that keep what they point at from being deleted: all in fields that a client sets, but for those
 * that only say where the object came from, such as `sourceDisk`.
 */
function holdingLinks(fields: Fields, resource: Resource): string[] {
  return Object.entries(resource).flatMap(([name, value]) => {
    const field = findOwn(fields, name);
    return field === undefined || field.outputOnly === true || /^source[A-Z]/.test(name) ? [] : linksIn(field, value);
  });
}

function linksIn(field: Field, value: unknown): string[] {
  switch (field.type) {
    case "string":
      return field.isLink === true && typeof value === "string" && value.startsWith(API_ROOT) ? [value] : [];
    case "list":
      return Array.isArray(value) ? value.flatMap((item) => linksIn(field.items, item)) : [];
    case "map":
      return isJsonObject(value) ? Object.values(value).flatMap((item) => linksIn(field.values, item)) : [];
    case "object":
      return isJsonObject(value) ? holdingLinks(field.fields, value) : [];
    default:
      return [];
  }
}
