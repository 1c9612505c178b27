import { runGuarded } from "../basics/mistakes";

/** Things that happen later and belong to something, with which they can be called off. */
export class Timers {
  readonly #byKey = new Map<string, Set<NodeJS.Timeout>>();

  after(key: string, ms: number, act: () => void): void {
    const timers = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, timers);
    const timer = setTimeout(() => {
      timers.delete(timer);
      runGuarded(act, () => undefined);
    }, ms);
    timers.add(timer);
  }

  cancel(key: string): void {
    for (const timer of this.#byKey.get(key) ?? []) clearTimeout(timer);
    this.#byKey.delete(key);
  }

  /** True if something is still to happen under the key. */
  has(key: string): boolean {
    return (this.#byKey.get(key)?.size ?? 0) > 0;
  }

  /** The keys under which something is still to happen. */
  keys(): string[] {
    return [...this.#byKey].filter(([, timers]) => timers.size > 0).map(([key]) => key);
  }

  clear(): void {
    for (const key of [...this.#byKey.keys()]) this.cancel(key);
  }
}
