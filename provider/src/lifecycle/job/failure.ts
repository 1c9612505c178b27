import {
  OperationAbandonedError,
  OperationFailedError,
  OperationVanishedError,
  UnfinishedError,
  type WaitEnd,
} from "../../compute/errors/operationError";
import { isCancelled } from "../../http/errors/cancelledError";
import { PermissionDeniedError } from "../../http/errors/responseError";
import { explain, type Explanation } from "../../settings/advice";
import { linkName } from "../../names/links";
import { failureLines, lines, longestLine, message as shownMessage, splitSentences } from "../../messages/text";
import { adviceOn, resourceSteps } from "./advice";
import type { Job, JobOptions } from "./job";
import { createsObject, pendingKey, type Journal, type Pending } from "./journal";
import { withoutAbsent, type Values } from "../../fields/values";

/**
 * An error on its way to the engine.
 *
 * It has no stack: the SDK prints the stack of errors of check, diff, read and delete to the user, for whom our
 * frames are noise.
 */
export class ResourceFailure extends Error {
  override readonly name: string = "ResourceFailure";

  constructor(message: string) {
    super(shownMessage(message));
    this.stack = this.message.split("\n", 1)[0] ?? "";
  }

  /** The SDK prints this in front of the stack. */
  override toString(): string {
    return "failed";
  }
}

/** The object exists, or may exist: the engine records it with these properties, and calls `update` on the next run. */
export class PartialFailure extends ResourceFailure {
  override readonly name = "PartialFailure";
  /** All that the engine shows of a partial failure. */
  readonly reasons: readonly string[];

  constructor(
    message: string,
    readonly id: string,
    readonly properties: Values,
  ) {
    super(message);
    this.reasons = [this.message];
  }
}

/**
 * The message of a failure under the user's resource: cause first, then every detail, what became of it, what to do.
 *
 * @param outcome what is recorded and what comes next, as sentences
 */
export function describeFailure(job: Job, action: string, error: unknown, outcome?: string): string {
  const { summary, details, hint } = explainStep(error, job);
  const last = [outcome, hint].filter(Boolean).join(" ");
  return lines([...headLines(`${job.subject}: ${action} failed: ${summary}`), ...details, ...(last ? [last] : [])]);
}

/** The failure and the message of the service, in two lines where that is longer than one. */
function headLines(head: string): string[] {
  const status = head.indexOf(": HTTP ");
  const end = status < 0 ? -1 : head.indexOf(": ", status + 2) + 1;
  if (head.length <= longestLine) return [head];
  return end > 0 && end <= longestLine ? [head.slice(0, end), head.slice(end + 1)] : splitSentences(head);
}

/**
 * The failure of a create or update, with everything that must not be forgotten.
 *
 * @param recorded what to record when the service may hold something of ours
 */
export function mutationFailure(
  job: Job,
  attempted: string,
  error: unknown,
  recorded: { id: string; properties: Values },
): ResourceFailure {
  const action = job.action ?? attempted;
  const pending = job.journal.toRecord(action, job.secondsNow);
  const [newest] = pending;
  if (newest === undefined) {
    const { undo, undoSays } = job.journal;
    const outcome = undo === "done" ? `${undoSays} The state records nothing.${triesAgain}` : unchanged(action);
    return new ResourceFailure(describeFailure(job, action, error, outcome));
  }
  return new PartialFailure(
    describeFailure(job, action, error, describeOutcome(job.journal, newest, error)),
    recorded.id,
    withoutAbsent({ ...recorded.properties, [pendingKey]: pending }),
  );
}

