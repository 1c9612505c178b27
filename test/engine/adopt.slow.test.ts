import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { root } from "../kinds/parts/calls";
import { projectFile, startPluginStack, whyNot } from "../support/pluginStack";
import { canaryToken, project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";
import type { Run, Stack } from "../support/stack";

/*
 * A project that was made by hand goes under management: by a program for the classes, by one in YAML, and by an import. No
 * object at the service changes.
 */

const bin = fileURLToPath(new URL("../../provider/dist/cli/bin.js", import.meta.url));
const own = `projects/${project}/global`;
const organization = "123456789";
const [network, zone, region] = [
  `${root}${own}/networks/default`,
  `${root}projects/${project}/zones/us-central1-a`,
  `${root}projects/${project}/regions/us-central1`,
];

const nextHops = [
  { nextHopGateway: `${root}${own}/gateways/default-internet-gateway` },
  { nextHopIp: "10.128.0.9" },
  { nextHopInstance: `${zone}/instances/nat`, nextHopIp: "10.128.0.9" },
  { nextHopIlb: `${region}/forwardingRules/balancer` },
  { nextHopIlb: "10.128.0.10" },
  { nextHopVpnTunnel: `${region}/vpnTunnels/office` },
];

const snapshots: readonly object[] = [
  { sourceDisk: `${zone}/disks/data` },
  { sourceDisk: `${zone}/disks/data`, labels: { team: "web", "goog-managed": "yes" } },
  { sourceDisk: `${region}/disks/shared`, storageLocations: ["eu"] },
  { sourceDisk: `${root}projects/other-project/zones/europe-west1-b/disks/data`, description: "Before ${the} move" },
  { sourceDisk: `${zone}/disks/data`, sourceInstantSnapshot: `${zone}/instantSnapshots/instant` },
  { sourceDisk: `${zone}/disks/data`, snapshotType: "ARCHIVE", chainName: "yearly" },
  {
    sourceDisk: `${zone}/disks/data`,
    snapshotEncryptionKey: {
      kmsKeyName: `projects/${project}/locations/eu/keyRings/ring/cryptoKeys/key/cryptoKeyVersions/1`,
    },
  },
];

const bindings = [
  { role: "roles/compute.admin", members: ["group:ops@example.com", "user:alice@example.com"] },
  { role: "roles/viewer", members: ["allUsers"] },
  { role: `projects/${project}/roles/auditor`, members: ["serviceAccount:audit@x.iam.gserviceaccount.com"] },
  {
    role: "roles/compute.admin",
    members: ["user:bob@example.com"],
    condition: { title: "until 2030", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" },
  },
];

const counts = {
  Route: 18,
  Snapshot: snapshots.length,
  NetworkFirewallPolicyAssociation: 6,
  TargetSslProxyCertificateMap: 4,
  FirewallPolicyIamBinding: bindings.length,
};
const total = Object.values(counts).reduce((sum, count) => sum + count);

/** Makes objects of all kinds, and some that no program can manage. */
function putObjects({ objects }: Emulator): void {
  for (let index = 0; index < counts.Route; index += 1) {
    objects.put(`${own}/routes/route-${String(index)}`, {
      network,
      destRange: `10.${String(index)}.0.0/16`,
      priority: index % 2 === 0 ? 1000 : index,
      ...(index % 3 === 0 ? { description: `It's "route" ${String(index)}`, tags: ["web", "db"] } : {}),
      ...nextHops[index % nextHops.length],
    });
  }
  objects.put(`${own}/routes/default-route-subnet`, {
    network,
    destRange: "10.200.0.0/20",
    priority: 0,
    nextHopNetwork: network,
    routeType: "SUBNET",
  });
  for (const [index, snapshot] of snapshots.entries())
    objects.put(`${own}/snapshots/snapshot-${String(index)}`, { status: "READY", ...snapshot });
  objects.put(`${own}/snapshots/nightly`, { status: "READY", sourceDisk: `${zone}/disks/data`, autoCreated: true });
  for (const policy of ["web", "db"]) {
    const associations = [0, 1, 2].map((index) => ({
      name: `${policy} at ${String(index)}`,
      attachmentTarget: `${root}${own}/networks/${policy}-${String(index)}`,
    }));
    for (const { attachmentTarget } of associations) objects.put(attachmentTarget.slice(root.length), {});
    objects.put(`${own}/firewallPolicies/${policy}`, { associations });
  }
  for (let index = 0; index < counts.TargetSslProxyCertificateMap; index += 1) {
    objects.put(`${own}/targetSslProxies/proxy-${String(index)}`, {
      certificateMap: `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/map`,
    });
  }
  objects.put(`${own}/targetSslProxies/plain`, {});
  objects.put("locations/global/firewallPolicies/1234", {
    shortName: "corp",
    parent: `organizations/${organization}`,
    iamPolicy: { version: 3, bindings },
  });
}

/** Runs `pulumi-gce adopt` as a person does, in the program's folder. */
function adopt(stack: Stack, ...flags: string[]): Promise<Run> {
  const args = [bin, "adopt", "--organization", organization, ...flags];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: stack.folder, env: stack.environment }, (error, stdout, stderr) => {
      const output = stdout + stderr;
      stack.printed.push(output);
      resolve({ code: error === null ? 0 : Number(error.code), output });
    });
  });
}

