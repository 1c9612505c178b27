import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Emulator } from "../../../emulator/src/index";
import { toSpecifier } from "../../../provider/src/cli/adopt/moduleSpecifier";
import { answerAsPulumi, existingRoute, exported, project, routes, run, startCli } from "../../support/cli";
import { markdownPrograms, readMarkdown } from "../../support/markdown";
import { folderForTest } from "../../support/untilTestEnds";

const global = `projects/${project}/global`;
const url = (path: string) => `https://www.googleapis.com/compute/v1/${path}`;
const disk = `projects/${project}/zones/us-central1-a/disks/d`;
const member = "user:alice@example.com";

/** One object of each kind, and some that no program can manage. */
function putObjects({ objects }: Emulator): void {
  objects.put(`${routes}/egress-route`, { ...existingRoute(), description: "to ${site}\u202e", tags: ["web"] });
  objects.put(`${routes}/subnet`, {
    ...existingRoute(),
    nextHopIp: undefined,
    nextHopNetwork: url(`${global}/networks/default`),
    routeType: "SUBNET",
  });
  objects.put(`${routes}/peered`, { ...existingRoute(), nextHopPeering: "peering" });
  objects.put(`${global}/snapshots/nightly`, { sourceDisk: url(disk), labels: { env: "dev", "goog-x": "y" } });
  objects.put(`${global}/snapshots/scheduled`, { sourceDisk: url(disk), autoCreated: true });
  objects.put(`${global}/firewallPolicies/core`, {
    associations: [{ name: "guard", attachmentTarget: url(`${global}/networks/default`) }],
  });
  objects.put(`${global}/targetSslProxies/mail`, {
    certificateMap: `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/m`,
  });
  const conditional = {
    role: "roles/viewer",
    members: [member],
    condition: { title: "until 2030", expression: "true" },
  };
  const bindings = [{ role: "roles/viewer", members: [member] }, conditional];
  objects.put("locations/global/firewallPolicies/42", {
    shortName: "corp",
    parent: "organizations/7",
    iamPolicy: { version: 3, bindings },
  });
}

const note = `// Written by \`pulumi-gce adopt\`. \`pulumi up\` adopts each object as it is.
// From then on they belong to the stack, also for \`pulumi destroy\`.
`;

const program = `${note}import * as gce from "pulumi-gce";

export const egressRoute = new gce.Route("egress-route", {
  name: "egress-route",
  description: "to \${site}\\u202e",
  network: "default",
  tags: ["web"],
  destRange: "10.1.0.0/24",
  nextHopIp: "10.0.0.9",
  adoptExisting: true,
});

export const nightlySnapshot = new gce.Snapshot("nightly", {
  name: "nightly",
  sourceDisk: "zones/us-central1-a/disks/d",
  labels: { env: "dev" },
  adoptExisting: true,
});

export const guardAssociation = new gce.NetworkFirewallPolicyAssociation(
  "guard",
  {
    attachmentTarget: "default",
    firewallPolicy: "core",
    name: "guard",
    adoptExisting: true,
  },
);

export const mailCertificateMap = new gce.TargetSslProxyCertificateMap("mail", {
  targetSslProxy: "mail",
  certificateMap: "m",
});

export const viewerOnCorpBinding = new gce.FirewallPolicyIamBinding(
  "viewer-on-corp",
  {
    firewallPolicy: "42",
    role: "roles/viewer",
    members: ["user:alice@example.com"],
  },
);

export const viewerUntil2030OnCorpBinding = new gce.FirewallPolicyIamBinding(
  "viewer-until-2030-on-corp",
  {
    firewallPolicy: "42",
    role: "roles/viewer",
    members: ["user:alice@example.com"],
    condition: { expression: "true", title: "until 2030" },
  },
);
`;

/** An emulator with the objects, and a stack of that configuration which has a route. */
async function startProject(configuration: Readonly<Record<string, string>> = { "gcp:project": project }) {
  const cli = await startCli();
  putObjects(cli.emulator);
  cli.emulator.objects.put(`${routes}/managed`, existingRoute());
  const managed = exported("Route", "managed", {}, { id: `${routes}/managed` });
  answerAsPulumi(cli.folder, {
    config: JSON.stringify(Object.fromEntries(Object.entries(configuration).map(([key, value]) => [key, { value }]))),
    export: JSON.stringify({ version: 3, deployment: { resources: [managed] } }),
  });
  return cli;
}

