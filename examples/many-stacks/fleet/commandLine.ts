import { parseArgs } from "node:util";
import { UsageError } from "./plan";

const usage = `Usage: npm run fleet -- <command> [options]

Commands:
  preview   Show what an up would change, stack by stack
  up        Bring every stack in line with the plan
  destroy   Delete the routes of every stack
  move      Move resources between stacks, as the plan says, without touching the service

Options:
  --plan FILE       Which stack has what. Default: plan.json
  --routes FILE     The routes. Default: routes.json
  --parallel N      How many stacks run at a time. Default: 4
  --stack NAME      Only this stack. You can give it more than once.
  --resume          Only the stacks that the last run did not finish
  --help            This text`;

const options = {
  plan: { type: "string", default: "plan.json" },
  routes: { type: "string", default: "routes.json" },
  parallel: { type: "string", default: "4" },
  stack: { type: "string", multiple: true },
  resume: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** What one run does to every stack. */
export type Verb = "preview" | "up" | "destroy";

/** What the user asks for. */
export interface CommandLine {
  readonly command: Verb | "move" | "help";
  readonly plan: string;
  readonly routes: string;
  readonly parallel: number;
  /** Only these stacks; `undefined` for all. */
  readonly stacks: readonly string[] | undefined;
  readonly resume: boolean;
}

/** @throws UsageError with the usage, for a wrong command or option */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { positionals, values } = parsed(args);
  const [command = "", ...more] = positionals;
  const { plan, routes, stack: stacks, resume } = values;
  const parallel = Number(values.parallel);
  if (!values.help && !isCommand(command)) throw wrong(`"${command}": the commands are preview, up, destroy and move.`);
  if (more.length > 0) throw wrong(`"${more.join(" ")}": give one command. A stack is --stack NAME.`);
  if (!(Number.isInteger(parallel) && parallel > 0))
    throw wrong(`--parallel is "${values.parallel}": give a whole number of at least 1.`);
  return { command: isCommand(command) && !values.help ? command : "help", plan, routes, parallel, stacks, resume };
}

/** The text of `--help`. */
export function renderUsage(): string {
  return usage;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function isCommand(command: string): command is Verb | "move" {
  return ["preview", "up", "destroy", "move"].includes(command);
}

function wrong(reason: string): UsageError {
  return new UsageError(`${reason}\n\n${usage}`);
}
