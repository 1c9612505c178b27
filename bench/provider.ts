/**
 * `npm run bench:provider`: the provider process alone, spoken to as the engine does, at a service without latency: creates,
 * check + diff, and reads per second, beside a bare undici loop that sends the same requests; what each call costs in
 * processor time; and how much memory many resources take at most.
 *
 * What only the engine does is left out: requests are written before, and answers read after.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 5000`, `--parallel 64`.
 */
import { readFileSync } from "node:fs";
import { Agent } from "undici";
import { startEmulator } from "../emulator/src/index";
import { loader } from "../provider/src/program/loader";
import { kind as route } from "../test/kinds/route";
import { ProviderProcess, type Properties } from "../test/support/providerProcess";
import { inParallel } from "./support/inParallel";
import { median, options, publish, type Figure } from "./support/measure";
import { createdBy, rawCall, RawProvider } from "./support/rawProvider";

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
  const raw = new RawProvider(provider);
  try {
    const declared = (number: number): Properties => ({
      __provider: loader("Route"),
      __as: "r",
      ...route.plain.args(number),
    });
    const numbers = Array.from({ length: count }, (_, number) => number);
    const inputs = (number: number) => ({ ...declared(number), project, priority: 1000 });
    // The first calls pay for what is loaded and compiled; that is bench:start's matter.
    await inParallel(parallel * 4, parallel, (number) => raw.send(rawCall.create(inputs(count + number))));
    const creates = numbers.map((number) => rawCall.create(inputs(number)));
    const answers: Uint8Array[] = [];
    rates.create.ours.push(
      await measured(provider.pid, "create", async (number) => {
        answers[number] = await raw.send(at(creates, number));
      }),
    );
    const made = answers.map(createdBy);
    const checks = numbers.map((number) => rawCall.check(inputs(number), declared(number)));
    const diffs = numbers.map((number) => rawCall.diff(at(made, number).id, at(made, number).outs, inputs(number)));
    rates.checkDiff.ours.push(
      await measured(provider.pid, "check and diff", async (number) => {
        await raw.send(at(checks, number));
        await raw.send(at(diffs, number));
      }),
    );
    const reads = made.map(({ id, outs }) => rawCall.read(id, outs));
    rates.read.ours.push(await measured(provider.pid, "read", (number) => raw.send(at(reads, number))));
    memory.push(highWaterMegabytes(provider.pid));
  } finally {
    raw.close();
    await provider.stop();
  }
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no number ${String(index)}.`);
  return item;
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
    ...route.plain.args(number),
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
