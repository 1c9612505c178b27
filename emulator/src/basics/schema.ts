import type { JsonObject } from "./json";

/**
 * The fields of a body, as data. One schema serves an object in three ways: it validates what a client sends, it says
 * which fields the server alone sets, and it knows the fields that a list's filter may name.
 */
export interface FieldBase {
  /** Set by the server: ignored, whatever it holds, when a client sends it. */
  readonly outputOnly?: true;
  /** Taken from the client, never stored or shown. */
  readonly inputOnly?: true;
  readonly required?: true;
}

/** The target of a field's link. */
export interface Reference {
  /** Path template of the target, such as `projects/{project}/global/networks/{network}`, or several to choose from. */
  readonly to: string | readonly string[];
  /** False where the target's collection is not served: then only the link's form is checked. */
  readonly mustExist: boolean;
  /** True if the target has to be in the project of the request. */
  readonly ownProject?: true;
  /** True if the target cannot be deleted while this object refers to it. Only for fields at the top of a body. */
  readonly holdsTarget?: true;
}

/** The properties of a request that a canonicaliser needs. */
export interface FieldContext {
  /** The field as messages name it, such as `resource.destRange`. */
  readonly field: string;
  readonly project: string | undefined;
  /** The path by which an object is stored that a link may name by numbers. */
  canonicalPath?(path: string): string | undefined;
}

export interface StringField extends FieldBase {
  readonly type: "string";
  readonly values?: readonly string[];
  readonly pattern?: RegExp;
  readonly default?: string;
  readonly reference?: Reference;
  /** A link to an object of any kind. */
  readonly isLink?: true;
  /** True if what a link of any kind points at has to be in the project of the request. */
  readonly ownProject?: true;
  /**
   * Checks the text beyond what the other members can say, and gives it in the form in which it is stored; undefined for
   * one that is yet to be read as a link.
   */
  readonly canonical?: (value: string, context: FieldContext) => string | undefined;
  /** RFC 3339 times are compared as instants in filters. */
  readonly format?: "timestamp";
}

/** A 64-bit integer: a string on the wire. */
export interface Int64Field extends FieldBase {
  readonly type: "int64";
}

/** Base64. */
export interface BytesField extends FieldBase {
  readonly type: "bytes";
}

export interface NumberField extends FieldBase {
  readonly type: "integer" | "number";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

export interface BooleanField extends FieldBase {
  readonly type: "boolean";
  /** False is usually left out of answers; a few fields are shown whenever they were set. */
  readonly showsFalse?: true;
}

export interface ListField extends FieldBase {
  readonly type: "list";
  readonly items: Field;
  readonly maximumItems?: number;
}

export interface MapField extends FieldBase {
  readonly type: "map";
  readonly values: Field;
  /** Every name has to match it. */
  readonly keys?: RegExp;
}

export interface ObjectField extends FieldBase {
  readonly type: "object";
  readonly fields: Readonly<Record<string, Field>>;
  /** The form in which the server stores the input-only members. Checks them together, too. */
  readonly toStored?: (input: JsonObject, where: string) => JsonObject;
}

/** An object of arbitrary members, such as the `details` of a status. */
export interface AnyField extends FieldBase {
  readonly type: "any";
}

export type Field =
  | StringField
  | Int64Field
  | BytesField
  | NumberField
  | BooleanField
  | ListField
  | MapField
  | ObjectField
  | AnyField;

/** The fields of a body or of an object. */
export type Fields = Readonly<Record<string, Field>>;

/** A field that the server sets. */
export function output<F extends Field>(field: F): F & { readonly outputOnly: true } {
  return { ...field, outputOnly: true };
}

const stringField: StringField = { type: "string" };

/** The fields that the server gives to every object it makes. */
export const commonOutputFields = {
  kind: output(stringField),
  id: output({ type: "int64" }),
  creationTimestamp: output({ type: "string", format: "timestamp" }),
  selfLink: output(stringField),
} satisfies Fields;
