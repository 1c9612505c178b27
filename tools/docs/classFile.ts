import { format } from "oxfmt";
import type { Kind } from "../../provider/src/fields/kind";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import { listOutputs } from "../../provider/src/lifecycle/schema/field";
import type { Form } from "../../provider/src/types/form";
import type { DocumentedConstant, DocumentedMember } from "./docComments";

/*
 * The class of a kind that patches objects, from its definition and the doc comments in it.
 */

/** A kind, and the words about it. */
export interface DocumentedKind {
  readonly definition: ResourceDefinition;
  /** The noun of messages: `subnetwork`. */
  readonly noun: string;
  readonly permissions: readonly string[];
  /** The module of the definition, from `resources/`: `subnetworkPatch`. */
  readonly module: string;
  /** The comment of the definition. */
  readonly text: string;
  /** The members of its literals. */
  readonly members: ReadonlyMap<string, DocumentedMember>;
}

const note = (source: string) => `/* \`npm run docs:reference\` writes this file from ${source}. */`;

/** The text of the file of a class. */
export function classText(kind: DocumentedKind): Promise<string> {
  const { definition, noun, module } = kind;
  const { kind: name, fields, partial, identity } = definition;
  const argument = identity.members.at(-1) ?? "";
  const names = partial?.names ?? [];
  const outputs = listOutputs(fields).map(([output, field]) => {
    const { text, isSure = false } = standardOutputs(kind)[output] ?? { text: firstSentence(memberText(kind, output)) };
    const own = kind.members.get(output)?.typeName;
    const type = names.includes(output) && own !== undefined ? `Managed["${output}"]` : outputType(output, field.kind);
    return `${comment(text)}\n  declare readonly ${output}: pulumi.Output<${type}${isSure || type.startsWith("Managed") ? "" : " | undefined"}>;`;
  });
  const args = Object.entries(fields)
    .filter(([, { change }]) => change !== "output")
    .map(([one, field]) => {
      const text = standardArguments(kind)[one] ?? memberText(kind, one);
      const type = one === "previous" ? `${name}Settings` : inputType(kind.members.get(one), field.kind, "inputs.");
      return property(one, text, type, one === argument);
    });
  const others = Object.keys(fields).filter((one) => fields[one]?.change !== "output" && !names.includes(one));
  return formatted(`
${note(`${module}.ts`)}
import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { Open, RestorePolicy } from "../../types/common";
import type * as inputs from "../../types/patchedItems";

const declaration: Declaration = {
  kind: "${name}",
  deletesFirst: true,
  importAdvice: "Declare the fields to manage: if the ${noun} already has these values, the create sends nothing.",
};

${comment(documentClass(kind))}
export class ${name} extends pulumi.CustomResource {
  ${outputs.join("\n  ")}

  /**
   * @param name logical name
   * @param args the ${noun}, and its managed settings
   * @param options Pulumi's options. \`id\`, \`import\`, \`version\` and \`pluginDownloadURL\` cannot work and are refused.
   */
  constructor(name: string, args: ${name}Args, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /** True if an object is a \`${name}\`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is ${name} {
    return isResourceKind(declaration.kind, object);
  }
}

/** Settings of the ${noun} as they are read. */
type Managed = pulumi.Unwrap<${name}Settings>;

/** The settings of the ${noun} that a program can manage. */
export type ${name}Settings = Omit<${name}Args, ${[...others, "deletionPolicy"].map((one) => JSON.stringify(one)).join(" | ")}>;

/**
 * The ${noun}, and the fields that the resource manages: at least one. Every link takes a name, a path, a full URL, or
 * another resource's \`id\` or \`selfLink\`.
 */
export interface ${name}Args {
  ${[...args, property("deletionPolicy", policyText, "RestorePolicy")].join("\n  ")}
}
`);
}

/** The text of the file with the types of nested objects. */
export function nestedTypesText(types: ReadonlyMap<string, NestedType>): Promise<string> {
  const interfaces = [...types].map(([name, { constant, kind, keys }]) => {
    const members = [...constant.members].map(([member, documented]) => {
      const one = kind.member?.(member);
      if (one === undefined) throw new Error(`${name}.${member} has a comment, and no kind.`);
      return property(
        member,
        documented.text,
        inputType(documented, one, ""),
        keys?.length === 1 && keys[0] === member,
      );
    });
    const absent = keys === undefined ? [] : [property("absent", absentText, "boolean")];
    return `${comment(constant.text)}\nexport interface ${name} {\n  ${[...members, ...absent].join("\n  ")}\n}\n`;
  });
  return formatted(`
${note("the definitions of patches")}
import type * as pulumi from "@pulumi/pulumi";
import type { Open } from "./common";

${interfaces.join("\n")}`);
}

