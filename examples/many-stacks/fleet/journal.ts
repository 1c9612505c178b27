import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Verb } from "./commandLine";
import type { Outcomes } from "./outcome";

/** The last run: `--resume` goes on from there. */
interface LastRun {
  readonly verb: Verb;
  readonly outcomes: Readonly<Record<string, string>>;
}

/** Remembers the outcome of each stack, in a folder beside the program that no repository keeps. */
export class Journal {
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, ".fleet", "last-run.json");
  }

  /** The stacks that the last run with the same verb did not finish. All of them if there was none. */
  unfinished(verb: Verb, stacks: readonly string[]): string[] {
    const last = this.read();
    if (last?.verb !== verb) return [...stacks];
    return stacks.filter((name) => last.outcomes[name] !== "done");
  }

  /** Adds the outcomes of a run. Those of stacks that it left out stay. */
  record(verb: Verb, outcomes: Outcomes): void {
    const last = this.read();
    const before = last?.verb === verb ? last.outcomes : {};
    const now = Object.fromEntries([...outcomes].map(([name, { kind }]) => [name, kind]));
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(`${this.file}.new`, JSON.stringify({ verb, outcomes: { ...before, ...now } }, null, 2));
    renameSync(`${this.file}.new`, this.file);
  }

  private read(): LastRun | undefined {
    try {
      return JSON.parse(readFileSync(this.file, "utf8")) as LastRun;
    } catch {
      return undefined;
    }
  }
}
