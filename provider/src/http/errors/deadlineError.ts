import { formatDuration, type Deadline } from "../deadline";
import { ComputeError } from "./computeError";

/** The deadline passed before the request could be sent: nothing says what would have come of it. */
export class DeadlinePassedError extends ComputeError {
  constructor(
    action: string,
    allowedMs: number,
    summary = `the deadline of ${formatDuration(allowedMs)} passed before the request was sent`,
  ) {
    super({
      action,
      summary,
      fault: { kind: "deadlinePassed" },
      effect: "none",
    });
  }
}

/** Nothing was sent, because the service asks to wait for longer than there is time. */
export class WaitTooLongError extends ComputeError {
  constructor(
    action: string,
    askedMs: number,
    { remainingMs, allowedMs }: Pick<Deadline, "remainingMs" | "allowedMs">,
  ) {
    super({
      action,
      summary:
        `the service refused requests because there were too many, and asks to wait ${formatDuration(askedMs)}, ` +
        `which is longer than the remaining time (${formatDuration(remainingMs)} of ${formatDuration(allowedMs)})`,
      fault: { kind: "waitTooLong" },
      effect: "none",
    });
  }
}
