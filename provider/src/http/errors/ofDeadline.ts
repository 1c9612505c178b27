import type { Deadline } from "../deadline";
import { ConnectionError } from "./connectionError";
import { DeadlinePassedError } from "./deadlineError";

/** Whether an attempt failed only because the whole step's time was over. */
export function isOfDeadline(error: unknown, deadline: Deadline): boolean {
  if (error instanceof DeadlinePassedError) return true;
  return deadline.passed && error instanceof ConnectionError && error.code === "TimeoutError";
}
