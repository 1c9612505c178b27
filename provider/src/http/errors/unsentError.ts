import { thrownText } from "../../messages/inspection";
import { formatDuration, NothingCameError, type Deadline } from "../deadline";
import { ComputeError } from "./computeError";
import { ConnectionError } from "./connectionError";
import { TokenError, type TokenFacts } from "./tokenError";

/** No token could be had, so nothing was sent. */
export class CredentialsUnavailableError extends ComputeError {
  readonly facts: TokenFacts;

  constructor(action: string, cause: unknown) {
    const facts = cause instanceof TokenError ? cause.facts : {};
    super({
      action,
      summary: thrownText(cause),
      fault: cause instanceof NothingCameError ? { kind: "lateToken" } : facts.fault,
      effect: "none",
      cause,
    });
    this.facts = facts;
  }
}

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

/** True if an attempt failed only because the whole step's time was over. */
export function isDeadlineError(error: unknown, deadline: Deadline): boolean {
  if (error instanceof DeadlinePassedError) return true;
  return deadline.passed && error instanceof ConnectionError && error.code === "TimeoutError";
}
