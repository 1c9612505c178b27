/** `npm run docs:examples`: writes the first example of each resource and function in every language of the schema. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { stringify } from "yaml";
import { kinds } from "../kinds/scan";
import { exampleConverter } from "../pulumi/languageHosts";
import { type Declarations, findDeclaration, readDeclarations } from "./declarations";
import { type Example, type Examples, examplesFile, firstExample } from "./exampleUsage";
import { functionNames } from "./functionPage";
import { type PackageSchema, pluginSchema } from "./schema";
import type { TypeSpec } from "./schemaTypes";

/** The first example of everything that the schema has, in YAML. */
export function yamlExamples(declarations: Declarations): Readonly<Record<string, string>> {
  const names = [...kinds.map(({ definition }) => definition.kind), ...functionNames(declarations)];
  return Object.fromEntries(names.map((name) => [name, firstExample(findDeclaration(declarations, name)).yaml]));
}

/** These programs in every language, with the types of a schema. */
export async function convertExamples(
  programs: Readonly<Record<string, string>>,
  schema: PackageSchema,
): Promise<Examples> {
  const input = JSON.stringify({ schema: withoutChoices(schema), programs });
  const { status, stdout, stderr } = spawnSync(await exampleConverter(), { input, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const converted = JSON.parse(stdout) as Readonly<Record<string, Omit<Example, "yaml">>>;
  const all = Object.entries(programs).map(([name, yaml]) => [name, { ...converted[name], yaml }]);
  return Object.fromEntries(all) as Examples;
}

/**
 * The schema as the examples need it. The generators name the member of an enumeration, which differs by language, and
 * Go's takes a text where an object can stand: an example has the text as it is, and the object.
 */
function withoutChoices(schema: PackageSchema): object {
  const isObject = ({ $ref = "" }: TypeSpec) =>
    schema.types[$ref.replace("#/types/", "")]?.enum === undefined && $ref !== "";
  const chosen = ({ oneOf, ...type }: TypeSpec): object => {
    const { $ref, ...rest } = type;
    if (oneOf !== undefined) return { ...rest, ...(oneOf.find(isObject) ?? { type: "string" }) };
    return $ref === undefined || isObject(type) ? type : { ...rest, type: "string" };
  };
  return JSON.parse(
    JSON.stringify(schema, (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? chosen(value) : value,
    ),
  ) as object;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const declarations = await readDeclarations();
  const examples = await convertExamples(yamlExamples(declarations), pluginSchema(declarations));
  const note = "# `npm run docs:examples` writes this file from the first examples of the doc comments.\n\n";
  writeFileSync(examplesFile, note + stringify(examples, { blockQuote: "literal", lineWidth: 0 }));
}
