import { readFileSync } from "node:fs";
import { parse } from "yaml";

export interface WorkflowStep {
  name?: string;
  run?: string;
  uses?: string;
}

/** The steps of one job of a GitHub Actions workflow. */
export function workflowSteps(path: string, job: string): WorkflowStep[] {
  const { jobs } = parse(readFileSync(path, "utf8")) as { jobs: Record<string, { steps: WorkflowStep[] }> };
  const { steps } = jobs[job] ?? {};
  if (steps === undefined) throw new Error(`${path} has no job ${job}`);
  return steps;
}

/** The commands of the step of a name. */
export function stepCommands(path: string, job: string, name: string): string {
  const commands = workflowSteps(path, job).find((step) => step.name === name)?.run;
  if (commands === undefined) throw new Error(`${path}: the job ${job} has no step "${name}" with commands`);
  return commands;
}
