import { canonicalize, isNothing, findDoubts, findProblems, sameOrAbsent, type Problem } from "../../fields/kind";
import { valueAt } from "../../fields/leaves";
import type { IgnoredPaths } from "../../fields/ignoredPaths";
import { pick, requiredText, text, type Values } from "../../fields/values";
import { parseObject, zoneProblems } from "../../fields/linkScope";
import { formContext } from "../../fields/links";
import { isUnknown } from "../../fields/unknown";
import { collectScalars, hideInMessages } from "../../messages/redaction";
import { knownSecrets } from "../../messages/secrets";
import { canonicalUrl, type LinkContext } from "../../names/links";
import type { Identity, ResourceDescription, Target } from "./description";
import { type Field, listOutputs } from "./field";
import { readAppliedValues } from "../job/outputKeys";

/** Key of the outputs that lists fields which the service filled and the program had left out. */
export const serverDefaultedKey = "__filled";

type Entry = readonly [name: string, field: Field];

/** The rules of a description about values, compiled once: check, diff, requests and read-back all ask here. */
export class Schema {
  /** The fields that a program may give. */
  readonly arguments: readonly string[];
  private readonly all: readonly Entry[];
  /** Those that only complete links in others. */
  readonly completing: readonly string[];
  private readonly argumentEntries: readonly Entry[];
  private readonly compared: readonly Entry[];
  private readonly sent: readonly Entry[];
  private readonly recorded: readonly Entry[];
  private readonly secret: readonly Entry[];

  constructor(private readonly description: ResourceDescription) {
    const { fields } = description;
    this.all = Object.entries(fields);
    const withChange = (...changes: readonly Field["change"][]) =>
      this.all.filter(([, { change }]) => changes.includes(change));
    this.argumentEntries = withChange("replace", "update", "createOnly", "completes");
    this.arguments = this.argumentEntries.map(([name]) => name);
    this.completing = withChange("completes").map(([name]) => name);
    this.compared = withChange("replace", "update");
    this.sent = withChange("replace", "update", "createOnly").filter(([, { inPathOnly }]) => !inPathOnly);
    this.recorded = listOutputs(fields);
    this.secret = this.all.filter(([, { secret }]) => secret !== undefined);
  }

  /** The context that completes links of a resource: its own project, region and zone first. */
  context(values: Values, base: LinkContext): LinkContext {
    const own = {
      ...base,
      project: text(values, "project") ?? base.project,
      region: text(values, "region") ?? base.region,
      zone: text(values, "zone") ?? base.zone,
    };
    return this.description.linkContext?.(values, own) ?? own;
  }

  /** The members of the object's path, in inputs or outputs; `undefined` when they are not all there. */
  identity(values: Values, base: LinkContext): Identity | undefined {
    return this.description.identity.read(values, this.context(values, base));
  }

  /** The same, of values that check has made sure of. */
  knownIdentity(values: Values, base: LinkContext): Identity {
    const identity = this.identity(values, base);
    if (identity !== undefined) return identity;
    throw new Error(`${this.description.identity.members.join(" or ")} is missing from the recorded properties`);
  }

  /** The member of the identity that an answer should have, and has not. */
  missingFrom(object: Values): string | undefined {
    return this.description.identity.members.find((key) => {
      const field = this.description.fields[key];
      return !field?.inPathOnly && typeof object[field?.apiName ?? key] !== "string";
    });
  }

  /** The target of a call on the object that the inputs describe. */
  target(inputs: Values, base: LinkContext): Target {
    const context = this.context(inputs, base);
    return { identity: this.knownIdentity(inputs, base), values: inputs, body: this.body(inputs, context), context };
  }

