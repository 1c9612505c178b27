/**
 * `npm run acceptance -- --project PROJECT`: all resources and functions against a real project, with a recording of the
 * traffic. `--help` has the options, and acceptance/README.md says the rest.
 */
import { relative } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { pulumiToolchain } from "../tools/pulumi/toolchain";
import { help, readOptions, UsageError, type AcceptanceOptions } from "./options";
import { missingPermissions, neededPermissions } from "./plan/permissions";
import { planText } from "./plan/plan";
import { forgetForeignVariables, tokenSource } from "./run/credentials";
import { begunRuns, isUnderWay } from "./run/earlierRuns";

const hourMs = 3_600_000;

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args, process.env);
  if (options === "help") {
    console.log(help);
    return 0;
  }
  if (!options.confirmed && !process.stdin.isTTY)
    throw new UsageError("There is no terminal to ask on before things are made. Run it in one, or give --yes.");
  const repository = fileURLToPath(new URL("..", import.meta.url));
  if (relative(repository, options.output).startsWith(".."))
    throw new UsageError(
      "--output has to be a folder inside the repository: the programs of a run find the package from there.",
    );
  const token = await tokenSource(options);
  forgetForeignVariables();
  // Before anything is made: without a CLI nothing could be tried.
  if (!options.cleansOnly) await pulumiToolchain();
  if (!(await hasPermissions(options, token))) return 1;
  const left = begunRuns(options).filter((run) => !isUnderWay(run));
  console.log(
    options.cleansOnly
      ? `Everything in ${options.project} whose name begins with ${options.prefix} is deleted.\n`
      : planText(
          options,
          left.map(({ prefix }) => prefix),
        ),
  );
  if (!options.confirmed && !(await agrees())) {
    console.log("Nothing was made.");
    return 1;
  }
  // What it needs takes seconds to load, and no refusal is to wait for it.
  const { runAcceptance } = await import("./run/run");
  const passed = await runAcceptance(options, { token, say: console.log, signal: signalDeadline(options) });
  return passed ? 0 : 1;
}

async function hasPermissions(options: AcceptanceOptions, token: () => Promise<string>): Promise<boolean> {
  const { project, resourceManager, permissionsChecked, cleansOnly } = options;
  if (!permissionsChecked || cleansOnly) return true;
  if (resourceManager === undefined) {
    console.log(
      "Permissions are not checked: --endpoint is not Google's, and no --resource-manager-endpoint is given.\n",
    );
    return true;
  }
  const missing = await missingPermissions(neededPermissions(options), {
    resourceManager,
    project,
    token: await token(),
  });
  if (missing.length === 0) return true;
  for (const { on, permissions } of missing) console.error(`Missing on ${on}:\n  ${permissions.join("\n  ")}`);
  console.error(
    "\nNothing was made. Give the caller a role with these permissions, choose less with --only, or, where roles are given " +
      "on single objects, run with --without-permission-check.",
  );
  return false;
}

async function agrees(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Go on? [y/N] ");
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Ends the trial at Ctrl-C and after the longest time, so that the clean-up begins. A second Ctrl-C ends that as well. */
function signalDeadline({ maxHours }: AcceptanceOptions): AbortSignal {
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.on(name, () => {
      if (interrupted.signal.aborted) process.exit(130);
      console.log("\nInterrupted: the clean-up begins. Interrupt again to leave everything as it is.");
      interrupted.abort(new Error("It was interrupted."));
    });
  const longest = new AbortController();
  setTimeout(() => {
    longest.abort(new Error(`It took longer than --max-hours ${String(maxHours)}.`));
  }, maxHours * hourMs).unref();
  return AbortSignal.any([interrupted.signal, longest.signal]);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
// A client that keeps connections for a while has nothing to do any more.
setTimeout(() => process.exit(), 2_000).unref();
