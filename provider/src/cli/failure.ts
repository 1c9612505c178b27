import { ComputeError } from "../http/errors/computeError";
import { adviceOn } from "../lifecycle/job/advice";
import { thrownText } from "../messages/inspection";

/** 0: nothing is left to do; 1: something is; 2: the command could not find out. */
export const exitCodes = { clean: 0, found: 1, failed: 2 } as const;

/** The message of a failed look at the service, at a file or at the stack, with what helps. */
export function toMessage(error: unknown): string {
  if (!(error instanceof ComputeError)) return thrownText(error);
  const remedies = {
    again: "run it again",
    deadlinePassed: "Run it again when the service answers faster.",
    waitTooLong: "Wait that long and run it again.",
  };
  return [error.message, adviceOn(error, remedies)].filter(Boolean).join("\n");
}
