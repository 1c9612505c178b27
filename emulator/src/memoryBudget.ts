import { getHeapStatistics } from "node:v8";
import { Queue } from "./queue";

/** The part of the heap that an emulator takes for what it remembers. Objects, and all that is going on, need the rest. */
const SHARE_OF_HEAP = 8;

/** Something that is remembered, and how much of the memory it takes. */
export interface Remembered {
  bytes: number;
  forget: (() => void) | undefined;
}

/**
 * The memory for everything that only looks back: requests, answers, earlier versions of objects, and lists that pages go on
 * with. When it is full, the oldest goes first, whatever it is.
 */
export class MemoryBudget {
  readonly #maxBytes: number;
  readonly #remembered = new Queue<Remembered>();
  #bytes = 0;

  /** By default an eighth of the heap that Node.js allows itself. */
  constructor(maxBytes = getHeapStatistics().heap_size_limit / SHARE_OF_HEAP) {
    this.#maxBytes = maxBytes;
  }

  /** How many bytes are taken now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes memory for something. `forget` is called once, when newer things need the room. */
  remember(bytes: number, forget: () => void): Remembered {
    const one: Remembered = { bytes: 0, forget };
    this.#remembered.push(one);
    this.grow(one, bytes);
    return one;
  }

  /** Takes more memory for something that has not been forgotten. */
  grow(one: Remembered, bytes: number): void {
    if (one.forget === undefined) return;
    one.bytes += bytes;
    this.#bytes += bytes;
    for (;;) {
      const oldest = this.#remembered.at(0);
      const isReleased = oldest !== undefined && oldest.forget === undefined;
      if (oldest === undefined || (!isReleased && this.#bytes <= this.#maxBytes)) return;
      this.#remembered.shift();
      const { forget } = oldest;
      this.release(oldest);
      forget?.();
    }
  }

  /** Gives the memory of something back that is no longer there. */
  release(one: Remembered): void {
    this.#bytes -= one.bytes;
    one.bytes = 0;
    one.forget = undefined;
  }
}