/** Writes the file, and looks at what the command says about it. */
async function adoptTo(file: string, stack: Stack, ...flags: string[]): Promise<string> {
  const output = succeeded(await adopt(stack, "--out", file, ...flags));
  for (const [kind, count] of Object.entries(counts)) expect(output).toContain(`${kind}: ${String(count)} to adopt`);
  expect(output).toContain("left out: 1 of a subnet");
  expect(output).toContain("left out: 1 of a schedule");
  expect(output).toContain(`Resources in ${file}: ${String(total)}.`);
  return readFileSync(join(stack.folder, file), "utf8");
}

/** All objects: two looks at a world that nothing has changed are the same. */
const look = ({ objects }: Emulator) => objects.list("");

/** A run of the CLI that sends nothing but reads. */
async function changeNothing(emulator: Emulator, run: () => Promise<Run>): Promise<string> {
  emulator.clearRequests();
  const output = succeeded(await run());
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  return output;
}

/** The program's resources are in the state, no object has changed, and further runs have nothing to do. */
async function expectAdopted(emulator: Emulator, stack: Stack, before: ReturnType<typeof look>): Promise<void> {
  expect(stack.managed()).toHaveLength(total);
  for (const { outputs, initErrors = [] } of stack.managed())
    expect([outputs?.__pending, initErrors]).toEqual([undefined, []]);
  await changeNothing(emulator, () => stack.up("--expect-no-changes"));
  await changeNothing(emulator, () => stack.refresh("--expect-no-changes"));
  await changeNothing(emulator, () => stack.up("--expect-no-changes"));
  expect(look(emulator)).toEqual(before);
}

it("a program for the classes adopts a project without a change", async () => {
  const { emulator, stack } = await startRouteStack({
    secrets: { "gcp:accessToken": canaryToken },
    files: {
      "package.json": JSON.stringify({ name: "test-program", private: true, main: "index.ts" }),
      "index.ts": 'import "./adopted";\n',
    },
  });
  putObjects(emulator);
  const before = look(emulator);
  // The settings are those of the stack.
  stack.environment.GOOGLE_OAUTH_ACCESS_TOKEN = "";
  const program = await adoptTo("adopted.ts", stack);
  expect(program).not.toContain(project + '"');
  expect(await adopt(stack, "--out", "adopted.ts")).toMatchObject({ code: 2 });

  const preview = await changeNothing(emulator, () => stack.preview());
  // The CLI prints each message where it comes, and again at the end.
  const subjects = new Set([...preview.matchAll(/(\S+): adopts the existing object as it is/g)].map(([, one]) => one));
  const { Route: routes, Snapshot: taken, NetworkFirewallPolicyAssociation: associations } = counts;
  expect(subjects.size).toBe(routes + taken + associations);
  await changeNothing(emulator, () => stack.up());
  await expectAdopted(emulator, stack, before);
});

it("a program is written with the settings of the face that it is for", async () => {
  const { emulator, stack } = await startPluginStack("nodejs", { config: { "gcp:project": "other-project" } });
  stack.environment.GOOGLE_COMPUTE_CUSTOM_ENDPOINT = emulator.endpoint;
  putObjects(emulator);
  const only = { network: `${root}projects/other-project/global/networks/default`, destRange: "10.0.0.0/8" };
  emulator.objects.put("projects/other-project/global/routes/only", { ...only, ...nextHops[1] });
  // A resource without a project is in that of the configuration, and each face has its own.
  expect(await adoptTo("adopted.yaml", stack, "--yaml")).not.toContain("project:");
  const { output } = await adopt(stack, "--kind", "Route");
  expect(output).toContain("Route: 1 to adopt.");
  expect(output).not.toContain("project:");
});

it("a program in YAML and an import adopt a project without a change", async ({ skip }) => {
  const reason = await whyNot("yaml");
  skip(reason !== undefined, reason);
  const { emulator, stack } = await startPluginStack("yaml");
  putObjects(emulator);
  const before = look(emulator);
  stack.environment.GOOGLE_OAUTH_ACCESS_TOKEN = "";
  const yaml = await adoptTo("adopted.yaml", stack, "--yaml");
  // It is a whole program, but for the name of the project.
  const program = yaml.replace("name: adopted", "name: test-project");
  stack.write("Pulumi.yaml", program);
  await changeNothing(emulator, () => stack.up());
  await expectAdopted(emulator, stack, before);

  // The state forgets them all.
  await stack.mustSucceed(["state", "delete", "--all", "--yes"]);
  expect(stack.managed()).toEqual([]);
  await adoptTo("import.json", stack, "--import-file");
  stack.write("Pulumi.yaml", projectFile("yaml"));
  await changeNothing(emulator, () => stack.pulumi(["import", "--file", "import.json", "--yes", "--non-interactive"]));
  expect(stack.managed()).toHaveLength(total);
  stack.write("Pulumi.yaml", program);
  await changeNothing(emulator, () => stack.up());
  await expectAdopted(emulator, stack, before);
});
