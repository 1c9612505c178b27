import { getHeapStatistics } from "node:v8";

/** The part of the heap for everything that only looks back. Objects, and all that is going on, need the rest. */
const HEAP_SHARE = 8;

/** Entries in the order of their age. */
export interface BudgetedCache {
  /** When the oldest entry was added, in milliseconds; undefined in an empty cache. */
  oldestAt(): number | undefined;
  /** Drops the oldest entry. Returns the bytes that it had reserved. */
  evictOldest(): number;
}

/**
 * One bound in bytes for everything that only looks back: requests, answers, earlier versions of objects, and lists that
 * pages go on with. When it is reached, the oldest entry goes first, in whichever cache it is.
 */
export class MemoryBudget {
  readonly maxBytes: number;
  readonly #caches: BudgetedCache[] = [];
  #usedBytes = 0;

  /** By default an eighth of the heap that Node.js allows itself. */
  constructor(maxBytes = getHeapStatistics().heap_size_limit / HEAP_SHARE) {
    this.maxBytes = maxBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Lets a cache reserve bytes. Of entries of one moment, those of the cache that was added first go first. */
  add(cache: BudgetedCache): void {
    this.#caches.push(cache);
  }

  /** Reserves bytes for an entry, and evicts the oldest ones until they fit. */
  reserve(bytes: number): void {
    this.#usedBytes += bytes;
    while (this.#usedBytes > this.maxBytes) {
      const oldest = this.#findOldest();
      if (oldest === undefined) return;
      this.#usedBytes -= oldest.evictOldest();
    }
  }

  /** Gives back the bytes of entries that a cache drops by itself. */
  release(bytes: number): void {
    this.#usedBytes -= bytes;
  }

  #findOldest(): BudgetedCache | undefined {
    let oldest: BudgetedCache | undefined;
    let oldestAt = Infinity;
    for (const cache of this.#caches) {
      const at = cache.oldestAt() ?? Infinity;
      if (at < oldestAt) [oldest, oldestAt] = [cache, at];
    }
    return oldest;
  }
}