describe("adopt", () => {
  it("writes each object as somebody would declare it, and says what it leaves out", async () => {
    const { emulator } = await startProject();
    const { code, out, error } = await run("adopt", "--organization", "7");
    expect(out).toBe(program);
    expect(error).toBe(`Route: 1 to adopt.
  left out: 1 that this stack manages already (managed)
  left out: 1 of a peering (peered)
  left out: 1 of a subnet (subnet)
Snapshot: 1 to adopt.
  left out: 1 of a schedule, which deletes them itself; --all takes them too (scheduled)
NetworkFirewallPolicyAssociation: 1 to adopt.
TargetSslProxyCertificateMap: 1 to adopt.
FirewallPolicyIamBinding: 2 to adopt.
RegionInstanceGroupManagerPatch: not listed, because a patch is about single fields.
`);
    expect(code).toBe(0);
    expect(new Set(emulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it("writes the same program twice, and names a project that the configuration of its face does not have", async () => {
    await startProject();
    const once = await run("adopt", "--policy", "42");
    expect(await run("adopt", "--policy", "42")).toEqual(once);
    expect((await run("adopt", "--yaml")).out).toContain(`project: "${project}"`);
    await startProject({ "gce:project": project });
    expect((await run("adopt", "--yaml")).out).not.toContain("project:");
    const { out } = await run("adopt", "--kind", "Route");
    expect(out).toContain(`
const project = "my-project";

export const egressRoute = new gce.Route("egress-route", {
  project,
`);
  });

  it("leaves out a policy whose grants it may not read, and lists one once that is named twice", async () => {
    const { emulator } = await startProject();
    emulator.objects.put("locations/global/firewallPolicies/43", { shortName: "other", parent: "organizations/7" });
    emulator.fault({
      match: { path: "/firewallPolicies/43/getIamPolicy$" },
      fault: { kind: "status", status: 403, reason: "forbidden", message: "no" },
      times: "always",
    });
    const { code, out, error } = await run(
      "adopt",
      "--organization",
      "7",
      "--organization",
      "organizations/7",
      "--kind",
      "FirewallPolicyIamBinding",
    );
    expect(out.match(/new gce/g)).toHaveLength(2);
    expect(code).toBe(1);
    expect(error).toMatch(
      /FirewallPolicyIamBinding: 2 to adopt\.\n {2}left out, because a permission is missing: .*firewallPolicies\/43/,
    );
  });

  it("says so if nothing is left, and writes no file", async () => {
    const { folder } = await startProject();
    const file = join(folder, "adopted.ts");
    const { code, error } = await run("adopt", "--out", file, "--kind", "Snapshot", "--filter", "name eq none");
    expect({ code, error }).toEqual({
      code: 0,
      error: "Snapshot: 0 to adopt.\nNothing is left to adopt, so no program is written.\n",
    });
    expect(existsSync(file)).toBe(false);
  });

  it("gives a network that occurs often a name, and each resource the option protect if asked", async () => {
    const { emulator } = await startProject();
    for (const name of ["a", "b", "class"]) emulator.objects.put(`${routes}/${name}`, existingRoute());
    const { out } = await run("adopt", "--kind", "Route", "--protect", "--filter", "name eq class|a|b");
    expect(out).toContain('\nconst defaultNetwork = "default";\n');
    expect(out.match(/^export const \w+/gm)).toEqual([
      "export const aRoute",
      "export const bRoute",
      "export const classRoute",
    ]);
    expect(out).toContain(`
export const classRoute = new gce.Route(
  "class",
  {
    name: "class",
    network: defaultNetwork,
    destRange: "10.1.0.0/24",
    nextHopIp: "10.0.0.9",
    adoptExisting: true,
  },
  { protect: true },
);
`);
  });

  it("writes YAML and the file of pulumi import for the plugin", async () => {
    const { emulator } = await startProject({ "gce:project": project });
    const { out } = await run("adopt", "--yaml", "--kind", "Route,TargetSslProxyCertificateMap", "--protect");
    expect(out).toBe(`${note.replaceAll("//", "#")}name: adopted
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
    const imported = await run("adopt", "--import-file", "--kind", "Snapshot", "--all");
    expect(JSON.parse(imported.out)).toEqual({
      resources: ["nightly", "odd", "scheduled"].map((name) => ({
        type: "gce:index:Snapshot",
        name: `${name}Snapshot`,
        logicalName: name,
        id: `${global}/snapshots/${name}`,
      })),
    });
  });

  it("gives constants and resources the same names in YAML as in TypeScript", async () => {
    const { emulator } = await startProject({});
    for (const name of ["a", "b", "c"]) emulator.objects.put(`${routes}/${name}`, existingRoute());
    const flags = ["adopt", "--project", project, "--policy", "42"];
    const [classes, yaml] = [await run(...flags), await run(...flags, "--yaml")];
    const declared = [...classes.out.matchAll(/^export const (\w+) =\s+new gce\.(\w+)\(\s*"([^"]+)"/gm)];
    const constants = [...classes.out.matchAll(/^const (\w+) = (".*");$/gm)];
    expect(constants.map(([, name]) => name)).toEqual(["project", "defaultNetwork"]);
    const { resources, variables } = parse(yaml.out) as {
      resources: Record<string, { type: string; name: string; properties: Record<string, unknown> }>;
      variables: Record<string, string>;
    };
    expect(Object.entries(resources).map(([key, { type, name }]) => [key, type, name])).toEqual(
      declared.map(([, key, kind = "", name]) => [key, `gce:index:${kind}`, name]),
    );
    expect(Object.entries(variables)).toEqual(
      constants.map(([, name, value = ""]) => [name, JSON.parse(value) as unknown]),
    );
    expect(resources.aRoute?.properties).toMatchObject({ project: "${project}", network: "${defaultNetwork}" });
  });

  it("writes the program that the page about existing projects shows", async () => {
    const { emulator } = await startCli();
    const { objects } = emulator;
    const web = url(`${global}/networks/web`);
    const gateway = url(`${global}/gateways/default-internet-gateway`);
    const toWeb = { network: web, tags: ["web"], priority: 900 };
    objects.put(`${routes}/egress`, {
      ...toWeb,
      description: "Out of the web tier",
      destRange: "0.0.0.0/0",
      nextHopGateway: gateway,
    });
    objects.put(`${routes}/office`, {
      ...toWeb,
      destRange: "10.8.0.0/16",
      nextHopInstance: url(`projects/${project}/zones/us-central1-a/instances/nat`),
    });
    objects.put(`${global}/snapshots/before-upgrade`, {
      sourceDisk: url(`projects/${project}/zones/us-central1-a/disks/database`),
      labels: { team: "data" },
      storageLocations: ["us"],
    });
    objects.put(`${global}/networks/web`, {});
    objects.put(`${global}/firewallPolicies/baseline-1`, { associations: [{ name: "web", attachmentTarget: web }] });
    const cli = {
      config: JSON.stringify({ "gcp:project": { value: project } }),
      export: '{"version":3,"deployment":{}}',
    };
    answerAsPulumi(process.env.PATH ?? "", cli);
    const { out, error } = await run("adopt");
    const [shown] = markdownPrograms(readMarkdown("provider/docs/existingProject.md"));
    expect(shown, error).toBe(out);
  });

  it("lists without writing in a dry run, and overwrites a file only with --force", async () => {
    const { folder } = await startProject();
    const file = join(folder, "adopted.ts");
    const listed = await run("adopt", "--dry-run", "--out", file, "--kind", "Route");
    expect(listed).toMatchObject({ code: 0, out: `Route ${routes}/egress-route\n` });
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, "mine");
    const refused = await run("adopt", "--out", file, "--kind", "Route");
    expect(refused).toMatchObject({
      code: 2,
      error: `${file} exists. Give another file with --out, or overwrite it with --force.\n`,
    });
    const { code, error } = await run("adopt", "--out", file, "--kind", "Route", "--force", "--cwd", folder);
    expect({ code, last: error.trim().split("\n").at(-1) }).toEqual({
      code: 0,
      last: `Resources in ${file}: 1. Add to the program: import "./adopted"; and run: pulumi preview`,
    });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", main: "bin/index.js" }));
    const again = await run("adopt", "--out", file, "--kind", "Route", "--force", "--cwd", folder);
    expect(again.error).toContain('Add to the program: import "./adopted.js"; and run: pulumi preview\n');
    expect(readFileSync(file, "utf8")).toContain("export const egressRoute");
  });

  it("leaves out a kind that it may not list, says so, and ends with 1", async () => {
    const { emulator } = await startProject();
    emulator.fault({
      match: { path: "/global/routes$" },
      fault: { kind: "status", status: 403, reason: "forbidden", message: "no" },
      times: "always",
    });
    const { code, out, error } = await run("adopt");
    expect(code).toBe(1);
    expect(out).toContain("nightlySnapshot");
    expect(out).not.toContain("gce.Route");
    expect(error).toMatch(
      /^Route: 0 to adopt\.\n {2}left out, because a permission is missing: [^]*compute\.routes\.list/,
    );
  });

  it("leaves out a snapshot that the default labels of the stack would change", async () => {
    await startProject({ "gcp:project": project, "gcp:defaultLabels": JSON.stringify({ team: "net" }) });
    const { error } = await run("adopt", "--kind", "Snapshot");
    expect(error).toContain(
      "left out: 1 that an adoption would change: labels (some of its labels come from other settings: team from gcp:defaultLabels) (nightly)\n",
    );
  });

  it("adopts a snapshot with the attribution label, which the stack adds itself", async () => {
    const { emulator } = await startProject({ "gcp:project": project, "gcp:addPulumiAttributionLabel": "true" });
    emulator.objects.put(`${global}/snapshots/nightly`, {
      sourceDisk: url(disk),
      labels: { env: "dev", "goog-pulumi-provisioned": "true" },
    });
    const { out, error } = await run("adopt", "--kind", "Snapshot");
    expect(error).toContain("Snapshot: 1 to adopt.\n");
    expect(out).toContain('labels: { env: "dev" },');
  });

  it.each<[args: string[], message: string]>([
    [
      ["--kind", "Disk"],
      '--kind takes Route, Snapshot, NetworkFirewallPolicyAssociation, TargetSslProxyCertificateMap, FirewallPolicyIamBinding; it is "Disk".',
    ],
    [
      ["--kind", "FirewallPolicyIamBinding"],
      "FirewallPolicyIamBinding: give --organization NUMBER or --policy NUMBER, because the policies are in no project.",
    ],
    [["--organization", "acme"], '--organization must be a number, or folders/NUMBER; it is "acme".'],
    [["--policy", "corp"], '--policy must be the number of a hierarchical firewall policy; it is "corp".'],
    [["--project", "My Project"], "--project must be"],
    [["--out", "no-such-folder/adopted.ts"], "--out no-such-folder/adopted.ts: there is no folder no-such-folder."],
    [["--yaml", "--import-file"], "Give --yaml or --import-file, not both: each writes a file of its own form."],
  ])("refuses %j before it lists anything", async (args, message) => {
    const { emulator } = await startProject();
    const { code, error } = await run("adopt", ...args);
    expect(error).toContain(message);
    expect({ code, requests: emulator.requests() }).toEqual({ code: 2, requests: [] });
  });
});

describe("the import of a program", () => {
  const moduleType = JSON.stringify({ type: "module", main: "index.ts" });
  const compiled = JSON.stringify({ type: "module", main: "bin/" });
  const old = { runsTypeScript: false, options: undefined };
  const strips = { runsTypeScript: true, options: undefined };

  it.each<
    [what: string, files: Readonly<Record<string, string>>, node: typeof strips | { options: string }, name: string]
  >([
    ["without a package", {}, strips, "./adopted"],
    ["in CommonJS", { "package.json": "{}" }, strips, "./adopted"],
    ["in a package that cannot be read", { "package.json": "{" }, strips, "./adopted"],
    ["in an ES module with a loader of TypeScript", { "package.json": moduleType }, old, "./adopted.js"],
    ["in an ES module that Node.js runs as it is", { "package.json": moduleType }, strips, "./adopted.ts"],
    ["in an ES module that is compiled", { "package.json": compiled }, strips, "./adopted.js"],
    [
      "with a loader in NODE_OPTIONS",
      { "package.json": moduleType },
      { ...strips, options: "--import tsx" },
      "./adopted.js",
    ],
    [
      "with a loader in Pulumi.yaml",
      {
        "package.json": moduleType,
        "Pulumi.yaml": 'name: p\nruntime:\n  name: nodejs\n  options:\n    nodeargs: "--loader ts-node/esm"\n',
      },
      strips,
      "./adopted.js",
    ],
    [
      "with the loader that Pulumi takes by itself",
      { "package.json": moduleType, "node_modules/ts-node/esm.js": "" },
      strips,
      "./adopted.js",
    ],
    [
      "where the compiler takes names of files in TypeScript",
      { "package.json": moduleType, "tsconfig.json": '{ "compilerOptions": { "allowImportingTsExtensions": true } }' },
      old,
      "./adopted.ts",
    ],
  ])("%s", (_what, files, node, name) => {
    const folder = folderForTest();
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    expect(toSpecifier(join(folder, "adopted.ts"), folder, { runsTypeScript: false, ...node })).toBe(name);
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
