/**
 * `npm run bench:up`: `pulumi up` of routes beside the same number of resources that only sleep as long as the routes'
 * operations take — the least that Pulumi's engine can do. Both run in turn, several times, at several sizes, latencies
 * and parallelisms.
 *
 * The engine writes its whole state anew at each step. So from a thousand resources on, a second floor is shown: the same
 * sleeping resources with as much in their state as a route has.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 100,1000`, `--latencies 0,1000` (−1 is a spread of 0.5 to 8 s),
 * `--parallel 0,64` (0 is the engine's default), `--plain` (without the second floor).
 */
import { median, options, publish, type Figure } from "./support/measure";
import { routes, sleepers, startBench } from "./support/programs";

const { rounds, numbers } = options();
const sizes = numbers("sizes", [1, 10, 100, 1000, 3000], [1, 20]);
const latencies = numbers("latencies", [0, 1000, -1], [0, 1000]);
const parallels = numbers("parallel", [0, 64], [0]);

/** Growth is looked at beyond a thousand; there every other latency only takes longer. */
const largestForAllLatencies = 1000;

/** From here on a run takes minutes: a third of the rounds, and a spread of latencies only with many at a time. */
const largeSize = 1000;

const plain = process.argv.includes("--plain");

const spread = { minMs: 500, maxMs: 8_000, seed: 7 };

const bench = await startBench();
const { emulator, stack, timed } = bench;
const figures: Figure[] = [];
try {
  for (const count of sizes) {
    for (const latency of latencies) {
      if (count > largestForAllLatencies && latency !== latencies[0]) continue;
      for (const parallel of parallels) {
        if (count >= largeSize && latency < 0 && parallel === 0) continue;
        figures.push(...(await compare(count, latency, parallel)));
      }
    }
  }
} finally {
  await bench.close();
}
publish("up", "pulumi up: routes beside resources that only sleep as long", figures);

async function compare(count: number, latency: number, parallel: number): Promise<Figure[]> {
  const flags = parallel === 0 ? [] : ["--parallel", String(parallel)];
  const name = `${String(count)} × ${latency < 0 ? "0.5–8 s" : `${String(latency / 1000)} s`}${parallel === 0 ? "" : `, parallel ${String(parallel)}`}`;
  const ours: number[] = [];
  const floor: number[] = [];
  const recording: number[] = [];
  const requests: number[] = [];
  const times = count >= largeSize ? Math.ceil(rounds / 3) : rounds;
  for (let round = 1; round <= times; round += 1) {
    const sleepMs = latency < 0 ? spreadOf(count) : [latency];
    floor.push(await upOnce(sleepers(count, sleepMs), flags));
    if (count >= largeSize && !plain) recording.push(await upOnce(sleepers(count, sleepMs, "as much"), flags));
    await emulator.reset();
    emulator.latency(latency < 0 ? { spread, byType: { delete: 0 } } : { defaultMs: latency, byType: { delete: 0 } });
    ours.push(await upOnce(routes(count), flags));
    requests.push(emulator.requests().length / count);
    console.log(
      `${name}, round ${String(round)}: ${seconds(floor.at(-1))} sleeping, ${recording.length > 0 ? `${seconds(recording.at(-1))} with as much state, ` : ""}${seconds(ours.at(-1))} routes`,
    );
    await empty();
  }
  const asMuch: Figure = {
    name: `${name}: beside as much state`,
    unit: "s",
    ours: ours.map(inSeconds),
    floor: recording.map(inSeconds),
  };
  const isGoal = count === 100 && latency === 1000 && parallel === 0;
  const figure: Figure = { name, unit: "s", ours: ours.map(inSeconds), floor: floor.map(inSeconds) };
  const added = ours.map((ms, round) => (ms - (floor[round] ?? 0)) / count);
  return [
    isGoal ? { ...figure, goal: "≤ 1.05 ×", reached: median(ours) <= 1.05 * median(floor) } : figure,
    ...(recording.length > 0 ? [asMuch] : []),
    { name: `${name}: added for each`, unit: "ms", ours: added },
    { name: `${name}: requests of each`, unit: "", ours: requests, goal: "3", reached: requests.every((n) => n === 3) },
  ];
}

/** The same durations on average: the emulator draws its own from the spread. */
function spreadOf(count: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => spread.minMs + ((index + 0.5) / count) * (spread.maxMs - spread.minMs),
  );
}

async function upOnce(program: string, flags: readonly string[]): Promise<number> {
  await empty();
  stack.program(program);
  return timed(() => stack.up(...flags));
}

async function empty(): Promise<void> {
  await timed(() => stack.destroy());
}

function inSeconds(milliseconds: number): number {
  return milliseconds / 1000;
}

function seconds(milliseconds = 0): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