/** An object in an argument. */
export interface NestedType {
  readonly constant: DocumentedConstant;
  readonly kind: Kind;
  /** The members that can be its key, where it is an item of a list. */
  readonly keys: readonly string[] | undefined;
}

const absentText =
  "`true`: the item is not to be there. The resource removes it, also one of somebody else, and a restore puts it back. Give nothing but the key beside it.";

const policyText =
  "The effect of a delete on the settings: `RETAIN` keeps them. `RESTORE` restores the earlier values, and takes out the items that this resource has added, except what somebody else has changed since. `PREVENT` makes the delete an error. Default: `gcp:deletionPolicy` (`ABANDON` means `RETAIN`), or `RETAIN`. A change makes no call.";

function documentClass({ definition, noun, permissions, text }: DocumentedKind): string {
  const [words = "", ...examples] = text.split(/^(?=@example)/m);
  const { identity, path, timeoutMs } = definition;
  const id = path(
    Object.fromEntries(
      identity.members.map((name) => [name, name === identity.members.at(-1) ? "NAME" : name.toUpperCase()]),
    ),
  );
  const article = /^[aeiou]/.test(noun) ? "an" : "a";
  return [
    words.trim(),
    `If you remove a field from the program, it returns to the value that it had before this resource first changed it. If somebody else has changed the field since, the resource leaves it alone and shows a warning. Destroy leaves the ${noun} as it is, unless \`deletionPolicy\` is \`RESTORE\`.`,
    `Several patches can manage one ${noun} if they manage different fields or items. If two patches of one program and one provider manage the same, the preview shows an error. Patches of different programs that manage the same overwrite each other in every run. \`patches.md\` has the details, and what the owner of ${article} ${noun} writes so that he does not revert a patch.`,
    `Id: the path of the ${noun}, \`${id}\`. There is no \`get\`, because only the program knows which fields it manages.`,
    `Default deadline of each step: ${String(timeoutMs / 60_000)} minutes (\`customTimeouts\`).`,
    `Permissions: ${permissions.map((permission) => `\`${permission}\``).join(", ")}, and the right to use what links name. Scope: \`compute\` or \`cloud-platform\`.`,
    "Source: the message and its methods get and patch in the public v1 reference.",
    ...examples.map((example) => example.trim()),
  ].join("\n\n");
}

interface StandardOutput {
  readonly text: string;
  /** True if it is always there. */
  readonly isSure?: boolean;
}

function standardOutputs({ definition, noun }: DocumentedKind): Readonly<Record<string, StandardOutput>> {
  const sure = (text: string): StandardOutput => ({ text, isSure: true });
  const [, collection = "object"] = /([^/]+)s\/[^/]+$/.exec(definition.path({})) ?? [];
  return {
    project: sure(`Project of the ${noun}.`),
    region: sure(`Region of the ${noun}.`),
    zone: sure(`Zone of the ${noun}.`),
    [definition.identity.members.at(-1) ?? ""]: sure(`The ${noun}.`),
    managedFields: sure(
      "Every member that the resource manages; that of an item has the key of the item in it. The preview knows it. The resource itself needs it, to find the members that leave the program.",
    ),
    previousValues: {
      text: "The values of the managed fields before this resource first changed them, recorded once. A field or an item is absent if it was absent, or if nobody knows its earlier value: a warning names it, and no restore changes it. The resource itself needs it, to restore a field that leaves the program, and at a destroy with `RESTORE`. A secret.",
    },
    fingerprint: sure(`Fingerprint of the ${noun} after the last step. Each change reads a fresh one.`),
    kind: sure(`Always \`compute#${collection}\`.`),
    numericId: sure(
      `The service's own number for the ${noun} (the API's \`id\`), as a string, because it does not fit a number.`,
    ),
    creationTimestamp: sure(`When the service created the ${noun}, in RFC 3339.`),
    selfLink: sure(`URL of the ${noun}. The preview knows it.`),
  };
}

