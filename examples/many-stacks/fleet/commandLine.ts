import { parseArgs } from "node:util";
import { UsageError } from "./plan";

/** The text of `--help`. */
export const usage = `Usage: npm run fleet -- <command> [options]

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
  --help            This text`;

const options = {
  plan: { type: "string", default: "plan.json" },
  routes: { type: "string", default: "routes.json" },
  parallel: { type: "string", default: "4" },
  stack: { type: "string", multiple: true },
  help: { type: "boolean", default: false },
} as const;

/** What one run does to every stack. */
export type Verb = "preview" | "up" | "destroy";

/** What the user asks for. */
export type CommandLine = ReturnType<typeof parseCommandLine>;

/** @throws UsageError with the usage, for a wrong command or option */
export function parseCommandLine(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [command = "", ...more] = values.help ? ["help"] : positionals;
    const parallel = Number(values.parallel);
    if (!isCommand(command)) throw new Error(`"${command}": the commands are preview, up, destroy and move.`);
    if (more.length > 0) throw new Error(`"${more.join(" ")}": give one command. A stack is --stack NAME.`);
    if (!(Number.isInteger(parallel) && parallel > 0))
      throw new Error(`--parallel is "${values.parallel}": give a whole number of at least 1.`);
    return { ...values, command, parallel };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function isCommand(command: string): command is Verb | "move" | "help" {
  return ["preview", "up", "destroy", "move", "help"].includes(command);
}
