/**
 * Bytes that one more route adds to the state file, beside a resource without any properties.
 *
 * Options: `--quick`, `--sizes 100` (resources).
 */
import { options, publish } from "./support/measure";
import { routes, sleepers, startBench } from "./support/programs";
import { measureBytesPerResource } from "./support/stateBytes";

const [count = 100] = options().numbers("sizes", [100], [10]);

const [ours, floor] = [await bytesEach(routes), await bytesEach((many) => sleepers(many, 0))];
publish("size", `State of one more resource, mean of ${String(count)}, beside one without properties`, [
  { name: "Route", unit: "B", ours: [ours], floor: [floor], goal: "≤ 2,200 B", reached: ours <= 2200 },
]);

async function bytesEach(program: (many: number) => string): Promise<number> {
  const bench = await startBench();
  try {
    return await measureBytesPerResource(bench, program, count);
  } finally {
    await bench.close();
  }
}
