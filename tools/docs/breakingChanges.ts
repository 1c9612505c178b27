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
  const now = partsOf(changed);
  return Object.entries(partsOf(old)).flatMap(([name, { inputs, outputs, values = [] }]) => {
    const part = now[name];
    if (part === undefined) return [`${name} is gone.`];
    return [
      ...values.filter((value) => !part.values?.includes(value)).map((value) => `${name}: the value ${value} is gone.`),
      ...ofMembers(`${name}: the input`, inputs, part.inputs),
      ...ofMembers(`${name}: the output`, outputs, part.outputs),
      ...newlyRequired(inputs, part.inputs).map((input) => `${name}: the input ${input} is required now.`),
      ...newlyRequired(part.outputs, outputs)
        .filter((output) => part.outputs?.properties[output] !== undefined)
        .map((output) => `${name}: the output ${output} can be absent now.`),
    ];
  });
}

function ofMembers(what: string, old: Members | undefined, changed: Members | undefined): string[] {
  if (old === undefined || changed === undefined) return [];
  return Object.entries(old.properties).flatMap(([name, property]) => {
    const now = changed.properties[name];
    if (now === undefined) return [`${what} ${name} is gone.`];
    const [before, after] = [typeIn(property), typeIn(now)];
    return before === after ? [] : [`${what} ${name} had the type ${before}, and has the type ${after} now.`];
  });
}

/** What is required among the later members, and not among the earlier ones. */
function newlyRequired(earlier: Members | undefined, later: Members | undefined): string[] {
  if (earlier === undefined || later === undefined) return [];
  return later.required.filter((name) => !earlier.required.includes(name));
}

function typeIn({ type, $ref, items, additionalProperties, oneOf }: PropertySpec): string {
  return JSON.stringify({ type, $ref, items, additionalProperties, oneOf });
}

/** All that has members, by what a sentence calls it. */
function partsOf(schema: PackageSchema): Readonly<Record<string, Part>> {
  const { config, provider, resources, functions, types } = schema;
  const settings = (properties: PropertySpecs): Part => ({ inputs: { properties, required: [] } });
  const inputs = [config, provider, ...Object.values(resources).map(({ inputProperties }) => inputProperties)];
  const outputs = Object.values(resources).map(({ properties }) => properties);
  const ofFunctions = Object.values(functions);
  const given = typesIn([inputs, ofFunctions.map((each) => each.inputs)], schema);
  const shown = typesIn([outputs, ofFunctions.map((each) => each.outputs)], schema);
  return {
    "The configuration": settings(config.variables),
    "The provider": settings(provider.inputProperties),
    ...parts("resource", resources, ({ inputProperties, requiredInputs, properties, required }) => ({
      inputs: { properties: inputProperties, required: requiredInputs },
      outputs: { properties, required },
    })),
    ...parts("function", functions, (each) => each),
    ...parts("type", types, ({ enum: values, properties = {}, required = [] }, token) => ({
      ...(given.has(token) ? { inputs: { properties, required } } : {}),
      ...(shown.has(token) ? { outputs: { properties, required } } : {}),
      ...(values === undefined ? {} : { values: values.map(({ value }) => value) }),
    })),
  };
}

function parts<T>(
  what: string,
  all: Readonly<Record<string, T>>,
  partOf: (each: T, token: string) => Part,
): Record<string, Part> {
  return Object.fromEntries(Object.entries(all).map(([token, each]) => [`The ${what} ${token}`, partOf(each, token)]));
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
