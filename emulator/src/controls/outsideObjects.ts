import type { Catalog } from "../kinds/catalog";
import type { Collection, ObjectChange } from "../kinds/collection";
import { ApiError, badRequest, notFound } from "../basics/errors";
import { isJsonObject, mergeObject, type Resource } from "../basics/json";
import { areWellFormed, parseProject, stripRoot } from "../basics/links";
import { loseInstances } from "../kinds/groups/interventions";
import { plantObjects, type SeedObjects } from "./seeds/objects";
import type { OutsideAct } from "../world/settings/faultKinds";
import type { StoredVersion } from "../world/store";
import { checkStored, storedForm } from "../basics/storedForm";
import type { World } from "../world/world";
import { isMisplaced, wrongPath } from "./wrongPath";

/** An object and where it is. */
export interface StoredObject {
  readonly path: string;
  readonly object: Resource;
}

/** The stored objects from outside the API: no request, no operation, no token. */
export class OutsideObjects {
  readonly #world: World;
  readonly #catalog: Catalog;

  constructor(world: World, catalog: Catalog) {
    this.#world = world;
    this.#catalog = catalog;
  }

  plant(objects: SeedObjects): void {
    this.#world.store.plant(() => {
      plantObjects(objects, {
        findKind: (path) => this.#locate(path).collection,
        findTarget: (path) => this.#world.findKind(path),
        put: (path, object) => this.put(path, object),
      });
    });
  }

  get(path: string): Resource | undefined {
    return this.#world.find(this.#locate(path).path);
  }

  /** Stores an object as it is given. What every object has (kind, id, name, time, link) is added where it is missing. */
  put(path: string, object: unknown): Resource {
    checkStored(object);
    const { path: located, name, collection } = this.#locate(path);
    const before = this.#world.find(located);
    const identity = before === undefined ? {} : { id: before.id, creationTimestamp: before.creationTimestamp };
    const stored = { ...this.#world.describe(collection, located, { name, ...identity, ...object }), ...object };
    return this.#store(collection, { world: this.#world, path: located, before }, stored);
  }

  #store(collection: Collection, change: ObjectChange, object: Resource): Resource {
    const { store } = this.#world;
    const shown = storedForm(collection.fields, object, {
      project: parseProject(change.path),
      canonicalPath: (path) => this.#world.canonicalPath(path),
      findTarget: (path) => this.#world.findKind(path),
    });
    const after = collection.complete?.(shown, change) ?? shown;
    store.put(change.path, after);
    collection.afterChange?.(change, after);
    return store.get(change.path) ?? after;
  }

  /** Edits an object with a JSON merge patch. */
  patch(path: string, patch: unknown): Resource {
    const { path: located, collection } = this.#locate(path);
    const before = this.#world.find(located);
    if (before === undefined) throw notFound(located);
    if (!isJsonObject(patch)) throw badRequest("A patch is a JSON object: a JSON merge patch of the stored object.");
    const after = mergeObject(before, patch);
    checkStored(after);
    return this.#store(collection, { world: this.#world, path: located, before }, after);
  }

  delete(path: string): boolean {
    const { path: located, collection } = this.#locate(path);
    const before = this.#world.find(located);
    const existed = this.#world.store.delete(located);
    collection.afterChange?.({ world: this.#world, path: located, before }, undefined);
    return existed;
  }

  /** Throws if an act cannot be one of this emulator, whatever objects there are then. */
  checkAct({ path, patch, deletes, loses }: OutsideAct): void {
    const { collection } = this.#locate(path);
    if ([patch !== undefined, deletes === true, loses !== undefined].filter(Boolean).length !== 1)
      throw badRequest("rule.fault (meanwhile) has to have one of patch, deletes: true and loses.");
    if (patch !== undefined && !isJsonObject(patch))
      throw badRequest("rule.fault (meanwhile).patch has to be a JSON object.");
    if (loses !== undefined && collection.kind !== "compute#instanceGroupManager")
      throw badRequest("rule.fault (meanwhile).loses is for the path of a managed instance group.");
  }

  /** Does what somebody else does. What is not there, or cannot be so, stays as it is. */
  act({ path, patch, loses }: OutsideAct): void {
    try {
      if (patch !== undefined) this.patch(path, patch);
      else if (loses === undefined) this.delete(path);
      else loseInstances(this.#world, this.#locate(path).path, loses);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** The versions of an object since the last reset, oldest first, as far back as there is memory for them. */
  history(path: string): StoredVersion[] {
    const changes = this.#world.store.changes(this.#locate(path).path);
    return changes.map(({ at, after }) => ({ at, ...(after === undefined ? {} : { object: after }) }));
  }

  list(prefix: string): StoredObject[] {
    const { store } = this.#world;
    this.#world.enterProjectFromPath(stripRoot(prefix));
    return store.paths(stripRoot(prefix)).flatMap((path) => {
      const object = store.get(path);
      return object === undefined ? [] : [{ path, object }];
    });
  }

  #locate(pathOrLink: string): { readonly path: string; readonly name: string; readonly collection: Collection } {
    const path = stripRoot(pathOrLink);
    const collection = this.#catalog.find(path);
    const values = collection?.template.match(path);
    if (collection === undefined || values === undefined || !areWellFormed(path, values) || isMisplaced(values)) {
      const forms = this.#catalog.all().map(({ template }) => template);
      throw badRequest(`'${pathOrLink}' is not the path of an object. ${wrongPath(path, forms)}`);
    }
    return { path, name: path.slice(path.lastIndexOf("/") + 1), collection };
  }
}
