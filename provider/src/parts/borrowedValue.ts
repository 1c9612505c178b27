import { isDeepStrictEqual } from "node:util";

/*
 * A borrowed value: a resource sets it in an object that somebody else owns, records what was there before, and puts that
 * back at the end.
 */

export interface BorrowedValue<T> {
  /** What is there now. */
  readonly actual: T | undefined;
  /** What the resource has set; several values while it is not known which of them was applied last. */
  readonly applied: readonly T[];
  /** What was there before the resource set anything, and no value if there was nothing; `undefined` where nobody knows. */
  readonly previous: { readonly value: T | undefined } | undefined;
}

export type RestoreDecision =
  /** What the resource has set is there: the previous value replaces it. */
  | "restore"
  /** What the resource has set is what was there before. */
  | "unchanged"
  /** Somebody else has put the previous value back. */
  | "restoredByOthers"
  /** Somebody else has set another value: it stays. */
  | "changedByOthers"
  /** What the resource has set is there, and nobody knows what was there before: it stays. */
  | "undetermined";

/**
 * Only what is still the resource's own is put back.
 *
 * @param showsApplied whether what is there is a value that was set
 * @param isSame whether what is there is the same as before
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

/** What a resource has set once it sends a value: until that is known to be applied, the earlier values may still be there. */
export function withNewest<T>(value: T, earlier: readonly T[]): T[] {
  return [value, ...earlier.filter((other) => !isDeepStrictEqual(other, value))];
}

/**
 * Whether the program declares a value that the resource has never set: a killed run has set it, or somebody else. From now
 * on it is the resource's. Of a resource without a record, nobody can tell.
 */
export function isNewlyOwned<T>(declared: T, applied: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  return applied.length > 0 && !applied.some((value) => isSame(declared, value));
}
