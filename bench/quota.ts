/**
 * `npm run bench:quota`: many routes against a quota of requests per second, through the provider process, beside the time
 * that the quota itself takes. Nothing may fail.
 *
 * Options: `--quick`, `--sizes 300,3000`, `--quota 20`, `--parallel 64`.
 */
import { startEmulator } from "../emulator/src/index";
import { loader } from "../provider/src/program/loader";
import { kind as route } from "../test/kinds/route";
import { ProviderProcess } from "../test/support/providerProcess";
import { inParallel } from "./support/inParallel";
import { median, options, publish, type Figure } from "./support/measure";

const { numbers } = options();
const sizes = numbers("sizes", [300, 3000], [100]);
const [quota = 20] = numbers("quota", [20], [20]);
const parallels = numbers("parallel", [8, 64, 1000], [64]);

/** The quota's own time for so many is minutes: they are made once. */
const largeSize = 1000;

const figures: Figure[] = [];
for (const count of sizes) {
  for (const parallel of count >= largeSize ? parallels.slice(-1) : parallels) {
    const { seconds, refused } = await makeAll(count, parallel);
    // The bucket is full in the beginning.
    const least = (count * 3 - quota) / quota;
    const name = `${String(count)} routes, ${String(quota)} requests a second, ${String(parallel)} at a time`;
    figures.push(
      { name, unit: "s", ours: [seconds], floor: [least], goal: "≤ 1.1 ×", reached: seconds <= 1.1 * least },
      { name: `${name}: refused`, unit: "%", ours: [(refused / (count * 3)) * 100] },
    );
    console.log(`${name}: ${median([seconds]).toFixed(1)} s, ${String(refused)} refused`);
  }
}
publish("quota", "Many routes against a quota, beside what the quota itself takes", figures);

async function makeAll(count: number, parallel: number): Promise<{ seconds: number; refused: number }> {
  const emulator = await startEmulator();
  emulator.quota({ requestsPerSecond: quota });
  const project = "bench-project";
  const provider = await ProviderProcess.start({
    config: { "gcp:project": project, "gcp:accessToken": "bench", "gcp:computeCustomEndpoint": emulator.endpoint },
  });
  try {
    const startedMs = performance.now();
    await inParallel(count, parallel, (number) =>
      provider.create({
        __provider: loader("Route"),
        ...route.plain.args(number),
        project,
        priority: 1000,
      }),
    );
    const seconds = (performance.now() - startedMs) / 1000;
    return { seconds, refused: emulator.requests().filter(({ status }) => status === 403).length };
  } finally {
    await provider.stop();
    await emulator.close();
  }
}
