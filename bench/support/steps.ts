import type { Stack } from "../../test/support/stack";
import type { Figure } from "./measure";
import type { Bench } from "./programs";

/** The results of one command of the CLI over all rounds. */
export class Step {
  /** In seconds. */
  readonly times: number[] = [];
  readonly requests: number[] = [];
  /** Changes that the service refused. A read that finds nothing is none. */
  readonly refused: number[] = [];

  /** @param verb what the CLI is asked for */
  constructor(readonly verb: "up" | "refresh" | "destroy") {}

  /** Runs the command once, and counts its requests. */
  async run({ emulator, stack, timed }: Bench, flags: readonly string[]): Promise<void> {
    emulator.clearRequests();
    this.times.push((await timed(() => this.command(stack, flags))) / 1000);
    const requests = emulator.requests();
    this.requests.push(requests.length);
    this.refused.push(requests.filter(({ method, status = 0 }) => method !== "GET" && status >= 400).length);
  }

  /** @param floor the least that it can take, in seconds */
  figures(name: string, floor?: readonly number[]): Figure[] {
    return [
      { name, unit: "s", ours: this.times, ...(floor === undefined ? {} : { floor }) },
      { name: `${name}: requests`, unit: "", ours: this.requests },
      ...(this.refused.some((count) => count > 0)
        ? [{ name: `${name}: refused changes`, unit: "", ours: this.refused }]
        : []),
    ];
  }

  private command(stack: Stack, flags: readonly string[]): ReturnType<Stack["up"]> {
    return stack[this.verb](...flags);
  }
}

/** The flags that set the parallelism; 0 is the engine's default. */
export function parallelFlags(parallel: number): string[] {
  return parallel === 0 ? [] : ["--parallel", String(parallel)];
}
