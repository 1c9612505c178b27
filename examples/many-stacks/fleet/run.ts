import type { Outcome, Outcomes } from "./outcome";
import type { Progress } from "./progress";
import type { Verb } from "./commandLine";
import type { Stacks } from "./stacks";
import type { Stop } from "./stop";

/** One run over many stacks. */
export interface Run {
  readonly verb: Verb;
  readonly stacks: readonly string[];
  /** So many stacks run at a time. */
  readonly parallel: number;
  readonly stop: Stop;
}

/** Runs the stacks, N at a time. A stack that fails does not hold up the others. After a stop, no further stack begins. */
export async function runStacks(
  { verb, stacks, parallel, stop }: Run,
  on: Stacks,
  progress: Progress,
): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>(stacks.map((name) => [name, { kind: "left" }]));
  const queue = [...stacks];
  const worker = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined && !stop.asked.aborted; name = queue.shift()) {
      const outcome = await runStack(name);
      outcomes.set(name, outcome);
      progress.end(name, outcome);
    }
  };
  const runStack = async (name: string): Promise<Outcome> => {
    const errors: string[] = [];
    progress.begin(name);
    try {
      const onDone = (error?: string): void => {
        if (error === undefined) progress.step();
        else errors.push(error);
      };
      const changes = await on.run(verb, name, onDone, stop.told);
      return { kind: "done", changes };
    } catch (error) {
      // A stack that a stop kept from beginning is left as it was.
      if (stop.asked.aborted) return { kind: error === stop.told.reason ? "left" : "stopped" };
      return {
        kind: "failed",
        errors: errors.length > 0 ? errors : [error instanceof Error ? error.message : String(error)],
      };
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, stacks.length) }, worker));
  return outcomes;
}
