import type { Settings } from "../../settings/settings";
import type { Kind } from "../../fields/kind";
import type { Path } from "../../fields/leaves";
import { outputKind } from "../../fields/scalars";
import type { Form } from "../../types/form";
import type { Values } from "../../fields/values";

/**
 * The effect of a change of a field:
 *
 * - `replace`: a new object is made;
 * - `update`: the object is changed in place;
 * - `createOnly`: nothing; it is used by the create call alone, and neither kept nor compared;
 * - `output`: it cannot change from here, only the service sets it;
 * - `completes`: nothing by itself; it completes other fields (a zone for a bare instance name) and is never sent.
 */
export type FieldChange = "replace" | "update" | "createOnly" | "output" | "completes";

/** One field of a resource. `check`, `diff`, request bodies, read-back, docs and tests all read it, mostly by the schema. */
export interface Field {
  readonly kind: Kind;
  readonly change: FieldChange;
  readonly required?: true;
  /** The value that an absent one stands for; absent and this never differ. */
  readonly default?: unknown;
  /** Sent even when the program leaves it out, as its default. */
  readonly alwaysSent?: true;
  /**
   * The service may set it, or set it to such a value, where the program does not: then it is no change that the program
   * says nothing.
   */
  readonly serverDefaulted?: true | ((value: unknown) => boolean);
  /**
   * The effect of a delete of the object that the field names. If a program replaces that and deletes it first, the engine has to
   * delete the object before:
   *
   * - `refused`: the service refuses the delete as long as the object names it;
   * - `cascades`: the object goes with it, and has to be made anew on the new one, which may have the same name.
   *
   * Left out: the object stays, and the field is compared once its value is known. A part of the path cascades anyway.
   */
  readonly onTargetDelete?: "refused" | "cascades";
  /** A secret, or the paths of the members that are, such as `["properties", "metadata"]`: their values are taken out of every message. */
  readonly secret?: true | readonly Path[];
  /** Its secrets are keys, which no answer repeats: one that comes back is taken out of everything, whatever it is about. */
  readonly isKey?: true;
  /**
   * The recorded form of a value that the service does not answer as it was sent, such as a key of which it shows a hash.
   *
   * @param declared what the program gave, or what was kept before
   * @param actual what the service answers
   * @param own what a change that is not at its end may have left of the resource's own, newest first (`PrivateRecord.appliedValues`)
   */
  readonly record?: (declared: unknown, actual: unknown, own: readonly unknown[]) => unknown;
  /**
   * Why nobody can tell whether what is there is what the program gives; an object of somebody else's is not taken over
   * then. As the end of the sentence "it …".
   */
  readonly unprovable?: (declared: unknown, actual: unknown, object: Values) => string | undefined;
  /** The value completed with what the configuration says for every resource. Throws `SettingError`. */
  readonly fromSettings?: (declared: unknown, settings: Settings) => unknown;
  /** The source of a difference that comes from the configuration, as a sentence without its end. */
  readonly origin?: (actual: unknown, wanted: unknown, settings: Settings) => string | undefined;
  /** The API's name, where it cannot be ours. */
  readonly apiName?: string;
  /** Of a zone that completes links: the fields whose links it completes. */
  readonly completes?: readonly string[];
  /** Part of the object's path, not of its body. */
  readonly inPathOnly?: true;
}

/** A field that only the service sets, in that form. */
export function outputAs(form: Form): Field {
  return { kind: outputKind(form), change: "output" };
}

/** A text that only the service sets. */
export const output = outputAs("text");

export type FieldTable = Readonly<Record<string, Field>>;

/** The fields that are outputs, with their names. */
export function listOutputs(fields: FieldTable): [name: string, field: Field][] {
  return Object.entries(fields).filter(([, { change }]) => change !== "createOnly" && change !== "completes");
}

/** The form of an object as the service answers it, as far as it is recorded. */
export function makeForm(fields: FieldTable): Form {
  const recorded = listOutputs(fields).filter(([, { inPathOnly }]) => !inPathOnly);
  return { members: Object.fromEntries(recorded.map(([name, { kind, apiName = name }]) => [apiName, kind.form])) };
}
