import { describeWarning, type Warning } from "../../compute/warning";
import { oneLine } from "../../messages/text";

/** Where the lines go. A line that cannot be delivered is worth less than the call it is about. */
export interface LineLog {
  /** A line that stays in the output. */
  message(severity: "debug" | "info" | "warning", line: string): void;
  /** A live status. */
  status(line: string): void;
}

/** The log of a function under way. */
export class CallLog implements LineLog {
  constructor(
    private readonly name: string,
    private readonly lines: LineLog,
  ) {}

  message(severity: "debug" | "info" | "warning", text: string): void {
    this.lines.message(severity, this.line(text));
  }

  status(text: string): void {
    this.lines.status(this.line(text));
  }

  /** A warning of the service. That a list is empty is none to a person who asked whether it is. */
  warn(warning: Warning): void {
    this.message(warning.code === "NO_RESULTS_ON_PAGE" ? "debug" : "warning", describeWarning(warning));
  }

  /** Something that a person should know. */
  notice(message: string): void {
    this.message("warning", message);
  }

  private line(message: string): string {
    return oneLine(`gce.${this.name}: ${message}`);
  }
}
