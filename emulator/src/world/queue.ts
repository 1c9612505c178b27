/** A list that grows at one end and shrinks at the other, each in constant time. */
export class Queue<T> {
  #items: (T | undefined)[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  /** The item at a place, counted from the oldest one. */
  at(index: number): T | undefined {
    return index < 0 ? undefined : this.#items[this.#first + index];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Takes the oldest item out. */
  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    // The item may be large: it must not wait for the next move.
    this.#items[this.#first] = undefined;
    this.#first += 1;
    if (this.#first > 1_000 && this.#first > this.#items.length / 2) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  /** The newest items, oldest first. */
  newest(count: number): T[] {
    return this.#items.slice(Math.max(this.#first, this.#items.length - count)) as T[];
  }

  clear(): void {
    this.#items = [];
    this.#first = 0;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = this.#first; index < this.#items.length; index += 1) yield this.#items[index] as T;
  }
}
