import type { registry } from "../../provider/src/engine/registry";
import type { ResourceDefinition } from "../../provider/src/lifecycle/definition";
import type { FieldChange } from "../../provider/src/lifecycle/field";
import { typeToken } from "../../provider/src/names/typeToken";
import {
  firewallPolicyIamBinding,
  firewallPolicyIamMember,
  firewallPolicyIamPolicy,
} from "../../provider/src/resources/firewallPolicyIam/definition";
import { networkFirewallPolicyAssociation } from "../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import { regionInstanceGroupManagerPatch } from "../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import { route } from "../../provider/src/resources/route/definition";
import { snapshot } from "../../provider/src/resources/snapshot/definition";
import { targetSslProxyCertificateMap } from "../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { type Declarations, docOf, named, propertiesOf } from "./declarations";
import { argumentsTable, examplesPart, joined, labelled, outputsTable, type Page, pageOf } from "./page";

/** Every resource, in the order of the index. */
export const resources = {
  Route: route,
  Snapshot: snapshot,
  NetworkFirewallPolicyAssociation: networkFirewallPolicyAssociation,
  RegionInstanceGroupManagerPatch: regionInstanceGroupManagerPatch,
  TargetSslProxyCertificateMap: targetSslProxyCertificateMap,
  FirewallPolicyIamBinding: firewallPolicyIamBinding,
  FirewallPolicyIamMember: firewallPolicyIamMember,
  FirewallPolicyIamPolicy: firewallPolicyIamPolicy,
} as const satisfies Record<keyof typeof registry, ResourceDefinition>;

/** What a change of an argument does, in the words of the table. */
const changes: Readonly<Record<FieldChange, string>> = {
  replace: "Replaces",
  update: "Updates in place",
  createOnly: "Does nothing",
  completes: "Does nothing by itself",
  output: "",
};

/** The page of a resource. */
export function resourcePage(declarations: Declarations, name: string, { fields }: ResourceDefinition): Page {
  const declared = named(declarations, name);
  const given = named(declarations, `${name}Args`);
  const args = propertiesOf(given);
  const effectOf = (argument: string) => {
    const change = fields[argument]?.change;
    return change === undefined ? "Makes no call" : changes[change];
  };
  return pageOf(declared, name, (doc, types) => [
    `Type token: \`${typeToken(name)}\``,
    examplesPart(doc),
    "## Arguments",
    ...docOf(given).paragraphs,
    argumentsTable(args, types, effectOf),
    args.some((argument) => argument.name === "deletionPolicy")
      ? ""
      : "This resource has no `deletionPolicy`. Use the option `retainOnDelete` to keep what it set.",
    "## Outputs",
    "Every resource also has Pulumi's `id` and `urn`.",
    outputsTable(propertiesOf(declared), types),
    "## Id",
    labelled(doc, "Id:"),
    getterPart(declarations, name),
    "The option `import` does not work for dynamic providers. The preview refuses it. The [migration page](../migration.md) says how to take over an object.",
    "## Permissions",
    `${labelled(doc, "Permissions:")} [Permissions and scopes](../permissions.md) lists those of each step.`,
    "## Timeouts",
    `${labelled(doc, "Default deadline")} A deadline includes every wait of its step. Pulumi records an operation that is still running at the deadline. The next \`pulumi up\`, \`pulumi refresh\` or \`pulumi destroy\` finishes it first.`,
  ]);
}

function getterPart(declarations: Declarations, name: string): string {
  const [get] = named(declarations, name).children?.find((child) => child.name === "get")?.signatures ?? [];
  const id = get?.parameters?.find((parameter) => parameter.name === "id");
  if (get === undefined || id === undefined) return "";
  const { paragraphs, examples } = docOf(get);
  return joined(
    `\`${name}.get(name, id)\`: ${paragraphs.join(" ")} The id can be ${docOf(id).paragraphs.join(" ")}.`,
    ...examples.map(([, program]) => program),
  );
}
