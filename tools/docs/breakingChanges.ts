import type { PackageSchema } from "./schema";
import type { EnumValue, Members, PropertySpecs, TypeSpec } from "./schemaTypes";

/** Something of a schema that has members, as a program gives them and as it reads them. */
interface Part {
  readonly inputs?: Members;
  readonly outputs?: Members;
  /** Of an enumeration. */
  readonly values?: readonly EnumValue[];
}

/** The changes of a schema that break a program that was written for the old one, each as a sentence. */
export function breakingChanges(old: PackageSchema, changed: PackageSchema): string[] {
  const now = listParts(changed);
  return Object.entries(listParts(old)).flatMap(([name, { inputs, outputs, values = [] }]) => {
    const part = now[name];
    if (part === undefined) return [`${name} is gone.`];
    return [
      ...compareValues(name, values, part.values),
      ...compareMembers(`${name}: the input`, inputs, part.inputs, takesAll),
      ...compareMembers(`${name}: the output`, outputs, part.outputs, isSame),
      ...listNewlyRequired(inputs, part.inputs).map((input) => `${name}: the input ${input} is required now.`),
      ...listNewlyRequired(part.outputs, outputs)
        .filter((output) => part.outputs?.properties[output] !== undefined)
        .map((output) => `${name}: the output ${output} can be absent now.`),
    ];
  });
}

/** The name is that of the constant in an SDK. A value that had none gets one without harm: each SDK had made up its own. */
function compareValues(what: string, old: readonly EnumValue[], changed: readonly EnumValue[] = []): string[] {
  return old.flatMap(({ value, name }) => {
    const now = changed.find((one) => one.value === value);
    if (now === undefined) return [`${what}: the value ${value} is gone.`];
    if (name === undefined || name === now.name) return [];
    return [
      `${what}: the value ${value} had the name ${name}, and has ${now.name === undefined ? "none" : `the name ${now.name}`} now.`,
    ];
  });
}

/** @param mayFollow true if the later type of a member harms no program that was written for the earlier one */
function compareMembers(
  what: string,
  old: Members | undefined,
  changed: Members | undefined,
  mayFollow: (before: TypeSpec, after: TypeSpec) => boolean,
): string[] {
  if (old === undefined || changed === undefined) return [];
  return Object.entries(old.properties).flatMap(([name, property]) => {
    const now = changed.properties[name];
    if (now === undefined) return [`${what} ${name} is gone.`];
    if (mayFollow(property, now)) return [];
    return [`${what} ${name} had the type ${serializeType(property)}, and has the type ${serializeType(now)} now.`];
  });
}

/** The members that are required among the later ones, and not among the earlier ones. */
function listNewlyRequired(earlier: Members | undefined, later: Members | undefined): string[] {
  if (earlier === undefined || later === undefined) return [];
  return later.required.filter((name) => !earlier.required.includes(name));
}

/** True if an input takes all that it took: each alternative of the earlier type, also of items and of values of a map. */
function takesAll(before: TypeSpec, after: TypeSpec): boolean {
  const takes = (one: TypeSpec, other: TypeSpec) =>
    isSame(one, other) ||
    (one.items !== undefined && other.items !== undefined && takesAll(one.items, other.items)) ||
    (one.additionalProperties !== undefined &&
      other.additionalProperties !== undefined &&
      takesAll(one.additionalProperties, other.additionalProperties));
  return listAlternatives(before).every((one) => listAlternatives(after).some((other) => takes(one, other)));
}

function listAlternatives(type: TypeSpec): readonly TypeSpec[] {
  return type.oneOf ?? [type];
}

function isSame(before: TypeSpec, after: TypeSpec): boolean {
  return serializeType(before) === serializeType(after);
}

function serializeType({ type, $ref, items, additionalProperties, oneOf }: TypeSpec): string {
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
      ...(values === undefined ? {} : { values }),
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
