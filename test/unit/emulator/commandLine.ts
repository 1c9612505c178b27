import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";

const CLI = fileURLToPath(new URL("../../../emulator/lib/cli.js", import.meta.url));

/** A command line that runs. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** All that it has said so far. */
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

/** Runs the command line in a process of its own, as it is published. */
export function runEmulator(...args: string[]): RunningCommand {
  return runCommand(process.execPath, CLI, ...args);
}

function runCommand(command: string, ...args: string[]): RunningCommand {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let text = "";
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, output: () => text, ended };
}

/** A command line that serves. */
export type StartedCommand = RunningCommand & { readonly url: string };

/** Runs it on a port of its own, and waits until it serves. */
export function startedEmulator(...args: string[]): Promise<StartedCommand> {
  return served(runEmulator("--port", "0", ...args));
}

/** The same in a process that can make no file longer than some blocks of 512 or 1,024 bytes: its disk is full then. */
export function startedOnSmallDisk(blocks: number, ...args: string[]): Promise<StartedCommand> {
  const script = `ulimit -f ${String(blocks)}; exec "$@"`;
  return served(runCommand("sh", "-c", script, "sh", process.execPath, CLI, "--port", "0", ...args));
}

/** The same with a heap of some MiB. */
export function startedWithHeap(heapMib: number, ...args: string[]): Promise<StartedCommand> {
  return served(runCommand(process.execPath, `--max-old-space-size=${String(heapMib)}`, CLI, "--port", "0", ...args));
}

async function served(command: RunningCommand): Promise<StartedCommand> {
  await expect.poll(command.output, { timeout: 60_000, interval: 20 }).toContain("Ctrl-C");
  return { ...command, url: /http:\/\/[\d.]+:[0-9]+/.exec(command.output())?.[0] ?? "" };
}
