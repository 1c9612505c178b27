import type { PackageSchema } from "./schema";
import type { Members, PropertySpec, PropertySpecs } from "./schemaTypes";

/** Something of a schema that has members, as a program gives them and as it reads them. */
interface Part {
  readonly inputs?: Members;
  readonly outputs?: Members;
  /** Of an enumeration. */
  readonly values?: readonly string[];
}

/** What of a changed schema breaks a program that was written for the old one, each as a sentence. */
export function breakingChanges(old: PackageSchema, changed: PackageSchema): string[] {
  const now = listParts(changed);
  return Object.entries(listParts(old)).flatMap(([name, { inputs, outputs, values = [] }]) => {
    const part = now[name];
    if (part === undefined) return [`${name} is gone.`];
    return [
      ...values.filter((value) => !part.values?.includes(value)).map((value) => `${name}: the value ${value} is gone.`),
      ...compareMembers(`${name}: the input`, inputs, part.inputs),
      ...compareMembers(`${name}: the output`, outputs, part.outputs),
      ...listNewlyRequired(inputs, part.inputs).map((input) => `${name}: the input ${input} is required now.`),
      ...listNewlyRequired(part.outputs, outputs)
        .filter((output) => part.outputs?.properties[output] !== undefined)
        .map((output) => `${name}: the output ${output} can be absent now.`),
    ];
  });
}

function compareMembers(what: string, old: Members | undefined, changed: Members | undefined): string[] {
  if (old === undefined || changed === undefined) return [];
  return Object.entries(old.properties).flatMap(([name, property]) => {
    const now = changed.properties[name];
    if (now === undefined) return [`${what} ${name} is gone.`];
    const [before, after] = [serializeType(property), serializeType(now)];
    return before === after ? [] : [`${what} ${name} had the type ${before}, and has the type ${after} now.`];
  });
}

/** What is required among the later members, and not among the earlier ones. */
function listNewlyRequired(earlier: Members | undefined, later: Members | undefined): string[] {
  if (earlier === undefined || later === undefined) return [];
  return later.required.filter((name) => !earlier.required.includes(name));
}

function serializeType({ type, $ref, items, additionalProperties, oneOf }: PropertySpec): string {
  return JSON.stringify({ type, $ref, items, additionalProperties, oneOf });
}

/** All that has members, by what a sentence calls it. */
function listParts(schema: PackageSchema): Readonly<Record<string, Part>> {
  const { config, provider, resources, functions, types } = schema;
  const settings = (properties: PropertySpecs): Part => ({ inputs: { properties, required: [] } });
  const inputs = [config, provider, ...Object.values(resources).map(({ inputProperties }) => inputProperties)];
  const outputs = Object.values(resources).map(({ properties }) => properties);
  const functionSpecs = Object.values(functions);
  const inputTypes = typesIn([inputs, functionSpecs.map((each) => each.inputs)], schema);
  const outputTypes = typesIn([outputs, functionSpecs.map((each) => each.outputs)], schema);
  return {
    "The configuration": settings(config.variables),
    "The provider": settings(provider.inputProperties),
    ...parts("resource", resources, ({ inputProperties, requiredInputs, properties, required }) => ({
      inputs: { properties: inputProperties, required: requiredInputs },
      outputs: { properties, required },
    })),
    ...parts("function", functions, (each) => each),
    ...parts("type", types, ({ enum: values, properties = {}, required = [] }, token) => ({
      ...(inputTypes.has(token) ? { inputs: { properties, required } } : {}),
      ...(outputTypes.has(token) ? { outputs: { properties, required } } : {}),
      ...(values === undefined ? {} : { values: values.map(({ value }) => value) }),
    })),
  };
}

function parts<T>(
  what: string,
  all: Readonly<Record<string, T>>,
  toPart: (each: T, token: string) => Part,
): Record<string, Part> {
  return Object.fromEntries(Object.entries(all).map(([token, each]) => [`The ${what} ${token}`, toPart(each, token)]));
}

/** The tokens of all types that a part of a schema refers to, also by way of others. */
function typesIn(part: unknown, schema: PackageSchema, found = new Set<string>()): ReadonlySet<string> {
  for (const [, token = ""] of JSON.stringify(part).matchAll(/"#\/types\/([^"]+)"/g)) {
    if (found.has(token)) continue;
    found.add(token);
    typesIn(schema.types[token] ?? {}, schema, found);
  }
  return found;
}
