import { readFileSync } from "node:fs";
import { startJournalBackend, type JournalBackend } from "../../test/support/journalBackend";
import { listDescendants } from "../../test/support/processTree";
import { inParallel } from "./inParallel";
import { atMost, options, publish, type Figure } from "./measure";
import { routes, sleepers, startBench, type Bench } from "./programs";

const stacksAtOnce = 4;
const latencyMs = 1_000;

/** Compares each case of `routes × stacks` with as many resources that only sleep. */
export async function compareMany(
  name: string,
  title: string,
  { cases, hasJournal }: { cases: string; hasJournal: boolean },
): Promise<void> {
  const { quick, word } = options();
  const figures: Figure[] = [];
  for (const text of (word("cases") ?? (quick ? "20x2" : cases)).split(",")) {
    const [count = 0, stacks = 1] = text.split("x").map(Number);
    figures.push(...(await compare(count, stacks, hasJournal)));
  }
  publish(name, title, figures);
}

async function compare(count: number, stacks: number, hasJournal: boolean): Promise<Figure[]> {
  const name = `${count.toLocaleString("en")} routes in ${String(stacks)} ${stacks === 1 ? "stack" : "stacks"}`;
  const upAll = (program: (share: number) => string) => runAll(count, stacks, hasJournal, program);
  const floor = await upAll((share) => sleepers(share, latencyMs));
  const recording = hasJournal ? undefined : await upAll((share) => sleepers(share, latencyMs, "as much"));
  const ours = await upAll(routes);
  const compareWith = (what: keyof Measured, floorRun: Measured, more: string, unit: string): Figure => {
    return { name: `${name}${more}`, unit, ours: [ours[what]], floor: [floorRun[what]] };
  };
  const times = compareWith("seconds", floor, "", "s");
  return [
    count === 10_000 && stacks === 20 ? atMost(1.15, times) : times,
    ...(recording === undefined ? [] : [compareWith("seconds", recording, ": beside as much state", "s")]),
    compareWith("megabytes", floor, ": memory at the most", "MB"),
    compareWith("stateMegabytes", floor, `: ${hasJournal ? "journals" : "states"}`, "MB"),
  ];
}

interface Measured {
  readonly seconds: number;
  /** Of all processes of the CLI, the programs and the providers together. */
  readonly megabytes: number;
  readonly stateMegabytes: number;
}

/** One `pulumi up` of each stack, several at a time. Each stack has its share. */
async function runAll(
  count: number,
  stacks: number,
  hasJournal: boolean,
  program: (share: number) => string,
): Promise<Measured> {
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
    await inParallel(stacks, stacksAtOnce, async (number) => {
      const { stack, measureTime: timed } = benches[number] as Bench;
      await timed(() => stack.up("--parallel", "64"));
    });
    const seconds = (performance.now() - startedMs) / 1000;
    const bytes = benches.map(({ stack }, number) => backends[number]?.bytes() ?? stack.stateText().length);
    return { seconds, megabytes: memory.stop(), stateMegabytes: sum(bytes) / 1e6 };
  } finally {
    for (const bench of [...benches, ...backends]) await bench.close();
  }
}

/** Looks once a second at what the processes that this one has started take together. */
function watchMemory(): { stop: () => number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, sum(listDescendants(process.pid).map(({ pid }) => residentMegabytes(pid))));
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
