export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [member: string]: Json | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value with every text in it changed. */
export function mapTexts(value: Json, change: (text: string, member: string) => Json, member = ""): Json {
  if (typeof value === "string") return change(value, member);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, change, member));
  return isObject(value) ? mapMembers(value, (item, name) => mapTexts(item, change, name)) : value;
}

/** A value with every list in it changed. */
export function mapLists(value: Json, change: (items: readonly Json[]) => readonly Json[]): Json {
  if (Array.isArray(value)) return change((value as readonly Json[]).map((item) => mapLists(item, change)));
  return isObject(value) ? mapMembers(value, (item) => mapLists(item, change)) : value;
}

/** A value with every object in it changed, the innermost first. */
export function mapObjects(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item: Json) => mapObjects(item, change));
  return isObject(value) ? change(mapMembers(value, (item) => mapObjects(item, change))) : value;
}

/** An object with every member changed; one that becomes `undefined` is left out. */
export function mapMembers(object: JsonObject, change: (value: Json, name: string) => Json | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const changed = value === undefined ? undefined : change(value, name);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}
