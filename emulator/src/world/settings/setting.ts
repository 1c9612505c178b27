/** A value that can be set, until it is cleared: then it is the first one again. */
export class Setting<T> {
  current: T;
  readonly #initial: T;

  constructor(initial: T) {
    this.#initial = initial;
    this.current = initial;
  }

  clear(): void {
    this.current = this.#initial;
  }
}
