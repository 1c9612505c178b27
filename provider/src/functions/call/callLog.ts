import { describeAttempt, type AttemptReport } from "../../http/client";
import type { ComputeError } from "../../http/errors/computeError";
import { describeWarning, type Warning } from "../../compute/warning";
import { oneLine } from "../../messages/text";

/** Attempts after which a repeat is worth a word to the user. */
const quietAttempts = 3;

/** Where the lines go. A line that cannot be delivered is worth less than the call it is about. */
export interface LineLog {
  /** A line that stays in the output. */
  message(severity: "debug" | "info" | "warning", line: string): void;
  /** A live status. */
  status(line: string): void;
}

/** The log of a function under way. */
export class CallLog {
  constructor(
    private readonly name: string,
    private readonly lines: LineLog,
    private readonly hasSecretArguments: boolean,
  ) {}

  /** A warning of the service. That a list is empty is none to a person who asked whether it is. */
  readonly warn = (warning: Warning): void => {
    const severity = warning.code === "NO_RESULTS_ON_PAGE" ? "debug" : "warning";
    this.lines.message(severity, this.line(describeWarning(warning)));
  };

  /** Something that a person should know. */
  readonly notice = (message: string): void => {
    this.lines.message("warning", this.line(message));
  };

  /** A request is sent again. */
  readonly retry = (because: string, attempt: number, error: ComputeError): void => {
    const line = this.line(`${because}; trying again (attempt ${String(attempt + 1)}): ${error.summary}`);
    this.lines.message("debug", line);
    if (attempt >= quietAttempts) this.lines.status(line);
  };

  /** Something is waited for. */
  readonly wait = (what: string): void => {
    this.lines.status(this.line(what));
  };

  /** One attempt of a request. */
  readonly attempt = (attempt: AttemptReport): void => {
    // In a URL, secret arguments have other forms than those that are taken out of messages.
    const target = this.hasSecretArguments ? "a URL with secret arguments" : attempt.target;
    this.lines.message("info", this.line(describeAttempt({ ...attempt, target })));
  };

  private line(message: string): string {
    return oneLine(`gce.${this.name}: ${message}`);
  }
}
