import type { TrackedOperation } from "./operation";

const KEPT_MS = 60 * 60 * 1000;

/** Remembers for 60 minutes which operation a `requestId` started, whatever became of that operation. */
export class RequestIds {
  readonly #now: () => number;
  readonly #seen = new Map<string, { readonly operation: TrackedOperation; readonly at: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  find(key: string): TrackedOperation | undefined {
    const seen = this.#seen.get(key);
    return seen !== undefined && this.#now() - seen.at < KEPT_MS ? seen.operation : undefined;
  }

  remember(key: string, operation: TrackedOperation): void {
    const now = this.#now();
    // A map keeps the order of insertion, so the oldest ones come first.
    for (const [oldest, { at }] of this.#seen) {
      if (now - at < KEPT_MS) {
        break;
      }
      this.#seen.delete(oldest);
    }
    this.#seen.delete(key);
    this.#seen.set(key, { operation, at: now });
  }

  /** What is remembered of requests. */
  remembered(): { readonly key: string; readonly operation: TrackedOperation; readonly at: number }[] {
    return [...this.#seen].map(([key, seen]) => ({ key, ...seen }));
  }

  /** Remembers a request of an earlier emulator. The oldest have to come first. */
  restore(key: string, operation: TrackedOperation, at: number): void {
    this.#seen.set(key, { operation, at });
  }

  clear(): void {
    this.#seen.clear();
  }
}
