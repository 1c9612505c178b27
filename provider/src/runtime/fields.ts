import { canonicalUrl, type LinkContext } from "../compute/links";
import type { Field, Identity, ResourceDefinition } from "./definition";
import { sameValue } from "./kinds/kind";
import { requiredText, isEmpty, text, type Values } from "./values";

/** Key of the outputs that lists fields which the service filled and the program had left out. */
export const filledKey = "__filled";

/** Fields that a program may give. */
export function isArgument(field: Field): boolean {
  return field.change !== "output";
}

/** Fields whose values are compared. */
export function isCompared(field: Field): boolean {
  return field.change === "replace" || field.change === "update";
}

/** The members of the object's path. */
export function identityOf(definition: ResourceDefinition, values: Values): Identity {
  return Object.fromEntries(definition.identity.map((key) => [key, requiredText(values, key)]));
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
    const value = field.inPathOnly ? declared[name] : object[field.apiName ?? name];
    if (value === undefined || value === null) continue;
    outputs[name] = value;
    if (field.serverMayFill && (declared[name] === undefined || filledBefore.includes(name))) filled.push(name);
  }
  if (filled.length > 0) outputs[filledKey] = filled;
  return outputs;
}

/** The fields whose value in the program differs from what is there. */
export function changedFields(
  definition: ResourceDefinition,
  outputs: Values,
  inputs: Values,
  context: LinkContext,
): string[] {
  const filled = Array.isArray(outputs[filledKey]) ? (outputs[filledKey] as unknown[]) : [];
  return Object.entries(definition.fields)
    .filter(
      ([name, field]) =>
        isCompared(field) && !sameField(field, outputs[name], inputs[name], filled.includes(name), context),
    )
    .map(([name]) => name);
}

function sameField(field: Field, there: unknown, wanted: unknown, filled: boolean, context: LinkContext): boolean {
  if (wanted === undefined && filled) return true;
  const left = there ?? field.default;
  const right = wanted ?? field.default;
  if (isEmpty(left) || isEmpty(right)) return isEmpty(left) && isEmpty(right);
  return sameValue(field.kind, left, right, context);
}

/** The URL under which the service shows the object. */
export function selfLinkOf(definition: ResourceDefinition, identity: Identity): string {
  return canonicalUrl(definition.path(identity));
}
