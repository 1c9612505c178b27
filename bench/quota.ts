/**
 * `npm run bench:quota`: many routes against a quota of requests per second, through the provider process, beside the time
 * that the quota itself takes. Nothing may fail. Several processes share the quota, as stacks that run at the same time do:
 * none knows of the others.
 *
 * Options: `--quick`, `--sizes 300,3000`, `--quota 20`, `--parallel 64`, `--processes 8` (0 leaves them out).
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

/** Processes that share one quota, with as many routes in parallel in each as a stack has. */
const [processes = 8] = numbers("processes", [8], [2]);
const shared = { count: 3000, perSecond: 100, parallel: 64 };

const figures: Figure[] = [];
for (const count of sizes) {
  for (const parallel of count >= largeSize ? parallels.slice(-1) : parallels) {
    const { seconds, refused } = await makeAll(count, parallel, quota);
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
if (processes > 0) {
  const { count, perSecond, parallel } = shared;
  const { seconds, refused } = await makeAll(count, parallel, perSecond, processes);
  const reachedPart = (count * 3 - perSecond) / seconds / perSecond;
  const name = `${String(count)} routes in ${String(processes)} processes, one quota of ${String(perSecond)} requests a second`;
  figures.push(
    { name: `${name}: part of the quota`, unit: "", ours: [reachedPart], goal: "≥ 0.9", reached: reachedPart >= 0.9 },
    { name: `${name}: refused`, unit: "%", ours: [(refused / (count * 3)) * 100] },
  );
  console.log(`${name}: ${reachedPart.toFixed(2)} of it, ${String(refused)} refused`);
}
publish("quota", "Many routes against a quota, beside what the quota itself takes", figures);

/** Nothing may fail: a create that does ends the bench. */
async function makeAll(
  count: number,
  parallel: number,
  requestsPerSecond: number,
  processCount = 1,
): Promise<{ seconds: number; refused: number }> {
  const emulator = await startEmulator();
  emulator.quota({ requestsPerSecond });
  const project = "bench-project";
  const config = { "gcp:project": project, "gcp:accessToken": "bench", "gcp:computeCustomEndpoint": emulator.endpoint };
  const providers = await Promise.all(Array.from({ length: processCount }, () => ProviderProcess.start({ config })));
  try {
    const startedMs = performance.now();
    await Promise.all(
      providers.map((provider, place) =>
        inParallel(count / processCount, parallel, (number) =>
          provider.create({
            __provider: loader("Route"),
            ...route.plain.args(number * processCount + place),
            project,
            priority: 1000,
          }),
        ),
      ),
    );
    const seconds = (performance.now() - startedMs) / 1000;
    return { seconds, refused: emulator.requests().filter(({ status }) => status === 403).length };
  } finally {
    await Promise.all(providers.map((provider) => provider.stop()));
    await emulator.close();
  }
}
