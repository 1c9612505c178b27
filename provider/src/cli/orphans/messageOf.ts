import { ComputeError } from "../../http/errors/computeError";
import { adviceOn } from "../../lifecycle/advice";
import type { Steps } from "../../settings/advice";

/** The command's steps: each look has a time of its own, which nobody sets. */
const steps: Steps = {
  again: "run it again",
  deadlinePassed: "Run it again when the service answers faster.",
  waitTooLong: "Wait that long and run it again.",
};

/** What went wrong with a look at the service, at a file or at the stack, and what helps. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ComputeError)) return error instanceof Error ? error.message : String(error);
  return [error.message, adviceOn(error, steps)].filter(Boolean).join("\n");
}
