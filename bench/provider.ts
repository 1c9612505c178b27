/**
 * `npm run bench:provider`: the provider process alone, spoken to as the engine does, at a service without latency: creates,
 * check + diff, and reads per second, beside a bare undici loop that sends the same requests; what each call costs in
 * processor time; and how much memory many resources take at most.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 5000`, `--parallel 64`.
 */
import { readFileSync } from "node:fs";
import { Agent } from "undici";
import { startEmulator } from "../emulator/src/index";
import { loader } from "../provider/src/runtime/loader";
import { everyKind } from "../test/support/everyKind";
import { ProviderProcess, type Properties } from "../test/support/providerProcess";
import { inParallel } from "./support/inParallel";
import { median, options, publish, type Figure } from "./support/measure";

const { rounds, numbers } = options();
const [count = 5000] = numbers("sizes", [5000], [200]);
const [parallel = 64] = numbers("parallel", [64], [64]);
const project = "bench-project";

/** In one process with this loop: the service takes its share of the time from both alike. */
const emulator = await startEmulator();
const bare = new Agent({ connections: parallel });
const rates = { create: pair(), checkDiff: pair(), read: pair() };
const cpu: Record<string, number[]> = { create: [], "check and diff": [], read: [] };
const memory: number[] = [];

try {
  for (let round = 1; round <= rounds; round += 1) {
    await emulator.reset();
    rates.create.floor.push(await perSecond(bareCreate));
    rates.read.floor.push(await perSecond((number) => call("GET", `/${routeName(number)}`)));
    await emulator.reset();
    await ours();
    console.log(`round ${String(round)}: ${String(Math.round(rates.create.ours.at(-1) ?? 0))} creates a second`);
  }
} finally {
  await bare.close();
  await emulator.close();
}

const rate = (name: string, { ours: own, floor }: Pair, goal?: number): Figure => ({
  name,
  unit: "/s",
  ours: own,
  ...(floor.length > 0 ? { floor } : {}),
  ...(goal === undefined ? {} : { goal: `≥ ${String(goal)} ×`, reached: median(own) >= goal * median(floor) }),
});
publish("provider", `The provider process alone: ${String(count)} routes, ${String(parallel)} at a time`, [
  rate("creates", rates.create, 0.7),
  rate("reads", rates.read),
  rate("checks with diff", rates.checkDiff),
  ...Object.entries(cpu).map(([name, values]) => ({ name: `processor time of ${name}`, unit: "ms", ours: values })),
  { name: "most memory", unit: "MB", ours: memory },
]);

interface Pair {
  ours: number[];
  floor: number[];
}

function pair(): Pair {
  return { ours: [], floor: [] };
}

async function ours(): Promise<void> {
  const provider = await ProviderProcess.start({
    config: { "gcp:project": project, "gcp:accessToken": "bench", "gcp:computeCustomEndpoint": emulator.endpoint },
  });
  try {
    const declared = (number: number): Properties => ({
      __provider: loader("Route"),
      __as: "r",
      ...everyKind.Route.args(number),
    });
    const made: { id: string; outs: Properties; inputs: Properties }[] = [];
    const create = async (number: number) => {
      const inputs = { ...declared(number), project, priority: 1000 };
      made[number] = { inputs, ...(await provider.create(inputs)) };
    };
    // The first calls pay for what is loaded; that is bench:start's matter.
    await inParallel(parallel, parallel, (number) => create(count + number));
    rates.create.ours.push(await measured(provider.pid, "create", create));
    rates.checkDiff.ours.push(
      await measured(provider.pid, "check and diff", async (number) => {
        const known = made[number];
        if (known === undefined) throw new Error("it was not made");
        const { inputs } = await provider.check(known.inputs, declared(number));
        await provider.diff(known.id, known.outs, inputs);
      }),
    );
    rates.read.ours.push(
      await measured(provider.pid, "read", async (number) => {
        const known = made[number];
        if (known !== undefined) await provider.read(known.id, known.outs);
      }),
    );
    memory.push(highWaterMegabytes(provider.pid));
  } finally {
    await provider.stop();
  }
}

async function measured(pid: number, name: string, work: (number: number) => Promise<unknown>): Promise<number> {
  const before = cpuMs(pid);
  const rateOfWork = await perSecond(work);
  cpu[name]?.push((cpuMs(pid) - before) / count);
  return rateOfWork;
}

async function perSecond(work: (number: number) => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await inParallel(count, parallel, work);
  return (count / (performance.now() - startedMs)) * 1000;
}

/** The three requests of a create, and nothing else. */
async function bareCreate(number: number): Promise<void> {
  const body = {
    ...everyKind.Route.args(number),
    network: `projects/${project}/global/networks/default`,
    priority: 1000,
  };
  const operation = (await call("POST", "", body)) as { name: string };
  await call("POST", `/../operations/${operation.name}/wait`);
  await call("GET", `/${routeName(number)}`);
}

function routeName(number: number): string {
  return `r${String(number)}`;
}

async function call(method: "GET" | "POST", path: string, body?: object): Promise<unknown> {
  const target = path.startsWith("/../") ? `/global/${path.slice(4)}` : `/global/routes${path}`;
  const answer = await bare.request({
    origin: emulator.url,
    path: `/compute/v1/projects/${project}${target}`,
    method,
    headers: { authorization: "Bearer bench", "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(text);
  return JSON.parse(text);
}

/** Processor time of a process so far; Linux counts it in hundredths of a second. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function highWaterMegabytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8"))?.[1]) / 1024;
}
