import { memberText } from "./memberText";
import { scalarText } from "./scalarText";

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

/** The type of an answer of that form: it says again what the form says, and any member may be missing. */
export type Answer<F extends Form> = F extends "text" | "int64"
  ? string
  : F extends "number"
    ? number
    : F extends "boolean"
      ? boolean
      : F extends { readonly list: infer Item extends Form }
        ? Answer<Item>[]
        : F extends { readonly map: infer Member extends Form }
          ? Record<string, Answer<Member>>
          : F extends { readonly members: infer Members extends Readonly<Record<string, Form>> }
            ? { -readonly [Name in keyof Members]?: Answer<Members[Name]> }
            : unknown;

type Members = Record<string, unknown>;

/** Where a value has another form, from the outside in, and the rest of the sentence. */
interface Mismatch {
  readonly path: (string | number)[];
  readonly problem: string;
}

/**
 * Brings a fresh answer into its form: a member that is null goes, because that means the same as none. A number may travel
 * as a text, and an `int64` as a number; each becomes what it should be. The JSON of protocol buffers may have all three.
 *
 * @returns the mismatch, as the end of a sentence that begins with "its": `items[2].tags is a text, and must be a list`
 */
export function conform(form: Form, answer: object): string | undefined {
  const found = mismatchIn(form, { answer }, "answer");
  if (found === undefined) return undefined;
  const place = found.path
    .slice(1)
    .reduce<string>((text, key) => (typeof key === "number" ? `${text}[${String(key)}]` : memberText(text, key)), "");
  return `${place} ${found.problem}`;
}

/** The texts of places are made on the way back: a long list has many places, and hardly ever a mismatch. */
function mismatchIn(form: Form, parent: Members | unknown[], key: string | number): Mismatch | undefined {
  const value = (parent as Members)[key];
  if (form === "any") return undefined;
  const found =
    typeof form === "string"
      ? findScalarMismatch(form, parent as Members, key)
      : "list" in form
        ? Array.isArray(value)
          ? mismatchInList(form.list, value)
          : mismatch(form, value)
        : typeof value === "object" && value !== null && !Array.isArray(value)
          ? mismatchInObject(form, value as Members)
          : mismatch(form, value);
  found?.path.unshift(key);
  return found;
}

function findScalarMismatch(form: ScalarForm, parent: Members, key: string | number): Mismatch | undefined {
  const value = parent[key];
  if (typeof value === jsonTypes[form]) return undefined;
  if (form === "int64" && Number.isSafeInteger(value)) parent[key] = scalarText(value);
  else if (form === "number" && typeof value === "string" && decimal.test(value))
    parent[key] = Number.parseFloat(value);
  else return mismatch(form, value);
  return undefined;
}

function mismatchInList(form: Form, list: unknown[]): Mismatch | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const found = mismatchIn(form, list, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mismatchInObject(form: Exclude<Form, string | { list: Form }>, object: Members): Mismatch | undefined {
  for (const name in object) {
    const member = "map" in form ? form.map : Object.hasOwn(form.members, name) ? form.members[name] : undefined;
    if (member === undefined) continue;
    const value = object[name];
    // Nearly all of them: the rest of the way is for the others.
    if (typeof member === "string" && typeof value === jsonTypes[member]) continue;
    if (value === null || value === undefined) Reflect.deleteProperty(object, name);
    else {
      const found = mismatchIn(member, object, name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function mismatch(form: Form, value: unknown): Mismatch {
  return { path: [], problem: `is ${describeValue(value)}, and must be ${describeForm(form)}` };
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? "a text" : typeof value === "number" ? "a number" : (scalarText(value) ?? "null");
}

type ScalarForm = "text" | "number" | "boolean" | "int64";

const jsonTypes = { text: "string", number: "number", boolean: "boolean", int64: "string", any: "" } as const;
const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const descriptions = {
  text: "a text",
  number: "a number",
  boolean: "true or false",
  int64: "a whole number, as a text",
  any: "",
};

function describeForm(form: Form): string {
  if (typeof form === "string") return descriptions[form];
  return "list" in form ? "a list" : "an object";
}
