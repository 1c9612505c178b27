import { ApiError, badRequest, invalidField, required } from "./errors";
import { isJsonObject, type JsonObject } from "./json";
import { validateLink, validateReference, type ValidationContext, type Walk } from "./linkValidation";
import type { Field, Fields, MapField, StringField } from "./schema";

/** A body in the form in which it is stored, and the paths it refers to. */
export interface ValidBody {
  readonly value: JsonObject;
  readonly references: readonly string[];
}

/** Checks a body against its fields, at every depth. Messages name the field as `resource.a.b[0]`. */
export function validateBody(fields: Fields, body: JsonObject, context: ValidationContext): ValidBody {
  const references: string[] = [];
  const value = validateObject(fields, body, context.name ?? "resource", { ...context, references });
  return { value, references };
}

/** True if a body is one that the fields allow, with all that is required. */
export function isValidBody(fields: Fields, body: JsonObject): boolean {
  try {
    validateBody(fields, body, { project: undefined, mode: "exact" });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** A text in the form in which it is stored. Nobody looks whether what a link points at is there. */
export function validateText(
  field: StringField,
  value: string,
  where: string,
  context: Pick<ValidationContext, "project" | "canonicalPath" | "findTarget">,
): string {
  return validateString(field, value, where, { ...context, mode: "exact", references: [] });
}

function validateObject(fields: Fields, body: JsonObject, where: string, walk: Walk): JsonObject {
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(fields, name))
      throw badRequest(`Invalid JSON payload received. Unknown name "${name}" at '${where}': Cannot find field.`);
  }
  const result: JsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.outputOnly === true) continue;
    const value = validateField(field, body[name], `${where}.${name}`, walk);
    if (value !== undefined && field.inputOnly !== true) result[name] = value;
  }
  return result;
}

/** The value to store, or undefined when there is none. */
function validateField(field: Field, sent: unknown, where: string, walk: Walk): unknown {
  if (walk.mode === "patch" && sent === null) return null;
  // The JSON form of protocol buffers reads null, and an empty string or list, as a field that is not set.
  const value = sent === undefined || sent === null ? undefined : validateValue(field, sent, where, walk);
  if (walk.mode === "patch") return isEmptied(field, value) ? null : value;
  if (value === undefined || (walk.mode === "insert" && isLeftOut(field, value))) {
    if (field.required === true) throw required(where);
    return "default" in field ? field.default : undefined;
  }
  return value;
}

/** Empty strings, lists and maps, and false, are not in answers; zero is, because it is a choice. */
function isLeftOut(field: Field, value: unknown): boolean {
  switch (field.type) {
    case "boolean":
      return value === false && field.showsFalse !== true;
    case "list":
      return Array.isArray(value) && value.length === 0;
    case "map":
    case "object":
      return isJsonObject(value) && Object.keys(value).length === 0;
    default:
      return value === "";
  }
}

/** True for a value that takes a field away. An object without members changes nothing of the one that is there. */
function isEmptied(field: Field, value: unknown): boolean {
  return field.type !== "object" && field.type !== "map" && isLeftOut(field, value);
}

function validateValue(field: Field, value: unknown, where: string, walk: Walk): unknown {
  switch (field.type) {
    case "string":
      return validateString(field, expectType(value, "string", where), where, walk);
    case "int64":
      return expectPattern(value, /^(?:-?[0-9]{1,20})?$/, where, "a 64-bit integer as text");
    case "bytes":
      return expectPattern(value, /^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2,3}={0,2})?$/, where, "base64");
    case "integer":
    case "number":
      return validateNumber(field, value, where);
    case "boolean":
      return expectType(value, "boolean", where);
    case "list":
      return validateList(field.items, value, where, walk, field.maximumItems);
    case "map":
      return validateMap(field, value, where, walk);
    case "object":
      if (!isJsonObject(value)) throw wrongType(where, "an object");
      return { ...validateObject(field.fields, value, where, walk), ...field.toStored?.(value, where) };
    case "any":
      return value;
  }
}

function validateString(field: StringField, value: string, where: string, walk: Walk): string {
  if (value === "") return value;
  if (field.values !== undefined && !field.values.includes(value))
    throw invalidField(where, value, `Must be one of ${field.values.join(", ")}.`);
  if (field.pattern !== undefined && !field.pattern.test(value))
    throw invalidField(where, value, `Must be a match of regex '${field.pattern.source}'`);
  const canonical = field.canonical?.(value, { ...walk, field: where });
  if (canonical !== undefined) return canonical;
  if (field.reference !== undefined) return validateReference(field.reference, value, where, walk);
  return field.isLink === true ? validateLink(field, value, where, walk) : value;
}

function validateNumber(field: Extract<Field, { type: "integer" | "number" }>, value: unknown, where: string): number {
  const number = expectType(value, "number", where);
  if (field.type === "integer" && !Number.isInteger(number)) throw wrongType(where, "an integer");
  const { minimum = field.type === "integer" ? -(2 ** 31) : -Infinity } = field;
  const { maximum = field.type === "integer" ? 2 ** 31 - 1 : Infinity } = field;
  if (number < minimum || number > maximum)
    throw invalidField(where, number, `Must be from ${String(minimum)} to ${String(maximum)}, inclusive.`);
  return number;
}

function validateList(items: Field, value: unknown, where: string, walk: Walk, maximum = Infinity): unknown[] {
  if (!Array.isArray(value)) throw wrongType(where, "a list");
  if (value.length > maximum)
    throw invalidField(where, `${String(value.length)} items`, `At most ${String(maximum)} are accepted.`);
  // A merge patch has whole lists: what is in them takes the place of what was.
  const within: Walk = walk.mode === "patch" ? { ...walk, mode: "insert" } : walk;
  return value.map((item: unknown, index) => {
    const place = `${where}[${String(index)}]`;
    if (item === null) throw wrongType(place, items.type);
    return validateValue(items, item, place, within);
  });
}

function validateMap({ values, keys }: MapField, value: unknown, where: string, walk: Walk): JsonObject {
  if (!isJsonObject(value)) throw wrongType(where, "a map");
  const members = Object.entries(value).map(([key, item]) => {
    const place = `${where}[${JSON.stringify(key)}]`;
    if (keys?.test(key) === false) throw invalidField(where, key, `Must be a match of regex '${keys.source}'`);
    if (item === null && walk.mode !== "patch") throw wrongType(place, values.type);
    return [key, item === null ? null : validateValue(values, item, place, walk)] as const;
  });
  return Object.fromEntries(members);
}

interface Primitives {
  string: string;
  number: number;
  boolean: boolean;
}

function expectType<T extends keyof Primitives>(value: unknown, type: T, where: string): Primitives[T] {
  if (typeof value !== type) throw wrongType(where, type);
  return value as Primitives[T];
}

function expectPattern(value: unknown, pattern: RegExp, where: string, what: string): string {
  const text = expectType(value, "string", where);
  if (!pattern.test(text)) throw wrongType(where, what);
  return text;
}

function wrongType(where: string, expected: string): ApiError {
  return badRequest(`Invalid value at '${where}': expected ${expected}.`);
}
