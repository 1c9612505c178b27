import type { Resource } from "./json";
import { splitPath } from "./links";
import { preciseNow } from "./requestLog";

/** The form of an object from one moment on; without an object, the object did not exist. */
export interface StoredVersion {
  /** Milliseconds since 1970 with a fraction. */
  readonly at: number;
  readonly object?: Resource;
}

const HISTORY_LIMIT = 100_000;
/** Nobody looks through more. */
const CHANGED_LIMIT = 1_000;

/** Every object there is, found by its path, in the form in which it is shown. Knows nothing about any kind of object. */
export class Store {
  readonly #collections = new Map<string, Map<string, Resource>>();
  #history: { readonly path: string; readonly version: StoredVersion }[] = [];
  #changeCount = 0;
  /** What was changed last comes last. */
  readonly #changed = new Set<string>();
  #isPlanting = false;

  /** How often anything was put or deleted since the last clear. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** The paths at which something was put or deleted since the start, the newest first, as far back as 1,000 go. */
  changedPaths(): string[] {
    return [...this.#changed].reverse();
  }

  /** Whatever is put meanwhile was there from the start. */
  plant(put: () => void): void {
    const before = this.#isPlanting;
    this.#isPlanting = true;
    try {
      put();
    } finally {
      this.#isPlanting = before;
    }
  }

  /** The objects of the collection at `projects/p/global/routes`. */
  items(path: string): Resource[] {
    return [...(this.#collections.get(path)?.values() ?? [])];
  }

  /** The objects of every collection that ever had one, by its path and by their names. */
  collections(): Iterable<[string, ReadonlyMap<string, Resource>]> {
    return this.#collections;
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
    const collection = this.#collections.get(parent) ?? new Map<string, Resource>();
    this.#collections.set(parent, collection);
    collection.set(name, resource);
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
    this.#changed.delete(path);
    if (!this.#isPlanting) {
      this.#changed.add(path);
    }
    const [oldest] = this.#changed;
    if (this.#changed.size > CHANGED_LIMIT && oldest !== undefined) {
      this.#changed.delete(oldest);
    }
    this.#history.push({ path, version });
    if (this.#history.length > HISTORY_LIMIT * 1.25) {
      this.#history = this.#history.slice(-HISTORY_LIMIT);
    }
  }

  /** Paths that start with the prefix, sorted. */
  paths(prefix: string): string[] {
    return [...this.#collections]
      .flatMap(([path, objects]) => [...objects.keys()].map((name) => `${path}/${name}`))
      .filter((path) => path.startsWith(prefix))
      .sort();
  }

  clear(): void {
    this.#collections.clear();
    this.#history = [];
    this.#changed.clear();
    this.#changeCount = 0;
  }
}
