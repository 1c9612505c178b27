import { createHash } from "node:crypto";
import { isLong, seedOfRun } from "./seed";

/** Random choices that a seed repeats (mulberry32). */
export class SeededRandom {
  private state: number;

  /** @param purpose what the choices are for: the same seed chooses otherwise for something else */
  constructor(seed: number, purpose = "") {
    this.state = createHash("sha256")
      .update(JSON.stringify([seed, purpose]))
      .digest()
      .readInt32LE();
  }

  /** From 0 up to and without 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number between both, which are possible too. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.between(0, choices.length - 1)];
    if (choice === undefined) throw new Error("There is nothing to choose from.");
    return choice;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}

/** The seeds of a suite: a third of them change with the day. Each stands in the name of its test. */
export function seedsOf(usual: number): number[] {
  const fixed = usual - Math.floor(usual / 3);
  const firstOfDay = seedOfRun(process.env) * 1_000;
  const count = isLong ? usual * 10 : usual;
  return Array.from({ length: count }, (_none, index) => (index < fixed ? index + 1 : firstOfDay + index));
}
