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

/** JSON merge patch, https://www.rfc-editor.org/rfc/rfc7386: null removes, objects merge, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  return isJsonObject(patch) ? mergeObject(target, patch) : patch;
}

/** The same for a patch that is known to be an object. */
export function mergeObject(target: unknown, patch: JsonObject): JsonObject {
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      Reflect.deleteProperty(merged, name);
    } else {
      merged[name] = mergePatch(merged[name], value);
    }
  }
  return merged;
}
