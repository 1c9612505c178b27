import { knownSecrets, redactionOf, type Redact } from "../shown/secrets";
import type { ResourceDefinition } from "./definition";
import type { Field } from "./field";
import { isArgument } from "./fieldTable";
import { isUnknown } from "../fields/unknown";
import { isValues, pick, type Values } from "../fields/values";

export type { Redact } from "../shown/secrets";

/**
 * Takes the values of a resource's secret fields out of messages: the service repeats an input that it refuses, and
 * the engine does not know that a text of ours holds one.
 */
export function redactionFor(definition: ResourceDefinition, values: Values): Redact {
  const secrets = Object.entries(definition.fields).flatMap(([name, { secret }]) => secretsIn(values[name], secret));
  return redactionOf(secrets);
}

/**
 * Remembers the keys among the values for the whole process: they are sent, and nothing that is answered, to whatever
 * resource, may hold them.
 */
export function rememberKeys(definition: ResourceDefinition, values: Values): void {
  for (const [name, { secret, isKey = false }] of Object.entries(definition.fields)) {
    if (!isKey) continue;
    for (const key of secretsIn(values[name], secret)) if (!isUnknown(key)) knownSecrets.add(key, "secret");
  }
}

/** What the program says in the clear: the arguments that are no secrets. */
export function saidInTheClear(definition: ResourceDefinition, values: Values): Values {
  const names = Object.entries(definition.fields)
    .filter(([, field]) => isArgument(field) && field.secret === undefined)
    .map(([name]) => name);
  return pick(values, names);
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
