import { isJsonObject, type JsonObject, type Resource } from "./json";
import type { Field, Fields } from "./schema";

/** An object that is put from outside, without what no answer shows. Of keys it has what the server keeps. */
export function withoutInputOnly(fields: Fields, object: Resource): Resource {
  return shownMembers(fields, object, "object");
}

function shownMembers(fields: Fields, object: JsonObject, where: string): JsonObject {
  const shown = Object.entries(object).filter(([name]) => fields[name]?.inputOnly !== true);
  return Object.fromEntries(
    shown.map(([name, value]) => {
      const field = fields[name];
      return [name, field === undefined ? value : shownValue(field, value, `${where}.${name}`)];
    }),
  );
}

function shownValue(field: Field, value: unknown, where: string): unknown {
  switch (field.type) {
    case "list":
      return Array.isArray(value) ? value.map((item: unknown) => shownValue(field.items, item, where)) : value;
    case "map":
      return isJsonObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shownValue(field.values, item, where)]))
        : value;
    case "object":
      return isJsonObject(value)
        ? { ...shownMembers(field.fields, value, where), ...field.kept?.(value, where) }
        : value;
    default:
      return value;
  }
}