  /**
   * The problems of the arguments, each by itself.
   *
   * @param spell what a message calls an argument: one may come from the configuration
   */
  problems(inputs: Values, context: LinkContext, spell: (name: string) => string): Problem[] {
    return this.argumentEntries.flatMap(([name, { kind, required, inPathOnly }]) => {
      const value = inputs[name];
      // A name and a place that the program leaves out are filled in.
      const isRequiredHere = required && !inPathOnly && name !== "name";
      if (value !== undefined) return findProblems(kind, value, spell(name), context, isRequiredHere);
      return required ? [{ property: name, reason: `${name} is required: ${kind.describe}.` }] : [];
    });
  }

  /** The doubts about the arguments, without those of the last run. */
  doubts(inputs: Values, olds: Values): Problem[] {
    const find = (values: Values) =>
      this.argumentEntries.flatMap(([name, { kind }]) => findDoubts(kind, values[name], name));
    const found = find(inputs);
    // Another place in a list says nothing new.
    const withoutPlaces = ({ reason }: Problem) => reason.replaceAll(/\[\d+\]/g, "");
    const before = found.length === 0 ? [] : find(olds).map(withoutPlaces);
    return found.filter((one) => !before.includes(withoutPlaces(one)));
  }

  /** The problems of zones that complete links, beside links that say where their objects are. */
  zoneProblems(inputs: Values, context: LinkContext): Problem[] {
    return this.argumentEntries.flatMap(([name, { completes = [] }]) =>
      completes.flatMap((field) => {
        const path = this.description.fields[field]?.kind.pathIn?.(inputs[field], formContext(context));
        return path === undefined ? [] : zoneProblems(name, text(inputs, name), field, parseObject(path));
      }),
    );
  }

  /** The inputs with every reference, range and address in the form in which the outputs are going to have it. */
  canonicalize(inputs: Values, context: LinkContext): Values {
    const compared = this.compared.filter(([name]) => inputs[name] !== undefined);
    return Object.fromEntries(compared.map(([name, { kind }]) => [name, canonicalize(kind, inputs[name], context)]));
  }

  /** The body of the create call: what the program gives, as the service writes it, and what is always sent. */
  body(inputs: Values, context: LinkContext): Values {
    const body: Values = {};
    for (const [name, { kind, apiName = name, alwaysSent, default: defaultValue }] of this.sent) {
      const value = inputs[name] ?? (alwaysSent ? defaultValue : undefined);
      if (value !== undefined) body[apiName] = kind.canonical(value, context);
    }
    return body;
  }

  /**
   * The outputs that an object of the API gives: the fields of the table and nothing else.
   *
   * @param declared the properties that the program gave, or the earlier outputs: a field that is in neither, and that
   * the service may fill, is noted as filled
   */
  outputs(object: Values, declared: Values): Values {
    const outputs: Values = {};
    const earlier = readServerDefaulted(declared);
    const filled: string[] = [];
    for (const [name, field] of this.recorded) {
      const actual = field.inPathOnly ? declared[name] : object[field.apiName ?? name];
      const value = field.record ? field.record(declared[name], actual, readAppliedValues(declared)) : actual;
      if (value === undefined || value === null) continue;
      outputs[name] = value;
      if (isServerDefaulted(field, value) && (isNothing(field.kind, declared[name]) || earlier.includes(name)))
        filled.push(name);
    }
    if (filled.length > 0) outputs[serverDefaultedKey] = filled;
    return outputs;
  }

  /** The compared arguments among some properties, without those that only the service filled. */
  declared(values: Values): Values {
    const filled = readServerDefaulted(values);
    const argumentEntries = this.compared.filter(([name]) => values[name] !== undefined && !filled.includes(name));
    return Object.fromEntries(argumentEntries.map(([name]) => [name, values[name]]));
  }

  /** The compared arguments that the service may have set, as it shows them. */
  filled(outputs: Values): Values {
    const filled = readServerDefaulted(outputs);
    return pick(
      outputs,
      this.compared.map(([name]) => name).filter((name) => filled.includes(name)),
    );
  }

