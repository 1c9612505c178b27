import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { toSpecifier } from "../../../../provider/src/cli/adopt/moduleSpecifier";
import { project, run } from "../../../support/cli";
import { disk, global, startProject, url } from "../../../support/existingProject";
import { folderForTest } from "../../../support/untilTestEnds";

describe("the program for the plugin", () => {
  it("writes YAML and the file of pulumi import for the plugin", async () => {
    const { emulator, folder } = await startProject({ "gce:project": project });
    const { out } = await run("adopt", "--yaml", "--kind", "Route,TargetSslProxyCertificateMap", "--protect");
    expect(out).toBe(`# Written by \`pulumi-gce adopt\`. \`pulumi up\` adopts each object as it is.
# From then on they belong to the stack, also for \`pulumi destroy\`.
name: adopted
runtime: yaml
plugins:
  providers:
    - name: gce
      path: node_modules/pulumi-gce/lib/plugin
resources:
  egressRoute:
    type: "gce:index:Route"
    name: "egress-route"
    properties:
      name: "egress-route"
      description: "to $$\{site}\\u202e"
      network: "default"
      tags:
        - "web"
      destRange: "10.1.0.0/24"
      nextHopIp: "10.0.0.9"
      adoptExisting: true
    options:
      protect: true
  mailCertificateMap:
    type: "gce:index:TargetSslProxyCertificateMap"
    name: "mail"
    properties:
      targetSslProxy: "mail"
      certificateMap: "m"
    options:
      protect: true
`);
    emulator.objects.put(`${global}/snapshots/odd`, {
      sourceDisk: url(disk),
      labels: { true: "x" },
      description: "$$5",
    });
    const { out: odd } = await run("adopt", "--yaml", "--kind", "Snapshot");
    for (const line of ['description: "$$$$5"', '"true": "x"']) expect(odd).toContain(`${line}\n`);
    const file = join(folder, "import.json");
    const { error } = await run("adopt", "--import-file", "--kind", "Snapshot", "--all", "--out", file);
    expect(error).toContain(`Resources in ${file}: 3. Run: pulumi import --file ${file}\n`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      resources: ["nightly", "odd", "scheduled"].map((name) => ({
        type: "gce:index:Snapshot",
        name: `${name}Snapshot`,
        logicalName: name,
        id: `${global}/snapshots/${name}`,
      })),
    });
  });
});

describe("the import of a program", () => {
  const esModule = { "package.json": JSON.stringify({ type: "module", main: "index.ts" }) };
  const compiled = { "package.json": JSON.stringify({ type: "module", main: "bin/" }) };
  const nodeargs = 'name: p\nruntime:\n  name: nodejs\n  options:\n    nodeargs: "--loader ts-node/esm"\n';
  const takesNames = '{ "compilerOptions": { "allowImportingTsExtensions": true } }';
  const old = { runsTypeScript: false, options: undefined };
  const strips = { runsTypeScript: true, options: undefined };
  type Node = Readonly<{ runsTypeScript: boolean; options: string | undefined }>;

  it.each<[what: string, files: Readonly<Record<string, string>>, node: Node, name: string]>([
    ["without a package", {}, strips, "./adopted"],
    ["in an ES module with a loader of TypeScript", esModule, old, "./adopted.js"],
    ["in an ES module that Node.js runs as it is", esModule, strips, "./adopted.ts"],
    ["in an ES module that is compiled", compiled, strips, "./adopted.js"],
    ["with a loader in NODE_OPTIONS", esModule, { ...strips, options: "--import tsx" }, "./adopted.js"],
    ["with a loader in Pulumi.yaml", { ...esModule, "Pulumi.yaml": nodeargs }, strips, "./adopted.js"],
    ["with Pulumi's own loader", { ...esModule, "node_modules/ts-node/esm.js": "" }, strips, "./adopted.js"],
    ["whose compiler takes names in TypeScript", { ...esModule, "tsconfig.json": takesNames }, old, "./adopted.ts"],
  ])("%s", (_what, files, node, name) => {
    const folder = folderForTest();
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    expect(toSpecifier(join(folder, "adopted.ts"), folder, node)).toBe(name);
  });

  it("names the whole of a file that says by its ending that it is a module, and a file of another folder", () => {
    const folder = folderForTest();
    for (const [file, name] of [
      ["adopted.mts", "./adopted.mjs"],
      ["adopted.cts", "./adopted.cjs"],
      ["adopted.js", "./adopted.js"],
      ["network/adopted.ts", "./network/adopted"],
      ["../adopted.ts", "../adopted"],
    ] as const)
      expect(toSpecifier(join(folder, file), folder, old)).toBe(name);
  });
});
