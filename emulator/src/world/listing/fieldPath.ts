import { invalid, type ApiError } from "../../basics/errors";
import { isJsonObject, type Resource } from "../../basics/json";
import type { Field, Fields } from "../../basics/schema";

const DOUBLE_QUOTED = String.raw`"(?:[^"\\]|\\[^])*"`;

/** Source of a regular expression for a literal in quotes of either kind. */
export const QUOTED = String.raw`(?:${DOUBLE_QUOTED}|'(?:[^'\\]|\\[^])*')`;

/** Source of a regular expression for a field: `name`, `labels.env`, `labels."my key"`. */
export const FIELD_PATTERN = String.raw`[A-Za-z_][\w-]*(?:\.(?:[\w-]+|${DOUBLE_QUOTED}))*`;

/** A field that a filter names, and what is known of its values. */
export interface FieldPath {
  readonly text: string;
  readonly segments: readonly string[];
  /** The schema of one value: for a list, its items; for a map that is named itself, the map. */
  readonly leaf: Field;
  /** True if the field itself is a list, so that `:` asks for one of its items. */
  readonly isList: boolean;
}

/** Splits `labels.env` or `labels."my key"`, and finds the field it means. An unknown name is an error of the filter. */
export function resolveFieldPath(text: string, fields: Fields): FieldPath {
  const segments = (text.match(new RegExp(String.raw`${DOUBLE_QUOTED}|[^."]+`, "g")) ?? []).map((segment) =>
    segment.startsWith('"') ? segment.slice(1, -1).replace(/\\([^])/g, "$1") : segment,
  );
  let field: Field = { type: "object", fields };
  for (const segment of segments) {
    const inner: Field | undefined = findMember(withoutLists(field), segment);
    if (inner === undefined) throw invalid(`Invalid list filter expression: there is no field '${text}'.`, "filter");
    field = inner;
  }
  return { text, segments, leaf: withoutLists(field), isList: field.type === "list" };
}

/** Every value that the field has in the object: none when it is absent, several when it lies in or is a list. */
export function valuesAt(resource: Resource, path: FieldPath): unknown[] {
  let values: unknown[] = [resource];
  for (const segment of path.segments) {
    const next: unknown[] = [];
    for (const value of values)
      collect(isJsonObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined, next);
    values = next;
  }
  return values;
}

function collect(value: unknown, into: unknown[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  else if (value !== undefined && value !== null) into.push(value);
}

function withoutLists(field: Field): Field {
  return field.type === "list" ? withoutLists(field.items) : field;
}

function findMember(field: Field, name: string): Field | undefined {
  switch (field.type) {
    case "object":
      return Object.hasOwn(field.fields, name) ? field.fields[name] : undefined;
    case "map":
      return field.values;
    case "any":
      return field;
    default:
      return undefined;
  }
}

/** True if an object belongs in the list. */
export type Predicate = (resource: Resource) => boolean;

/** The error of any filter that cannot be evaluated. */
export function invalidFilter(text: string, why: string): ApiError {
  return invalid(`Invalid value for field 'filter': '${text}'. Invalid list filter expression: ${why}`, "filter");
}

/** Reads a text from its start to its end, whatever blanks stand between its parts. */
export class Reader {
  readonly text: string;
  position = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.text.slice(this.position).trim() === "";
  }

  /** Takes what a regular expression matches at the position, if it does. */
  take(source: string): RegExpExecArray | undefined {
    const pattern = new RegExp(String.raw`\s*(?:${source})`, "y");
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text) ?? undefined;
    this.position = match === undefined ? this.position : pattern.lastIndex;
    return match;
  }
}
