import { thrownText } from "../../messages/inspection";
import { ComputeError, type Effect } from "./computeError";

/** The caller has given up: nothing more is sent, and nothing is waited for. */
export class CancelledError extends ComputeError {
  /** @param effect `unknown` where a request was under way */
  constructor(reason: unknown, effect: Effect = "none") {
    super({
      action: "the call",
      summary: thrownText(reason),
      effect,
      cause: reason,
    });
  }
}

/** True if that is why it ended, or why the wait for its operation did. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CancelledError || (error instanceof ComputeError && error.cause instanceof CancelledError);
}
