import { exitCodes } from "./failure";
import { describeSystemError } from "./outputFile";

/** Where a command prints. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}

export const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
};

/** Ends the command where its output goes nowhere: to a full disk, or to a reader that has gone and wants no more. */
export function endWithoutOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") terminal.error(`The output cannot be written: ${describeSystemError(error)}.\n`);
    process.exit(exitCodes.failed);
  });
  // Whoever does not see the messages still gets the output.
  process.stderr.on("error", () => undefined);
}
