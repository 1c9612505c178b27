import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../../emulator/src/index";
import { bundledScript } from "../../support/bundledScript";
import { withHotPlugins } from "../../support/hotPlugin/hotPlugin";
import { keyServiceOption } from "../../support/keyService";
import { isolatedEnvironment, quickRuns, temporaryFolder } from "../../support/pulumiEnvironment";
import { project, routesPath } from "../../support/routeProvider";
import { ended } from "../../support/stack";
import { stepCommands } from "../../support/workflows";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const workflow = join(repository, "examples/many-stacks/github/many-stacks.yml");

interface PlanFile {
  shardBy: string;
  stacks: Record<string, string[]>;
}

/** The example in a folder of its own, and an emulator that its stacks are applied to. */
async function startFleet() {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.close());
  const programs = join(repository, "test-results", "programs");
  mkdirSync(programs, { recursive: true });
  const folder = mkdtempSync(join(programs, "p-"));
  const stateFolder = temporaryFolder();
  onTestFinished(() => {
    for (const each of [folder, stateFolder]) rmSync(each, { recursive: true, force: true });
  });
  const example = join(repository, "examples/many-stacks");
  const left = /node_modules|\.fleet|Pulumi\..+\.yaml$/;
  cpSync(example, folder, { recursive: true, filter: (path) => !left.test(path.slice(example.length)) });
  const environment = {
    ...(await isolatedEnvironment(stateFolder)),
    ...quickRuns,
    GOOGLE_COMPUTE_CUSTOM_ENDPOINT: emulator.endpoint,
    GOOGLE_OAUTH_ACCESS_TOKEN: "fleet-token",
    GOOGLE_PROJECT: project,
    ...keyServiceOption(),
  };
  const start = (args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
    spawn(process.execPath, args, { cwd: folder, env, stdio: "pipe" });
  /**
   * The same in a terminal of its own, two resources of a stack at a time, so that a stop comes before its last one. Its
   * Ctrl-C reaches the processes of the CLI, too. It runs from source, as a user runs it.
   */
  const startInTerminal = (...args: string[]): ChildProcess => {
    const command = [process.execPath, "--import", "tsx", "fleet.ts", ...args].join(" ");
    const env = { ...environment, PULUMI_PARALLEL: "2" };
    return spawn("script", ["-qfec", command, "/dev/null"], { cwd: folder, env, stdio: "pipe" });
  };
  return {
    emulator,
    startInTerminal,
    async fleet(...args: string[]) {
      const script = await bundledScript("examples/many-stacks/fleet.ts");
      return withHotPlugins({ folder, environment }, (hot) => ended(start([script, ...args], hot)));
    },
    /** Runs a step of the workflow for one stack, as GitHub does. */
    step(job: string, name: string, stack: string) {
      const commands = ["-e", "-o", "pipefail", "-c", stepCommands(workflow, job, name)];
      const own = { ...environment, PULUMI_STACK: stack, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
      return withHotPlugins({ folder, environment: own }, (hot) =>
        ended(spawn("bash", commands, { cwd: folder, env: hot, stdio: "pipe" })),
      );
    },
    preview: () =>
      JSON.parse(readFileSync(join(folder, "preview.json"), "utf8")) as { changeSummary: Record<string, number> },
    changePlan(change: (plan: PlanFile) => void) {
      const plan = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8")) as PlanFile;
      change(plan);
      writeFileSync(join(folder, "plan.json"), JSON.stringify(plan));
    },
    /** The names of the routes at the service. */
    made: () =>
      emulator.objects
        .list(`${routesPath}/`)
        .map(({ object }) => String(object.name))
        .sort(),
    /** The names of the routes that the state of each stack has. */
    recorded(stack: string): string[] {
      const text = readFileSync(join(stateFolder, ".pulumi/stacks/many-stacks", `${stack}.json`), "utf8");
      const { checkpoint } = JSON.parse(text) as {
        checkpoint: { latest?: { resources?: { urn: string }[]; pending_operations?: unknown[] } };
      };
      expect(checkpoint.latest?.pending_operations ?? []).toEqual([]);
      const urns = (checkpoint.latest?.resources ?? []).map(({ urn }) => urn);
      return urns.filter((urn) => urn.includes("gce:Route::")).map((urn) => urn.slice(urn.lastIndexOf("::") + 2));
    },
  };
}

const stacks = ["north", "east", "south", "west", "centre", "coast"];
const tenants = "acorn birch cedar daisy elder fern ginger hazel iris juniper kale lilac".split(" ");
const routesOf = (...names: string[]) =>
  names.flatMap((name) => [1, 2, 3].map((number) => `${name}-${String(number)}`));

it("applies six stacks: one fails, a run is stopped and taken up again, routes move, and nothing is lost", async () => {
  const { emulator, startInTerminal, fleet, changePlan, made, recorded } = await startFleet();
  // Somebody else has a route of this name: its stack fails, and no other does.
  const foreign = `${routesPath}/iris-1`;
  emulator.objects.put(foreign, { network: "default", destRange: "10.99.0.0/24", nextHopIp: "10.128.0.99" });

  emulator.latency({ defaultMs: 1500 });
  const child = startInTerminal("up", "--parallel", "2");
  const end = ended(child);
  while (emulator.operations().length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  child.stdin?.write("\u0003");
  const stopped = await end;
  expect(stopped.code, stopped.output).toBe(130);
  expect(stopped.output).toContain("To run the stacks that are not done: npm run fleet -- up --resume");
  const begun = stacks.filter((stack) => new RegExp(`${stack}: \\d of 6`).test(stopped.output));
  expect(begun).toHaveLength(2);
  expect(begun.flatMap(recorded).sort()).toEqual(made().filter((name) => name !== "iris-1"));
  expect(made().length).toBeLessThan(13);

  emulator.latency({ defaultMs: 0 });
  const partly = await fleet("up", "--resume", "--parallel", "3");
  expect(partly.code, partly.output).toBe(1);
  expect(partly.output).toMatch(/6 stacks: 5 done, 1 failed/);
  expect(partly.output).toMatch(/^centre {2}failed .*$/m);
  expect(partly.output).toContain('gce:Route "iris-1": insert failed: an object of that name exists already\n');
  expect(made()).toEqual(routesOf(...tenants).sort());

  emulator.objects.delete(foreign);
  const mended = await fleet("up", "--resume");
  expect(mended.code, mended.output).toBe(0);
  expect(mended.output).toMatch(/1 stacks?: 1 done/);
  expect(mended.output).toContain("create 1");

  changePlan(({ stacks: keys }) => {
    keys.north = ["birch"];
    keys.coast = ["kale", "lilac", "acorn"];
  });
  const refused = await fleet("preview");
  expect(refused.code, refused.output).toBe(2);
  expect(refused.output).toContain("First run: npm run fleet -- move");
  expect(refused.output).toContain("north → coast: 3 resources (acorn-1, acorn-2, acorn-3)");
  emulator.clearRequests();
  const moved = await fleet("move");
  expect(moved.code, moved.output).toBe(0);
  expect(emulator.requests()).toEqual([]);
  expect(recorded("north").sort()).toEqual(routesOf("birch"));
  expect(recorded("coast").sort()).toEqual(routesOf("acorn", "kale", "lilac"));
  const after = await fleet("up", "--stack", "north", "--stack", "coast");
  expect(after.code, after.output).toBe(0);
  expect(after.output).not.toMatch(/create|update|delete|replace/);
  expect(emulator.requests()).toEqual([]);

  const destroyed = await fleet("destroy", "--parallel", "3");
  expect(destroyed.code, destroyed.output).toBe(0);
  expect(made()).toEqual([]);
});

it("refuses a plan and a command line that are wrong before it looks at a stack", async () => {
  const { fleet } = await startFleet();
  const { code, output } = await fleet("up", "--stack", "nord");
  expect(output).toBe("The plan has no stack nord. Its stacks are north, east, south, west, centre, coast.\n");
  expect(code).toBe(2);
});

it("the workflow previews and applies one stack, and touches no other", async () => {
  const { emulator, step, preview, made } = await startFleet();
  const shown = await step("preview", "Preview", "north");
  expect(shown.code, shown.output).toBe(0);
  expect(preview().changeSummary).toMatchObject({ create: 7 });
  expect(emulator.requests()).toEqual([]);
  const applied = await step("apply", "Apply", "north");
  expect(applied.code, applied.output).toBe(0);
  expect(made()).toEqual(routesOf("acorn", "birch"));
});
