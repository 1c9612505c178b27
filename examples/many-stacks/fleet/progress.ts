import { renderChanges, type Outcome } from "./outcome";

interface Line {
  readonly name: string;
  readonly size: number;
  readonly steps: Record<string, number>;
}

/**
 * Shows a run while it goes on: one line for each stack that has ended, one for each that runs, and one for the sum. A
 * terminal gets the lines of running stacks anew a few times a second; a log gets the beginning and the end of each.
 */
export class Progress {
  private readonly running = new Map<string, Line>();
  private readonly startedMs = performance.now();
  private ended = 0;
  private failed = 0;
  private resources = 0;
  private drawn = 0;
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly out: NodeJS.WriteStream,
    /** How many resources each stack of the run has. */
    private readonly sizes: ReadonlyMap<string, number>,
  ) {
    if (!out.isTTY) return;
    this.timer = setInterval(() => {
      this.draw();
    }, 250);
  }

  begin(name: string): void {
    this.running.set(name, { name, size: this.sizes.get(name) ?? 0, steps: {} });
    if (!this.out.isTTY) this.say(`${name}: begins, ${String(this.sizes.get(name) ?? 0)} resources`);
  }

  step(name: string, step: string): void {
    const line = this.running.get(name);
    if (line === undefined) return;
    line.steps[step] = (line.steps[step] ?? 0) + 1;
    this.resources += 1;
  }

  end(name: string, outcome: Outcome): void {
    this.running.delete(name);
    this.ended += 1;
    if (outcome.kind === "failed") this.failed += 1;
    this.say(`${name}: ${outcome.kind === "done" ? renderChanges(outcome.changes) : outcome.kind}`);
    if (this.out.isTTY) this.draw();
    else this.say(this.sum());
  }

  say(line: string): void {
    this.erase();
    this.out.write(`${line}\n`);
  }

  close(): void {
    clearInterval(this.timer);
    this.erase();
  }

  private draw(): void {
    this.erase();
    const lines = [...this.running.values()].map(
      ({ name, size, steps }) => `${name}: ${String(count(steps))} of ${String(size)}  ${renderChanges(steps)}`,
    );
    // A line that wraps, or scrolls away, cannot be erased.
    const shown = [...lines.slice(0, (this.out.rows || 24) - 2), this.sum()].map((line) =>
      line.slice(0, (this.out.columns || 80) - 1),
    );
    this.out.write(`${shown.join("\n")}\n`);
    this.drawn = shown.length;
  }

  private erase(): void {
    if (this.drawn > 0) this.out.write(`\u001b[${String(this.drawn)}A\u001b[0J`);
    this.drawn = 0;
  }

  private sum(): string {
    const all = [...this.sizes.values()].reduce((sum, size) => sum + size, 0);
    const seconds = Math.round((performance.now() - this.startedMs) / 1000);
    const failed = this.failed === 0 ? "" : `, ${String(this.failed)} failed`;
    return (
      `${String(this.ended)} of ${String(this.sizes.size)} stacks ended${failed}, ${String(this.running.size)} running; ` +
      `${String(this.resources)} of ${String(all)} resources; ${String(seconds)} s`
    );
  }
}

function count(steps: Readonly<Record<string, number>>): number {
  return Object.values(steps).reduce((sum, one) => sum + one, 0);
}
