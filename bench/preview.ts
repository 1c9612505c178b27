/**
 * `pulumi preview` of unchanged routes beside the same number of resources whose provider checks nothing.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 1000`.
 */
import { atMost, options, publish, type Figure } from "./support/measure";
import { routes, sleepers, startBench, type Bench } from "./support/programs";

const { rounds, numbers } = options();

const figures: Figure[] = [];
for (const count of numbers("sizes", [1000], [30])) figures.push(atMost(1.15, await compare(count)));
publish("preview", "pulumi preview of unchanged routes beside those that check nothing", figures);

/** Two stacks that take turns: everything is there before the first is timed. */
async function compare(count: number): Promise<Figure> {
  const [ours, floor] = [await startBench(), await startBench()];
  try {
    await apply(ours, routes(count));
    await apply(floor, sleepers(count, 0));
    const times = { ours: [] as number[], floor: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.floor.push((await floor.measureTime(() => floor.stack.preview())) / 1000);
      times.ours.push((await ours.measureTime(() => ours.stack.preview())) / 1000);
    }
    return { name: `preview of ${String(count)} routes`, unit: "s", ...times };
  } finally {
    for (const bench of [ours, floor]) await bench.close();
  }
}

async function apply(bench: Bench, program: string): Promise<void> {
  bench.stack.program(program);
  await bench.measureTime(() => bench.stack.up());
}
