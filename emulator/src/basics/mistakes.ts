import { inspect } from "node:util";
import { messageFrom, toPrintable } from "./printable";

/** Tells of a mistake in the emulator itself, which must be seen and not answered away. Gives the message for the client. */
export function reportMistake(error: unknown): string {
  console.error(toPrintable(`The emulator failed: ${inspect(error)}`));
  return `The emulator failed: ${messageFrom(error)}`;
}

/** Nobody waits for a timer: what is thrown there would end the process, and every test that uses it. */
export function runGuarded<T>(act: () => T, failed: (message: string) => T): T {
  try {
    return act();
  } catch (error) {
    return failed(reportMistake(error));
  }
}
