import { join } from "node:path";
import type { Form } from "../../provider/src/types/form";
import { pluginToken } from "../../provider/src/names/typeToken";
import { repository } from "./declarations";
import type { PackageSchema } from "./schema";
import type { PropertySpecs, TypeSpec } from "./schemaTypes";

/** The forms of what results have: a program loads them, and the types are gone by then. */
export const formsFile = join(repository, "provider/src/types/forms.ts");

/** Members that are 64-bit numbers, which travel as texts. */
const wideTexts = ["numericId", "targetId"];

/** Members of a result beside the rule of the policy. */
const ruleArguments = ["id", "firewallPolicy", "project"];

/** The text of that file, from the types of the schema: the same types once more, for the check of answers. */
export function formsText({ types, functions }: PackageSchema): string {
  const findMembers = (name: string) => types[pluginToken(name)]?.properties ?? {};
  const rule = functions[pluginToken("getNetworkFirewallPolicyPacketMirroringRule")]?.outputs.properties ?? {};
  const properties: Readonly<Record<string, PropertySpecs>> = {
    warningForm: findMembers("Warning"),
    operationForm: findMembers("Operation"),
    actionsForm: findMembers("InstanceGroupManagerActions"),
    statusForm: findMembers("InstanceGroupManagerStatus"),
    firewallPolicyRuleForm: Object.fromEntries(Object.entries(rule).filter(([name]) => !ruleArguments.includes(name))),
    interconnectRemoteLocationForm: findMembers("InterconnectRemoteLocation"),
    managedInstanceForm: findMembers("ManagedInstance"),
    networkProfileForm: findMembers("NetworkProfile"),
  };
  const forms = Object.entries(properties).map(
    ([name, members]) => `export const ${name} = ${JSON.stringify(toObjectForm(members))} as const;\n`,
  );
  return `/** The forms of the objects that results have. \`npm run docs:reference\` writes this file from their types. */\n${forms.join("")}`;

  /** The service's own name of the number is that of Pulumi's id. */
  function toObjectForm(members: PropertySpecs): Form {
    const all = Object.entries(members).map(([name, type]): [string, Form] => [
      name === "numericId" ? "id" : name,
      wideTexts.includes(name) ? "int64" : toForm(type),
    ]);
    return { members: Object.fromEntries(all) };
  }

  function toForm({ type = "", $ref, items, additionalProperties }: TypeSpec): Form {
    const named = types[$ref?.replace("#/types/", "") ?? ""]?.properties;
    if (named !== undefined) return toObjectForm(named);
    if (items !== undefined) return { list: toForm(items) };
    if (additionalProperties !== undefined) return { map: toForm(additionalProperties) };
    return scalars[type] ?? "any";
  }
}

const scalars: Readonly<Record<string, Form>> = {
  string: "text",
  integer: "number",
  number: "number",
  boolean: "boolean",
};
