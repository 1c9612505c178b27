import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import type { Report } from "../../../provider/src/cli/orphans/report";
import { stackUrn } from "../../../provider/src/names/stackUrn";
import { canaryToken, project } from "../../support/routeProvider";
import { ended, Stack, type Run } from "../../support/stack";

const require = createRequire(import.meta.url);
const command = fileURLToPath(new URL("../../../provider/dist/cli/bin.js", import.meta.url));

const global = `projects/${project}/global`;
const disk = `projects/${project}/zones/us-central1-a/disks/d`;
export const group = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;
export const proxy = `${global}/targetSslProxies/mail`;
export const network = `${global}/networks/guarded`;
const iamPolicy = "locations/global/firewallPolicies/123";
export const certificateMap = `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/m`;

/** Fifty resources of every kind. What `adopt.json` says of one is added to its arguments, as its owner would do. */
const program = `
const adopted = JSON.parse(require("fs").readFileSync(__dirname + "/adopt.json", "utf8"));
const args = (name, given) => ({ ...given, ...adopted[name] });
const plain = { network: "default", nextHopIp: "10.0.0.9" };
for (let n = 0; n < 22; n += 1) new gce.Route("auto" + n, args("auto" + n, { ...plain, destRange: "10.1." + n + ".0/24" }));
for (let n = 0; n < 10; n += 1) new gce.Route("fixed" + n, args("fixed" + n, { ...plain, name: "fixed" + n, destRange: "10.2." + n + ".0/24" }));
for (let n = 0; n < 6; n += 1) new gce.Snapshot("copy" + n, args("copy" + n, { sourceDisk: "${disk}", labels: { n: String(n) } }));
for (let n = 0; n < 5; n += 1) new gce.FirewallPolicyIamMember("member" + n, { firewallPolicy: "${iamPolicy}", role: "roles/viewer", member: "user:u" + n + "@example.com" });
for (let n = 0; n < 4; n += 1) new gce.FirewallPolicyIamBinding("binding" + n, { firewallPolicy: "${iamPolicy}", role: "roles/r" + n, members: ["user:a@example.com"] });
new gce.NetworkFirewallPolicyAssociation("guard", args("guard", { attachmentTarget: "${network}", firewallPolicy: "${global}/firewallPolicies/a", name: "guard" }));
new gce.TargetSslProxyCertificateMap("map", { targetSslProxy: "${proxy}", certificateMap: "${certificateMap}" });
new gce.RegionInstanceGroupManagerPatch("web", { instanceGroupManager: "${group}", description: "ours" });
`;

/** How many of its resources there are. */
export const resourceCount = 50;

/** What the program's owner writes into it, by resource. */
export type Adopted = Record<string, Record<string, string | boolean>>;

/** The program with its stack and its emulator, and what a user can type. */
export interface World {
  readonly emulator: Emulator;
  readonly stack: Stack;
  adopt(adopted: Adopted): void;
  /** What `npx pulumi-gce orphans --json` says. */
  orphans(): Promise<Report & { code: number }>;
  /** Paths of the objects at the service that the program's resources own. */
  owned(): string[];
  close(): Promise<void>;
}

/**
 * Starts one. `orphans` is what the command calls, which saves three processes each time; with `orphansCommand`, the first
 * time is the command itself.
 */
export async function startWorld(operationMs: number, { orphansCommand = false } = {}): Promise<World> {
  const emulator = await startEmulator({ latency: { defaultMs: operationMs } });
  emulator.objects.put(disk, { sizeGb: "20" });
  emulator.objects.put(network, {});
  emulator.objects.put(`${global}/firewallPolicies/a`, {});
  emulator.objects.put(proxy, {});
  emulator.objects.put(group, { description: "theirs", targetSize: 3 });
  emulator.objects.put(iamPolicy, {
    iamPolicy: { bindings: [{ role: "roles/theirs", members: ["user:t@example.com"] }] },
  });
  const config = { "gcp:project": project, "gcp:computeCustomEndpoint": emulator.endpoint };
  let asksCommand = orphansCommand;
  const stack = await Stack.create({
    program,
    config,
    environment: { GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken },
  });
  const adopt = (adopted: Adopted) => {
    writeFileSync(join(stack.folder, "adopt.json"), JSON.stringify(adopted));
  };
  adopt({});
  return {
    emulator,
    stack,
    adopt,
    async orphans() {
      if (!asksCommand) return orphansOf(stack, config);
      asksCommand = false;
      const { code, output } = await runOrphans(stack, "--json");
      try {
        return { ...(JSON.parse(output) as Report), code };
      } catch {
        throw new Error(`orphans ended with ${String(code)}:\n${output}`);
      }
    },
    owned: () =>
      ["routes", "snapshots"].flatMap((kind) => emulator.objects.list(`${global}/${kind}/`).map(({ path }) => path)),
    async close() {
      stack.remove();
      await emulator.close();
    },
  };
}

/** Longer than a round lasts. */
const lookBackMs = 60 * 60_000;

/** A file of the command as it is published: it loads the kinds of resources when it meets them. */
function orphansPart(name: string): unknown {
  return require(`../../../provider/dist/cli/orphans/${name}.js`);
}

/** What the command finds in the state as it is on disk, without starting it and two more of the CLI. */
async function orphansOf(stack: Stack, config: Readonly<Record<string, string>>): Promise<Report & { code: number }> {
  const { Connections } = orphansPart("connections") as typeof import("../../../provider/src/cli/orphans/connections");
  const { findOrphans } = orphansPart("find") as typeof import("../../../provider/src/cli/orphans/find");
  const { exitCodeOf, renderJson } = orphansPart("report") as typeof import("../../../provider/src/cli/orphans/report");
  const { parseStackExport } = orphansPart(
    "stackExport",
  ) as typeof import("../../../provider/src/cli/orphans/stackExport");
  const { checkpoint } = JSON.parse(stack.stateText()) as { checkpoint: { latest?: object } };
  const exported = parseStackExport(JSON.stringify({ deployment: checkpoint.latest ?? {} }));
  const connections = new Connections(
    { ...exported, urn: exported.urn ?? stackUrn("dev", "test-project") },
    new Map(Object.entries(config)),
    stack.environment,
  );
  try {
    const options = { sinceMs: Date.now() - lookBackMs, projects: [] };
    const report = await findOrphans(exported, connections, options);
    stack.printed.push(renderJson(report));
    return { ...report, code: exitCodeOf(report) };
  } finally {
    await connections.close();
  }
}

/** Runs the command the way a user does, in the program's folder. */
export async function runOrphans(stack: Stack, ...flags: string[]): Promise<Run> {
  const child = spawn(process.execPath, [command, "orphans", ...flags], {
    cwd: stack.folder,
    env: stack.environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const run = await ended(child);
  stack.printed.push(run.output);
  return run;
}
