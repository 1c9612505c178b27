import { badRequest, invalidField, notFound, notReady, required, type ApiError } from "./errors";
import { isJsonObject, type JsonObject } from "./json";
import { completePath, fullUrl, PathTemplate, parseProject, resolveLink } from "./links";
import type { Field, Fields, Reference, StringField } from "./schema";

/** What validation has to know about the rest of the service. */
export interface ValidationContext {
  /** Project of the request, for links that leave it out. */
  readonly project: string | undefined;
  /**
   * Insert fills in defaults and drops what answers leave out; patch keeps null, which removes, and empty values; exact
   * keeps every value and wants what is required.
   */
  readonly mode: "insert" | "patch" | "exact";
  /** What messages call the whole body. Default `resource`. */
  readonly name?: string;
  /** Whether an object is there. Without it, nobody looks. */
  exists?(path: string): boolean;
  /** The path by which an object is stored that a link may name by numbers; undefined when nothing has the number. */
  canonicalPath?(path: string): string | undefined;
  /** The kind of object that a path leads to, where that kind is served. */
  findTarget?(path: string): LinkTarget | undefined;
  /** Whether the object is being deleted, so that nothing may start to refer to it. */
  isLeaving?(path: string): boolean;
}

/** What is known of a kind that a link points at. */
export interface LinkTarget {
  /** Whether there is no other way to such an object than its insert, so that one which is not there is a mistake. */
  readonly isInsertedOnly?: boolean;
}

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

/** A text in the form in which it is stored. Nobody looks whether what a link points at is there. */
export function validateText(
  field: StringField,
  value: string,
  where: string,
  context: Pick<ValidationContext, "project" | "canonicalPath" | "targetOf">,
): string {
  return validateString(field, value, where, { ...context, mode: "exact", references: [] });
}

interface Walk extends ValidationContext {
  readonly references: string[];
}

function validateObject(fields: Fields, body: JsonObject, where: string, walk: Walk): JsonObject {
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(fields, name)) {
      throw badRequest(`Invalid JSON payload received. Unknown name "${name}" at '${where}': Cannot find field.`);
    }
  }
  const result: JsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.outputOnly === true) {
      continue;
    }
    const value = validateField(field, body[name], `${where}.${name}`, walk);
    if (value !== undefined && field.inputOnly !== true) {
      result[name] = value;
    }
  }
  return result;
}

/** The value to store, or undefined when there is none. */
function validateField(field: Field, sent: unknown, where: string, walk: Walk): unknown {
  if (walk.mode === "patch" && sent === null) {
    return null;
  }
  // The JSON form of protocol buffers reads null, and an empty string or list, as a field that is not set.
  const value = sent === undefined || sent === null ? undefined : validateValue(field, sent, where, walk);
  if (walk.mode === "patch") {
    return value;
  }
  if (value === undefined || (walk.mode === "insert" && isLeftOut(field, value))) {
    if (field.required === true) {
      throw required(where);
    }
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
      return validateMap(field.values, value, where, walk);
    case "object":
      if (!isJsonObject(value)) {
        throw wrongType(where, "an object");
      }
      return { ...validateObject(field.fields, value, where, walk), ...field.toStored?.(value, where) };
    case "any":
      return value;
  }
}

function validateString(field: StringField, value: string, where: string, walk: Walk): string {
  if (value === "") {
    return value;
  }
  if (field.values !== undefined && !field.values.includes(value)) {
    throw invalidField(where, value, `Must be one of ${field.values.join(", ")}.`);
  }
  if (field.pattern !== undefined && !field.pattern.test(value)) {
    throw invalidField(where, value, `Must be a match of regex '${field.pattern.source}'`);
  }
  const canonical = field.canonical?.(value, { ...walk, field: where });
  if (canonical !== undefined) {
    return canonical;
  }
  if (field.reference !== undefined) {
    return validateReference(field.reference, value, where, walk);
  }
  return field.isLink === true ? validateLink(field, value, where, walk) : value;
}

