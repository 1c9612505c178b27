import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { loader } from "../../provider/src/program/loader";
import { nameOf, registeredKinds } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { ProviderProcess, type Properties } from "./providerProcess";
import { project } from "./routeProvider";

/** As many resources are worked on at a time; each worker has names of its own and takes them again and again. */
const workers = 8;

/** One life for each kind of which several resources can be side by side. */
const lives = registeredKinds.filter(({ plain }) => plain.isSingle === undefined);

/** The memory of the provider process at a quiet moment, after its garbage was collected. */
export interface Sample {
  /** Lives that were lived until then. */
  lives: number;
  heapUsed: number;
  external: number;
  arrayBuffers: number;
  rss: number;
  /** Open handles and requests by their type: sockets, timers. */
  resources: Readonly<Record<string, number>>;
}

export interface SoakReport {
  samples: readonly Sample[];
  /** Of the heap and of memory outside of it, in bytes, from the end of the warm-up to the last sample. */
  heapGrowth: number;
  heapMedian: number;
  /** Types of open resources of which there are more at the end than after the warm-up, with their numbers. */
  grownResources: readonly string[];
}

/** The part of the samples that is not looked at: caches and compiled code come first. */
const warmUp = 0.3;

/**
 * Creates, updates and deletes resources through the provider process without a break, and looks now and then at what
 * the process holds.
 */
export async function soak(
  durationMs: number,
  samplesWanted: number,
  onSample: (sample: Sample) => void = () => undefined,
): Promise<SoakReport> {
  const folder = mkdtempSync(join(tmpdir(), "soak-"));
  const file = join(folder, "samples");
  const emulator = await startEmulator({ latency: { defaultMs: 2 } });
  for (const { plain } of lives) plain.arrange?.(emulator, project, workers);
  const provider = await ProviderProcess.start({
    config: {
      "gcp:project": project,
      "gcp:zone": "us-central1-a",
      "gcp:accessToken": "soak",
      "gcp:computeCustomEndpoint": emulator.endpoint,
    },
    environment: {
      NODE_OPTIONS: `--require=${fileURLToPath(new URL("soakProbe.cjs", import.meta.url))}`,
      SOAK_SAMPLES: file,
    },
  });
  try {
    const samples: Sample[] = [];
    let lived = 0;
    for (let number = 1; number <= samplesWanted; number += 1) {
      const endsAt = performance.now() + durationMs / samplesWanted;
      const work = async (worker: number): Promise<void> => {
        for (let turn = worker; performance.now() < endsAt; turn += 1) {
          await live(provider, lives[turn % lives.length], worker);
          lived += 1;
        }
      };
      await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
      forget(provider, emulator);
      const sample = { lives: lived, ...(await probe(file, samples.length)) };
      samples.push(sample);
      onSample(sample);
    }
    return summarize(samples);
  } finally {
    await provider.stop();
    await emulator.close();
    rmSync(folder, { recursive: true });
  }
}

/** Check, create, an empty diff, read, update and delete. */
async function live(provider: ProviderProcess, tested: TestedKind | undefined, worker: number): Promise<void> {
  if (tested === undefined) throw new Error("There is no such life.");
  const [kind, args] = [nameOf(tested), tested.plain.args(worker)];
  const changed = { ...args, ...(tested.plain.change ?? { __timeouts: { create: "10m" } }) };
  const declared = (values: Properties) => ({ __provider: loader(kind), ...values });
  const { inputs, failures } = await provider.check({}, declared(args));
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
  const made = await provider.create(inputs);
  const { changes } = await provider.diff(made.id, made.outs, inputs);
  if (changes) throw new Error(`${kind} differs from itself: ${JSON.stringify(made.outs)}`);
  const { props } = await provider.read(made.id, made.outs);
  const next = (await provider.check(inputs, declared(changed))).inputs;
  const { outs } = await provider.update(made.id, { ...props, __provider: loader(kind) }, next);
  await provider.delete(made.id, { ...outs, __provider: loader(kind) });
}

/** The test's own side must not grow either, or its machine would decide the outcome. */
function forget(provider: ProviderProcess, emulator: Emulator): void {
  provider.transcript.length = 0;
  provider.logs.length = 0;
  emulator.clearRequests();
  emulator.expireOperations();
}

async function probe(file: string, before: number): Promise<Omit<Sample, "lives">> {
  const lines = () => readFileSync(file, "utf8").trim().split("\n");
  const { pid } = JSON.parse(lines()[0] ?? "{}") as { pid: number };
  process.kill(pid, "SIGUSR2");
  while (lines().length < before + 2) await new Promise((resolve) => setTimeout(resolve, 20));
  return JSON.parse(lines().at(-1) ?? "{}") as Omit<Sample, "lives">;
}

/** The growth, without the warm-up. */
function summarize(samples: readonly Sample[]): SoakReport {
  const steady = samples.slice(Math.ceil(samples.length * warmUp));
  const heap = steady.map(({ heapUsed, external }) => heapUsed + external);
  const types = [...new Set(steady.flatMap(({ resources }) => Object.keys(resources)))];
  return {
    samples,
    heapGrowth: measureGrowth(heap),
    heapMedian: median(heap),
    grownResources: types.flatMap((type) => {
      const counts = steady.map(({ resources }) => resources[type] ?? 0);
      return measureGrowth(counts) >= 1 ? [`${type}: ${counts.join(" → ")}`] : [];
    }),
  };
}

/** By how much a value grows from its first measurement to the last, without regard to those that are far off. */
function measureGrowth(values: readonly number[]): number {
  const middle = Math.floor(values.length / 2);
  // The middles of the halves are half as far apart as the ends.
  return 2 * (median(values.slice(-middle)) - median(values.slice(0, middle)));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}
