import type { CallContext, ComputeClient, ComputeRequest } from "../http/client";
import { path } from "../names/path";
import type { Form } from "../types/form";
import { operationAnswer, type Operation } from "./endpoints/operations";
import { pageForm } from "./paging";

/** A collection of objects that have a name in a place. */
export interface Collection {
  /** `routes`. */
  readonly name: string;
  readonly scope: "global" | "region" | "zone";
  /** The name in permissions, where that is another: `regionBackendServices`. */
  readonly permissionName?: string;
}

/** Where objects of a collection are. */
export type Location = Readonly<Record<"project", string> & Partial<Record<"region" | "zone", string>>>;

/** Where one object is, with its name. */
export type Address = Location & Readonly<Record<"name", string>>;

/** An object as the service answers it. */
export type ApiObject = Record<string, unknown>;

/** The members of an address, in the order in which the path has them. */
export function addressMembers(collection: Collection): readonly (keyof Address)[] {
  return [...locationMembers(collection), "name"];
}

/** The same of the place that a collection is in. */
export function locationMembers({ scope }: Collection): readonly (keyof Location)[] {
  return scope === "global" ? ["project"] : ["project", scope];
}

/** `projects/p/global/routes`, `projects/p/regions/r/addresses`. */
export function collectionPath(collection: Collection, { project, region = "", zone = "" }: Location): string {
  const place = { global: "global", region: `regions/${region}`, zone: `zones/${zone}` }[collection.scope];
  return `projects/${project}/${place}/${collection.name}`;
}

/** `projects/p/global/routes/r`. */
export function objectPath(collection: Collection, address: Address): string {
  return `${collectionPath(collection, address)}/${address.name}`;
}

/** `get`. */
export function getObject<T = ApiObject>(
  client: ComputeClient,
  collection: Collection,
  address: Address,
  form: Form,
  context: CallContext,
): Promise<T> {
  const asked = { path: objectPath(collection, address) };
  const permissions = [permissionTo("get", collection)];
  return client.request<T>(
    { ...objectRequest("get", collection, address), method: "GET", asked, permissions, form },
    context,
  );
}

/** `patch`: a JSON merge patch. */
export function patchObject(
  client: ComputeClient,
  collection: Collection,
  address: Address,
  body: Readonly<Record<string, unknown>>,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      ...objectRequest("patch", collection, address),
      method: "PATCH",
      query: { requestId },
      body,
      permissions: [permissionTo("update", collection)],
      form: operationAnswer,
    },
    context,
  );
}

/** `list`: of the objects of a place, each of that form. */
export function listRequest(collection: Collection, location: Location, item: Form): ComputeRequest {
  return {
    action: `list ${collectionPath(collection, location)}`,
    method: "GET",
    path: collectionPath(collection, encodeParts(location, locationMembers(collection))),
    permissions: [`compute.${collection.name}.list`],
    project: location.project,
    form: pageForm(item),
  };
}

/** `compute.routes.get`. */
export function permissionTo(verb: string, { name, permissionName = name }: Collection): string {
  return `compute.${permissionName}.${verb}`;
}

/** The request of a method of an object: a POST that starts an operation, unless it says otherwise. */
export type MethodRequest = Pick<ComputeRequest, "permissions"> & Partial<ComputeRequest>;

/** Any other method of an object, such as `setLabels`; messages call it so, unless `action` says otherwise. */
export function callMethod<T>(
  client: ComputeClient,
  collection: Collection,
  address: Address,
  name: string,
  request: MethodRequest,
  context: CallContext,
): Promise<T> {
  const object = objectRequest(name, collection, address);
  const path = `${object.path}/${name}`;
  return client.request<T>({ method: "POST", form: operationAnswer, ...object, path, ...request }, context);
}

/** The same with each part encoded: an empty one, or one that would lead elsewhere, is refused. */
export function encodeParts<A extends Readonly<Record<string, string>>>(parts: A, members: readonly (keyof A)[]): A {
  return { ...parts, ...Object.fromEntries(members.map((member) => [member, path`${parts[member] ?? ""}`])) };
}

/** The common members of requests about one object. */
export function objectRequest(
  verb: string,
  collection: Collection,
  address: Address,
): Pick<ComputeRequest, "action" | "path"> & { project: string } {
  return {
    action: `${verb} ${objectPath(collection, address)}`,
    path: objectPath(collection, encodeParts(address, addressMembers(collection))),
    project: address.project,
  };
}
