import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { LocalWorkspace, PulumiCommand, type EngineEvent, type Stack } from "@pulumi/pulumi/automation";
import { declareRoutes } from "../program";
import type { Verb } from "./commandLine";
import type { Plan } from "./plan";

/** How many resources a run changed, by the name of the step: `create`, `update`, `delete`, `same`. */
export type Changes = Readonly<Record<string, number>>;

/** A resource of ours in the state of a stack. */
export interface Held {
  readonly urn: string;
  readonly name: string;
}

const ours = "::pulumi-nodejs:dynamic/gce:";

export async function openStacks(plan: Plan): Promise<Stacks> {
  return new Stacks(plan, await PulumiCommand.get());
}

/** The stacks of the project in the current folder, through the Automation API. */
export class Stacks {
  private readonly opened = new Map<string, Promise<Stack>>();

  constructor(
    private readonly plan: Plan,
    private readonly pulumi: PulumiCommand,
  ) {}

  /** The names of the stacks that exist, in the plan or not. */
  async existing(): Promise<string[]> {
    const workspace = await LocalWorkspace.create({ workDir: process.cwd(), pulumiCommand: this.pulumi });
    return (await workspace.listStacks()).map(({ name }) => name);
  }

  /**
   * Runs one stack, which is made first if it does not exist.
   *
   * @param onDone hears of each resource that is done, or of an error
   * @param signal stops it as Ctrl-C does
   */
  async run(verb: Verb, name: string, onDone: (error?: string) => void, signal: AbortSignal): Promise<Changes> {
    const stack = await this.stack(name);
    signal.throwIfAborted();
    const options = { onEvent: heard(onDone), signal, color: "never" as const };
    switch (verb) {
      case "preview":
        return (await stack.preview(options)).changeSummary;
      case "up":
        return (await stack.up({ ...options, continueOnError: true })).summary.resourceChanges ?? {};
      case "destroy":
        return (await stack.destroy({ ...options, continueOnError: true })).summary.resourceChanges ?? {};
    }
  }

  /** The resources of ours that the state of a stack has. */
  async held(name: string): Promise<Held[]> {
    const { deployment } = await (await this.stack(name)).exportStack();
    const { resources = [] } = (deployment ?? {}) as { resources?: { urn: string; delete?: boolean }[] };
    return resources
      .filter(({ urn, delete: isLeaving }) => urn.includes(ours) && isLeaving !== true)
      .map(({ urn }) => ({ urn, name: urn.split("::").slice(3).join("::") }));
  }

  /** Moves resources from the state of one stack to that of another. No request reaches the service. */
  async move(source: string, target: string, urns: readonly string[]): Promise<void> {
    await this.stack(target);
    await this.command(["state", "move", "--yes", "--source", source, "--dest", target, ...urns]);
  }

  /** Takes a resource out of the state of one stack. No request reaches the service. */
  async forget(name: string, urn: string): Promise<void> {
    await this.command(["state", "delete", "--yes", "--stack", name, urn]);
  }

  /** Each stack is opened once: that takes a process of the CLI. */
  private stack(name: string): Promise<Stack> {
    const known = this.opened.get(name) ?? this.createOrSelect(name);
    this.opened.set(name, known);
    return known;
  }

  private createOrSelect(stackName: string): Promise<Stack> {
    const program = (): Promise<void> => {
      declareRoutes(this.plan.routesOf(stackName));
      return Promise.resolve();
    };
    return LocalWorkspace.createOrSelectStack(
      { stackName, projectName: "many-stacks", program },
      { workDir: process.cwd(), pulumiCommand: this.pulumi },
    );
  }

  private async command(args: string[]): Promise<void> {
    await promisify(execFile)(this.pulumi.command, [...args, "--non-interactive"]);
  }
}

/** Turns the events of the engine into steps and errors. */
function heard(onDone: (error?: string) => void): (event: EngineEvent) => void {
  return ({ diagnosticEvent, resOutputsEvent }) => {
    if (resOutputsEvent?.metadata.urn.includes(ours)) onDone();
    if (diagnosticEvent?.severity !== "error") return;
    // The engine marks where a colour begins.
    const text = diagnosticEvent.message.replace(/<\{%[^%]*%\}>/g, "").trim();
    // Its last words name nothing.
    if (!/^\w+ failed$/.test(text)) onDone(text);
  };
}
