import type { DeclarationReflection } from "typedoc";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import type { FieldChange } from "../../provider/src/lifecycle/schema/field";
import { pluginToken, typeToken } from "../../provider/src/names/typeToken";
import { type Declarations, readDoc, findDeclaration, listProperties } from "./declarations";
import {
  describeMember,
  examplesPart,
  joinParts,
  label,
  leaveOut,
  mayBeAbsent,
  membersList,
  writeName,
  type Page,
  writePage,
} from "./page";

/** The effect of a change of an argument. */
const changes: Readonly<Record<FieldChange, string>> = {
  replace: "replaces the resource",
  update: "updates the object in place",
  createOnly: "does nothing",
  completes: "does nothing by itself",
  output: "",
};

/** The page of a resource. */
export function resourcePage(declarations: Declarations, { kind: name, fields }: ResourceDefinition): Page {
  const declared = findDeclaration(declarations, name);
  const argumentsInterface = findDeclaration(declarations, `${name}Args`);
  const args = listProperties(argumentsInterface);
  const outputs = listProperties(declared);
  const getter = getterPart(declarations, name);
  // An object that cannot be read by its id cannot be imported either.
  const byPlugin =
    getter === ""
      ? ""
      : ", and the command `pulumi import` works [with the plugin](../otherLanguages.md#import-an-object)";
  const echoes = outputs.filter((output) => args.some((argument) => isEcho(output, argument)));
  return writePage(declared, name, (doc, types) => [
    `Type token: \`${typeToken(name)}\`; of the plugin: \`${pluginToken(name)}\``,
    examplesPart(doc),
    "## Arguments",
    ...readDoc(argumentsInterface).paragraphs,
    leaveOut,
    membersList(args, types),
    changesPart(args, fields),
    args.some((argument) => argument.name === "deletionPolicy")
      ? ""
      : "This resource has no `deletionPolicy`. Use the option `retainOnDelete` to keep what it set.",
    "## Outputs",
    `Every resource also has Pulumi's \`id\` and \`urn\`. ${mayBeAbsent}`,
    echoes.length === 0 ? "" : `${echoes.map((output) => writeName(output)).join(", ")}: as the arguments.`,
    membersList(
      outputs.filter((output) => !echoes.includes(output)),
      types,
    ),
    "## Id",
    label(doc, "Id:"),
    getter,
    `[Migration](../migration.md) says how to take over an object. The option \`import\` does not work${byPlugin}.`,
    "## Permissions",
    `${label(doc, "Permissions:")} [Permissions](../permissions.md) has those of each step.`,
    "## Timeouts",
    `${label(doc, "Default deadline")} [Usage](../usage.md#timeouts) says what happens then.`,
  ]);
}

/** True if an output has no more to say than the argument of its name. */
function isEcho(output: DeclarationReflection, argument: DeclarationReflection): boolean {
  return (
    output.name === argument.name && describeMember(argument).startsWith(describeMember(output).replace(/\.$/, ""))
  );
}

/** The effect of a change of each argument. The commonest effect comes last, and needs no names. */
function changesPart(args: readonly DeclarationReflection[], fields: ResourceDefinition["fields"]): string {
  const namesByEffect = new Map<string, string[]>();
  for (const { name } of args) {
    const change = fields[name]?.change;
    const effect = change === undefined ? "makes no call" : changes[change];
    namesByEffect.set(effect, [...(namesByEffect.get(effect) ?? []), `\`${name}\``]);
  }
  const either = new Intl.ListFormat("en", { type: "disjunction" });
  return [...namesByEffect]
    .sort(([, some], [, others]) => some.length - others.length)
    .map(([effect, names], index) => {
      const others = index === 0 ? "any argument" : "any other argument";
      const which = index + 1 < namesByEffect.size ? either.format(names) : others;
      return `A change of ${which} ${effect}.`;
    })
    .join(" ");
}

function getterPart(declarations: Declarations, name: string): string {
  const [get] = findDeclaration(declarations, name).children?.find((child) => child.name === "get")?.signatures ?? [];
  const id = get?.parameters?.find((parameter) => parameter.name === "id");
  if (get === undefined || id === undefined) return "";
  const { paragraphs, examples } = readDoc(get);
  return joinParts(
    `\`${name}.get(name, id)\`: ${paragraphs.join(" ")} The id can be ${readDoc(id).paragraphs.join(" ").replace(/\.$/, "")}.`,
    ...examples.map(([, program]) => program),
  );
}
