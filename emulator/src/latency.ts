/** How long things take. */
export interface Latency {
  /** Duration of an operation whose type is not in `byType`. Default 0. */
  readonly defaultMs?: number;
  /** Duration by operation type: `{ insert: 2000, delete: 500 }`. */
  readonly byType?: Readonly<Record<string, number>>;
  /** Draws the duration of operations whose type is not in `byType`, in place of `defaultMs`. */
  readonly spread?: { readonly minMs: number; readonly maxMs: number; readonly seed: number };
  /** How long a managed instance group takes to bring all its instances to what it wants after a change. Default 0. */
  readonly instancesMs?: number;
  /** Added to every request before it is acted on. Default 0. */
  readonly requestMs?: number;
  /** How long a wait is held before it answers the current state. Default 2 minutes. */
  readonly waitDeadlineMs?: number;
}

/** The latency that holds now. Operations that run keep the duration they started with. */
export class LatencySettings {
  readonly #initial: Latency;
  #current: Latency;
  #draw: () => number;

  constructor(initial: Latency) {
    this.#initial = initial;
    this.#current = initial;
    this.#draw = seededRandom(initial.spread?.seed ?? 0);
  }

  /** Members that are left out keep their value. */
  set(latency: Latency): void {
    this.#current = { ...this.#current, ...latency };
    if (latency.spread !== undefined) {
      this.#draw = seededRandom(latency.spread.seed);
    }
  }

  reset(): void {
    this.#current = this.#initial;
    this.#draw = seededRandom(this.#initial.spread?.seed ?? 0);
  }

  get current(): Latency {
    return this.#current;
  }

  get requestMs(): number {
    return this.#current.requestMs ?? 0;
  }

  get instancesMs(): number {
    return this.#current.instancesMs ?? 0;
  }

  get waitDeadlineMs(): number {
    return this.#current.waitDeadlineMs ?? 120_000;
  }

  /** Duration of a new operation of this type. */
  operationMs(operationType: string): number {
    const { byType, spread, defaultMs = 0 } = this.#current;
    const forType = byType?.[operationType];
    if (forType !== undefined) {
      return forType;
    }
    return spread === undefined ? defaultMs : spread.minMs + this.#draw() * (spread.maxMs - spread.minMs);
  }
}

/** A seeded source of numbers in [0, 1), so that a test with faults can be repeated (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
