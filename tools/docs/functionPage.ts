import ts from "typescript";
import { errorsOfEveryFunction, specialErrors } from "./errors";
import { errorsPart, examplesPart, joined, pageOf, paragraphOf, type Material, type Page } from "./parts";
import type { Member, Sources } from "./source";
import { described, memberRows, table } from "./table";
import { Types } from "./types";

/** Every function of the package that asks the service, by the name of its plain form. */
export function functionNames({ names }: Sources): string[] {
  return names.filter((name) => names.includes(`${name}Output`));
}

/** The page of a function, of its form for Outputs, and of its iterator. */
export function functionPage(material: Material, name: string): Page {
  const { sources, others } = material;
  const called = sources.named(name);
  const doc = sources.doc(called);
  const upper = name.charAt(0).toUpperCase() + name.slice(1);
  const given = sources.named(`${upper}Args`);
  const result = sources.named(`${upper}Result`);
  const types = new Types(sources);
  const givenMembers = sources.members(given);
  return pageOf(material, { name, doc, types }, () => [
    formsPart(sources, name),
    examplesPart(doc.examples),
    "## Arguments",
    table(["Name", "Type", "Required", "Default", "Description"], memberRows(givenMembers, "argument", types)),
    optionsPart(sources, name, types),
    "## Result",
    "The result also has the arguments, as you gave them.",
    table(
      ["Name", "Type", "May be absent", "Description"],
      resultMembers(sources, result, givenMembers).map((member) => [
        `\`${member.name}\``,
        types.written(member, "output"),
        member.optional ? "Yes" : "No",
        described(member.doc).text,
      ]),
    ),
    "## Permissions",
    `${others.permissionOfFunction(name)}. ${paragraphOf(doc, "Permission:").replace(/^`[^`]+`( on the organization)?\. /, "")}`,
    errorsPart(material, specialErrors[name] ?? [], errorsOfEveryFunction, "Every function"),
  ]);
}

function formsPart({ names }: Sources, name: string): string {
  const iterator = name.replace(/^get/, "iterate");
  return [
    `- \`${name}(args, options)\` gives a promise.`,
    `- \`${name}Output(args, options)\` takes inputs, and gives an Output. While an argument is unknown, it makes no call.`,
    ...(iterator !== name && names.includes(iterator)
      ? [
          `- \`${iterator}(args, options)\` gives the items one by one. It keeps one page in memory, and \`break\` stops it.`,
        ]
      : []),
  ].join("\n");
}

function optionsPart(sources: Sources, name: string, types: Types): string {
  const rows = [name, `${name}Output`].flatMap((form) => {
    const options = sources.parameterType(sources.named(form), "opts");
    return options === undefined
      ? []
      : memberRows(sources.members(options), "argument", types).map(
          ([option = "", type = "", , standard = "", text = ""]) => [option, `\`${form}\``, type, standard, text],
        );
  });
  return joined(
    "## Options",
    "Every form also takes Pulumi's `parent` and `provider`.",
    table(["Name", "Form", "Type", "Default", "Description"], rows),
  );
}

/** The members of the result that are no arguments, or that the result describes anew. */
function resultMembers(sources: Sources, result: ts.Symbol, given: readonly Member[]): Member[] {
  const own = new Set(
    (result.declarations ?? [])
      .filter(ts.isInterfaceDeclaration)
      .flatMap(({ members }) => members.map((member) => member.name?.getText() ?? "")),
  );
  const names = new Set(given.map(({ name }) => name));
  return sources.members(result).filter(({ name }) => own.has(name) || !names.has(name));
}
