/**
 * `npm run bench:start`: what a cold start takes. `import "pulumi-gce"` on top of the SDK, and the type check of a program
 * that does so, which Pulumi makes at each command, in a process of its own each time; the provider process until it has
 * answered its first check, and its first create.
 *
 * Options: `--quick`, `--rounds 15`.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmulator } from "../emulator/src/index";
import { loader } from "../provider/src/program/loader";
import { kind as route } from "../test/kinds/route";
import { ProviderProcess } from "../test/support/providerProcess";
import { median, options, publish } from "./support/measure";

const { rounds, quick } = options();
const repository = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const times = Math.max(rounds, quick ? 3 : 15);

const imported: number[] = [];
const processorTime: number[] = [];
const floor: number[] = [];
const firstCheck: number[] = [];
const secondCheck: number[] = [];
const firstCreate: number[] = [];
const secondCreate: number[] = [];
const typeCheck: number[] = [];
const typeCheckWithout: number[] = [];

for (let time = 0; time < times; time += 1) {
  const script = `require("@pulumi/pulumi");
    const [at, cpu] = [performance.now(), process.cpuUsage()];
    require("pulumi-gce");
    const used = process.cpuUsage(cpu);
    console.log(JSON.stringify([performance.now() - at, (used.user + used.system) / 1000]));`;
  const { stdout } = await run(process.execPath, ["-e", script], { cwd: repository });
  const [ms = 0, cpuMs = 0] = JSON.parse(stdout) as number[];
  imported.push(ms);
  processorTime.push(cpuMs);
  const usesPulumi = 'import * as pulumi from "@pulumi/pulumi"; export const project = pulumi.getProject();';
  const usesGce = `import * as gce from "pulumi-gce"; new gce.Route("r", ${JSON.stringify(route.plain.args(1))});`;
  typeCheckWithout.push(await typeCheckMs(usesPulumi));
  typeCheck.push(await typeCheckMs(`${usesPulumi}\n${usesGce}`));
  await startProvider();
}
publish("start", "Cold start", [
  { name: 'import "pulumi-gce"', unit: "ms", ours: imported, goal: "≤ 60 ms", reached: median(imported) <= 60 },
  { name: "the same in processor time", unit: "ms", ours: processorTime },
  {
    name: "type check of a program that imports it, beside one that does not, in processor time",
    unit: "ms",
    ours: typeCheck,
    floor: typeCheckWithout,
    goal: "≤ 150 ms more",
    reached: median(typeCheck) - median(typeCheckWithout) <= 150,
  },
  { name: "provider process: listening and configured", unit: "ms", ours: floor },
  { name: "first check (loads the kind)", unit: "ms", ours: firstCheck, floor: secondCheck },
  { name: "first create (loads the transport)", unit: "ms", ours: firstCreate, floor: secondCreate },
]);

/** The processor time in which ts-node, set up as Pulumi does it, checks and compiles a program of this text. */
async function typeCheckMs(program: string): Promise<number> {
  const script = `
    const compilerOptions = { strict: true, target: "es2022", module: "commonjs", moduleResolution: "node" };
    const service = require("ts-node").create({ typeCheck: true, skipProject: true, compilerOptions });
    const cpu = process.cpuUsage();
    service.compile(process.argv[1], process.cwd() + "/bench/program.ts");
    const used = process.cpuUsage(cpu);
    console.log((used.user + used.system) / 1000);`;
  const { stdout } = await run(process.execPath, ["-e", script, program], { cwd: repository });
  return Number(stdout);
}

/** The floor of each first call is the second of its kind. */
async function startProvider(): Promise<void> {
  const emulator = await startEmulator();
  const startedMs = performance.now();
  const provider = await ProviderProcess.start({
    config: { "gcp:project": "p", "gcp:accessToken": "bench", "gcp:computeCustomEndpoint": emulator.endpoint },
  });
  try {
    floor.push(performance.now() - startedMs);
    for (const [number, checks, creates] of [
      [1, firstCheck, firstCreate],
      [2, secondCheck, secondCreate],
    ] as const) {
      const declared = { __provider: loader("Route"), __as: "r", ...route.plain.args(number) };
      const { result, ms } = await timed(() => provider.check({}, declared));
      checks.push(ms);
      creates.push((await timed(() => provider.create(result.inputs))).ms);
    }
  } finally {
    await provider.stop();
    await emulator.close();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedMs = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedMs };
}
