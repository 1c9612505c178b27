import { parseCommandLine, usage, type CommandLine, type Verb } from "./fleet/commandLine";
import { makeMoves, misplaced, renderMove } from "./fleet/moves";
import { renderOutcomes } from "./fleet/outcome";
import { readPlan, UsageError, type Plan } from "./fleet/plan";
import { Progress } from "./fleet/progress";
import { runStacks } from "./fleet/run";
import { listenForStop } from "./fleet/stop";
import type { Stacks } from "./fleet/stacks";

/** The exit code: 0 if all is done, 1 after a failure, 2 for a wrong command line or plan, 130 after a stop. */
async function main(): Promise<number> {
  const commandLine = parseCommandLine(process.argv.slice(2));
  const { command } = commandLine;
  if (command === "help") {
    console.log(usage);
    return 0;
  }
  const plan = readPlan(commandLine.plan, commandLine.routes);
  // An unknown name must not become a stack.
  for (const name of commandLine.stack ?? []) plan.routesOf(name);
  // The SDK is large: a wrong command line or plan does not wait for it.
  const stacks = await (await import("./fleet/stacks.js")).openStacks(plan);
  return command === "move" ? move(plan, stacks) : run(command, commandLine, plan, stacks);
}

async function move(plan: Plan, stacks: Stacks): Promise<number> {
  const moves = await misplaced(plan, stacks);
  await makeMoves(moves, stacks, console.log);
  if (moves.length === 0) console.log("Every resource is in the stack that the plan says.");
  return 0;
}

async function run(verb: Verb, commandLine: CommandLine, plan: Plan, stacks: Stacks): Promise<number> {
  const chosen = commandLine.stack ?? plan.stacks;
  if (verb !== "destroy") await refuseMisplaced(plan, stacks);
  const progress = new Progress(new Map(chosen.map((name) => [name, plan.routesOf(name).length])));
  const stop = listenForStop(() => {
    console.log("Stopping. No further stack begins. The running stacks finish what they have begun.");
  });
  const outcomes = await runStacks({ verb, stacks: chosen, parallel: commandLine.parallel, stop }, stacks, progress);
  console.log(renderOutcomes(outcomes));
  const left = [...outcomes].flatMap(([name, { kind }]) => (kind === "done" ? [] : [` --stack ${name}`]));
  if (left.length > 0) console.log(`\nTo run the stacks that are not done: npm run fleet -- ${verb}${left.join("")}`);
  return stop.asked.aborted ? 130 : left.length === 0 ? 0 : 1;
}

/** A stack that no longer declares a route deletes it, while another stack creates it: traffic would be lost. */
async function refuseMisplaced(plan: Plan, stacks: Stacks): Promise<void> {
  const moves = await misplaced(plan, stacks);
  if (moves.length === 0) return;
  const reason = "The plan gives these resources to another stack. First run: npm run fleet -- move";
  throw new UsageError([reason, ...moves.map(renderMove)].join("\n  "));
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  },
);
