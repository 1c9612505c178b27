/**
 * A check of a change. `requestId` finds the operation of a repeat. `existence` refuses a missing object and a taken name,
 * `fingerprint` one that is not the newest, and `readiness` an object on which another operation runs.
 */
export type Check = "requestId" | "existence" | "fingerprint" | "readiness";

/** Every check, in the order of an emulator that nobody has told another one. */
export const CHECKS: readonly Check[] = ["requestId", "existence", "fingerprint", "readiness"];

/** The order of the checks of a change. Nobody knows the order of the service, so a test can choose it. */
export class CheckOrder {
  #current = CHECKS;

  get current(): readonly Check[] {
    return this.#current;
  }

  set(order: readonly Check[]): void {
    this.#current = order;
  }

  reset(): void {
    this.#current = CHECKS;
  }

  /** The checks that come before this one. */
  earlierThan(check: Check): readonly Check[] {
    return this.#current.slice(0, this.#current.indexOf(check));
  }
}
