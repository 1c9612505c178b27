import { KnownNames } from "../names/knownNames";
import { answeredPath, canonicalUrl, type LinkContext } from "../names/links";
import type { Identity, ResourceDefinition, Target } from "./definition";
import type { Field } from "./field";
import { isNothing, sameOrAbsent } from "../fields/kind";
import { requiredText, text, type Values } from "../fields/values";

/** Key of the outputs that holds what the resource has set itself, where a job says so (`Ledger.ownValues`). */
export const ownKey = "__own";

/** Key of the outputs that holds the id of the newest request in which the resource has changed an object of others. */
export const requestKey = "__request";

/** What the resource has set itself, newest first: more than one value only while the newest may not have landed. */
export function ownOf(outputs: Values): readonly unknown[] {
  const own = outputs[ownKey];
  return Array.isArray(own) ? own : [];
}

/** Key of the outputs that lists fields which the service filled and the program had left out. */
export const filledKey = "__filled";

/** Key of the outputs that holds what numbers which the program gave are the names of. */
export const namesKey = "__names";

/** What is recorded of numbers that stand for names. */
export function namesIn(outputs: Values): KnownNames {
  return new KnownNames(outputs[namesKey]);
}

/** Fields that a program may give. */
export function isArgument(field: Field): boolean {
  return field.change !== "output";
}

/** Fields whose values are compared. */
export function isCompared(field: Field): boolean {
  return field.change === "replace" || field.change === "update";
}

/** The members of the object's path, in inputs or outputs; `undefined` when they are not all there. */
export function identityIn(definition: ResourceDefinition, values: Values, base: LinkContext): Identity | undefined {
  if (definition.identityFrom) {
    return definition.identityFrom(values, linkContextOf(definition, values, base));
  }
  const known = definition.identity.every((key) => typeof values[key] === "string");
  return known ? Object.fromEntries(definition.identity.map((key) => [key, requiredText(values, key)])) : undefined;
}

/** The same, of values that check has made sure of. */
export function identityOf(definition: ResourceDefinition, values: Values, base: LinkContext): Identity {
  const identity = identityIn(definition, values, base);
  if (identity === undefined)
    throw new Error(`${definition.identity.join(" or ")} is missing from the recorded properties`);
  return identity;
}

/** What a call on the object that the inputs describe is about. */
export function targetOf(definition: ResourceDefinition, inputs: Values, base: LinkContext): Target {
  const context = linkContextOf(definition, inputs, base);
  return {
    identity: identityOf(definition, inputs, base),
    values: inputs,
    body: createBody(definition, inputs, context),
    context,
  };
}

/** What completes links of a resource: its own project, region and zone first. */
export function linkContextOf(definition: ResourceDefinition, inputs: Values, base: LinkContext): LinkContext {
  const own = {
    ...base,
    project: text(inputs, "project") ?? base.project,
    region: text(inputs, "region") ?? base.region,
    zone: text(inputs, "zone") ?? base.zone,
  };
  return definition.linkContext?.(inputs, own) ?? own;
}

/** What the comparison of what is there with what the program says is made in. */
export function contextFor({ definition, links }: ResourceAt, outputs: Values, inputs: Values): LinkContext {
  return { ...linkContextOf(definition, inputs, links), names: namesIn(outputs) };
}

/** A kind of resource under some settings. */
interface ResourceAt {
  readonly definition: ResourceDefinition;
  readonly links: LinkContext;
}

/** The body of the create call: what the program gives, as the service writes it, and what is always sent. */
export function createBody(definition: ResourceDefinition, inputs: Values, context: LinkContext): Values {
  const body: Values = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.change === "output" || field.change === "completes" || field.inPathOnly) continue;
    const value = inputs[name] ?? (field.alwaysSent ? field.default : undefined);
    if (value !== undefined) body[field.apiName ?? name] = field.kind.canonical(value, context);
  }
  return body;
}

/**
 * The outputs that an object of the API gives: the fields of the table and nothing else.
 *
 * @param declared the properties that the program gave, or the earlier outputs: a field that is in neither, and that
 * the service may fill, is noted as filled
 */
