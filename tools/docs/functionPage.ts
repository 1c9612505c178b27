import type { DeclarationReflection } from "typedoc";
import { pluginToken } from "../../provider/src/names/typeToken";
import { capitalize, type Declarations, findDeclaration, listProperties } from "./declarations";
import { examplesPart, label, leaveOut, mayBeAbsent, membersList, type Page, writePage } from "./page";

/** Every function of the package that asks the service, by the name of its plain form. */
export function functionNames(declarations: Declarations): string[] {
  return [...declarations.keys()].filter((name) => declarations.has(`${name}Output`));
}

/** The page of a function, of its form for Outputs, and of its iterator. */
export function functionPage(declarations: Declarations, name: string): Page {
  const upper = capitalize(name);
  const args = listProperties(findDeclaration(declarations, `${upper}Args`));
  const argumentNames = new Set(args.map((argument) => argument.name));
  const result = listProperties(findDeclaration(declarations, `${upper}Result`));
  const iterator = name.replace(/^get/, "iterate");
  return writePage(findDeclaration(declarations, name), name, (doc, types) => [
    [
      `- \`${name}Output(args, options)\` takes inputs, and gives an Output. While an argument is unknown, it makes no call.`,
      `- \`${name}(args, options)\` gives a promise. \`await\` needs an async function around it, or \`"type": "module"\` in the \`package.json\` of the program.`,
      ...(iterator !== name && declarations.has(iterator)
        ? [
            `- \`${iterator}(args, options)\` gives the items one by one. It keeps one page in memory, and \`break\` stops it.`,
          ]
        : []),
      `- \`${pluginToken(name)}\` is its token in the plugin.`,
    ].join("\n"),
    examplesPart(doc),
    "## Arguments",
    leaveOut,
    membersList(args, types),
    "## Options",
    `Every form also takes Pulumi's \`parent\` and \`provider\`.`,
    ...[name, `${name}Output`].flatMap((form) => {
      const options = listOptions(findDeclaration(declarations, form));
      return [`\`${form}\`:`, membersList(options, types)];
    }),
    "## Result",
    `The result also has the arguments, as you gave them. ${mayBeAbsent}`,
    membersList(
      result.filter(({ name: member, inheritedFrom }) => !argumentNames.has(member) || inheritedFrom === undefined),
      types,
    ),
    "## Permissions",
    label(doc, "Permission:"),
  ]);
}

function listOptions({ signatures }: DeclarationReflection): DeclarationReflection[] {
  const type = signatures?.[0]?.parameters?.find(({ name }) => name === "opts")?.type;
  return type?.type === "reference" && type.reflection !== undefined
    ? listProperties(type.reflection as DeclarationReflection)
    : [];
}
