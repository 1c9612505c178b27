/**
 * `npm run bench:many`: routes in many stacks, beside resources that only sleep in the same number of stacks. Both run on
 * this machine, several stacks at a time. Pulumi writes the whole state at each step, so the time of one stack grows with
 * the square of its size. That of many stacks of one size grows with their number. A second floor sleeps, and records as
 * much in its state as a route does.
 *
 * With `--journal`, the stacks are in a backend to which the CLI sends only what each step has changed, as in Pulumi Cloud.
 * Then the time of one stack grows with its size.
 *
 * Options: `--quick`, `--cases 1000x1,10000x20` (routes × stacks), `--at-once 4` (stacks), `--latency 1000`, `--keep`,
 * `--plain` (without the second floor), `--journal`.
 */
import { readFileSync } from "node:fs";
import { startJournalBackend, type JournalBackend } from "../test/support/journalBackend";
import { descendantsOf } from "../test/support/processTree";
import { inParallel } from "./support/inParallel";
import { options, publish, type Figure } from "./support/measure";
import { routes, sleepers, startBench, type Bench } from "./support/programs";

const { quick, numbers, word } = options();
const [atOnce = 4] = numbers("at-once", [4], [2]);
const [latencyMs = 1000] = numbers("latency", [1000], [100]);

/** Half of them have 500 routes in each stack, to show that the time grows with the number of stacks. */
const usualCases = "1000x1,3000x1,1000x2,3000x6,10000x4,10000x10,10000x20";
const casesOfJournal = "1000x1,3000x1,10000x1,10000x4,10000x20";
const hasJournal = process.argv.includes("--journal");
const cases = (word("cases") ?? (quick ? "20x2" : hasJournal ? casesOfJournal : usualCases))
  .split(",")
  .map((text) => text.split("x").map(Number));

const plain = hasJournal || process.argv.includes("--plain");

const figures: Figure[] = [];
for (const [count = 0, stacks = 1] of cases) figures.push(...(await compare(count, stacks)));
if (hasJournal) publish("journal", "Routes in a backend with a journal, beside resources that only sleep", figures);
else publish("many", "Routes in many stacks, beside resources that only sleep in as many", figures);

async function compare(count: number, stacks: number): Promise<Figure[]> {
  const name = `${count.toLocaleString("en")} routes in ${String(stacks)} ${stacks === 1 ? "stack" : "stacks"}`;
  const floor = await upAll(count, stacks, (share) => sleepers(share, [latencyMs]));
  const recording = plain ? undefined : await upAll(count, stacks, (share) => sleepers(share, [latencyMs], "as much"));
  const ours = await upAll(count, stacks, routes);
  const withAsMuch = recording === undefined ? "" : `, ${recording.seconds.toFixed(1)} s with as much state`;
  console.log(`${name}: ${floor.seconds.toFixed(1)} s sleeping${withAsMuch}, ${ours.seconds.toFixed(1)} s routes`);
  const isGoal = count === 10_000 && stacks === 20;
  const times: Figure = { name, unit: "s", ours: [ours.seconds], floor: [floor.seconds] };
  return [
    isGoal ? { ...times, goal: "≤ 1.15 ×", reached: ours.seconds <= 1.15 * floor.seconds } : times,
    ...(recording === undefined
      ? []
      : [{ name: `${name}: beside as much state`, unit: "s", ours: [ours.seconds], floor: [recording.seconds] }]),
    { name: `${name}: of each route`, unit: "ms", ours: [(ours.seconds / count) * 1000] },
    { name: `${name}: memory at the most`, unit: "MB", ours: [ours.megabytes], floor: [floor.megabytes] },
    {
      name: `${name}: ${hasJournal ? "journals" : "states"}`,
      unit: "MB",
      ours: [ours.stateMegabytes],
      floor: [floor.stateMegabytes],
    },
    { name: `${name}: requests of each`, unit: "", ours: [ours.requests / count], goal: "3" },
  ];
}

interface Measured {
  readonly seconds: number;
  /** Of all processes of the CLI, the programs and the providers together. */
  readonly megabytes: number;
  readonly stateMegabytes: number;
  readonly requests: number;
}

/** One `pulumi up` of each stack, several at a time. Each stack has its share. */
async function upAll(count: number, stacks: number, program: (share: number) => string): Promise<Measured> {
  const benches: Bench[] = [];
  const backends: JournalBackend[] = [];
  try {
    for (let number = 0; number < stacks; number += 1) {
      if (hasJournal) backends.push(await startJournalBackend());
      const bench = await startBench(backends[number]?.environment);
      benches.push(bench);
      bench.emulator.latency({ defaultMs: latencyMs });
      bench.stack.program(program(Math.floor(count / stacks) + (number < count % stacks ? 1 : 0)));
    }
    const memory = watchMemory();
    const startedMs = performance.now();
    await inParallel(stacks, atOnce, async (number) => {
      const { stack, timed } = benches[number] as Bench;
      await timed(() => stack.up("--parallel", "64"));
    });
    const seconds = (performance.now() - startedMs) / 1000;
    return {
      seconds,
      megabytes: memory.stop(),
      stateMegabytes:
        sum(benches.map(({ stack }, number) => backends[number]?.bytes() ?? stack.stateText().length)) / 1e6,
      requests: sum(benches.map(({ emulator }) => emulator.requests().length)),
    };
  } finally {
    for (const bench of [...benches, ...backends]) await bench.close();
  }
}

/** Looks once a second at what the processes that this one has started take together. */
function watchMemory(): { stop: () => number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, sum(descendantsOf(process.pid).map(({ pid }) => residentMegabytes(pid))));
  }, 1000);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

function residentMegabytes(pid: number): number {
  try {
    const [, pages = "0"] = readFileSync(`/proc/${String(pid)}/statm`, "utf8").split(" ");
    return (Number(pages) * 4096) / 1e6;
  } catch {
    // It has ended meanwhile, or the system does not tell.
    return 0;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
