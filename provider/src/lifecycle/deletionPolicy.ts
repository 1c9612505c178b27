/**
 * What happens to the object when the resource is deleted from the program. `RETAIN` is `ABANDON` by the name that fits
 * settings of an object that somebody else made; `RESTORE` puts back what was there.
 */
export type DeletionPolicy = "DELETE" | "ABANDON" | "PREVENT" | "RETAIN" | "RESTORE";

/** What may happen when the resource is deleted from the program; without any, the definition's `delete` decides. */
export interface DeletionPolicies {
  readonly allowed: readonly DeletionPolicy[];
  readonly default: DeletionPolicy;
}
