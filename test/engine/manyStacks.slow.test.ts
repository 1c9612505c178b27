import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../emulator/src/index";
import { isolatedEnvironment, temporaryFolder } from "../support/pulumiEnvironment";
import { project, routesPath } from "../support/routeProvider";
import { ended } from "../support/stack";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const example = join(repository, "examples/many-stacks");
const tenants = "acorn birch cedar daisy elder fern ginger hazel iris juniper kale lilac".split(" ");
const routesOf = (...names: string[]) =>
  names.flatMap((name) => [1, 2, 3].map((number) => `${name}-${String(number)}`));

it("examples/many-stacks applies six stacks: one fails and is mended, routes move, and nothing is lost", async () => {
  const emulator = await startEmulator();
  const programs = join(repository, "test-results", "programs");
  mkdirSync(programs, { recursive: true });
  const [folder, stateFolder] = [mkdtempSync(join(programs, "p-")), temporaryFolder()];
  onTestFinished(async () => {
    await emulator.close();
    for (const each of [folder, stateFolder]) rmSync(each, { recursive: true, force: true });
  });
  const left = /node_modules|Pulumi\..+\.yaml$/;
  cpSync(example, folder, { recursive: true, filter: (path) => !left.test(path.slice(example.length)) });
  const env = {
    ...(await isolatedEnvironment(stateFolder)),
    GOOGLE_COMPUTE_CUSTOM_ENDPOINT: emulator.endpoint,
    GOOGLE_OAUTH_ACCESS_TOKEN: "fleet-token",
    GOOGLE_PROJECT: project,
  };
  const fleet = async (code: number, ...args: string[]) => {
    const child = spawn(process.execPath, ["--import", "tsx", "fleet.ts", ...args], {
      cwd: folder,
      env,
      stdio: "pipe",
    });
    const run = await ended(child);
    expect(run.code, run.output).toBe(code);
    return run.output;
  };
  const made = () => emulator.objects.list(`${routesPath}/`).map(({ object }) => String(object.name));

  // Somebody else has a route of this name: its stack fails, and no other does.
  const foreign = `${routesPath}/iris-1`;
  emulator.objects.put(foreign, { network: "default", destRange: "10.99.0.0/24", nextHopIp: "10.128.0.99" });
  const partly = await fleet(1, "up", "--parallel", "3");
  expect(partly).toMatch(/6 stacks: 5 done, 1 failed/);
  expect(partly).toContain('gce:Route "iris-1": insert failed: an object of that name exists already\n');
  expect(made().sort()).toEqual(routesOf(...tenants).sort());
  emulator.objects.delete(foreign);
  const [, stack = ""] = /npm run fleet -- up --stack (\w+)$/m.exec(partly) ?? [];
  expect(await fleet(0, "up", "--stack", stack)).toMatch(/1 stacks?: 1 done/);

  const file = join(folder, "plan.json");
  const plan = JSON.parse(readFileSync(file, "utf8")) as { stacks: Record<string, string[]> };
  Object.assign(plan.stacks, { north: ["birch"], coast: ["kale", "lilac", "acorn"] });
  writeFileSync(file, JSON.stringify(plan));
  expect(await fleet(2, "preview")).toContain("north → coast: 3 resources (acorn-1, acorn-2, acorn-3)");
  emulator.clearRequests();
  await fleet(0, "move");
  expect(await fleet(0, "up", "--stack", "north", "--stack", "coast")).not.toMatch(/create|update|delete|replace/);
  expect(emulator.requests()).toEqual([]);
  await fleet(0, "destroy", "--parallel", "3");
  expect(made()).toEqual([]);
});
