/**
 * `npm run demo`: applies the quickstart for real, with Pulumi's own CLI, against the emulator, and then what the README
 * promises of objects that other teams own.
 *
 * Everything it makes is in one temporary folder and one child process, and both are gone at the end, after Ctrl-C too.
 * `-- --keep` leaves them and prints how to go on by hand.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { isolatedEnvironment } from "../tools/pulumi/isolatedEnvironment";
import { pulumiToolchain } from "../tools/pulumi/toolchain";

const repository = fileURLToPath(new URL("..", import.meta.url));
const quickstart = "examples/quickstart";
const passphrase = "demo";
const project = "demo-project";
/** A group that another team owns. */
const group = `projects/${project}/regions/europe-west1/instanceGroupManagers/search`;

/** A backend service of several teams, and the backends of the others. */
const service = `projects/${project}/global/backendServices/web`;
const zone = `projects/${project}/zones/europe-west1-b`;
const theirs = ["green", "red"];

/** What has to be undone, newest last. */
const cleanups: (() => void)[] = [];
/** The CLI run that is under way, and whether the user wants out. */
let running: ChildProcess | undefined;
let interrupted = false;

/** Why the demo stops before its end. */
class DemoStopped extends Error {}

async function main(keep: boolean): Promise<void> {
  const startedMs = performance.now();
  const toolchain = await pulumiToolchain();
  const folder = mkdtempSync(join(tmpdir(), "pulumi-gce-demo-"));
  cleanups.push(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  // The checks of the repository have compiled the program: each run of the CLI only loads it.
  const environment = { ...isolatedEnvironment(toolchain, folder, passphrase), PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  const { url, pid } = await startEmulator(join(folder, "emulator.log"));
  // The stack's settings are written beside Pulumi.yaml, so the project gets a copy of that away from the work tree.
  const manifest = readFileSync(join(repository, "Pulumi.yaml"), "utf8").replace("main: ", `main: ${repository}`);
  writeFileSync(join(folder, "Pulumi.yaml"), manifest);
  const pulumi = (...args: string[]) => run(toolchain.command, args, folder, environment);
  const emulator = new Emulator(url);

  step("A stack of its own, pointed at the emulator");
  await pulumi("stack", "init", "demo", "--non-interactive");
  await pulumi("config", "set", "gcp:project", project);
  await pulumi("config", "set", "gcp:computeCustomEndpoint", `${url}/compute/v1`);
  await pulumi("config", "set", "--secret", "gcp:accessToken", "any-token-will-do");

  step("pulumi up: four routes, each finished when its operation is");
  await pulumi("up", "--yes");
  const calls = await emulator.requests();
  const created = await emulator.routeCount();
  check("Four routes are at the emulator", created, 4);

  step("pulumi up again: nothing to do");
  await pulumi("up", "--yes", "--expect-no-changes");

  step("pulumi preview of a change: the partner's appliance moves");
  await pulumi("config", "set", "applianceAddress", "10.128.0.11");
  await pulumi("preview", "--diff");
  await pulumi("config", "rm", "applianceAddress");

  await emulator.plantOtherTeams();
  const original = await emulator.updatePolicy();
  writeFileSync(join(folder, "Pulumi.yaml"), manifest.replace(quickstart, `${quickstart}/otherTeams.ts`));
  step("pulumi up of more: one setting and one backend that other teams have theirs beside, and a firewall policy");
  await pulumi("up", "--yes", "--skip-preview");
  check("The group has this setting, and keeps all others", await emulator.updatePolicy(), {
    ...original,
    maxSurge: 5,
  });
  check("The service has one backend more", await emulator.backends(), [...theirs, "blue"]);

  step("Somebody changes this setting of the group, and another one that the stack does not manage");
  await emulator.change(group, { updatePolicy: { maxSurge: { fixed: 9 }, minimalAction: "RESTART" } });
  const changed = { ...original, minimalAction: "RESTART" };
  check("The group has both", await emulator.updatePolicy(), { ...changed, maxSurge: 9 });

  step("A tool that knows nothing of the stack's backend adds one of its own, and leaves that of the stack out");
  await emulator.setBackends(["white", ...theirs]);

  step("pulumi refresh finds the drift of the setting and of the backend, and has nothing to say of the others");
  await pulumi("refresh", "--yes", "--skip-preview", "--diff");

  step("pulumi up puts the setting and the backend right, and swaps the firewall policy in one step");
  await pulumi("config", "set", "firewallPolicy", "baseline-2");
  const before = await emulator.associationChanges();
  await pulumi("up", "--yes", "--skip-preview", "--diff");
  check("The setting is right, and the other one stays", await emulator.updatePolicy(), { ...changed, maxSurge: 5 });
  check("The backend is back, behind those of others", await emulator.backends(), ["white", ...theirs, "blue"]);
  const swap = (await emulator.associationChanges()).slice(before.length);
  check("The network was never without a policy: one request swaps them", swap, ["addAssociation"]);

  const summary = [
    `created   ${String(created)} routes in ${(spanMs(calls) / 1000).toFixed(1)} s from the first request to the last answer, with operations of 1 s each`,
    `API calls ${String(calls.length)} (insert, wait and get for each route)`,
  ];
  if (keep) {
    cleanups.length = 0;
    printSummary([...summary, `whole run ${((performance.now() - startedMs) / 1000).toFixed(0)} s`]);
    printHowToGoOn({ folder, pid, directory: toolchain.directory });
    return;
  }

  step("pulumi destroy deletes what the stack has made, and puts the earlier value of the group back");
  await pulumi("destroy", "--yes", "--skip-preview");
  check("No route is left", await emulator.routeCount(), 0);
  check("The group has its earlier value, and what somebody has changed", await emulator.updatePolicy(), changed);
  check("The service has the backends of others", await emulator.backends(), ["white", ...theirs]);
  printSummary([...summary, `whole run ${((performance.now() - startedMs) / 1000).toFixed(0)} s`]);
}

/** A process of its own, so that it can outlive this one with --keep and does not hear the terminal's Ctrl-C. */
async function startEmulator(logFile: string): Promise<{ url: string; pid: number }> {
  const log = openSync(logFile, "w");
  const command = [join(repository, "emulator/lib/cli.js"), "--port", "0", "--latency", "1000"];
  // What the routes lead to.
  command.push("--seed", join(repository, quickstart, "objects.json"));
  const child = spawn(process.execPath, command, { detached: true, stdio: ["ignore", log, log] });
  const { pid } = child;
  if (pid === undefined) throw new DemoStopped("The emulator could not be started.");
  cleanups.push(() => {
    child.kill();
  });
  child.unref();
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(readFileSync(logFile, "utf8"))?.[0];
    if (url !== undefined) {
      step(`The emulator listens on ${url}. Open this address while the demo runs: its console shows what happens`);
      return { url, pid };
    }
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new DemoStopped(`The emulator did not start:\n${readFileSync(logFile, "utf8")}`);
}

/** Runs the CLI with its own output on this terminal. */
async function run(command: string, args: string[], folder: string, environment: NodeJS.ProcessEnv): Promise<void> {
  if (interrupted) throw new DemoStopped("Interrupted.");
  console.log(`\n$ pulumi ${args.join(" ")}`);
  const child = spawn(command, args, { cwd: folder, env: environment, stdio: "inherit" });
  running = child;
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  running = undefined;
  if (interrupted) throw new DemoStopped("Interrupted.");
  if (code !== 0) throw new DemoStopped(`pulumi ${args[0] ?? ""} ended with ${String(code)}.`);
}

/** A request to the emulator. Times are in milliseconds. */
interface LoggedRequest {
  readonly path: string;
  readonly startedAt: number;
  readonly endedAt?: number;
}

/** The paths under which the emulator shows and changes what is in it: for this script, and for the others of the story. */
class Emulator {
  constructor(readonly url: string) {}

  async requests(): Promise<readonly LoggedRequest[]> {
    return (await this.ask<{ requests: LoggedRequest[] }>("GET", "requests")).requests;
  }

  /** The requests that have changed the firewall policy of a network, by their methods. */
  async associationChanges(): Promise<string[]> {
    const methods = (await this.requests()).map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
    return methods.filter((method) => /^(add|remove)Association$/.test(method));
  }

  async routeCount(): Promise<number> {
    const prefix = encodeURIComponent(`projects/${project}/global/routes/`);
    return (await this.ask<{ objects: unknown[] }>("GET", `objects?prefix=${prefix}`)).objects.length;
  }

  /** Plants what other teams own: groups, firewall policies, and a backend service. */
  async plantOtherTeams(): Promise<void> {
    await this.ask("POST", "seed", { parts: ["groups", "references"], project, region: "europe-west1" });
    for (const name of [...theirs, "blue", "white"])
      await this.ask("PUT", `objects/${zone}/networkEndpointGroups/${name}`, {});
    await this.ask("PUT", `objects/${service}`, { protocol: "HTTP" });
    await this.setBackends(theirs);
  }

  /** Sets the backends of the service, whatever is there. */
  async setBackends(names: readonly string[]): Promise<void> {
    const backends = names.map((name) => ({
      group: `${zone}/networkEndpointGroups/${name}`,
      balancingMode: "RATE",
      maxRatePerEndpoint: 50,
    }));
    await this.change(service, { backends });
  }

  /** The backends of the service, by the names of their groups. */
  async backends(): Promise<(string | undefined)[]> {
    const { backends } = await this.ask<{ backends: { group: string }[] }>("GET", `objects/${service}`);
    return backends.map(({ group }) => group.split("/").at(-1));
  }

  /** The update policy of the group, with `maxSurge` as a number. */
  async updatePolicy(): Promise<Record<string, unknown>> {
    const { updatePolicy } = await this.ask<{ updatePolicy: { maxSurge: { fixed: number } } }>(
      "GET",
      `objects/${group}`,
    );
    return { ...updatePolicy, maxSurge: updatePolicy.maxSurge.fixed };
  }

  /** Changes members of an object, as somebody does who knows nothing of the stack. */
  async change(path: string, members: object): Promise<void> {
    await this.ask("PATCH", `objects/${path}`, members);
  }

  private async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.url}/_emulator/${path}`, { method, body: JSON.stringify(body) });
    if (!answer.ok) throw new DemoStopped(`The emulator refuses ${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

/** The time of the steps that made these requests: without the CLI, which starts its processes first. */
function spanMs(requests: readonly LoggedRequest[]): number {
  const ends = requests.map(({ startedAt, endedAt = startedAt }) => endedAt);
  return Math.max(...ends) - Math.min(...requests.map(({ startedAt }) => startedAt));
}

function step(text: string): void {
  console.log(`\n── ${text}`);
}

/** Looks at what the emulator has after a step. */
function check(sentence: string, found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) {
    throw new DemoStopped(
      `This is not so: ${sentence}. Found ${JSON.stringify(found)} for ${JSON.stringify(expected)}.`,
    );
  }
  console.log(`\n   ✓ ${sentence}.`);
}

function printSummary(lines: string[]): void {
  step("Done");
  for (const line of lines) console.log(`   ${line}`);
}

function printHowToGoOn({ folder, pid, directory }: { folder: string; pid: number; directory: string }): void {
  console.log(`
The emulator and the stack are still there. To go on by hand:

  cd ${folder}
  export PATH="${directory}:$PATH" PULUMI_HOME="${folder}/home" \\
    PULUMI_BACKEND_URL="file://${folder}" PULUMI_CONFIG_PASSPHRASE="${passphrase}"
  pulumi up
  pulumi destroy

To end it:

  kill ${String(pid)} && rm -r ${folder}
`);
}

function cleanUp(): void {
  for (const undo of cleanups.splice(0).reverse()) undo();
}

process.on("SIGINT", () => {
  interrupted = true;
  // A terminal's Ctrl-C reaches the CLI by itself; a signal that was sent to this process alone does not.
  if (running === undefined) {
    cleanUp();
    process.exit(130);
  }
  if (!process.stdin.isTTY) running.kill("SIGINT");
});
process.on("SIGTERM", () => {
  interrupted = true;
  running?.kill("SIGTERM");
});

try {
  await main(process.argv.includes("--keep"));
} catch (error) {
  console.error(`\n${error instanceof DemoStopped ? error.message : String((error as Error).stack)}`);
  process.exitCode = interrupted ? 130 : 1;
} finally {
  cleanUp();
}
