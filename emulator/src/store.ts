import type { Resource } from "./json";
import { splitPath } from "./links";
import { preciseNow } from "./requestLog";

/** The objects of one collection of one project, region or zone. */
export class StoredCollection {
  readonly path: string;
  readonly #objects = new Map<string, Resource>();

  constructor(path: string) {
    this.path = path;
  }

  get size(): number {
    return this.#objects.size;
  }

  get(name: string): Resource | undefined {
    return this.#objects.get(name);
  }

  put(name: string, resource: Resource): void {
    this.#objects.set(name, resource);
  }

  delete(name: string): boolean {
    return this.#objects.delete(name);
  }

  items(): Resource[] {
    return [...this.#objects.values()];
  }

  entries(): IterableIterator<[string, Resource]> {
    return this.#objects.entries();
  }
}

/** The form of an object from one moment on; without an object, the object did not exist. */
export interface StoredVersion {
  /** Milliseconds since 1970 with a fraction. */
  readonly at: number;
  readonly object?: Resource;
}

const HISTORY_LIMIT = 100_000;

/** Every object there is, found by its path, in the form in which it is shown. Knows nothing about any kind of object. */
export class Store {
  readonly #collections = new Map<string, StoredCollection>();
  #history: { readonly path: string; readonly version: StoredVersion }[] = [];
  #changeCount = 0;

  /** How often anything was put or deleted since the last clear. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** The collection at `projects/p/global/routes`, made when it is first asked for. */
  collection(path: string): StoredCollection {
    let collection = this.#collections.get(path);
    if (collection === undefined) {
      collection = new StoredCollection(path);
      this.#collections.set(path, collection);
    }
    return collection;
  }

  /** Every collection that was ever asked for. */
  collections(): IterableIterator<StoredCollection> {
    return this.#collections.values();
  }

  get(path: string): Resource | undefined {
    const { parent, name } = splitPath(path);
    return this.#collections.get(parent)?.get(name);
  }

  has(path: string): boolean {
    return this.get(path) !== undefined;
  }

  put(path: string, resource: Resource): void {
    const { parent, name } = splitPath(path);
    this.collection(parent).put(name, resource);
    this.#record(path, { at: preciseNow(), object: resource });
  }

  delete(path: string): boolean {
    const { parent, name } = splitPath(path);
    const existed = this.#collections.get(parent)?.delete(name) ?? false;
    if (existed) {
      this.#record(path, { at: preciseNow() });
    }
    return existed;
  }

  /** Everything that was ever stored at a path, oldest first, as far back as the last 100,000 changes go. */
  history(path: string): StoredVersion[] {
    return this.#history.filter((entry) => entry.path === path).map(({ version }) => version);
  }

  #record(path: string, version: StoredVersion): void {
    this.#changeCount += 1;
    this.#history.push({ path, version });
    if (this.#history.length > HISTORY_LIMIT * 1.25) {
      this.#history = this.#history.slice(-HISTORY_LIMIT);
    }
  }

  /** Paths that start with the prefix, sorted. */
  paths(prefix: string): string[] {
    const paths: string[] = [];
    for (const collection of this.#collections.values()) {
      for (const [name] of collection.entries()) {
        const path = `${collection.path}/${name}`;
        if (path.startsWith(prefix)) {
          paths.push(path);
        }
      }
    }
    return paths.sort();
  }

  clear(): void {
    this.#collections.clear();
    this.#history = [];
    this.#changeCount = 0;
  }
}
