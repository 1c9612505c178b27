import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import { pluginPackage, pluginToken } from "../../provider/src/names/typeToken";
import { secretSettings } from "../../provider/src/settings/settingKeys";
import { kinds } from "../kinds/scan";
import { breakingChanges } from "./breakingChanges";
import { capitalize, type Declarations, findDeclaration, listProperties, repository } from "./declarations";
import { type Examples, exampleUsage, readExamples } from "./exampleUsage";
import { functionNames } from "./functionPage";
import { type Manifest, packageMetadata } from "./packageMetadata";
import {
  describe,
  type Members,
  type NamedType,
  type PropertySpec,
  type PropertySpecs,
  SchemaTypes,
} from "./schemaTypes";
import { describeEnvironment } from "./settingsPages";

/** The schema of the plugin: written by `npm run docs:reference`, and packaged as it is. */
export const schemaFile = join(repository, "provider/plugin/schema.json");

/** Pulumi's package schema, as far as this package uses it. */
export interface PackageSchema {
  readonly name: string;
  readonly version: string;
  readonly config: { readonly variables: PropertySpecs };
  readonly provider: { readonly inputProperties: PropertySpecs };
  readonly types: Readonly<Record<string, NamedType>>;
  readonly resources: Readonly<Record<string, ResourceSchema>>;
  readonly functions: Readonly<Record<string, FunctionSchema>>;
}

export interface ResourceSchema extends Members {
  readonly description?: string;
  readonly inputProperties: PropertySpecs;
  readonly requiredInputs: readonly string[];
}

export interface FunctionSchema {
  readonly description?: string;
  readonly inputs: Members;
  readonly outputs: Members;
}

/**
 * The schema as the sources are now.
 *
 * Its language cannot say all that the classes do:
 *
 * - that `null` removes a key of `metadata`, `labels`, `instanceSelections`, `disks`, `internalIPs` and `externalIPs`;
 * - rules between arguments, such as exactly one source or next hop, and the form of texts and bounds of numbers;
 * - that an output is a secret only where an input is, such as `effectiveLabels`;
 * - the values of an enumeration as an output: it is a text there, and its known values stand in the description;
 * - that an input takes only the values of a closed enumeration: it takes any text beside them, as mypy takes no text for
 *   an enumeration of Python;
 * - that an output can be given as an argument where their types differ, such as `CustomerEncryptionKeyResponse`;
 * - that an integer has more than 32 bits: such numbers are of the type `number`;
 * - the default that the service, the configuration or the name of the resource gives: it stands in the description;
 * - options of functions: `timeout` and `signal`, and the iterators;
 * - that nothing can be read of a `RegionInstanceGroupManagerPatch` by its id;
 * - the default deadlines of steps, which custom timeouts override.
 */
export function pluginSchema(declarations: Declarations): PackageSchema {
  const { name, version, license } = readManifest();
  const inputTypes =
    findDeclaration(declarations, "types").children?.find(({ name }) => name === "input")?.children ?? [];
  const types = new SchemaTypes(new Set(inputTypes.map(({ name }) => name)));
  const settings = settingsIn(declarations, types);
  const examples = readExamples();
  const resourceSchemas = kinds.map(
    ({ definition }) =>
      [pluginToken(definition.kind), describeResource(declarations, definition, types, examples)] as const,
  );
  const functionSchemas = functionNames(declarations).map(
    (name) => [pluginToken(name), describeFunction(declarations, name, types, examples)] as const,
  );
  return {
    name: pluginPackage,
    displayName: "Google Compute Engine",
    version,
    description: "Resources and functions for Google Compute Engine v1.",
    license,
    // The one of a release has its repository: the package gets it.
    ...packageMetadata({ name, version }),
    // The SDK for Go is a module of its own.
    meta: { supportPack: true },
    config: { variables: settings },
    provider: { description: "Settings for the resources that use the provider.", inputProperties: settings },
    types: types.all,
    resources: Object.fromEntries(resourceSchemas),
    functions: Object.fromEntries(functionSchemas),
  } as PackageSchema;
}

/** Throws an error for changes that break a program, unless the version says that there are some. */
export function refuseBreakingChanges(old: PackageSchema, changed: PackageSchema): void {
  const changes = breakingChanges(old, changed);
  if (changes.length === 0 || breakingPart(changed.version) > breakingPart(old.version)) return;
  throw new Error(
    `The schema of the plugin has changes that break programs:\n${changes.map((change) => `- ${change}\n`).join("")}` +
      `Keep what was there, or raise the version in provider/package.json above ${old.version}: the major version, or the minor version of 0.x.`,
  );
}

/** The part of a version that says that something breaks, as one number. */
function breakingPart(version: string): number {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 0 ? major * 1e6 : minor;
}

function readManifest(): Manifest & { readonly license: string } {
  return JSON.parse(readFileSync(join(repository, "provider/package.json"), "utf8")) as Manifest & { license: string };
}

function settingsIn(declarations: Declarations, types: SchemaTypes): PropertySpecs {
  const { properties } = types.members(
    listProperties(findDeclaration(declarations, "ProviderArgs")),
    "Provider",
    "argument",
  );
  return markProperties(properties, (name, { description = "" }) => ({
    description: description + describeEnvironment(name),
    ...(secretSettings.includes(name) ? { secret: true } : {}),
  }));
}

/** The same properties, each with what a function adds to it. */
function markProperties(
  properties: PropertySpecs,
  findMarks: (name: string, property: PropertySpec) => Partial<PropertySpec>,
): PropertySpecs {
  const all = Object.entries(properties);
  return Object.fromEntries(all.map(([name, property]) => [name, { ...property, ...findMarks(name, property) }]));
}

function describeResource(
  declarations: Declarations,
  { kind, fields, secretOutputs = [] }: ResourceDefinition,
  types: SchemaTypes,
  examples: Examples,
): ResourceSchema {
  const declared = findDeclaration(declarations, kind);
  const inputTypes = types.members(listProperties(findDeclaration(declarations, `${kind}Args`)), kind, "argument");
  const outputs = types.members(listProperties(declared), kind, "output");
  // A member of a member is a secret in the state alone: an SDK would make one of the whole argument.
  const secret = (name: string) => {
    const paths = fields[name]?.secret;
    return paths === true || paths?.some((path) => path.length === 1) === true;
  };
  return {
    description: describe(declared) + exampleUsage(declared, examples),
    inputProperties: markProperties(inputTypes.properties, (name) => ({
      ...(secret(name) ? { secret: true } : {}),
      ...(fields[name]?.change === "replace" ? { willReplaceOnChanges: true } : {}),
    })),
    requiredInputs: inputTypes.required,
    properties: markProperties(outputs.properties, (name) =>
      secret(name) || secretOutputs.includes(name) ? { secret: true } : {},
    ),
    required: outputs.required,
  } as ResourceSchema;
}

function describeFunction(
  declarations: Declarations,
  name: string,
  types: SchemaTypes,
  examples: Examples,
): FunctionSchema {
  const upper = capitalize(name);
  const members = (end: string, side: "argument" | "output"): NamedType => ({
    type: "object",
    ...types.members(listProperties(findDeclaration(declarations, upper + end)), upper, side),
  });
  const declared = findDeclaration(declarations, name);
  return {
    description: describe(declared) + exampleUsage(declared, examples),
    inputs: members("Args", "argument"),
    outputs: members("Result", "output"),
  } as FunctionSchema;
}
