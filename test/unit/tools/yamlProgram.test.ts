import { expect, it } from "vitest";
import { yamlProgram } from "../../../tools/docs/yamlProgram";

const fenced = (...lines: readonly string[]) =>
  `\`\`\`ts\nimport * as gce from "pulumi-gce";\n\n${lines.join("\n")}\n\`\`\``;

it.each([
  {
    has: "a resource, its arguments and an output",
    lines: [
      'const slow = new gce.Route("slow", { tags: ["a", "b"], priority: 900, adoptExisting: true, params: {} });',
      "export const link = slow.selfLink;",
    ],
    yaml: `resources:
  slow:
    type: gce:Route
    properties:
      tags:
        - a
        - b
      priority: 900
      adoptExisting: true
      params: {}
outputs:
  link: \${slow.selfLink}
`,
  },
  {
    has: "a name that no constant can have",
    lines: ['const toNat = new gce.Route("to-nat", { network: "default" });'],
    yaml: `resources:
  toNat:
    type: gce:Route
    name: to-nat
    properties:
      network: default
`,
  },
  {
    has: "a function that is given an output",
    lines: [
      'const rule = new gce.Route("rule", {});',
      "const { networkProfiles } = gce.getNetworkProfilesOutput({ filter: rule.name });",
      "export const count = networkProfiles.apply((all) => all.length);",
    ],
    yaml: `resources:
  rule:
    type: gce:Route
    properties: {}
variables:
  found:
    fn::invoke:
      function: gce:getNetworkProfiles
      arguments:
        filter: \${rule.name}
outputs:
  networkProfiles: \${found.networkProfiles}
`,
  },
  {
    has: "a result that `apply` changes as a whole, and a key with `null`",
    lines: [
      "const done = gce.waitForRegionOperationOutput({ operation: 'o', labels: { old: null } });",
      'export const isDone = done.apply(({ status }) => status === "DONE");',
    ],
    yaml: `variables:
  done:
    fn::invoke:
      function: gce:waitForRegionOperation
      arguments:
        operation: o
        labels: {}
outputs:
  result: \${done}
`,
  },
])("an example with $has has the same program in YAML", ({ lines, yaml }) => {
  expect(yamlProgram(fenced(...lines))).toBe(yaml);
});

it.each([
  'import * as pulumi from "@pulumi/pulumi";',
  'const route = new gce.Route("route", {}, { protect: true });',
  'const existing = gce.Route.get("existing", "id");',
  "const found = gce.getNetworkProfilesOutput({}, { dependsOn: [] });",
  "const found = await gce.getNetworkProfiles({});",
  "const route = new gce.Route(`route`, {});",
  'const route = new gce.Route("route", { ...shared });',
  'new gce.Route("route", {});',
  "export const name = unknown.name;",
  "for (;;) break;",
])("an example with %s has none, which is an error", (line) => {
  expect(() => yamlProgram(fenced(line))).toThrow(/No YAML is written of this: /);
});
