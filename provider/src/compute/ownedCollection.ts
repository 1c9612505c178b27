import type { CallContext, ComputeClient, ComputeRequest } from "../http/client";
import { path } from "../names/path";
import type { Operation } from "./endpoints/operations";
import { itemsOf, itemsOfPlaces } from "./paging";

/** A collection whose objects are made and deleted one by one, with the same few methods as every other such collection. */
export interface OwnedCollection {
  /** `routes`. */
  readonly name: string;
  readonly scope: "global" | "region" | "zone";
  readonly permissions: {
    readonly insert: (body: Readonly<Record<string, unknown>>) => readonly string[];
    readonly delete: readonly string[];
  };
}

/** Where objects of a collection are. */
export interface Place {
  readonly project?: string;
  readonly region?: string;
  readonly zone?: string;
}

/** Where one object is, with its name. */
export interface Address extends Place {
  readonly name?: string;
}

/** An object as the service answers it. */
export type ApiObject = Record<string, unknown>;

/** The members of an address, in the order in which the path has them. */
export function addressMembers(collection: OwnedCollection): readonly (keyof Address)[] {
  return [...placeMembers(collection), "name"];
}

/** The same of the place that a collection is in. */
function placeMembers({ scope }: OwnedCollection): readonly (keyof Place)[] {
  return scope === "global" ? ["project"] : ["project", scope];
}

/** `projects/p/global/routes`, `projects/p/regions/r/addresses`. */
export function collectionPath(collection: OwnedCollection, { project = "", region = "", zone = "" }: Place): string {
  const place = { global: "global", region: `regions/${region}`, zone: `zones/${zone}` }[collection.scope];
  return `projects/${project}/${place}/${collection.name}`;
}

/** `projects/p/global/routes/r`. */
export function objectPath(collection: OwnedCollection, address: Address): string {
  return `${collectionPath(collection, address)}/${address.name ?? ""}`;
}

/** `insert`: its operation. */
export function insertObject(
  client: ComputeClient,
  collection: OwnedCollection,
  place: Place,
  body: Readonly<Record<string, unknown>>,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `insert ${collectionPath(collection, place)}/${String(body.name)}`,
      method: "POST",
      path: collectionPath(collection, encoded(collection, place, placeMembers(collection))),
      query: { requestId },
      body,
      permissions: collection.permissions.insert(body),
      project: place.project ?? "",
    },
    context,
  );
}

/** `get`. */
export function getObject(
  client: ComputeClient,
  collection: OwnedCollection,
  address: Address,
  context: CallContext,
): Promise<ApiObject> {
  return client.request<ApiObject>(
    {
      ...about("get", collection, address),
      method: "GET",
      asked: { path: objectPath(collection, address) },
      permissions: [`compute.${collection.name}.get`],
    },
    context,
  );
}

/** `delete`: its operation. */
export function deleteObject(
  client: ComputeClient,
  collection: OwnedCollection,
  address: Address,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      ...about("delete", collection, address),
      method: "DELETE",
      query: { requestId },
      permissions: collection.permissions.delete,
    },
    context,
  );
}

/** The labels of an object, and what a change of them is bound to. */
export interface LabelsBody {
  readonly labels: Readonly<Record<string, string>>;
  readonly labelFingerprint: string | undefined;
}

/** `setLabels` replaces all labels. It takes no request id: the fingerprint keeps it from acting twice. */
export function setObjectLabels(
  client: ComputeClient,
  collection: OwnedCollection,
  address: Address,
  body: LabelsBody,
  context: CallContext,
): Promise<Operation> {
  const request = about("set the labels of", collection, address);
  return client.request<Operation>(
    {
      ...request,
      method: "POST",
      path: `${request.path}/setLabels`,
      body,
      permissions: [`compute.${collection.name}.setLabels`],
    },
    context,
  );
}

/** `list` of a global collection, `aggregatedList` of any other: all objects of a project, page by page. */
export function listProjectObjects(
  client: ComputeClient,
  collection: OwnedCollection,
  project: string,
  context: CallContext,
): AsyncGenerator<ApiObject, void, undefined> {
  const { name, scope } = collection;
  const list = scope === "global" ? `global/${name}` : `aggregated/${name}`;
  return itemsOf<ApiObject>(
    client,
    {
      action: `list projects/${project}/${list}`,
      method: "GET",
      path: `${path`projects/${project}`}/${list}`,
      query: { maxResults: 500 },
      permissions: [`compute.${name}.list`],
      project,
    },
    context,
    scope === "global" ? {} : { itemsIn: (page) => itemsOfPlaces(page, name) },
  );
}

/** The same with each part encoded: an empty one, or one that would lead elsewhere, is refused. */
function encoded<A extends Address>(collection: OwnedCollection, address: A, members = addressMembers(collection)): A {
  return { ...address, ...Object.fromEntries(members.map((member) => [member, path`${address[member] ?? ""}`])) };
}

/** What a request about one object has, whatever it asks for. */
function about(
  verb: string,
  collection: OwnedCollection,
  address: Address,
): Pick<ComputeRequest, "action" | "path"> & { project: string } {
  return {
    action: `${verb} ${objectPath(collection, address)}`,
    path: objectPath(collection, encoded(collection, address)),
    project: address.project ?? "",
  };
}