  /** The fields whose value in the program differs from what is there. */
  changed(outputs: Values, inputs: Values, context: LinkContext): string[] {
    const filled = readServerDefaulted(outputs);
    const isSame = ([name, { kind, default: defaultValue }]: Entry) =>
      (filled.includes(name) && isNothing(kind, inputs[name])) ||
      sameOrAbsent(kind, outputs[name] ?? defaultValue, inputs[name] ?? defaultValue, context);
    return this.compared.filter((entry) => !isSame(entry)).map(([name]) => name);
  }

  /** The fields that the program changes: those whose value differs, and those that come to mean something else. */
  changedByProgram(outputs: Values, inputs: Values, context: LinkContext, ignored: IgnoredPaths): string[] {
    const compared = ignored.inputs(inputs, outputs);
    const meaning = this.description.ownershipChanges?.(outputs, compared, context, ignored) ?? [];
    const changed = [...this.changed(outputs, compared, context), ...meaning.filter((name) => !ignored.covers([name]))];
    return [...new Set(changed)];
  }

  /** The fields that never change in which an object differs from what the program says. */
  differsImmutably(object: Values, inputs: Values, context: LinkContext): string[] {
    return this.replacing(this.changed(this.outputs(object, inputs), inputs, context));
  }

  /** Those of the fields whose change needs a new object. */
  replacing(names: readonly string[]): string[] {
    return names.filter((name) => this.description.fields[name]?.change === "replace");
  }

  /** The URL under which the service shows the object. */
  selfLink(identity: Identity, context: LinkContext): string {
    return canonicalUrl(this.description.path(identity), context);
  }

  /**
   * Hides the values of secret fields in the messages of this step: the service repeats an input that it refuses, and the
   * engine does not know that a text of ours holds one. Keys are hidden for the whole process, since what one resource has
   * sent may come back in the answer to another.
   */
  hideSecrets(values: Values): void {
    for (const [name, field] of this.secret) {
      const texts = collectScalars(secretPart(values[name], field)).filter((text) => !isUnknown(text));
      hideInMessages(texts);
      if (field.isKey) for (const key of texts) knownSecrets.add(String(key), "secret");
    }
  }

  /** A value for a message; never a secret. */
  private show(name: string, values: Values): string {
    const { secret, default: defaultValue } = this.description.fields[name] ?? {};
    if (secret === true) return "a secret";
    const value = values[name] ?? defaultValue;
    if (value === undefined) return "not set";
    return JSON.stringify(value, (key, member: unknown) =>
      secret?.some((path) => path.at(-1) === key) === true ? "[secret]" : member,
    );
  }

  /** How a field differs, for a message. */
  difference(name: string, outputs: Values, inputs: Values): string {
    return `${name} is ${this.show(name, outputs)} at the service and ${this.show(name, inputs)} in the program`;
  }

  /** How a field that the state does not show as it is has come to be as the program says, for a message. */
  agreement(name: string, recorded: Values, actual: Values): string {
    return `${name} is ${this.show(name, recorded)} in the state, and ${this.show(name, actual)} at the service, as the program says`;
  }
}

/** The identity whose members are fields of the same names. */
export function fieldsIdentity<Members extends string>(
  members: readonly Members[],
  values: Values,
): Identity<Members> | undefined {
  if (!members.every((key) => typeof values[key] === "string")) return undefined;
  return Object.fromEntries(members.map((key) => [key, requiredText(values, key)])) as Identity<Members>;
}

/** The secret value or the secret members of it; nothing where there are none. */
function secretPart(value: unknown, { secret }: Field): unknown {
  if (secret === true) return value;
  return secret?.map((path) => valueAt(value, path));
}

function readServerDefaulted({ [serverDefaultedKey]: filled }: Values): readonly unknown[] {
  return Array.isArray(filled) ? filled : [];
}

function isServerDefaulted({ serverDefaulted }: Field, value: unknown): boolean {
  return typeof serverDefaulted === "function" ? serverDefaulted(value) : serverDefaulted === true;
}
