/**
 * `npm run bench:up`: `pulumi up` of routes whose operations take 1 s, beside the same number of resources that only
 * sleep 1 s — the least that Pulumi's engine can take. Both run in turn, several times, and the ratio of the medians is
 * what counts: these machines are shared, and seconds alone mean nothing.
 */
import { startEmulator } from "../emulator/src/index";
import { Stack } from "../test/support/stack";

const count = Number(process.argv[2] ?? 100);
const rounds = Number(process.argv[3] ?? 3);
const operationMs = 1000;

const routes = `for (let i = 0; i < ${String(count)}; i++)
  new gce.Route("r" + i, { network: "default", destRange: "10." + (i >> 8) + "." + (i & 255) + ".0/24", nextHopIp: "10.128.0.5" });`;

const sleeper = `exports.handler=()=>({create:async()=>{await new Promise(r=>setTimeout(r,${String(operationMs)}));return{id:"s",outs:{}}}})`;
const sleepers = `class Sleeper extends pulumi.CustomResource {
  constructor(name) { super("pulumi-nodejs:dynamic/bench:Sleeper", name, { __provider: ${JSON.stringify(sleeper)} }); }
}
for (let i = 0; i < ${String(count)}; i++) new Sleeper("s" + i);`;

const emulator = await startEmulator({ latency: { defaultMs: operationMs } });
const stack = await Stack.create({
  program: routes,
  config: { "gcp:project": "bench-project", "gcp:computeCustomEndpoint": emulator.endpoint },
  secrets: { "gcp:accessToken": "bench" },
});

try {
  const floor: number[] = [];
  const ours: number[] = [];
  const requests: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    floor.push(await upOnce(sleepers));
    emulator.clearRequests();
    ours.push(await upOnce(routes));
    requests.push(emulator.requests().length / count);
    console.log(`round ${String(round)}: sleeping ${seconds(floor.at(-1))}, routes ${seconds(ours.at(-1))}`);
    emulator.latency({ defaultMs: 0 });
    await empty();
    emulator.latency({ defaultMs: operationMs });
  }
  const ratio = median(ours) / median(floor);
  console.log(`
pulumi up of ${String(count)} resources, operations of ${String(operationMs / 1000)} s, default parallelism, median of ${String(rounds)} runs
  only sleeping     ${seconds(median(floor))}
  routes            ${seconds(median(ours))}
  ratio             ${ratio.toFixed(3)}   (goal: 1.05 at most)
  added per route   ${(((median(ours) - median(floor)) * 1000) / count / 1000).toFixed(1)} ms
  requests a route  ${String(median(requests))}   (goal: 3)`);
} finally {
  stack.remove();
  await emulator.close();
}

/** Time of one \`pulumi up\` from an empty stack, in milliseconds. */
async function upOnce(program: string): Promise<number> {
  await empty();
  stack.program(program);
  const startedMs = performance.now();
  const { code, output } = await stack.up();
  if (code !== 0) throw new Error(output);
  return performance.now() - startedMs;
}

async function empty(): Promise<void> {
  const { code, output } = await stack.destroy();
  if (code !== 0) throw new Error(output);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

function seconds(milliseconds: number | undefined): string {
  return `${((milliseconds ?? 0) / 1000).toFixed(2)} s`;
}
