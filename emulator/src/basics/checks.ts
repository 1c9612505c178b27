/**
 * A check of a change. `requestId` finds the operation of a repeat. `existence` refuses a missing object and a taken name,
 * `fingerprint` one that is not the newest, and `readiness` an object on which another operation runs.
 */
export type Check = "requestId" | "existence" | "fingerprint" | "readiness";

/** Every check, in the order of an emulator that nobody has told another one. */
export const CHECKS: readonly Check[] = ["requestId", "existence", "fingerprint", "readiness"];
