import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ended, type Run, type Stack } from "../support/stack";

const command = fileURLToPath(new URL("../../provider/dist/cli/bin.js", import.meta.url));

/** Runs the command the way a user does, in the program's folder. */
export async function runOrphans(stack: Stack, ...flags: string[]): Promise<Run> {
  const run = await ended(
    spawn(process.execPath, [command, "orphans", ...flags], {
      cwd: stack.folder,
      env: stack.environment,
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  stack.printed.push(run.output);
  return run;
}
