import type { registry } from "../../provider/src/engine/registry";
import type { ResourceDefinition } from "../../provider/src/lifecycle/definition";
import type { FieldChange } from "../../provider/src/lifecycle/field";
import { deletionPoliciesOf } from "../../provider/src/lifecycle/localSettings";
import { typeToken } from "../../provider/src/program/typeToken";
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
import { errorsOfEveryResource, specialErrors } from "./errors";
import { errorsPart, examplesPart, joined, pageOf, paragraphOf, type Material, type Page } from "./parts";
import type { Doc, Member } from "./source";
import { described, memberRows, table } from "./table";
import { Types } from "./types";

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

/** What `@pulumi/gcp` calls the same, and where the migration page says how to hand it over. */
const origins: Readonly<Record<keyof typeof resources, readonly [token: string, section: string]>> = {
  Route: ["compute.Route", "hand-over-a-route-or-a-snapshot"],
  Snapshot: ["compute.Snapshot", "hand-over-a-route-or-a-snapshot"],
  NetworkFirewallPolicyAssociation: ["compute.NetworkFirewallPolicyAssociation", "hand-over-an-association"],
  RegionInstanceGroupManagerPatch: ["compute.RegionInstanceGroupManager", "keep-a-group-or-a-proxy-where-it-is"],
  TargetSslProxyCertificateMap: ["compute.TargetSSLProxy", "keep-a-group-or-a-proxy-where-it-is"],
  FirewallPolicyIamBinding: ["compute.FirewallPolicyIamBinding", "hand-over-an-iam-grant"],
  FirewallPolicyIamMember: ["compute.FirewallPolicyIamMember", "hand-over-an-iam-grant"],
  FirewallPolicyIamPolicy: ["compute.FirewallPolicyIamPolicy", "hand-over-an-iam-grant"],
};

/** The page of a resource. */
export function resourcePage(material: Material, kind: keyof typeof resources): Page {
  const { sources } = material;
  const definition: ResourceDefinition = resources[kind];
  const declared = sources.named(kind);
  const doc = sources.doc(declared);
  const given = sources.named(`${kind}Args`);
  const types = new Types(sources, new Map([[given.name, "arguments"]]));
  const givenMembers = sources.members(given);
  return pageOf(material, { name: kind, doc, types }, () => [
    `Type token: \`${typeToken(kind)}\``,
    examplesPart(doc.examples),
    "## Arguments",
    sources.doc(given).paragraphs.join("\n\n"),
    argumentsTable(definition, givenMembers, types),
    "## Outputs",
    "Every resource also has Pulumi's `id` and `urn`.",
    table(
      ["Name", "Type", "May be absent", "Description"],
      sources
        .members(declared)
        .map((member) => [
          `\`${member.name}\``,
          types.written(member, "output"),
          /\bundefined\b|\bManaged\[/.test(member.type?.getText() ?? "") ? "Yes" : "No",
          described(member.doc).text,
        ]),
    ),
    permissionsPart(material, kind),
    idPart(material, kind, doc, definition),
    timeoutsPart(doc, definition),
    deletionPart(definition, givenMembers),
    errorsPart(material, specialErrors[kind] ?? [], errorsOfEveryResource, "Every resource"),
    originPart(material, kind),
  ]);
}

function argumentsTable(definition: ResourceDefinition, members: readonly Member[], types: Types): string {
  const rows = members.flatMap((member) => {
    const [row = [], ...inner] = memberRows([member], "argument", types);
    const change = definition.fields[member.name]?.change;
    const effect = change === undefined ? "Makes no call" : changes[change];
    return [withEffect(row, effect), ...inner.map((each) => withEffect(each, effect))];
  });
  return table(["Name", "Type", "Required", "Default", "What a change does", "Description"], rows);
}

function withEffect(
  [name = "", type = "", required = "", standard = "", text = ""]: readonly string[],
  effect: string,
) {
  return [name, type, required, standard, effect, text];
}

function permissionsPart({ others }: Material, kind: string): string {
  const { create, refresh, destroy } = others.permissionsOf(kind);
  return joined(
    "## Permissions",
    [`- To create and to change: ${create}.`, `- To refresh: ${refresh}.`, `- To destroy: ${destroy}.`].join("\n"),
    "[Permissions and scopes](../permissions.md) lists what waiting for an operation needs, and the OAuth scopes.",
  );
}

function idPart({ sources }: Material, kind: string, doc: Doc, { adoptable }: ResourceDefinition): string {
  const declared = sources.named(kind);
  const getter = sources.staticMethod(declared, "get");
  const get = getter && sources.doc(getter);
  const insteadOfImport = sources.textIn(declared, "declaration", "insteadOfImport");
  const [example] = get?.examples ?? [];
  return joined(
    "## Id, get and adoption",
    `Id: ${paragraphOf(doc, "Id:")}`,
    get && `\`${kind}.get(name, id)\`: ${get.paragraphs.join(" ")} The id can be ${get.parameter("id")}.`,
    example && `\`\`\`ts\n${example.program}\n\`\`\``,
    adoptable === true
      ? "To manage an object that exists, give its `name` and `adoptExisting: true`. The object must be as the program describes it. If it differs, the error names every argument that differs, and nothing is changed."
      : insteadOfImport,
    "The option `import` does not work for dynamic providers. The preview refuses it.",
  );
}

function timeoutsPart(doc: Doc, { timeouts }: ResourceDefinition): string {
  const rows = Object.entries(timeouts).map(([action, milliseconds]) => [
    `\`${action}\``,
    `${String(milliseconds / 60_000)} minutes`,
  ]);
  return joined(
    "## Timeouts",
    `Set other deadlines with \`customTimeouts\`. A deadline includes every wait of its step.${waits(doc)}`,
    table(["Step", "Default"], rows),
    "Pulumi records an operation that is still running at the deadline. The next `pulumi up`, `pulumi refresh` or `pulumi destroy` finishes it first.",
  );
}

/** What a doc comment says of the deadline beside its length. */
function waits(doc: Doc): string {
  return paragraphOf(doc, "Default deadline").replace(/^.*?\(`customTimeouts`\)\./, "");
}

/** What each policy does with what the resource manages. */
const policies = {
  DELETE: "deletes it.",
  ABANDON: "keeps it at the service, and removes it from the state.",
  PREVENT: "makes every delete an error.",
  RESTORE: "puts back what was there before.",
  RETAIN: "keeps the settings, and removes them from the state.",
} as const;

function deletionPart(definition: ResourceDefinition, members: readonly Member[]): string {
  const allowed = deletionPoliciesOf(definition);
  const member = members.find(({ name }) => name === "deletionPolicy");
  if (allowed === undefined || member === undefined) {
    return joined(
      "## Deletion policy",
      "This resource has no `deletionPolicy`. Use the option `retainOnDelete` to keep what it set.",
    );
  }
  const lines = allowed.allowed.map(
    (policy) => `- \`${policy}\`${policy === allowed.default ? " (default)" : ""} ${policies[policy]}`,
  );
  // What puts things back has more to say than the list.
  const more = allowed.allowed.includes("RESTORE") ? described(member.doc).text : "";
  return joined("## Deletion policy", lines.join("\n"), more);
}

function originPart({ others }: Material, kind: keyof typeof resources): string {
  const [token, section] = origins[kind];
  const { there, here } = others.otherNames(token);
  return joined(
    "## From `@pulumi/gcp`",
    table(["`@pulumi/gcp`", "`pulumi-gce`"], [[there, here]]),
    `The [migration page](../migration.md#${section}) has the steps.`,
  );
}
