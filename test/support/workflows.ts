import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export interface WorkflowStep {
  name?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}

export interface WorkflowJob {
  needs?: string;
  permissions?: Record<string, string>;
  env?: Record<string, string>;
  strategy?: { "fail-fast"?: boolean; "max-parallel"?: number; matrix?: Record<string, unknown> };
  concurrency?: { group: string; "cancel-in-progress"?: boolean };
  steps: WorkflowStep[];
}

export interface Workflow {
  permissions?: Record<string, string>;
  env?: Record<string, string>;
  jobs: Record<string, WorkflowJob>;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Every workflow of the repository, those of the examples included, by its path in it. */
export function workflowFiles(): string[] {
  const folders = [join(".github", "workflows"), join("examples", "ci"), join("examples", "many-stacks", "github")];
  return folders.flatMap((folder) =>
    readdirSync(join(repository, folder))
      .filter((name) => /\.ya?ml$/.test(name))
      .map((name) => join(folder, name)),
  );
}

export function readWorkflow(path: string): Workflow {
  return parse(readFileSync(path, "utf8")) as Workflow;
}

/** The steps of one job of a GitHub Actions workflow. */
export function workflowSteps(path: string, job: string): WorkflowStep[] {
  const { steps } = readWorkflow(path).jobs[job] ?? {};
  if (steps === undefined) throw new Error(`${path} has no job ${job}`);
  return steps;
}

/** The commands of the step of a name. */
export function stepCommands(path: string, job: string, name: string): string {
  const commands = workflowSteps(path, job).find((step) => step.name === name)?.run;
  if (commands === undefined) throw new Error(`${path}: the job ${job} has no step "${name}" with commands`);
  return commands;
}
