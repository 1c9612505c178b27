/**
 * `pulumi up` of routes beside the same number of resources that only sleep as long as the routes' operations take, in turn:
 * the least that Pulumi's engine can do.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 100`, `--latency 1000`.
 */
import { atMost, options, publish, type Figure } from "./support/measure";
import { routes, sleepers, startBench } from "./support/programs";
import { Step } from "./support/steps";

const { rounds, numbers } = options();
const sizes = numbers("sizes", [100], [20]);
const [latencyMs = 1_000] = numbers("latency", [1_000], [1_000]);

const bench = await startBench();
const figures: Figure[] = [];
try {
  for (const count of sizes) figures.push(...(await compare(count)));
} finally {
  await bench.close();
}
publish("up", "pulumi up: routes beside resources that only sleep as long", figures);

async function compare(count: number): Promise<Figure[]> {
  const [floor, ours] = [new Step("up"), new Step("up")];
  for (let round = 0; round < rounds; round += 1) {
    for (const [step, program] of [
      [floor, sleepers(count, latencyMs)],
      [ours, routes(count)],
    ] as const) {
      await new Step("destroy").run(bench);
      await bench.emulator.reset();
      bench.emulator.latency({ defaultMs: latencyMs, byType: { delete: 0 } });
      bench.stack.program(program);
      await step.run(bench);
    }
  }
  const name = `${String(count)} × ${String(latencyMs / 1000)} s`;
  const each = ours.requests.map((requests) => requests / count);
  return [
    atMost(1.05, { name, unit: "s", ours: ours.times, floor: floor.times }),
    { name: `${name}: requests of each`, unit: "", ours: each, goal: "3", reached: each.every((n) => n === 3) },
  ];
}
