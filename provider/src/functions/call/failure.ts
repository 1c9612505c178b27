import { ComputeError } from "../../http/errors/computeError";
import { OperationAbandonedError, OperationVanishedError } from "../../compute/errors/operationError";
import { isDebugging } from "../../settings/settings";
import { adviceOn, explain, type Remedies } from "../../settings/advice";
import { lines, message as shownMessage } from "../../messages/text";
import { FunctionError } from "./functionError";

/** A call failed. The cause is for programs. */
export class FunctionFailure extends FunctionError {
  override readonly name = "FunctionFailure";

  constructor(message: string, cause: unknown) {
    super(shownMessage(message));
    this.cause = cause;
  }
}

/**
 * The failure of a function: the cause first, then every detail, then what to do.
 *
 * @param progress what was had before, as the end of a sentence: `after 2 pages with 1000 network profiles`
 */
export function toFailure(name: string, error: unknown, progress?: string): FunctionFailure {
  const advise = (failed: ComputeError) =>
    [adviceOn(failed, remedies), adviceOnOperation(failed)].filter(Boolean).join(" ");
  const { action, summary, details, hint } = explain(error, isDebugging(process.env), advise);
  const head = [`gce.${name}: `, action && `${action} failed`, progress && ` ${progress}`, action && ": ", summary];
  return new FunctionFailure(lines([head.filter(Boolean).join(""), ...details, ...(hint ? [hint] : [])]), error);
}

/** A function's steps: it is called again with its program, and given time by `timeout`. */
const remedies: Remedies = {
  again: "run it again",
  deadlinePassed: "Raise `timeout`.",
  waitTooLong: "Wait that long and run it again, with fewer calls at the same time, or raise `timeout` beyond it.",
};

/** Advice on an operation that goes on: a resource would record it, so that its next run looks for itself. */
function adviceOnOperation(error: ComputeError): string | undefined {
  if (error instanceof OperationAbandonedError) {
    // Of a cause that a person can mend, its own advice tells how; more time mends none.
    const isToMend = error.cause instanceof ComputeError && error.cause.fault !== undefined;
    return `The operation may still be running. To continue to wait, run it again${isToMend ? "" : ", or raise `timeout`"}.`;
  }
  return error instanceof OperationVanishedError
    ? "The service keeps operations for a limited time after their end: look at the object of the operation. If it is only seconds old, run it again. Also check the name, region and project."
    : undefined;
}