export function outputsOf(definition: ResourceDefinition, object: Values, declared: Values): Values {
  const outputs: Values = {};
  const filled: string[] = [];
  const before = declared[filledKey];
  const filledBefore: readonly unknown[] = Array.isArray(before) ? before : [];
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.change === "createOnly" || field.change === "completes") continue;
    const there = field.inPathOnly ? declared[name] : object[field.apiName ?? name];
    const value = field.kept ? field.kept(declared[name], there, ownOf(declared)) : there;
    if (value === undefined || value === null) continue;
    outputs[name] = value;
    if (mayFill(field, value) && (isNothing(field.kind, declared[name]) || filledBefore.includes(name)))
      filled.push(name);
  }
  if (filled.length > 0) outputs[filledKey] = filled;
  return outputs;
}

function mayFill({ serverMayFill }: Field, value: unknown): boolean {
  return typeof serverMayFill === "function" ? serverMayFill(value) : serverMayFill === true;
}

/** The fields whose value in the program differs from what is there. */
export function changedFields(
  definition: ResourceDefinition,
  outputs: Values,
  inputs: Values,
  context: LinkContext,
): string[] {
  const filled = Array.isArray(outputs[filledKey]) ? (outputs[filledKey] as unknown[]) : [];
  // To set in place what is there already costs little; a replacement is never made on a suspicion.
  const inPlace: LinkContext = { certainty: "named", ...context };
  const replacing: LinkContext = { certainty: "assumed", ...context };
  return Object.entries(definition.fields)
    .filter(([name, field]) => {
      if (!isCompared(field)) return false;
      const own = field.change === "update" ? inPlace : replacing;
      return !sameField(field, outputs[name], inputs[name], filled.includes(name), own);
    })
    .map(([name]) => name);
}

/** Notes what numbers in the inputs that were just set are the names of, by the object as the service answers it then. */
export function learnNames(
  definition: ResourceDefinition,
  object: Values,
  declared: Values,
  context: LinkContext,
): void {
  for (const [name, { kind, apiName }] of Object.entries(definition.fields)) {
    const there = object[apiName ?? name];
    if (declared[name] !== undefined && there !== undefined) kind.learn?.(declared[name], there, context);
  }
}

/** The same of the object's own path, by its link. */
export function learnIdentity(
  definition: ResourceDefinition,
  identity: Identity,
  { selfLink }: Values,
  names: KnownNames | undefined,
): void {
  if (typeof selfLink !== "string") return;
  const [asked, answered] = [definition.path(identity), answeredPath(selfLink)];
  // What is managed may be a part of the object, whose path goes on.
  names?.learn(asked.split("/").slice(0, answered.split("/").length).join("/"), answered);
}

/** The fields that the program changes: those whose value differs, and those that come to mean something else. */
export function changedByProgram(
  definition: ResourceDefinition,
  outputs: Values,
  inputs: Values,
  context: LinkContext,
): string[] {
  const meaning = definition.changedMeaning?.(outputs, inputs, context) ?? [];
  return [...new Set([...changedFields(definition, outputs, inputs, context), ...meaning])];
}

function sameField(field: Field, there: unknown, wanted: unknown, filled: boolean, context: LinkContext): boolean {
  if (filled && isNothing(field.kind, wanted)) return true;
  return sameOrAbsent(field.kind, there ?? field.default, wanted ?? field.default, context);
}

/** The URL under which the service shows the object. */
export function selfLinkOf(definition: ResourceDefinition, identity: Identity, context: LinkContext): string {
  return canonicalUrl(definition.path(identity), context);
}

/** A value for a message; never a secret. */
export function showField(definition: ResourceDefinition, name: string, values: Values): string {
  const { secret, default: usual } = definition.fields[name] ?? {};
  if (secret === true) return "a secret";
  const value = values[name] ?? usual;
  if (value === undefined) return "not set";
  return JSON.stringify(value, (key, member: unknown) => (secret?.includes(key) ? "[secret]" : member));
}
