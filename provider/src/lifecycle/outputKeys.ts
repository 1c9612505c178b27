import type { Values } from "../fields/values";
import { KnownNames } from "../names/knownNames";

/*
 * Outputs that no program sees: what only this package knows of a resource.
 */

/** Key of the outputs that holds what the resource has set itself, where a job says so (`Ledger.ownValues`). */
export const appliedValuesKey = "__own";

/** Key of the outputs that holds the id of the newest request in which the resource has changed an object of somebody else. */
export const requestKey = "__request";

/** Key of the outputs that holds what numbers which the program gave are the names of. */
export const namesKey = "__names";

/** What the resource has set itself, newest first: more than one value only while the newest may not have landed. */
export function readAppliedValues({ [appliedValuesKey]: own }: Values): readonly unknown[] {
  return Array.isArray(own) ? own : [];
}

/** What is recorded of numbers that stand for names. */
export function namesIn(outputs: Values): KnownNames {
  return new KnownNames(outputs[namesKey]);
}
