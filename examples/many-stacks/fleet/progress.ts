import { renderChanges, type Outcome } from "./outcome";

/** Says when a stack begins and ends, and how far the run is. */
export class Progress {
  private readonly startedMs = performance.now();
  private running = 0;
  private ended = 0;
  private failed = 0;
  private resources = 0;

  constructor(
    private readonly out: NodeJS.WritableStream,
    /** How many resources each stack of the run has. */
    private readonly sizes: ReadonlyMap<string, number>,
  ) {}

  begin(name: string): void {
    this.running += 1;
    this.say(`${name}: begins, ${String(this.sizes.get(name) ?? 0)} resources`);
  }

  step(): void {
    this.resources += 1;
  }

  end(name: string, outcome: Outcome): void {
    this.running -= 1;
    this.ended += 1;
    if (outcome.kind === "failed") this.failed += 1;
    this.say(`${name}: ${outcome.kind === "done" ? renderChanges(outcome.changes) : outcome.kind}`);
    const all = [...this.sizes.values()].reduce((sum, size) => sum + size, 0);
    const seconds = Math.round((performance.now() - this.startedMs) / 1000);
    const failed = this.failed === 0 ? "" : `, ${String(this.failed)} failed`;
    const stacks = `${String(this.ended)} of ${String(this.sizes.size)} stacks ended${failed}, ${String(this.running)} running`;
    this.say(`${stacks}; ${String(this.resources)} of ${String(all)} resources; ${String(seconds)} s`);
  }

  say(line: string): void {
    this.out.write(`${line}\n`);
  }
}
