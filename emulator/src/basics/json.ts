/** A JSON object whose members are not known yet. */
export type JsonObject = Record<string, unknown>;

/** An object as the service shows it. Stored objects are replaced, never edited, so a page may hold on to one. */
export type Resource = Readonly<JsonObject>;

/** True if a parsed JSON value is an object, and not a list or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value when it is an object, and an empty one in place of anything else. */
export function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The objects of a list, and none of anything else. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/**
 * The text of a value that may be anything: a text itself, a number or a truth value in words, and nothing for all others.
 * JavaScript makes a text of an object by the members that the object has, and JSON may have any under those names.
 */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** The value under a name, of the table's own: a foreign name may be that of something that every object inherits. */
export function findOwn<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** JSON merge patch, https://www.rfc-editor.org/rfc/rfc7386: null removes, objects merge, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  return isJsonObject(patch) ? mergeObject(target, patch) : patch;
}

/** The same for a patch that is known to be an object. */
export function mergeObject(target: unknown, patch: JsonObject): JsonObject {
  // A map has no names that mean anything else to it, such as `__proto__`.
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