function standardArguments({ definition, noun }: DocumentedKind): Readonly<Record<string, string>> {
  const place = (name: string) =>
    `${name.charAt(0).toUpperCase()}${name.slice(1)} of the ${noun}. Default: the ${name} that the link names, or else \`gcp:${name}\`. A change replaces.`;
  return {
    project: place("project"),
    region: place("region"),
    zone: place("zone"),
    [definition.identity.members.at(-1) ?? ""]: `The ${noun}, which must exist. A change replaces.`,
    previous:
      "The earlier values, in the shape of the arguments above. Give it when a warning says that they are not known, or that the value of the program counts as the earlier one: a run was killed between its change and the writing of the state, or another resource managed the field. It replaces what is recorded: `previousValues` shows what holds.",
  };
}

function memberText({ definition, members }: DocumentedKind, name: string): string {
  const text = members.get(name)?.text;
  if (text === undefined) throw new Error(`${definition.kind}.${name} has no doc comment in its definition.`);
  return text;
}

function property(name: string, text: string, type: string, isRequired = false): string {
  return `${comment(text)}\n  ${name}${isRequired ? "" : "?"}: pulumi.Input<${type}${isRequired ? "" : " | undefined"}>;`;
}

function inputType(documented: DocumentedMember | undefined, { item, words, form }: Kind, prefix: string): string {
  const named = documented?.typeName === undefined ? undefined : `${prefix}${documented.typeName}`;
  if (item !== undefined) return `pulumi.Input<${named ?? inputType(undefined, item, prefix)}>[]`;
  return named ?? scalarType(form, words);
}

function outputType(name: string, { item, words, form }: Kind): string {
  if (name === "managedFields") return "string[]";
  if (name === "previousValues") return "Managed | undefined";
  if (item !== undefined) return `${scalarType(item.form)}[]`;
  return scalarType(form, words?.isOpen === true ? undefined : words);
}

function scalarType(form: Form, words?: Kind["words"]): string {
  const union = words?.known.map((word) => JSON.stringify(word)).join(" | ");
  if (union !== undefined) return words?.isOpen === true ? `Open<${union}>` : union;
  if (form === "text" || form === "int64") return "string";
  if (form === "number" || form === "boolean") return form;
  if (typeof form === "object" && "list" in form) return `${scalarType(form.list)}[]`;
  if (typeof form === "object" && "members" in form) {
    const members = Object.entries(form.members).map(
      ([name, one]) => `${comment(`The ${spaced(name)}.`)}\n${name}?: ${scalarType(one)};`,
    );
    return `{ ${members.join("\n")} }`;
  }
  throw new Error(`No type for ${JSON.stringify(form)}.`);
}

function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function firstSentence(text: string): string {
  return /^[^]+?[.](?=\s|$)/.exec(text)?.[0] ?? text;
}

const longestLine = 112;

/** A doc comment. Paragraphs are wrapped, and examples stay as they are. */
function comment(text: string): string {
  const [words = "", ...examples] = text.split(/\n\n(?=@example)/);
  const paragraphs = words.split("\n\n").flatMap((paragraph) => ["", ...wrap(paragraph.replace(/\s+/g, " "))]);
  const lines = [...paragraphs.slice(1), ...examples.flatMap((example) => ["", ...example.split("\n")])];
  if (lines.length === 1) return `/** ${lines[0] ?? ""} */`;
  return `/**\n${lines.map((line) => ` *${line === "" ? "" : ` ${line}`}`).join("\n")}\n */`;
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > longestLine) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

async function formatted(text: string): Promise<string> {
  const { code, errors } = await format("generated.ts", text.trimStart(), { printWidth: 120 });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return withUsedImports(code);
}

/** Without the imported types that the text does not use. */
function withUsedImports(code: string): string {
  return code
    .replace(/^import type \{ ([^}]+) \} from ("[^"]+");\n/gm, (_line, names: string, from: string) => {
      const used = names
        .split(", ")
        .filter((name) => new RegExp(`\\b${name}\\b`).test(code.replace(/^import.*$/gm, "")));
      return used.length === 0 ? "" : `import type { ${used.join(", ")} } from ${from};\n`;
    })
    .replace(/^import type \* as inputs .*\n/m, (line) => (/\binputs\./.test(code) ? line : ""));
}
