/**
 * `npm run demo`: applies the quickstart for real, with Pulumi's own CLI, against the emulator.
 *
 * Everything it makes is in one temporary folder and one child process, and both are gone at the end, after Ctrl-C too.
 * `-- --keep` leaves them and prints how to go on by hand.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isolatedEnvironment } from "../tools/pulumi/isolatedEnvironment";
import { pulumiToolchain } from "../tools/pulumi/toolchain";

const repository = fileURLToPath(new URL("..", import.meta.url));
const passphrase = "demo";

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
  const project = readFileSync(join(repository, "Pulumi.yaml"), "utf8");
  writeFileSync(join(folder, "Pulumi.yaml"), project.replace("main: ", `main: ${repository}`));
  const pulumi = (...args: string[]) => run(toolchain.command, args, folder, environment);

  step("A stack of its own, pointed at the emulator");
  await pulumi("stack", "init", "demo", "--non-interactive");
  await pulumi("config", "set", "gcp:project", "demo-project");
  await pulumi("config", "set", "gcp:computeCustomEndpoint", `${url}/compute/v1`);
  await pulumi("config", "set", "--secret", "gcp:accessToken", "any-token-will-do");

  step("pulumi up: four routes, each finished when its operation is");
  const upMs = await timed(() => pulumi("up", "--yes"));
  const calls = await requestCount(url);
  const created = await routeCount(url);
  if (created !== 4)
    throw new DemoStopped(`Four routes were expected at the emulator, and there are ${String(created)}.`);

  step("pulumi up again: nothing to do");
  await pulumi("up", "--yes", "--expect-no-changes");

  step("pulumi preview of a change: the partner's appliance moves");
  await pulumi("config", "set", "applianceAddress", "10.128.0.11");
  await pulumi("preview", "--diff");

  const summary = [
    `created   ${String(created)} routes in ${(upMs / 1000).toFixed(1)} s, with operations of 1 s each`,
    `API calls ${String(calls)} (insert, wait and get for each route)`,
    `whole run ${((performance.now() - startedMs) / 1000).toFixed(0)} s`,
  ];
  if (keep) {
    cleanups.length = 0;
    printSummary(summary);
    printHowToGoOn({ folder, pid, directory: toolchain.directory });
    return;
  }

  step("pulumi destroy: and nothing is left");
  await pulumi("destroy", "--yes");
  const left = await routeCount(url);
  if (left !== 0)
    throw new DemoStopped(`Nothing should be left at the emulator, and there are ${String(left)} routes.`);
  printSummary(summary);
}

/** A process of its own, so that it can outlive this one with --keep and does not hear the terminal's Ctrl-C. */
async function startEmulator(logFile: string): Promise<{ url: string; pid: number }> {
  const log = openSync(logFile, "w");
  const command = [join(repository, "emulator/lib/cli.js"), "--port", "0", "--latency", "1000"];
  // What the routes lead to.
  command.push("--seed", join(repository, "examples/quickstart/objects.json"));
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
      step(`The emulator listens on ${url}`);
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

async function requestCount(url: string): Promise<number> {
  return ((await (await fetch(`${url}/_emulator/requests`)).json()) as { requests: unknown[] }).requests.length;
}

async function routeCount(url: string): Promise<number> {
  const prefix = encodeURIComponent("projects/demo-project/global/routes/");
  return ((await (await fetch(`${url}/_emulator/objects?prefix=${prefix}`)).json()) as { objects: unknown[] }).objects
    .length;
}

async function timed(action: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await action();
  return performance.now() - startedMs;
}

function step(text: string): void {
  console.log(`\n── ${text}`);
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
