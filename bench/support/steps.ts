import type { Bench } from "./programs";

/** The results of one command of the CLI over all rounds. */
export class Step {
  /** In seconds. */
  readonly times: number[] = [];
  readonly requests: number[] = [];

  /** @param verb what the CLI is asked for */
  constructor(readonly verb: "up" | "refresh" | "destroy") {}

  /** Runs the command once, and counts its requests. */
  async run({ emulator, stack, measureTime: timed }: Bench): Promise<void> {
    emulator.clearRequests();
    this.times.push((await timed(() => stack[this.verb]())) / 1000);
    this.requests.push(emulator.requests().length);
  }
}
