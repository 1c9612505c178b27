import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** How a program is run; see {@link output}. */
export interface SubprocessOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory?: string;
  readonly timeoutMilliseconds?: number;
  /** Called with every line of stderr as it comes, for progress. */
  readonly onErrorLine?: (line: string) => void;
}

const keptErrorLines = 12;

/**
 * Runs a program to its end and returns what it wrote to stdout.
 * A failure is an error with the last lines of its stderr: the beginning is usually noise.
 */
export async function output(command: string, args: readonly string[], options: SubprocessOptions): Promise<string> {
  return await new Promise<string>((resolve, reject) => {
    const child = spawn(command, args, {
      env: options.environment,
      cwd: options.workingDirectory,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.timeoutMilliseconds,
    });
    let text = "";
    const errorLines: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    createInterface({ input: child.stderr }).on("line", (line) => {
      errorLines.push(line);
      errorLines.splice(0, errorLines.length - keptErrorLines);
      options.onErrorLine?.(line);
    });
    child.once("error", (error) => {
      reject(new Error(`${command} could not be started: ${error.message}`));
    });
    child.once("close", (code, signal) => {
      if (code === 0) {
        resolve(text);
        return;
      }
      const end = signal === null ? `ended with exit code ${String(code)}` : `was ended by ${signal}`;
      reject(new Error([`${command} ${args[0] ?? ""} ${end}`, ...errorLines].join("\n")));
    });
  });
}
