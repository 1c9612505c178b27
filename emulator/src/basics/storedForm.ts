import { ApiError, badRequest } from "./errors";
import { isJsonObject, findOwn, type JsonObject, type Resource } from "./json";
import type { Field, Fields, StringField } from "./schema";
import type { ValidationContext } from "./linkValidation";
import { DEEPEST_NESTING, isNestedTooDeep } from "./structure";
import { validateText } from "./validation";

/** The members by which the emulator itself finds, sorts and links objects. */
const IDENTITY = ["kind", "id", "name", "creationTimestamp", "selfLink"] as const;

/**
 * Throws unless a value can be stored. Whoever puts an object may put anything but what would keep the emulator from showing
 * it, listing it beside others, and writing it into a file.
 */
export function checkStored(object: unknown): asserts object is JsonObject {
  if (!isJsonObject(object))
    throw badRequest("Invalid value at 'object'. An object is a JSON object with the fields that `get` returns.");
  if (isNestedTooDeep(object))
    throw badRequest(`Invalid value at 'object': it has more than ${String(DEEPEST_NESTING)} levels.`);
  const wrong = IDENTITY.find((name) => object[name] !== undefined && typeof object[name] !== "string");
  if (wrong !== undefined)
    throw badRequest(`Invalid value at 'object.${wrong}': expected string. Objects are found and sorted by it.`);
}

/** The context that completing the links of an object needs. */
type Context = Pick<ValidationContext, "project" | "canonicalPath" | "findTarget">;

/**
 * An object that is put from outside, in the form in which it is stored: without what no answer shows, and with whole
 * links. Of keys it has what the server keeps.
 */
export function storedForm(fields: Fields, object: Resource, context: Context): Resource {
  return storedMembers(fields, object, "object", context);
}

function storedMembers(fields: Fields, object: JsonObject, where: string, context: Context): JsonObject {
  const shown = Object.entries(object).filter(([name]) => findOwn(fields, name)?.inputOnly !== true);
  return Object.fromEntries(
    shown.map(([name, value]) => {
      const field = findOwn(fields, name);
      return [name, field === undefined ? value : storedValue(field, value, `${where}.${name}`, context)];
    }),
  );
}

function storedValue(field: Field, value: unknown, where: string, context: Context): unknown {
  switch (field.type) {
    case "list":
      return Array.isArray(value)
        ? value.map((item: unknown) => storedValue(field.items, item, where, context))
        : value;
    case "map":
      return isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, item]) => [key, storedValue(field.values, item, where, context)]),
          )
        : value;
    case "object":
      return isJsonObject(value)
        ? { ...storedMembers(field.fields, value, where, context), ...field.toStored?.(value, where) }
        : value;
    case "string":
      return typeof value === "string" ? storedText(field, value, where, context) : value;
    default:
      return value;
  }
}

/** Whoever puts an object may put anything: what a request could not have is stored as it is. */
function storedText(field: StringField, value: string, where: string, context: Context): string {
  try {
    return validateText(field, value, where, context);
  } catch (error) {
    if (error instanceof ApiError) return value;
    throw error;
  }
}
