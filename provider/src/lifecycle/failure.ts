import { ComputeError } from "../http/errors/computeError";
import {
  OperationAbandonedError,
  OperationFailedError,
  OperationVanishedError,
} from "../compute/errors/operationError";
import { UnfinishedError } from "../compute/errors/unfinishedError";
import { PermissionDeniedError } from "../http/errors/responseError";
import { faultReport, isLanguageError } from "../shown/packageFault";
import { failureLines, lines, longestLine, message as shownMessage, sentencesOf } from "../shown/text";
import { explainDeviation } from "../settings/advice";
import { adviceOn } from "./advice";
import type { Job } from "./job";
import { pendingKey, type Pending } from "./pending";
import { withoutAbsent, type Values } from "../fields/values";

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
  const { summary, details, hint } = explain(error, job);
  const last = [outcome, hint].filter(Boolean).join(" ");
  const texts = [
    ...headLines(`${job.subject}: ${action} failed: ${summary}`),
    ...details.map((line) => `  ${line}`),
    ...(last ? [`  ${last}`] : []),
  ];
  return lines(texts.map(job.redact));
}

/** What failed, and what the service said of it; in two lines where that is longer than one. */
function headLines(head: string): string[] {
  const status = head.indexOf(": HTTP ");
  const end = status < 0 ? -1 : head.indexOf(": ", status + 2) + 1;
  if (head.length <= longestLine) return [head];
  const [first = "", ...more] =
    end > 0 && end <= longestLine ? [head.slice(0, end), head.slice(end + 1)] : sentencesOf(head);
  return [first, ...more.map((line) => `  ${line}`)];
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
  recorded: { id: string; properties: Values; existedBefore: boolean },
): ResourceFailure {
  const action = job.action ?? attempted;
  const { pending: begun, hasChanged, remains, isRefuted } = job.ledger;
  const pending = begun ?? (hasChanged ? { action: "read", sentAt: 0 } : undefined);
  if (pending === undefined) {
    return new ResourceFailure(
      describeFailure(job, action, error, recorded.existedBefore ? undefined : untouched(action)),
    );
  }
  const outcome = remains?.unusable ? replacedNext : isRefuted ? triedAgain(pending) : outcomeOf(pending, error);
  return new PartialFailure(
    describeFailure(job, action, error, outcome),
    recorded.id,
    withoutAbsent({ ...recorded.properties, [pendingKey]: pending }),
  );
}

const replacedNext = "The state records it, and the next `pulumi up` replaces it.";

function outcomeOf(pending: Pending, error: unknown): string {
  if (error instanceof OperationFailedError && pending.action === "read") {
    return "The service kept an object. The state records it, and the next `pulumi up` continues with it.";
  }
  if (error instanceof UnfinishedError) {
    return "The change is done, and the state records it. To continue to wait, run `pulumi up` again, or raise `customTimeouts`.";
  }
  if (pending.action === "read") {
    return "The change is done, but the provider could not read it back. The next `pulumi up` reads it.";
  }
  if (error instanceof OperationVanishedError && pending.action !== "insert") {
    return "The result is unknown. The next `pulumi up` checks, and makes the change if needed.";
  }
  if (error instanceof OperationVanishedError) {
    return "The object does not exist yet and may still appear. The state records it, and the next `pulumi up` takes it over or creates it.";
  }
  if (pending.operation === undefined) {
    return "It is not known whether the service received the request. The next `pulumi up` finds out, and never makes the change twice.";
  }
  if (error instanceof ComputeError && error.effect === "none") {
    return triedAgain(pending);
  }
  return "The state records the operation. To continue to wait, run `pulumi up` again, or raise `customTimeouts`.";
}

function triedAgain({ action }: Pending): string {
  return `${untouched(action)} The next \`pulumi up\` tries again.`;
}

function untouched(action: string): string {
  return action === "insert" ? "Nothing was created." : "Nothing was changed.";
}

/** A failure before anything was asked of the service, which has nothing but a message. */
export function describeUnexpected(kind: string, error: unknown, isDebugging: boolean): string {
  // The lines of our own errors are lines already.
  if (error instanceof ComputeError)
    return [`gce:${kind}: ${error.message}`, adviceOn(error)].filter(Boolean).join("\n");
  if (!isLanguageError(error))
    return failureLines([`gce:${kind}: ${error instanceof Error ? error.message : String(error)}`]);
  const { summary, details, hint } = faultReport(error, isDebugging);
  return failureLines([`gce:${kind}: ${summary}`, ...details.map((line) => `  ${line}`), `  ${hint}`]);
}

/** The parts of an error. What was recorded is said here and not by the error, because only this side knows. */
function explain(
  error: unknown,
  { deviation, isDebugging }: Job,
): { summary: string; details: readonly string[]; hint: string | undefined } {
  if (error instanceof OperationAbandonedError) {
    const operation = error.operation.slice(error.operation.lastIndexOf("/") + 1);
    return {
      summary: error.summary,
      details: [...error.details, `operation ${operation} may still be running`],
      hint: adviceOn(error),
    };
  }
  if (error instanceof ComputeError) return { summary: error.summary, details: error.details, hint: adviceOn(error) };
  if (isLanguageError(error) && deviation === undefined) return faultReport(error, isDebugging);
  // Answers are taken for what the service documents. What breaks on one is told as what it is: no fault of the program.
  if (isLanguageError(error)) return explainDeviation(error, deviation ?? "");
  return { summary: error instanceof Error ? error.message : String(error), details: [], hint: undefined };
}

/** Whether a call is refused for lack of a permission, which no later step can settle. */
export function isDenied(error: unknown): boolean {
  return error instanceof PermissionDeniedError;
}
