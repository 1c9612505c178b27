import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Verb } from "./commandLine";
import type { Outcomes } from "./outcome";

/** A folder beside the program, which no repository keeps. */
const folder = ".fleet";
const file = `${folder}/last-run.json`;

/** The last run: `--resume` goes on from there. */
interface LastRun {
  readonly verb: Verb;
  readonly outcomes: Readonly<Record<string, string>>;
}

/** How the last run with the same verb ended each stack. */
function lastOutcomes(verb: Verb): LastRun["outcomes"] {
  try {
    const last = JSON.parse(readFileSync(file, "utf8")) as LastRun;
    return last.verb === verb ? last.outcomes : {};
  } catch {
    return {};
  }
}

/** The stacks that the last run with the same verb did not finish. All of them if there was none. */
export function unfinished(verb: Verb, stacks: readonly string[]): string[] {
  const outcomes = lastOutcomes(verb);
  return stacks.filter((name) => outcomes[name] !== "done");
}

/** Adds the outcomes of a run. Those of stacks that it left out stay. */
export function recordRun(verb: Verb, outcomes: Outcomes): void {
  const now = Object.fromEntries([...outcomes].map(([name, { kind }]) => [name, kind]));
  const run: LastRun = { verb, outcomes: { ...lastOutcomes(verb), ...now } };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(run, null, 2));
  renameSync(`${file}.new`, file);
}
