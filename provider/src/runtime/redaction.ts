import type { Field, ResourceDefinition } from "./definition";
import { isValues, type Values } from "./values";

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** Shorter texts would take innocent words out of messages, and protect nothing. */
const shortestSecret = 6;

/**
 * Takes the values of a resource's secret fields out of messages: the service repeats an input that it refuses, and
 * the engine does not know that a text of ours holds one.
 */
export function redactionFor(definition: ResourceDefinition, values: Values): Redact {
  const secrets = Object.entries(definition.fields)
    .flatMap(([name, { secret }]) => secretsIn(values[name], secret))
    .filter((text) => text.length >= shortestSecret)
    // A secret that holds another one goes first, or its rest would stay.
    .sort((left, right) => right.length - left.length);
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, "[secret]"), text);
}

function secretsIn(value: unknown, secret: Field["secret"]): string[] {
  if (secret === undefined) return [];
  if (secret === true) return textsIn(value);
  return isValues(value) ? secret.flatMap((member) => textsIn(value[member])) : [];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isValues(value) ? Object.values(value).flatMap(textsIn) : [];
}
