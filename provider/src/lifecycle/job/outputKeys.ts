import type { Values } from "../../fields/values";

/*
 * Outputs that no program sees: what only this package knows of a resource.
 */

/** Key of the outputs that holds what the resource has set itself, where a job says so (`PrivateRecord.appliedValues`). */
export const appliedValuesKey = "__own";

/** The applied values of a resource, newest first: more than one only while the newest may not be applied. */
export function readAppliedValues({ [appliedValuesKey]: own }: Values): readonly unknown[] {
  return Array.isArray(own) ? own : [];
}
