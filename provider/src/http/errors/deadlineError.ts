import { formatDuration, type Deadline } from "../deadline";
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
        `the service refused requests because there were too many, and asks to wait ${formatDuration(askedMs)}: ` +
        `that is longer than what is left (${formatDuration(remainingMs)} of ${formatDuration(allowedMs)})`,
      hint: "Wait that long and run it again, with fewer resources at once (`--parallel`), or raise `customTimeouts` beyond it.",
      effect: "none",
    });
  }
}
