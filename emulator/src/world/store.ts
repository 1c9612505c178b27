import { estimateHeapBytes } from "./heapEstimate";
import type { Resource } from "../basics/json";
import { splitPath } from "../basics/links";
import type { BudgetedCache, MemoryBudget } from "./memoryBudget";
import { Queue } from "./queue";
import { preciseNow } from "../basics/clock";

/** The form of an object from one moment on; without an object, the object did not exist. */
export interface StoredVersion {
  /** Milliseconds since 1970 with a fraction. */
  readonly at: number;
  readonly object?: Resource;
}

/** One change of an object. Without an object before or after it, the object did not exist. */
export interface StoredChange {
  /** Milliseconds since 1970 with a fraction. */
  readonly at: number;
  readonly before: Resource | undefined;
  readonly after: Resource | undefined;
}

/** A change in the history: the object after it is what the next one replaced, or what is stored now. */
interface Replacement {
  readonly path: string;
  readonly at: number;
  readonly before: Resource | undefined;
  readonly bytes: number;
}

/** A change itself, without what it replaced. */
const CHANGE_BYTES = 200;
/** Nobody looks through more. */
const CHANGED_LIMIT = 1_000;

/** Every object there is, found by its path, in the form in which it is shown. Knows nothing about any kind of object. */
export class Store implements BudgetedCache {
  readonly #collections = new Map<string, Map<string, Resource>>();
  readonly #memory: MemoryBudget;
  readonly #replacements = new Queue<Replacement>();
  #changeCount = 0;
  /** The path of the latest change comes last. */
  readonly #changed = new Set<string>();
  #isPlanting = false;

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
    memory.add(this);
  }

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
    const before = collection.get(name);
    collection.set(name, resource);
    this.#record(path, before);
  }

  delete(path: string): boolean {
    const { parent, name } = splitPath(path);
    const collection = this.#collections.get(parent);
    const before = collection?.get(name);
    if (before === undefined) return false;
    collection?.delete(name);
    this.#record(path, before);
    return true;
  }

  /** The changes of what is stored at a path, oldest first, as far back as there is memory for them. */
  changes(path: string): StoredChange[] {
    const replacements = [...this.#replacements].filter((replacement) => replacement.path === path);
    return replacements.map(({ at, before }, place) => {
      const next = replacements[place + 1];
      return { at, before, after: next === undefined ? this.get(path) : next.before };
    });
  }

  #record(path: string, before: Resource | undefined): void {
    this.#changeCount += 1;
    this.#changed.delete(path);
    if (!this.#isPlanting) this.#changed.add(path);
    const [oldest] = this.#changed;
    if (this.#changed.size > CHANGED_LIMIT && oldest !== undefined) this.#changed.delete(oldest);
    const bytes = CHANGE_BYTES + path.length + (before === undefined ? 0 : estimateHeapBytes(before));
    this.#memory.reserve(bytes);
    this.#replacements.push({ path, at: preciseNow(), before, bytes });
  }

  oldestAt(): number | undefined {
    return this.#replacements.at(0)?.at;
  }

  evictOldest(): number {
    return this.#replacements.shift()?.bytes ?? 0;
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
    for (const { bytes } of this.#replacements) this.#memory.release(bytes);
    this.#replacements.clear();
    this.#changed.clear();
    this.#changeCount = 0;
  }
}
