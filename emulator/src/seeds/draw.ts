import { seededRandom } from "../random";

/** The largest uint64: the first object of every kind has it as its id, so that clients which read numbers are found out. */
export const LARGEST_ID = "18446744073709551615";

/** Chance that can be repeated. What is drawn depends on the key alone: the tenth object is the same among any number. */
export class Draw {
  readonly #random: () => number;

  constructor(...key: readonly (string | number)[]) {
    this.#random = seededRandom(hash(key.join("/")));
  }

  /** An integer from zero to one less than the limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** An integer in a range, both ends included. */
  between(minimum: number, maximum: number): number {
    return minimum + this.below(maximum - minimum + 1);
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  oneOf<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0];
  }

  /** An id as the service draws them: beyond 2^53, so that no number holds it. */
  id(): string {
    const high = BigInt(this.below(2 ** 31) + 2 ** 30);
    return ((high << 32n) | BigInt(this.below(2 ** 32))).toString();
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join("");
  }
}

/** The member of a list that an index reaches when it goes round and round. */
export function cycle<T>(choices: readonly [T, ...T[]], index: number): T {
  return choices[index % choices.length] ?? choices[0];
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
