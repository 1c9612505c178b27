/**
 * `npm run bench:associations`: networks of one firewall policy: `up`, a swap to another policy, `destroy`. The service makes
 * one change of a policy at a time, so the floor is the sum of the operations.
 *
 * Options: `--quick`, `--rounds 3`, `--sizes 50`, `--parallel 0,16` (0 is the engine's default).
 */
import { kind } from "../test/kinds/networkFirewallPolicyAssociation";
import { options, publish, type Figure } from "./support/measure";
import { startBench } from "./support/programs";
import { parallelFlags, Step } from "./support/steps";

const operationMs = 1_000;
const requestMs = 50;

const { rounds, numbers } = options();
const sizes = numbers("sizes", [50], [8]);
const parallels = numbers("parallel", [0, 16], [16]);

const bench = await startBench();
const figures: Figure[] = [];
try {
  for (const count of sizes) for (const parallel of parallels) figures.push(...(await compare(count, parallel)));
} finally {
  await bench.close();
}
publish("associations", "Networks of one firewall policy, beside the sum of their operations of one second", figures);

async function compare(count: number, parallel: number): Promise<Figure[]> {
  const flags = parallelFlags(parallel);
  const steps = { up: new Step("up"), swap: new Step("up"), destroy: new Step("destroy") };
  for (let round = 1; round <= rounds; round += 1) {
    await bench.emulator.reset();
    kind.plain.arrange?.(bench.emulator, "bench-project", count);
    bench.emulator.latency({ defaultMs: operationMs, requestMs });
    for (const [name, step] of Object.entries(steps)) {
      bench.stack.program(associations(count, name === "swap"));
      await step.run(bench, flags);
    }
    console.log(`round ${String(round)} of ${String(count)} networks: ${JSON.stringify(steps)}`);
  }
  const floor = Array.from({ length: rounds }, () => (count * operationMs) / 1000);
  const suffix = `${String(count)} networks${parallel === 0 ? "" : `, parallel ${String(parallel)}`}`;
  return Object.entries(steps).flatMap(([name, step]) => step.figures(`${name} of ${suffix}`, floor));
}

function associations(count: number, isSwapped: boolean): string {
  const { args, change } = kind.plain;
  return Array.from({ length: count }, (_, number) => {
    const given = { ...args(number), ...(isSwapped ? change : {}) };
    return `new gce.NetworkFirewallPolicyAssociation("n${String(number)}", ${JSON.stringify(given)});`;
  }).join("\n");
}
