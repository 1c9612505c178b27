import { listParameters, parameter, type Call } from "./endpoint";
import { alreadyExists, inUse, notFound, notReady } from "./errors";
import { nextNumericId } from "./identifiers";
import type { JsonObject, Resource } from "./json";
import { operationScope, PathTemplate, splitPath } from "./links";
import { applyPartialFailure, renderPage } from "./listing/list";
import { startOperation } from "./mutation";
import type { QuotaMetric } from "./quotas";
import type { Fields } from "./schema";
import { validateBody, type ValidBody } from "./validation";

/** An object that a project has from its first moment. */
export interface Seed {
  /** Variables of the path besides the project, the object's own name among them. */
  readonly variables: Readonly<Record<string, string>>;
  readonly fields: JsonObject;
}

/** What a collection says about itself. */
export interface CollectionDefinition {
  /** Path of one object: `projects/{project}/global/routes/{route}`. */
  readonly path: string;
  /** Kind of one object: `compute#route`. */
  readonly kind: string;
  /** Kind of a page: `compute#routeList`. */
  readonly listKind: string;
  readonly hasUnreachables?: boolean;
  /** All fields of an object, those of a body and those that the server sets. */
  readonly fields: Fields;
  readonly quota?: QuotaMetric;
  readonly seed?: (project: string) => readonly Seed[];
}

/** A kind of object, with what follows from its definition. */
export interface Collection extends CollectionDefinition {
  readonly template: PathTemplate;
  /** Fields whose target cannot be deleted while the object is there. */
  readonly holdingFields: readonly string[];
}

/** Completes a definition. */
export function defineCollection(definition: CollectionDefinition): Collection {
  const holdingFields = Object.entries(definition.fields)
    .filter(([, field]) => field.type === "string" && field.reference?.holdsTarget === true)
    .map(([name]) => name);
  return { ...definition, template: new PathTemplate(definition.path), holdingFields };
}

/** Validates the body of a call against a collection's fields. */
export function validBody(call: Call, fields: Fields, mode: "insert" | "patch"): ValidBody {
  return validateBody(fields, call.body, {
    project: call.parameters.project,
    mode,
    exists: (path) => call.world.find(path) !== undefined,
    isLeaving: (path) => call.world.operations.runningOn(path)?.change.operationType === "delete",
  });
}

/** The object that the path of a call names, and that path. */
export function existing(call: Call, collection: Collection): { readonly path: string; readonly resource: Resource } {
  const path = collection.template.fill(call.parameters);
  const { parent, name } = splitPath(path);
  const resource = call.world.find(path);
  if (resource !== undefined) {
    return { path, resource };
  }
  // An object is found by its numeric id too; no name can look like one.
  const byId = /^[0-9]+$/.test(name)
    ? call.world.store
        .collection(parent)
        .items()
        .find(({ id }) => id === name)
    : undefined;
  if (byId === undefined) {
    throw notFound(path);
  }
  return { path: `${parent}/${String(byId.name)}`, resource: byId };
}

/** `get`: the object. */
export function getObject(call: Call, collection: Collection): JsonObject {
  return existing(call, collection).resource;
}

/** `list`: one page of the collection. */
export function listObjects(call: Call, collection: Collection): JsonObject {
  const path = collection.template.fill(call.parameters);
  const stored = call.world.store.collection(path);
  const page = call.world.snapshots.page(
    { path, version: stored.version, fields: collection.fields, items: () => stored.items() },
    listParameters(call),
  );
  const fault = call.takeFault("list");
  const failure = fault?.kind === "partialFailure" ? fault : undefined;
  const shown = applyPartialFailure(page, failure, call.query.returnPartialSuccess === true);
  const { listKind, hasUnreachables = false } = collection;
  return renderPage(path, { kind: listKind, hasUnreachables }, shown, failure);
}

/** What one kind of object adds to an insert. */
export interface InsertRules {
  /** Rules between fields, and the fields that the server sets. Gets a valid body and gives what is stored. */
  complete?(body: JsonObject, path: string, id: string): JsonObject;
}

/** `insert`: checks everything, reserves the name, and adds the object when the operation turns DONE. */
export function insertObject(call: Call, collection: Collection, rules: InsertRules = {}): JsonObject {
  const { world } = call;
  const { value, references } = validBody(call, collection.fields, "insert");
  const path = `${collection.template.fill(call.parameters)}/${String(value.name)}`;
  const id = nextNumericId(world.now());
  const fields = rules.complete?.(value, path, id) ?? value;
  const running = world.operations.runningOn(path);
  if (running !== undefined && running.change.operationType !== "insert") {
    throw notReady(path);
  }
  if (running !== undefined || world.store.has(path)) {
    throw alreadyExists(path);
  }
  const resource = world.describe(collection, path, fields, id);
  return startOperation(call, {
    scope: operationScope(path),
    target: path,
    targetId: id,
    references,
    failure: quotaFailure(call, collection, splitPath(path).parent),
    land: (warnings) => {
      world.store.put(path, warnings.length === 0 ? resource : { ...resource, warnings });
      return undefined;
    },
  });
}

/** `delete`: the object is there until the operation turns DONE. */
export function deleteObject(call: Call, collection: Collection): JsonObject {
  const { world } = call;
  // An object whose insert is running is not there yet, and still it is the running operation that stands in the way.
  const asked = collection.template.fill(call.parameters);
  if (world.operations.runningOn(asked) !== undefined) {
    throw notReady(asked);
  }
  const { path, resource } = existing(call, collection);
  const holder = world.holderOf(path);
  if (holder !== undefined) {
    throw inUse(path, holder);
  }
  return startOperation(call, {
    scope: operationScope(path),
    target: path,
    targetId: String(resource.id),
    land: () => {
      world.store.delete(path);
      return undefined;
    },
  });
}

function quotaFailure(call: Call, collection: Collection, collectionPath: string) {
  const { world } = call;
  const project = parameter(call, "project");
  return (
    collection.quota &&
    world.quotas.exceeded(
      collection.quota,
      project,
      () =>
        world.store.collection(collectionPath).size +
        world.operations
          .runningIn(collectionPath)
          .filter(({ change, terms }) => change.operationType === "insert" && terms.failure === undefined).length,
    )
  );
}
