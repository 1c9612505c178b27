/**
 * The text that the engine sends during a preview in place of a value that is not known yet, at any depth and whatever the
 * type of the value will be.
 */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** True if a value itself is not known yet: all of it, or a text that was made with a part that is not. */
export function isUnknown(value: unknown): boolean {
  return typeof value === "string" && value.includes(unknownValue);
}

/** True if any part of a value is not known yet. */
export function containsUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  if (Array.isArray(value)) return value.some(containsUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(containsUnknown);
}
