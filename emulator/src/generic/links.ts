import { isJsonObject, type Resource } from "../json";
import { API_ROOT } from "../links";
import type { Field, Fields } from "../schema";

/**
 * The links of an object that keep what they point at from being deleted: all in fields that a client sets, but for those
 * that only say where the object came from, such as `sourceDisk`.
 */
export function holdingLinks(fields: Fields, resource: Resource): string[] {
  return Object.entries(resource).flatMap(([name, value]) => {
    const field = fields[name];
    return field === undefined || field.outputOnly === true || /^source[A-Z]/.test(name) ? [] : linksIn(field, value);
  });
}

function linksIn(field: Field, value: unknown): string[] {
  switch (field.type) {
    case "string":
      return field.isLink === true && typeof value === "string" && value.startsWith(API_ROOT) ? [value] : [];
    case "list":
      return Array.isArray(value) ? value.flatMap((item) => linksIn(field.items, item)) : [];
    case "map":
      return isJsonObject(value) ? Object.values(value).flatMap((item) => linksIn(field.values, item)) : [];
    case "object":
      return isJsonObject(value) ? holdingLinks(field.fields, value) : [];
    default:
      return [];
  }
}
