import { formatDuration } from "../deadline";
import { ComputeError } from "./computeError";

/** The deadline passed before the request could be sent. */
export class DeadlinePassedError extends ComputeError {
  constructor(action: string, allowedMs: number) {
    super({
      action,
      summary: `the ${formatDuration(allowedMs)} that all of it may take were over before it was sent`,
      hint: "Raise `customTimeouts`.",
      effect: "none",
    });
  }
}
