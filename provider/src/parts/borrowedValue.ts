import { isDeepStrictEqual } from "node:util";

/*
 * A borrowed value: a resource sets it in an object that somebody else owns, records the previous value, and restores it
 * at the end.
 */

export interface BorrowedValue<T> {
  readonly actual: T | undefined;
  /** The values that the resource has set; several while it is not known which of them was applied last. */
  readonly applied: readonly T[];
  /** The value before the resource set anything, if there was one; `undefined` where nobody knows. */
  readonly previous: { readonly value: T | undefined } | undefined;
}

export type RestoreDecision =
  /** The applied value is there: the previous value replaces it. */
  | "restore"
  /** The applied value is the previous one. */
  | "unchanged"
  /** Somebody else has put the previous value back. */
  | "restoredByOthers"
  /** Somebody else has set another value: it stays. */
  | "changedByOthers"
  /** The applied value is there, and nobody knows the previous one: it stays. */
  | "undetermined";

/**
 * Only a value that is still the resource's own is restored.
 *
 * @param showsApplied true if the actual value is a value that was set
 * @param isSame true if the actual value is the previous one
 */
export function decideRestore<T>(
  { actual, applied, previous }: BorrowedValue<T>,
  showsApplied: (actual: T | undefined, value: T | undefined) => boolean,
  isSame = showsApplied,
): RestoreDecision {
  const isOwn = applied.some((value) => showsApplied(actual, value));
  if (previous === undefined) return isOwn ? "undetermined" : "changedByOthers";
  if (isSame(actual, previous.value)) return isOwn ? "unchanged" : "restoredByOthers";
  return isOwn ? "restore" : "changedByOthers";
}

/** The applied values once a value is sent: until that is known to be applied, the earlier ones may still be there. */
export function withNewest<T>(value: T, earlier: readonly T[]): T[] {
  return [value, ...earlier.filter((other) => !isDeepStrictEqual(other, value))];
}

/**
 * True if the program declares a value that the resource has never set: a killed run has set it, or somebody else. From now
 * on it is the resource's. Of a resource without a record, nobody can tell.
 */
export function isNewlyOwned<T>(declared: T, applied: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  return applied.length > 0 && !applied.some((value) => isSame(declared, value));
}
