import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { delimiter } from "node:path";
import { nodeFolder } from "./packageManagers";
import { isolatedEnvironment } from "./pulumiEnvironment";
import { ended, type Run } from "./stack";

/**
 * Runs a block as a reader does who copies it: line by line, to the first that fails. Nobody is there to confirm. The
 * state is beside the folder.
 */
export async function typeCommands(commands: string, at: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await tryCommands(commands, at, settings);
  if (code !== 0) throw new Error(`${commands}\nended with ${String(code)}:\n${output}`);
  return output;
}

/** The same for a block that may fail. */
export async function tryCommands(commands: string, at: string, settings: NodeJS.ProcessEnv): Promise<Run> {
  // Never synchronously: the emulator answers from the test's own process.
  return ended(spawn("bash", ["-e", "-c", commands], { cwd: at, env: await readersEnvironment(at, settings) }));
}

/** A terminal in which a command runs on. */
export interface OtherTerminal {
  /** Where the command listens. */
  readonly url: string;
  /** Ctrl-C, and the end of the command. */
  interrupt(): Promise<void>;
}

/** Types a command that serves, and waits until it says where. */
export async function typeElsewhere(command: string, at: string, settings: NodeJS.ProcessEnv): Promise<OtherTerminal> {
  const env = await readersEnvironment(at, settings);
  const child = spawn("bash", ["-c", command], { cwd: at, env, detached: true });
  const end = once(child, "close");
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    const read = (part: Buffer) => {
      printed += part.toString();
      // The last line that a server prints before it waits.
      if (printed.includes("Ctrl-C")) resolve(/http:\/\/[\d.]+:\d+/.exec(printed)?.[0] ?? "");
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("close", (code) => {
      reject(new Error(`${command}\nended with ${String(code)}:\n${printed}`));
    });
  });
  const interrupt = async () => {
    // As a terminal does: every process of the command is told.
    process.kill(-(child.pid ?? 0), "SIGINT");
    await end;
  };
  return { url, interrupt };
}

async function readersEnvironment(at: string, settings: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const state = `${at}-state`;
  mkdirSync(state, { recursive: true });
  const isolated = await isolatedEnvironment(state);
  const { PATH: further, ...others } = settings;
  // The newest SDK needs a newer Node than this package does.
  const PATH = [await nodeFolder(24), isolated.PATH, further].filter(Boolean).join(delimiter);
  return { ...isolated, PATH, ...others, PULUMI_SKIP_CONFIRMATIONS: "true" };
}