/** The outcome and the next step. The last error alone does not tell: an earlier request may be applied. */
function describeOutcome(journal: Journal, newest: Pending, error: unknown): string {
  const { undo, undoSays, leftover, isApplied } = journal;
  const [open] = journal.open;
  if (undo === "done") return `${undoSays} The state records that.${triesAgain}`;
  // The look at a change that goes back stands before the open request of it.
  const lookSays = undo === "begun" ? `${undoSays} ` : "";
  if (leftover?.isUnusable === true) return "The state records it, and the next `pulumi up` replaces it.";
  if (open !== undefined && error instanceof OperationFailedError && error.effect !== "none") {
    return createsObject(open)
      ? "The service may have kept an object. The next `pulumi up` looks for it."
      : `${lookSays}The operation failed, and the service does not show the change so far. The state keeps what was there before. The next \`pulumi up\` looks again, and makes the change if needed.`;
  }
  if (open !== undefined && error instanceof OperationVanishedError) {
    return createsObject(open)
      ? "The object does not exist yet and may still appear. The state records it, and the next `pulumi up` looks for it."
      : `${lookSays}The result is unknown. The next \`pulumi up\` checks, and makes the change if needed.`;
  }
  if (open?.operation !== undefined)
    return `${lookSays}The state records the operation. ${waitsOn}${orMoreTime(error)}.`;
  if (open !== undefined)
    return `${lookSays}It is not known whether the service received the request. The next \`pulumi up\` finds out, and never makes the change twice.`;
  if (!isApplied) return `${unchanged(newest.action)}${triesAgain}`;
  if (undo === "begun")
    return `${lookSays}The state keeps the earlier values, and the next \`pulumi up\` that fails puts them back.`;
  if (error instanceof UnfinishedError) return waitEnds[error.endedBy];
  if (error instanceof OperationFailedError)
    return "The operation failed, and the service shows the change all the same. The state records it, and the next `pulumi up` continues with it.";
  return leftover === undefined
    ? "The change is done, but the provider could not read it back. The next `pulumi up` reads it."
    : "The service kept an object. The state records it, and the next `pulumi up` continues with it.";
}

const triesAgain = " The next `pulumi up` tries again.";

const isDone = "The change is done, and the state records it.";
const waitsOn = "To continue to wait, run `pulumi up` again";

/** The outcome of a change that is done, by the end of the wait for what it sets off. */
const waitEnds: Readonly<Record<WaitEnd, string>> = {
  deadline: `${isDone} ${waitsOn}, or raise \`customTimeouts\`.`,
  progressDeadline: `${isDone} ${waitsOn}, or raise \`progressDeadlineSec\`.`,
  // More time helps against none of them.
  lastingErrors: `${isDone} ${waitsOn}.`,
  refusal: `${isDone} The service goes on with it, and the next \`pulumi up\` continues to wait.`,
  cancellation:
    "The change is done, the service goes on with it, and nothing is put back. The state records it. The next `pulumi up` continues to wait; if that fails, `onFailure` decides.",
  others: "The state records what is there. Agree on who sets it; the next `pulumi up` sets what the program says.",
};

/** More time does not help somebody who has no time. */
function orMoreTime(error: unknown): string {
  return isCancelled(error) ? "" : ", or raise `customTimeouts`";
}

function unchanged(action: string): string {
  // An earlier run has begun a change, which may be applied.
  if (action === "read") return "This run changed nothing more.";
  return action === "insert" ? "Nothing was created." : "Nothing was changed.";
}

/** A failure before anything was asked of the service, which has nothing but a message. */
export function describeUnexpected(kind: string, error: unknown, isDebugging: boolean): string {
  const { action, summary, details, hint } = explainStep(error, { isDebugging, argumentUnder: undefined });
  const head = action === undefined ? summary : `${action} failed: ${summary}`;
  return failureLines([`gce:${kind}: ${head}`, ...details, ...(hint ? [hint] : [])]);
}

/** The parts of an error. What was recorded is said here and not by the error, because only this side knows. */
function explainStep(
  error: unknown,
  { isDebugging, argumentUnder }: Pick<JobOptions, "isDebugging" | "argumentUnder">,
): Explanation {
  const explained = explain(error, isDebugging, (failed) => adviceOn(failed, { ...resourceSteps, argumentUnder }));
  if (!(error instanceof OperationAbandonedError)) return explained;
  const running = `operation ${linkName(error.operation)} may still be running`;
  return { ...explained, details: [...explained.details, running] };
}

/** True if a call is refused for what the caller may not do, which no later step can settle. */
export function isDenied(error: unknown): boolean {
  return error instanceof PermissionDeniedError;
}
