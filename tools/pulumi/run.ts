import { spawn } from "node:child_process";
import { constants } from "node:os";
import { pulumiEnvironment, pulumiToolchain, type PulumiToolchain } from "./toolchain";

/**
 * npm changes to the folder of package.json and keeps the user's own in INIT_CWD. When it was another npm script that
 * started this one, INIT_CWD is that script's matter, and the working directory is meant.
 */
function callersDirectory(environment: NodeJS.ProcessEnv): string {
  const startedByNpm = environment.npm_lifecycle_script?.includes("tools/pulumi/run") === true;
  return (startedByNpm ? environment.INIT_CWD : undefined) ?? process.cwd();
}

/** Runs the CLI in this process's stead and returns what it exited with. */
async function run(toolchain: PulumiToolchain, args: readonly string[]): Promise<number> {
  return await new Promise<number>((resolve, reject) => {
    // Before the CLI starts: a signal may come as soon as it does.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        // Ctrl-C reaches the CLI from the terminal already, and a second one makes it abandon what it is doing.
        if (signal !== "SIGINT" || !process.stdin.isTTY) {
          child.kill(signal);
        }
      });
    }
    const child = spawn(toolchain.command, args, {
      cwd: callersDirectory(process.env),
      env: pulumiEnvironment(toolchain),
      stdio: "inherit",
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    });
  });
}

try {
  process.exit(await run(await pulumiToolchain(), process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`, () => process.exit(1));
}
