import type { Call, Endpoint } from "./endpoint";
import { conditionNotMet, notFound } from "../basics/errors";
import { fingerprint } from "../basics/fingerprint";
import type { JsonObject, Resource } from "../basics/json";
import { fullUrl, parseProject, PathTemplate } from "../basics/links";
import { answerPage } from "./listing/envelope";
import type { Fields } from "../basics/schema";
import type { StoredKind } from "../world/storedKind";
import { validateBody, type ValidBody } from "../basics/validation";
import type { World } from "../world/world";

/** The definition of a collection. */
export interface CollectionDefinition extends Omit<StoredKind, "template"> {
  /** Kind of a page: `compute#routeList`. */
  readonly listKind: string;
  readonly hasUnreachables?: boolean;
  /** True if a page has the `etag` of the list. */
  readonly hasEtag?: boolean;
  /** Adds what the service would have added to an object that is put or patched from outside the API. */
  readonly complete?: (object: Resource, change: ObjectChange) => Resource;
  /** The methods that are served for it. */
  readonly endpoints?: readonly Endpoint[];
  /** Makes what follows elsewhere when an object is put, patched or deleted from outside the API. */
  readonly afterChange?: (change: ObjectChange, after: Resource | undefined) => void;
}

/** A change of an object, by a client or past the API. Nothing is before one that is new. */
export interface ObjectChange {
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
export function validateCallBody(
  call: Pick<Call, "world" | "parameters" | "body">,
  fields: Fields,
  mode: "insert" | "patch",
): ValidBody {
  return validateBody(fields, call.body, {
    project: call.parameters.project,
    mode,
    exists: (path) => call.world.find(path) !== undefined || isManagedInstance(call.world, path),
    canonicalPath: (path) => call.world.canonicalPath(path),
    findTarget: (path) => call.world.findKind(path),
    isLeaving: (path) => call.world.operations.findRunning(path)?.change.operationType === "delete",
  });
}

/** True if the path of an instance is that of an instance of some group, which has no object of its own. */
function isManagedInstance({ store }: World, path: string): boolean {
  const link = fullUrl(path);
  const inProject = `projects/${parseProject(path) ?? ""}/`;
  return (
    /\/zones\/[^/]+\/instances\/[^/]+$/.test(path) &&
    [...store.collections()].some(
      ([parent, instances]) =>
        parent.startsWith(inProject) &&
        parent.endsWith("/managedInstances") &&
        [...instances.values()].some(({ instance }) => instance === link),
    )
  );
}

/** An object and its path. */
export interface Located {
  readonly path: string;
  readonly resource: Resource;
}

/** The object that the path of a call names, and that path. */
export function requireObject(call: Pick<Call, "world" | "parameters">, collection: Collection): Located {
  // Some methods call the last variable of the path `resource`, whatever the collection calls it.
  const { resource: name } = call.parameters;
  const asked = collection.template.fill(
    name === undefined ? call.parameters : { ...call.parameters, [collection.template.lastVariable]: name },
  );
  // An object is found by its numeric id too; no name can look like one.
  const path = call.world.canonicalPath(asked);
  const resource = path === undefined ? undefined : call.world.find(path);
  if (path === undefined || resource === undefined) throw notFound(asked);
  return { path, resource };
}

/** Throws unless the fingerprint is the current one. A missing one is treated as the service is known to treat it for labels. */
export function checkFingerprint(sent: unknown, { path, resource }: Located): void {
  if (sent !== resource.fingerprint) throw conditionNotMet(path, "Invalid fingerprint.");
}

/** `get`: the object. */
export function getObject(call: Call, collection: Collection): JsonObject {
  return requireObject(call, collection).resource;
}

/** `list`: one page of the collection. */
export function listObjects(call: Call, collection: Collection): JsonObject {
  const items = () => call.world.store.items(call.path);
  const { listKind: kind, fields, hasUnreachables = false, hasEtag = false } = collection;
  const envelope = { kind, hasUnreachables, ...(hasEtag ? { etag: fingerprint(items()) } : {}) };
  return answerPage(call, envelope, { fields, items });
}
