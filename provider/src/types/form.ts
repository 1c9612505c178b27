import { memberText } from "./memberText";

/**
 * The form that a value of an answer has, whatever the value is. A member that no form names may be anything, and every
 * text may be a new word of an enumeration: the service adds both.
 *
 * - `int64` travels as text; a number is welcome where it is exact;
 * - `any` is not looked at.
 */
export type Form =
  | "text"
  | "number"
  | "boolean"
  | "int64"
  | "any"
  | { readonly list: Form }
  | { readonly map: Form }
  | { readonly members: Readonly<Record<string, Form>> };

/** An object that may have any members. */
export const anyObject: Form = { members: {} };

/** The forms that a type allows, so that the compiler finds a member without one, or with a wrong one. */
export type FormFor<T> = unknown extends T
  ? Form
  : [T] extends [string]
    ? "text" | "int64"
    : [T] extends [number]
      ? "number"
      : [T] extends [boolean]
        ? "boolean"
        : [T] extends [readonly (infer Item)[]]
          ? { readonly list: FormFor<Item> }
          : string extends keyof T
            ? { readonly map: FormFor<T[keyof T]> }
            : { readonly members: { readonly [Member in keyof T]-?: FormFor<NonNullable<T[Member]>> } };

type Members = Record<string, unknown>;

/**
 * Brings a fresh answer into its form: a member that is null goes, because that means the same as none, and an `int64`
 * becomes a text.
 *
 * @returns what has another form, as the end of a sentence that begins with "its": `items[2].tags is a text, and must be a list`
 */
export function conform(form: Form, answer: object): string | undefined {
  return conformAt(form, { answer }, "answer", "");
}

function conformAt(form: Form, parent: Members | unknown[], key: string | number, place: string): string | undefined {
  const value = (parent as Members)[key];
  if (form === "any") return undefined;
  if (typeof form === "string") {
    if (form === "int64" && Number.isSafeInteger(value)) (parent as Members)[key] = String(value);
    else if (typeof value !== (form === "int64" || form === "text" ? "string" : form))
      return mismatch(form, value, place);
    return undefined;
  }
  if ("list" in form) {
    if (!Array.isArray(value)) return mismatch(form, value, place);
    for (const index of value.keys()) {
      const problem = conformAt(form.list, value, index, `${place}[${String(index)}]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return mismatch(form, value, place);
  const object = value as Members;
  for (const name of Object.keys(object)) {
    const member = "map" in form ? form.map : Object.hasOwn(form.members, name) ? form.members[name] : undefined;
    if (member === undefined) continue;
    if (object[name] === null || object[name] === undefined) Reflect.deleteProperty(object, name);
    else {
      const problem = conformAt(member, object, name, memberText(place, name));
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

function mismatch(form: Form, value: unknown, place: string): string {
  return `${place} is ${describeValue(value)}, and must be ${describeForm(form)}`;
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? "a text" : typeof value === "number" ? "a number" : String(value);
}

const descriptions = { text: "a text", number: "a number", boolean: "true or false", int64: "a whole number", any: "" };

function describeForm(form: Form): string {
  if (typeof form === "string") return descriptions[form];
  return "list" in form ? "a list" : "an object";
}
