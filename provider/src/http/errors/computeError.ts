import { lines, oneLine } from "../../messages/text";
import type { Fault } from "./fault";

/**
 * The known effect of a call that failed.
 *
 * - `none`: the service refused it, or it never left this machine;
 * - `unknown`: the service may have acted (a lost answer, a 5xx, a time-out, an operation that failed), so whoever called must
 *   find out before it sends the same thing again;
 * - `applied`: it ended in an error, and a read shows that the service has acted all the same.
 */
export type Effect = "none" | "unknown" | "applied";

export interface ComputeErrorOptions {
  /** The action that failed, such as `insert projects/p/global/routes/r`. */
  action: string;
  /** The cause in one line, without the action. */
  summary: string;
  /** More lines: every error entry, quota, help links. */
  details?: readonly string[];
  /** The part that a person can mend. */
  fault?: Fault | undefined;
  effect: Effect;
  cause?: unknown;
}

/**
 * The root of every error that this side raises. It states what happened, and not what to do about that. The
 * parts are kept for whoever speaks to the user, and adds the advice.
 *
 * Messages never hold a token, a key or a request body: they are made from the service's answer and from names, and go
 * through the gate of what is shown.
 */
export class ComputeError extends Error {
  readonly action: string;
  readonly summary: string;
  readonly details: readonly string[];
  readonly fault: Fault | undefined;
  /** Settled by whoever saw every attempt: a refusal after a lost answer proves nothing. */
  effect: Effect;

  constructor(options: ComputeErrorOptions) {
    super(renderMessage(options), { cause: options.cause });
    this.name = new.target.name;
    this.action = oneLine(options.action);
    this.summary = oneLine(options.summary);
    this.details = (options.details ?? []).map(oneLine);
    this.fault = options.fault;
    this.effect = options.effect;
  }
}

function renderMessage({ action, summary, details = [] }: ComputeErrorOptions): string {
  return lines([`${action} failed: ${summary}`, ...details]);
}
