/**
 * Many routes against a quota of requests per second, through one provider process, and through several that know nothing of each
 * other, as those of stacks that run at the same time; beside the time that the quota itself takes. Nothing may fail.
 *
 * Options: `--quick`, `--sizes 3000`.
 */
import { startEmulator } from "../emulator/src/index";
import { loader } from "../provider/src/program/loader";
import { kind as route } from "../test/kinds/route";
import { ProviderProcess } from "../test/support/providerProcess";
import { inParallel } from "./support/inParallel";
import { atMost, options, publish } from "./support/measure";

const [count = 3000] = options().numbers("sizes", [3000], [100]);
const alone = { processes: 1, perSecond: 20, parallel: 1000 };
const together = { processes: 8, perSecond: 100, parallel: 64 };

const [one, several] = [await makeAll(alone), await makeAll(together)];
const parts = several.floor.map((seconds, round) => seconds / (several.ours[round] ?? Number.NaN));
publish("quota", "Many routes against a quota, beside what the quota itself takes", [
  atMost(1.1, { name: `${String(count)} routes, 20 requests a second, 1000 at a time`, unit: "s", ...one }),
  {
    name: `${String(count)} routes in 8 processes, one quota of 100 requests a second: part of the quota`,
    unit: "",
    ours: parts,
    goal: "≥ 0.9",
    reached: parts.every((part) => part >= 0.9),
  },
]);

/** A create that fails ends the bench. */
async function makeAll({ processes, perSecond, parallel }: typeof alone): Promise<{ ours: number[]; floor: number[] }> {
  const emulator = await startEmulator();
  emulator.quota({ requestsPerSecond: perSecond });
  const project = "bench-project";
  const config = { "gcp:project": project, "gcp:accessToken": "bench", "gcp:computeCustomEndpoint": emulator.endpoint };
  const providers = await Promise.all(Array.from({ length: processes }, () => ProviderProcess.start({ config })));
  try {
    const startedMs = performance.now();
    const make = (provider: ProviderProcess, number: number) =>
      provider.create({ __provider: loader("Route"), ...route.plain.args(number), project, priority: 1000 });
    await Promise.all(
      providers.map((provider, place) =>
        inParallel(count / processes, parallel, (number) => make(provider, number * processes + place)),
      ),
    );
    // The bucket is full in the beginning.
    return { ours: [(performance.now() - startedMs) / 1000], floor: [(count * 3 - perSecond) / perSecond] };
  } finally {
    await Promise.all(providers.map((provider) => provider.stop()));
    await emulator.close();
  }
}