function validateReference(reference: Reference, value: string, where: string, walk: Walk): string {
  const forms = typeof reference.to === "string" ? [reference.to] : reference.to;
  const [named] = forms.flatMap((form) => resolveLink(value, new PathTemplate(form), walk.project) ?? []);
  if (named === undefined) {
    throw invalidField(
      where,
      value,
      `The URL is malformed: it has to be a full or partial URL of ${forms.join(" or ")}.`,
    );
  }
  return refer(named, value, where, { ...reference, mustExist: () => reference.mustExist }, walk);
}

/** A link that may point at anything: only one to a kind that is served is looked at. */
function validateLink(field: StringField, value: string, where: string, walk: Walk): string {
  const named = completePath(value, walk.project);
  const target = named === undefined ? undefined : walk.findTarget?.(named);
  if (named === undefined || target === undefined) {
    return value;
  }
  // What other projects hold is nothing that an emulator of this one could know.
  const mustExist = (path: string) => target.isInsertedOnly === true && parseProject(path) === walk.project;
  return refer(named, value, where, { ...field, mustExist }, walk);
}

/** The path becomes one that the body refers to. Gives its URL. */
function refer(
  named: string,
  value: string,
  where: string,
  { ownProject, mustExist }: Pick<Reference, "ownProject"> & { mustExist(path: string): boolean },
  walk: Walk,
): string {
  const path = walk.canonicalPath === undefined ? named : walk.canonicalPath(named);
  if (ownProject === true && path !== undefined && parseProject(path) !== walk.project) {
    throw invalidField(where, value, "Cross project referencing is not allowed for this resource.");
  }
  if (path === undefined || (mustExist(path) && walk.exists?.(path) === false)) {
    throw notFound(path ?? named);
  }
  if (mustExist(path) && walk.isLeaving?.(path) === true) {
    throw notReady(path);
  }
  walk.references.push(path);
  return fullUrl(path);
}

function validateNumber(field: Extract<Field, { type: "integer" | "number" }>, value: unknown, where: string): number {
  const number = expectType(value, "number", where);
  if (field.type === "integer" && !Number.isInteger(number)) {
    throw wrongType(where, "an integer");
  }
  const { minimum = field.type === "integer" ? -(2 ** 31) : -Infinity } = field;
  const { maximum = field.type === "integer" ? 2 ** 31 - 1 : Infinity } = field;
  if (number < minimum || number > maximum) {
    throw invalidField(where, number, `Must be from ${String(minimum)} to ${String(maximum)}, inclusive.`);
  }
  return number;
}

function validateList(items: Field, value: unknown, where: string, walk: Walk, maximum = Infinity): unknown[] {
  if (!Array.isArray(value)) {
    throw wrongType(where, "a list");
  }
  if (value.length > maximum) {
    throw invalidField(where, `${String(value.length)} items`, `At most ${String(maximum)} are accepted.`);
  }
  return value.map((item: unknown, index) => {
    const place = `${where}[${String(index)}]`;
    if (item === null) {
      throw wrongType(place, items.type);
    }
    return validateValue(items, item, place, walk);
  });
}

function validateMap(values: Field, value: unknown, where: string, walk: Walk): JsonObject {
  if (!isJsonObject(value)) {
    throw wrongType(where, "a map");
  }
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const place = `${where}[${JSON.stringify(key)}]`;
    if (item === null && walk.mode === "patch") {
      result[key] = null;
    } else if (item === null) {
      throw wrongType(place, values.type);
    } else {
      result[key] = validateValue(values, item, place, walk);
    }
  }
  return result;
}

interface Primitives {
  string: string;
  number: number;
  boolean: boolean;
}

function expectType<T extends keyof Primitives>(value: unknown, type: T, where: string): Primitives[T] {
  if (typeof value !== type) {
    throw wrongType(where, type);
  }
  return value as Primitives[T];
}

function expectPattern(value: unknown, pattern: RegExp, where: string, what: string): string {
  const text = expectType(value, "string", where);
  if (!pattern.test(text)) {
    throw wrongType(where, what);
  }
  return text;
}

function wrongType(where: string, expected: string): ApiError {
  return badRequest(`Invalid value at '${where}': expected ${expected}.`);
}
