/** Where messages of a resource go. Logging never fails a resource: a message that cannot be delivered is lost. */
export interface Log {
  /** The resource that the messages are about; empty where they are shown under the stack. */
  readonly urn: string;
  /** The same log for messages about one resource. */
  about(urn: string): Log;
  /** A message that stays in the output: one line, or several that are given one by one. */
  message(severity: Severity, text: string | readonly string[]): void;
  /** A live status: shown while it is the newest, then gone. Where nobody watches, every one is a line of the log. */
  status(text: string): void;
  /** URN of the stack, for which what is done here is done; `undefined` when nobody can tell. Asked for until known. */
  stack(): Promise<string | undefined>;
  /** Resolves when every message that stays has arrived, or when that has taken too long. */
  delivered(): Promise<void>;
}

export type Severity = "debug" | "info" | "warning" | "error";
