import { knownSecrets, redactionOf, textsIn, type Redact } from "../messages/secrets";
import type { ResourceDefinition } from "./definition";
import type { Field } from "./field";
import { isUnknown } from "../fields/unknown";
import { isValues, pick, type Values } from "../fields/values";

/*
 * Which values of a resource are secret. How they are taken out of texts is the business of messages/secrets.ts.
 */

/**
 * Takes the values of a resource's secret fields out of messages: the service repeats an input that it refuses, and
 * the engine does not know that a text of ours holds one.
 */
export function redactionFor(definition: ResourceDefinition, values: Values): Redact {
  const { secret } = groupsOf(definition);
  return redactionOf(secret.map(([name, field]) => secretPart(values[name], field)));
}

/**
 * Remembers the keys among the values for the whole process: they are sent, and nothing that is answered, to whatever
 * resource, may hold them.
 */
export function rememberKeys(definition: ResourceDefinition, values: Values): void {
  const { keys } = groupsOf(definition);
  for (const key of textsIn(keys.map(([name, field]) => secretPart(values[name], field))))
    if (!isUnknown(key)) knownSecrets.add(key, "secret");
}

/** What the program says in the clear: the arguments that are no secrets. */
export function saidInTheClear(definition: ResourceDefinition, values: Values): Values {
  return pick(values, groupsOf(definition).inTheClear);
}

interface FieldGroups {
  readonly secret: readonly [name: string, field: Field][];
  readonly keys: readonly [name: string, field: Field][];
  readonly inTheClear: readonly string[];
}

/** Each step of each resource needs them, and they never change. */
const groups = new WeakMap<ResourceDefinition, FieldGroups>();

function groupsOf(definition: ResourceDefinition): FieldGroups {
  const known = groups.get(definition);
  if (known !== undefined) return known;
  const entries = Object.entries(definition.fields);
  const found = {
    secret: entries.filter(([, { secret }]) => secret !== undefined),
    keys: entries.filter(([, { isKey }]) => isKey),
    inTheClear: definition.schema.arguments.filter((name) => definition.fields[name]?.secret === undefined),
  };
  groups.set(definition, found);
  return found;
}

/** The secret value or the secret members of it; nothing where there are none. */
function secretPart(value: unknown, { secret }: Field): unknown {
  if (secret === undefined || secret === true) return secret && value;
  return isValues(value) ? pick(value, secret) : undefined;
}
