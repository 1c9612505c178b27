/**
 * The provider plugin beside the classes, for which the SDK's process for dynamic providers works: the same routes, language host and
 * emulator, in turn.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 100`.
 */
import { atMost, options, publish } from "./support/measure";
import { pluginRoutes, routes, startBench } from "./support/programs";
import { measureBytesPerResource } from "./support/stateBytes";
import { Step } from "./support/steps";

const { rounds, numbers } = options();
const [count = 100] = numbers("sizes", [100], [20]);

/** One face, and what was measured of it. */
async function startSide(face: "classes" | "plugin") {
  const bench = await startBench({}, face === "plugin" ? "gce" : "gcp");
  const program = face === "plugin" ? pluginRoutes : routes;
  return { bench, program, up: new Step("up"), bytes: [] as number[], previews: [] as number[] };
}

const [floor, ours] = [await startSide("classes"), await startSide("plugin")];
const sides = [floor, ours];
try {
  for (const side of sides) side.bytes.push(await measureBytesPerResource(side.bench, side.program, count));
  for (let round = 0; round < rounds; round += 1) for (const side of sides) await up(side);
  for (let round = 0; round < rounds; round += 1) {
    for (const { bench, previews } of sides)
      previews.push((await bench.measureTime(() => bench.stack.preview("--expect-no-changes"))) / 1000);
  }
} finally {
  for (const { bench } of sides) await bench.close();
}

const label = `${String(count)} routes`;
publish("plugin", "The provider plugin beside the classes", [
  atMost(1.05, { name: `up of ${label} of 1 s`, unit: "s", ours: ours.up.times, floor: floor.up.times }),
  { name: `preview of ${label}`, unit: "s", ours: ours.previews, floor: floor.previews },
  { name: "state of one more route", unit: "B", ours: ours.bytes, floor: floor.bytes },
]);

type Side = Awaited<ReturnType<typeof startSide>>;

async function up({ bench, program, up: step }: Side): Promise<void> {
  await new Step("destroy").run(bench);
  await bench.emulator.reset();
  bench.emulator.latency({ defaultMs: 1_000, byType: { delete: 0 } });
  bench.stack.program(program(count));
  await step.run(bench);
}
