import * as pulumi from "@pulumi/pulumi";
import { deviationOf } from "../../http/answerForm";
import { ComputeError } from "../../http/errors/computeError";
import { DeadlinePassedError, WaitTooLongError } from "../../http/errors/deadlineError";
import { OperationAbandonedError, OperationVanishedError } from "../../compute/errors/operationError";
import { lines, message as shownMessage } from "../../shown/text";
import { faultReport, isLanguageError } from "../../shown/packageFault";

/** A function failed. The message is complete, so Pulumi shows it without a stack; the cause is for programs. */
export class FunctionFailure extends pulumi.RunError {
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
export function failureOf(name: string, error: unknown, progress?: string, blame: Blame = {}): FunctionFailure {
  const { action, summary, details, hint } = isLanguageError(error) ? explainBroken(error, blame) : explain(error);
  const head = [`gce.${name}: `, action && `${action} failed`, progress && ` ${progress}`, action && ": ", summary];
  const texts = [head.filter(Boolean).join(""), ...details.map((line) => `  ${line}`), ...(hint ? [`  ${hint}`] : [])];
  return new FunctionFailure(lines(texts), error);
}

/** What to say of an error that nobody throws on purpose. */
export interface Blame {
  /** The newest answer, which may have broken what read it. */
  readonly answer?: unknown;
  readonly isDebugging?: boolean;
}

function explainBroken(error: Error, { answer, isDebugging = false }: Blame): Explanation {
  const deviation = deviationOf(answer);
  if (deviation === undefined) return faultReport(error, isDebugging);
  return {
    summary: "an answer has not the form that the service documents, and cannot be used",
    details: [`in it ${deviation}`, `it broke on: ${error.message}`],
    hint: "Something between here and the service may be answering in its place: check gcp:computeCustomEndpoint. If it is the service, please report this.",
  };
}

interface Explanation {
  action?: string | undefined;
  summary: string;
  details: readonly string[];
  hint?: string | undefined;
}

/** The parts of an error, in the words of functions, which have a `timeout` and record nothing. */
function explain(error: unknown): Explanation {
  if (error instanceof DeadlinePassedError) return { ...parts(error), hint: "Raise `timeout`." };
  if (error instanceof WaitTooLongError) {
    return {
      ...parts(error),
      hint: "Wait that long and run it again, with fewer calls at once, or raise `timeout` beyond it.",
    };
  }
  if (error instanceof OperationAbandonedError) {
    const cause = error.cause instanceof ComputeError ? error.cause : undefined;
    return {
      ...parts(error),
      details: cause?.details ?? [],
      hint: [cause && explain(cause).hint, "It may still be running. Run again to wait on, or raise `timeout`."]
        .filter(Boolean)
        .join(" "),
    };
  }
  if (error instanceof OperationVanishedError) {
    return {
      ...parts(error),
      hint: "Operations are kept for a limited time after their end: look at the object that it was about. Or the name, region or project is not right.",
    };
  }
  if (error instanceof ComputeError) return parts(error);
  return { summary: error instanceof Error ? error.message : String(error), details: [] };
}

function parts({ action, summary, details, hint }: ComputeError): Explanation {
  return { action, summary, details, hint };
}
