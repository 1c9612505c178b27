import { expect, it } from "vitest";
import { yamlProgram } from "../../../tools/docs/yamlProgram";

// The programs that are written are committed: declarations.test.ts beside this compares them.
const fenced = (line: string) => `\`\`\`ts\nimport * as gce from "pulumi-gce";\n\n${line}\n\`\`\``;

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
