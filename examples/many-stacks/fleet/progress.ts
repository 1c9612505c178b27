import { renderChanges, type Outcome } from "./outcome";

/** Says when a stack begins and ends, and how far the run is. */
export class Progress {
  private readonly startedMs = performance.now();
  private readonly running = new Set<string>();
  private readonly ended: Outcome[] = [];
  private resources = 0;

  /** @param sizes how many resources each stack of the run has */
  constructor(private readonly sizes: ReadonlyMap<string, number>) {}

  begin(name: string): void {
    this.running.add(name);
    console.log(`${name}: begins, ${String(this.sizes.get(name) ?? 0)} resources`);
  }

  step(): void {
    this.resources += 1;
  }

  end(name: string, outcome: Outcome): void {
    this.running.delete(name);
    this.ended.push(outcome);
    console.log(`${name}: ${outcome.kind === "done" ? renderChanges(outcome.changes) : outcome.kind}`);
    const all = [...this.sizes.values()].reduce((sum, size) => sum + size, 0);
    const failed = this.ended.filter(({ kind }) => kind === "failed").length;
    const seconds = Math.round((performance.now() - this.startedMs) / 1000);
    console.log(
      `${String(this.ended.length)} of ${String(this.sizes.size)} stacks ended${failed === 0 ? "" : `, ${String(failed)} failed`}, ` +
        `${String(this.running.size)} running; ${String(this.resources)} of ${String(all)} resources; ${String(seconds)} s`,
    );
  }
}
