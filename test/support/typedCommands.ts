import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, delimiter, join } from "node:path";
import { withHotPlugins } from "./hotPlugin/hotPlugin";
import { keyServiceOption } from "./keyService";
import { nodeFolder } from "./packageManagers";
import { isolatedEnvironment, quickRuns } from "./pulumiEnvironment";
import { ended, type Host } from "./stack";

const newestNode = 24;

/**
 * Runs a block as a reader does who copies it: line by line, to the first that fails. Nobody is there to confirm. The
 * state is beside the folder. The program has a process of its own, whatever runs the providers.
 */
export async function typeCommands(
  commands: string,
  at: string,
  settings: NodeJS.ProcessEnv,
  host: Host = "process",
): Promise<string> {
  const state = `${at}-state`;
  mkdirSync(state, { recursive: true });
  const isolated = await isolatedEnvironment(state);
  const { PATH: further, ...others } = settings;
  const environment = {
    ...isolated,
    // One that keeps what it has compiled: half of what starting the SDK's processes costs.
    PATH: [await nodeFolder(newestNode), isolated.PATH, further].filter(Boolean).join(delimiter),
    NODE_COMPILE_CACHE: join(dirname(at), "compiled"),
    ...(host === "hot" ? { ...quickRuns, ...keyServiceOption() } : {}),
    ...others,
    PULUMI_SKIP_CONFIRMATIONS: "true",
  };
  // Never synchronously: the emulator answers from the test's own process.
  const run = (env: NodeJS.ProcessEnv) => ended(spawn("bash", ["-e", "-c", commands], { cwd: at, env }));
  const { code, output } = await (host === "hot" ? withHotPlugins({ folder: at, environment }, run) : run(environment));
  if (code !== 0) throw new Error(`${commands}\nended with ${String(code)}:\n${output}`);
  return output;
}
