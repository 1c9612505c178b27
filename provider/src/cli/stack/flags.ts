import { projectProblem } from "../../names/names";
import { Settings } from "../../settings/settings";
import type { Terminal } from "../terminal";

/** Refuses a `--project` that cannot be one. */
export function assertProject(project: string): void {
  const problem = projectProblem(project);
  if (problem !== undefined) throw new Error(`--project must be ${problem}; it is ${JSON.stringify(project)}.`);
}

/** Says what in the environment makes a command dangerous. */
export function printDanger(error: Terminal["error"]): void {
  const { danger } = new Settings(() => undefined, process.env);
  if (danger !== undefined) error(`${danger}\n`);
}
