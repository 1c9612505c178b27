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
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "pipe", "pipe"] });
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

/** Runs it on a port of its own, and waits until it serves. */
export async function startedEmulator(...args: string[]): Promise<RunningCommand & { readonly url: string }> {
  const command = runEmulator("--port", "0", ...args);
  await expect.poll(command.output, { timeout: 60_000, interval: 20 }).toContain("Ctrl-C");
  return { ...command, url: /http:\/\/[\d.]+:[0-9]+/.exec(command.output())?.[0] ?? "" };
}
