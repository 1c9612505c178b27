import { scalarText } from "../types/scalarText";
import type { CallContext, ComputeClient } from "../http/client";
import { path } from "../names/path";
import type { Form } from "../types/form";
import { operationAnswer, type Operation } from "./endpoints/operations";
import {
  objectRequest,
  callMethod,
  collectionPath,
  encodeParts,
  objectPath,
  locationMembers,
  type Address,
  type ApiObject,
  type Collection,
  type Location,
} from "./objects";
import { iterateItems, flattenScopes, pageForm, aggregatedForm } from "./paging";

/** A collection whose objects are made and deleted one by one, with the same few methods as every other such collection. */
export interface OwnedCollection extends Collection {
  readonly permissions: {
    readonly insert: (body: Readonly<Record<string, unknown>>) => readonly string[];
    readonly delete: readonly string[];
  };
}

/** `insert`: its operation. */
export function insertObject(
  client: ComputeClient,
  collection: OwnedCollection,
  location: Location,
  body: Readonly<Record<string, unknown>>,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `insert ${collectionPath(collection, location)}/${scalarText(body.name) ?? ""}`,
      method: "POST",
      path: collectionPath(collection, encodeParts(location, locationMembers(collection))),
      query: { requestId },
      body,
      permissions: collection.permissions.insert(body),
      project: location.project,
      form: operationAnswer,
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
  const permissions = collection.permissions.delete;
  return client.request<Operation>(
    {
      ...objectRequest("delete", collection, address),
      method: "DELETE",
      query: { requestId },
      permissions,
      form: operationAnswer,
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
  const action = `set the labels of ${objectPath(collection, address)}`;
  const permissions = [`compute.${collection.name}.setLabels`];
  return callMethod(client, collection, address, "setLabels", { action, body, permissions }, context);
}

/**
 * `list` of a global collection, `aggregatedList` of any other: all objects of a project, each of that form, page by page.
 *
 * @param filter in the service's words
 */
export function listProjectObjects<T = ApiObject>(
  client: ComputeClient,
  collection: Collection,
  project: string,
  form: Form,
  context: CallContext,
  filter?: string,
): AsyncGenerator<T, void, undefined> {
  const { name, scope } = collection;
  const list = scope === "global" ? `global/${name}` : `aggregated/${name}`;
  return iterateItems<T>(
    client,
    {
      action: `list projects/${project}/${list}`,
      method: "GET",
      path: `${path`projects/${project}`}/${list}`,
      query: { maxResults: 500, filter },
      permissions: [`compute.${name}.list`],
      project,
      form: scope === "global" ? pageForm(form) : aggregatedForm(form, name),
    },
    context,
    scope === "global" ? { keeps: "all" } : { keeps: "all", itemsIn: (page) => flattenScopes(page, name) },
  );
}
