import type { TrackedOperation } from "./operation";

const RETENTION_MS = 60 * 60 * 1000;

/** Remembers for 60 minutes which operation a `requestId` started, whatever became of that operation. */
export class RequestIds {
  readonly #now: () => number;
  readonly #entries = new Map<string, { readonly operation: TrackedOperation; readonly at: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  find(key: string): TrackedOperation | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#now() - entry.at < RETENTION_MS ? entry.operation : undefined;
  }

  remember(key: string, operation: TrackedOperation): void {
    const now = this.#now();
    // A map keeps the order of insertion, so the oldest ones come first.
    for (const [oldest, { at }] of this.#entries) {
      if (now - at < RETENTION_MS) break;
      this.#entries.delete(oldest);
    }
    this.#entries.delete(key);
    this.#entries.set(key, { operation, at: now });
  }

  /** All requests whose retention is not over. */
  list(): { readonly key: string; readonly operation: TrackedOperation; readonly at: number }[] {
    return [...this.#entries].map(([key, entry]) => ({ key, ...entry }));
  }

  /** Remembers a request of an earlier emulator. The oldest have to come first. */
  restore(key: string, operation: TrackedOperation, at: number): void {
    this.#entries.set(key, { operation, at });
  }

  clear(): void {
    this.#entries.clear();
  }
}
