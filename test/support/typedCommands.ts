import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter } from "node:path";
import { nodeFolder } from "./packageManagers";
import { isolatedEnvironment } from "./pulumiEnvironment";
import { ended } from "./stack";

/**
 * Runs a block as a reader does who copies it: line by line, to the first that fails. Nobody is there to confirm. The
 * state is beside the folder.
 */
export async function typeCommands(commands: string, at: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const state = `${at}-state`;
  mkdirSync(state, { recursive: true });
  const isolated = await isolatedEnvironment(state);
  const { PATH: further, ...others } = settings;
  // The newest SDK needs a newer Node than this package does.
  const PATH = [await nodeFolder(24), isolated.PATH, further].filter(Boolean).join(delimiter);
  const env = { ...isolated, PATH, ...others, PULUMI_SKIP_CONFIRMATIONS: "true" };
  // Never synchronously: the emulator answers from the test's own process.
  const { code, output } = await ended(spawn("bash", ["-e", "-c", commands], { cwd: at, env }));
  if (code !== 0) throw new Error(`${commands}\nended with ${String(code)}:\n${output}`);
  return output;
}
