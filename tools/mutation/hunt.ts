import { availableParallelism } from "node:os";
import { Lane, noMutant } from "./lanes";
import type { PlacedMutant } from "./workCopy";

export type Fate = "killed" | "timeout" | "survived" | "unreached";

export interface Judged {
  readonly mutant: PlacedMutant;
  readonly fate: Fate;
}

/** A test file that passes without mutants: how long it takes, and which mutants it reaches. */
interface Witness {
  readonly file: string;
  readonly tookMs: number;
  readonly reached: ReadonlySet<number>;
}

export interface Hunt {
  readonly judged: readonly Judged[];
  /** Test files that do not pass in a copy of the work tree: they judge no mutant. */
  readonly unusable: readonly string[];
}

const longestFileMs = 300_000;
/** Mutants may make a test slower by as much; what takes longer does not end. */
const slack = { factor: 4, leastMs: 30_000 };

/**
 * Tries each mutant against the unit tests that reach it, and where none of them finds it, against the protocol tests that do.
 *
 * @param protocolTestsOf the protocol tests that may be asked about a mutant
 * @param tell is given a line for each step
 */
export async function hunt(
  root: string,
  mutants: readonly PlacedMutant[],
  unitTests: readonly string[],
  protocolTestsOf: (mutant: PlacedMutant) => readonly string[],
  tell: (line: string) => void,
): Promise<Hunt> {
  const lanes = Array.from({ length: Math.max(2, availableParallelism()) }, () => new Lane(root, mutants));
  const unusable: string[] = [];
  const end = () => {
    lanes.forEach((lane) => {
      lane.close();
    });
  };
  process.once("exit", end);
  try {
    const witnessesOf = async (files: readonly string[]): Promise<Witness[]> => {
      const found = await beside(lanes, files, async (lane, file) => {
        const startMs = performance.now();
        const reached = await lane.reached(file, longestFileMs);
        if (reached === undefined) unusable.push(file);
        return { file, tookMs: performance.now() - startMs, reached: reached ?? new Set() };
      });
      return found.filter(({ reached }) => reached.size > 0).sort((one, other) => one.tookMs - other.tookMs);
    };
    const unit = await witnessesOf(unitTests);
    const reachedByUnit = mutants.filter(({ id }) => unit.some(({ reached }) => reached.has(id)));
    tell(`${String(unit.length)} unit test files reach ${String(reachedByUnit.length)} mutants`);
    const protocol = await witnessesOf([...new Set(mutants.flatMap(protocolTestsOf))]);
    tell(`${String(protocol.length)} protocol test files are asked about those that no unit test finds`);
    let done = 0;
    const judged = await beside(lanes, mutants, async (lane, mutant) => {
      const allowed = protocolTestsOf(mutant);
      const witnesses = [...unit, ...protocol.filter(({ file }) => allowed.includes(file))].filter(({ reached }) =>
        reached.has(mutant.id),
      );
      const fate = await judge(lane, mutant, witnesses);
      done += 1;
      tell(
        `${String(done)} of ${String(mutants.length)}: ${fate}, ${mutant.operator} in ${mutant.file}:${String(mutant.line)}`,
      );
      return { mutant, fate };
    });
    // Tests that also fail without a mutant would find every one of them.
    const [control] = unit;
    if (control !== undefined) await Promise.all(lanes.map((lane) => mustPass(lane, control)));
    return { judged, unusable };
  } finally {
    process.off("exit", end);
    end();
  }
}

async function mustPass(lane: Lane, { file }: Witness): Promise<void> {
  const outcome = await lane.runWith(noMutant, [file], longestFileMs);
  if (outcome !== "passed") {
    throw new Error(`${file} passes no more without a mutant (${outcome}): what was found before means nothing.`);
  }
}

async function judge(lane: Lane, mutant: PlacedMutant, witnesses: readonly Witness[]): Promise<Fate> {
  if (witnesses.length === 0) return "unreached";
  const usualMs = witnesses.reduce((all, { tookMs }) => all + tookMs, 0);
  const files = witnesses.map(({ file }) => file);
  const outcome = await lane.runWith(mutant.id, files, Math.max(slack.leastMs, slack.factor * usualMs));
  return ({ passed: "survived", failed: "killed", timeout: "timeout" } as const)[outcome];
}

/** Does the work for all items, as many at once as there are lanes. */
async function beside<Item, Result>(
  lanes: readonly Lane[],
  items: readonly Item[],
  work: (lane: Lane, item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        results[next[0]] = await work(lane, next[1]);
      }
    }),
  );
  return results;
}
