import { knownSecrets, redactionOf, textsIn, type Redact } from "../shown/secrets";
import type { ResourceDefinition } from "./definition";
import type { Field } from "./field";
import { isArgument } from "./fieldTable";
import { isUnknown } from "../fields/unknown";
import { isValues, pick, type Values } from "../fields/values";

/*
 * Which values of a resource are secret. How they are taken out of texts is the business of shown/secrets.ts.
 */

/**
 * Takes the values of a resource's secret fields out of messages: the service repeats an input that it refuses, and
 * the engine does not know that a text of ours holds one.
 */
export function redactionFor({ fields }: ResourceDefinition, values: Values): Redact {
  const secrets = Object.entries(fields).filter(([, { secret }]) => secret !== undefined);
  return redactionOf(secrets.map(([name, field]) => secretPart(values[name], field)));
}

/**
 * Remembers the keys among the values for the whole process: they are sent, and nothing that is answered, to whatever
 * resource, may hold them.
 */
export function rememberKeys({ fields }: ResourceDefinition, values: Values): void {
  const keys = Object.entries(fields).filter(([, { isKey }]) => isKey);
  for (const key of textsIn(keys.map(([name, field]) => secretPart(values[name], field))))
    if (!isUnknown(key)) knownSecrets.add(key, "secret");
}

/** What the program says in the clear: the arguments that are no secrets. */
export function saidInTheClear(definition: ResourceDefinition, values: Values): Values {
  const names = Object.entries(definition.fields)
    .filter(([, field]) => isArgument(field) && field.secret === undefined)
    .map(([name]) => name);
  return pick(values, names);
}

/** The secret value or the secret members of it; nothing where there are none. */
function secretPart(value: unknown, { secret }: Field): unknown {
  if (secret === undefined || secret === true) return secret && value;
  return isValues(value) ? pick(value, secret) : undefined;
}
