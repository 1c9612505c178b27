import type { Kind } from "../../provider/src/fields/kind";
import { listOutputs } from "../../provider/src/lifecycle/schema/field";
import type { DefinitionSource, SourceComment } from "./definitionSource";
import { firstSentence, writeDoc } from "./docComment";
import { type KindTypes, scalarType, writeArgument, writeArgumentDoc, writeChoices } from "./kindTypes";
import { argumentsText, argumentText, classText, objectArgument, outputText, type PatchDefinition } from "./patchTexts";

/** Outputs that the service always answers, or that the resource always has. */
const certain = ["managedFields", "fingerprint", "kind", "numericId", "creationTimestamp", "selfLink"];

/** The exports of a file that declares a class. */
export interface ClassNames {
  readonly name: string;
  readonly arguments: string;
  readonly settings: string;
}

/** The names that the class of a kind exports. */
export function classNames({ kind }: PatchDefinition, { tags }: SourceComment): ClassNames {
  return { name: kind, arguments: `${kind}Args`, settings: tags.settings ?? `${kind}Settings` };
}

/**
 * The text of the file that declares the class of a kind, without the note on top.
 *
 * @param constant the constant of the definition
 * @param types collects the interfaces that the class refers to
 */
export function classFile(
  definition: PatchDefinition,
  constant: string,
  source: DefinitionSource,
  types: KindTypes,
): string {
  const own = source.findComment(constant);
  const names = classNames(definition, own);
  const writer = { definition, source, types, own, names };
  const { kind, patches } = definition;
  const body = `${writeDoc(classText(definition, own), own.examples)}
export class ${kind} extends pulumi.CustomResource {
${writeOutputs(writer).join("")}
/**
 * @param name logical name
 * @param args the ${patches.noun}, and its managed settings
 * @param options Pulumi's options. \`id\`, \`import\`, \`version\` and \`pluginDownloadURL\` cannot work and are refused.
 */
constructor(name: string, args: ${names.arguments}, options?: pulumi.CustomResourceOptions) {
  const stacks = withoutStackCapture();
  try {
    super(...declared(declaration, name, args, options));
    stacks.restore();
  } catch (error) {
    throw stacks.traced(error);
  }
}

/** True if an object is ${/^[AEIOU]/.test(kind) ? "an" : "a"} \`${kind}\`, also one of another copy of this package. */
static override isInstance(object: unknown): object is ${kind} {
  return isResourceKind(declaration.kind, object);
}
}

/** Settings of a ${patches.noun} as they are read. */
type Managed = pulumi.Unwrap<${names.settings}>;

/** The settings of a ${patches.noun} that a program can manage. */
export type ${names.settings} = Omit<${names.arguments}, ${listUnmanaged(definition).map(quote).join(" | ")}>;

${writeDoc(argumentsText(definition))}
export interface ${names.arguments} {
${writeArguments(writer).join("")}}
`;
  const common = [...(body.includes("Open<") ? ["Open"] : []), "RestorePolicy"];
  const rooms = ["inputs", "outputs"].filter((room) => body.includes(`${room}.`));
  return `import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { ${common.join(", ")} } from "../../types/common";
${rooms.map((room) => `import type * as ${room} from "../../types/${room.slice(0, -1)}";\n`).join("")}
const declaration: Declaration = {
  kind: ${quote(kind)},
  deletesFirst: true,
  importAdvice: ${quote(`Declare the fields to manage: if the ${patches.noun} already has these values, the create sends nothing.`)},
};

${body}`;
}

interface Writer {
  readonly definition: PatchDefinition;
  readonly source: DefinitionSource;
  readonly types: KindTypes;
  readonly own: SourceComment;
  readonly names: ClassNames;
}

function writeOutputs(writer: Writer): string[] {
  return listOutputs(writer.definition.fields).map(([name, { kind }]) => {
    const text =
      outputText(name, writer.definition, writer.own) ?? describeOutput(writer.source.findField(name).comment);
    return `${writeDoc(text)}\ndeclare readonly ${name}: pulumi.Output<${outputType(writer, name, kind)}>;\n`;
  });
}

function describeOutput({ text, tags }: SourceComment): string {
  return tags.output ?? firstSentence(text);
}

function outputType({ definition, source, types }: Writer, name: string, kind: Kind): string {
  const { fields, partial } = definition;
  if (name === "previousValues") return "Managed | undefined";
  if (name === "managedFields") return "string[]";
  if (fields[name]?.required || certain.includes(name)) return scalarType(kind.form, name);
  if (partial.names.includes(name)) return settingType(name, kind);
  const { comment, expression } = source.findField(name);
  const { type, always } = comment.tags;
  const written =
    type === undefined
      ? types.output(kind.form, expression, `${objectArgument(definition)}.${name}`)
      : `outputs.${type}`;
  return always === undefined ? `${written} | undefined` : written;
}

/** A setting as it is read; an object has the type of the argument without what is not known yet. */
function settingType(name: string, { choices, form, item }: Kind): string {
  if (choices !== undefined) return `${writeChoices(choices)} | undefined`;
  if (item !== undefined && typeof item.form === "string") return `${scalarType(item.form, name)}[] | undefined`;
  return typeof form === "string" ? `${scalarType(form, name)} | undefined` : `Managed[${quote(name)}]`;
}

function writeArguments({ definition, source, types, own, names }: Writer): string[] {
  const { fields, localArguments = {} } = definition;
  const argument = objectArgument(definition);
  const declared = Object.entries(fields).filter(([name, { change }]) => change !== "output" && name !== "previous");
  const kinds = [...declared.map(([name, { kind }]) => [name, kind] as const), ...Object.entries(localArguments)];
  const standard = [
    ["deletionPolicy", "RestorePolicy"],
    ["previous", names.settings],
  ] as const;
  return [
    ...kinds.map(([name, kind]) => {
      const text = argumentText(name, definition, own);
      if (text !== undefined) return `${writeDoc(text)}\n${writeArgument(name, "string", name === argument)}`;
      const { comment, expression } = source.findField(name);
      if (kind.isFraction) types.addFraction(definition.kind, name);
      const isLocal = Object.hasOwn(localArguments, name);
      const doc = writeArgumentDoc(isLocal ? { ...comment, text: `${comment.text} A change makes no call.` } : comment);
      return `${doc}\n${writeArgument(name, types.argument(kind, expression, name), false)}`;
    }),
    ...standard.map(
      ([name, type]) => `${writeDoc(argumentText(name, definition, own) ?? "")}\n${writeArgument(name, type, false)}`,
    ),
  ];
}

/** The arguments that are no settings of the object. */
function listUnmanaged({ fields, partial, localArguments = {} }: PatchDefinition): readonly string[] {
  const declared = Object.entries(fields).filter(([, { change }]) => change !== "output");
  return [...declared.map(([name]) => name), ...Object.keys(localArguments), "deletionPolicy"].filter(
    (name) => !partial.names.includes(name),
  );
}

function quote(text: string): string {
  return JSON.stringify(text);
}
