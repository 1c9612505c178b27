import type { Resource } from "./json";
import { splitPath } from "./links";

/** The objects of one collection of one project, region or zone. */
export class StoredCollection {
  readonly path: string;
  readonly #objects = new Map<string, Resource>();
  #version = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** Grows with every change, so that a list can tell whether what it has sorted is still true. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#objects.size;
  }

  get(name: string): Resource | undefined {
    return this.#objects.get(name);
  }

  put(name: string, resource: Resource): void {
    this.#objects.set(name, resource);
    this.#version += 1;
  }

  delete(name: string): boolean {
    const existed = this.#objects.delete(name);
    this.#version += existed ? 1 : 0;
    return existed;
  }

  items(): Resource[] {
    return [...this.#objects.values()];
  }

  entries(): IterableIterator<[string, Resource]> {
    return this.#objects.entries();
  }
}

/** Every object there is, found by its path, in the form in which it is shown. Knows nothing about any kind of object. */
export class Store {
  readonly #collections = new Map<string, StoredCollection>();

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
  }

  delete(path: string): boolean {
    const { parent, name } = splitPath(path);
    return this.#collections.get(parent)?.delete(name) ?? false;
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
  }
}
