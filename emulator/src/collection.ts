import { parameter, type Call } from "./endpoint";
import { alreadyExists, inUse, notFound, notReady } from "./errors";
import { fingerprint } from "./fingerprint";
import { nextNumericId } from "./identifiers";
import type { JsonObject, Resource, WrittenJson } from "./json";
import { operationScope, PathTemplate, splitPath } from "./links";
import { answerList } from "./listing/answerList";
import { renderPage } from "./listing/envelope";
import { startOperation } from "./mutation";
import type { Fields } from "./schema";
import type { StoredKind } from "./storedKind";
import { validateBody, type ValidBody } from "./validation";
import type { World } from "./world";

/** What a collection says about itself. */
export interface CollectionDefinition extends Omit<StoredKind, "template"> {
  /** Kind of a page: `compute#routeList`. */
  readonly listKind: string;
  readonly hasUnreachables?: boolean;
  /** Whether a page has the `etag` of the list. */
  readonly hasEtag?: boolean;
  /** Adds what the service would have added to an object that is put or patched from outside the API. */
  readonly complete?: (object: Resource, change: OutsideChange) => Resource;
  /** Makes what follows elsewhere when an object is put, patched or deleted from outside the API. */
  readonly settle?: (change: OutsideChange, after: Resource | undefined) => void;
}

/** A change that is made past the API: no request, no operation. */
export interface OutsideChange {
  readonly world: World;
  readonly path: string;
  readonly before: Resource | undefined;
}

/** A kind of object, with what follows from its definition. */
export interface Collection extends CollectionDefinition, StoredKind {}

/** Completes a definition. */
export function defineCollection(definition: CollectionDefinition): Collection {
  const holdingFields = Object.entries(definition.fields)
    .filter(([, field]) => field.type === "string" && field.reference?.holdsTarget === true)
    .map(([name]) => name);
  const holds = (resource: Resource) =>
    holdingFields.map((field) => resource[field]).filter((link) => typeof link === "string");
  return {
    ...(holdingFields.length === 0 ? {} : { holds }),
    ...definition,
    template: new PathTemplate(definition.path),
  };
}

/** Validates the body of a call against a collection's fields. */
export function validBody(call: Call, fields: Fields, mode: "insert" | "patch"): ValidBody {
  return validateBody(fields, call.body, {
    project: call.parameters.project,
    mode,
    exists: (path) => call.world.find(path) !== undefined,
    canonicalPath: (path) => call.world.canonicalPath(path),
    isLeaving: (path) => call.world.operations.runningOn(path)?.change.operationType === "delete",
  });
}

/** An object and its path. */
export interface Located {
  readonly path: string;
  readonly resource: Resource;
}

/** The object that the path of a call names, and that path. */
export function existing(call: Call, collection: Collection): Located {
  // Some methods call the last variable of the path `resource`, whatever the collection calls it.
  const { resource: name } = call.parameters;
  const path = collection.template.fill(
    name === undefined ? call.parameters : { ...call.parameters, [collection.template.lastVariable]: name },
  );
  return locate(call, path);
}

function locate(call: Call, path: string): Located {
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
export function listObjects(call: Call, collection: Collection): JsonObject | WrittenJson {
  const path = collection.template.fill(call.parameters);
  const stored = call.world.store.collection(path);
  const { version } = stored;
  const { listKind: kind, fields, hasUnreachables = false, hasEtag = false } = collection;
  const envelope = { kind, hasUnreachables, ...(hasEtag ? { etag: fingerprint(path, version) } : {}) };
  return answerList(call, { path, version, fields, items: () => stored.items() }, (page, failure) =>
    renderPage(path, envelope, page, failure),
  );
}

/** What one kind of object adds to an insert. */
export interface InsertRules {
  /** Rules between fields, and the fields that the server sets. Gets a valid body and gives what is stored. */
  complete?(body: JsonObject, path: string, id: string): JsonObject;
  /** Fields by which an object shows how far its operation is. Without them it is not there before it is finished. */
  readonly stages?: { readonly accepted: JsonObject; readonly midway: JsonObject; readonly done: JsonObject };
  /** What the operation says that it works on, when that is not the new object. */
  operationTarget?(resource: Resource): { readonly targetLink: string; readonly targetId: string };
}

/**
 * `insert`: checks everything, reserves the name, and adds the object when the operation turns DONE, or, for one that
 * has stages, shows it from the start.
 */
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
  const failure = quotaFailure(call, collection, splitPath(path).parent);
  const stages = failure === undefined ? rules.stages : undefined;
  const show = (more: JsonObject = {}) => {
    world.store.put(path, { ...resource, ...more });
  };
  return startOperation(call, {
    scope: operationScope(path),
    target: path,
    targetId: id,
    ...rules.operationTarget?.(resource),
    references,
    failure,
    ...(stages === undefined
      ? {}
      : {
          begin: () => {
            show(stages.accepted);
          },
          midway: () => {
            show(stages.midway);
          },
        }),
    land: (warnings) => {
      show({ ...stages?.done, ...(warnings.length === 0 ? {} : { warnings }) });
      return undefined;
    },
    fail: (landsAs) => {
      if (landsAs !== undefined) {
        show(landsAs);
      } else if (stages !== undefined) {
        world.store.delete(path);
      }
    },
  });
}

/** `delete`: the object is there until the operation turns DONE, with `leaving` where it shows that it is going. */
export function deleteObject(call: Call, collection: Collection, leaving?: JsonObject): JsonObject {
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
    ...(leaving === undefined
      ? {}
      : {
          begin: () => {
            world.store.put(path, { ...resource, ...leaving });
          },
        }),
    land: () => {
      world.store.delete(path);
      return undefined;
    },
    fail: (landsAs) => {
      if (leaving !== undefined || landsAs !== undefined) {
        world.store.put(path, { ...resource, ...landsAs });
      }
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
          .filter(({ change, terms }) => change.operationType === "insert" && terms.failure === undefined)
          .filter(({ change }) => !world.store.has(change.target)).length,
    )
  );
}
