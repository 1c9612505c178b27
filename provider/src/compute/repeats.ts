import type { ComputeError } from "../http/errors/computeError";
import { isNotReady, ResponseError } from "../http/errors/responseError";
import { OperationFailedError } from "./errors/operationError";
import { refused, requestRules, type RetryRule } from "../http/retry";

/**
 * For how long a conflict is repeated while the version stays the same: Google asks to repeat the whole of it, because the
 * version need not change, and a read can be older than the refusal.
 */
export const unchangedMs = 30_000;

/** The layer that repeats a refused request. */
export type Repeater =
  /** `http/retry.ts` sends the same request again, under the same request id. */
  | "request"
  /** `lifecycle/changes/busyObject.ts` makes the change again, first in the turn of its object. */
  | "changeInTurn"
  /** `lifecycle/changes/busyObject.ts` and `lifecycle/changes/mutate.ts` make the change again; others of the object go on meanwhile. */
  | "change"
  /** `lifecycle/changes/borrowLoop.ts` reads, plans and writes again, in the turn of the object. */
  | "objectInTurn"
  /** `lifecycle/changes/carryOut.ts` does so outside of the turn: others that wait for the object go on meanwhile. */
  | "object"
  /** Nobody: the refusal is the end of the change. */
  | "nobody";

/** A refusal, and who repeats it. */
export interface Repeat extends RetryRule {
  /** Of a request that reads, or changes an object without taking turns. */
  readonly plain: Repeater;
  /** Of a change that waits for others of the same object (`Mutation.exclusive`). */
  readonly exclusive: Repeater;
  /** Of a borrowed value, whose write is refused when the object is another than the one that was read. */
  readonly borrowed: Repeater;
}

/**
 * Every refusal that is repeated, by whom, and for how long. The first row that applies counts.
 *
 * - Every pause doubles, spread by chance, and is never shorter than `Retry-After` asks. A pause that would last to the
 *   deadline is not begun: the refusal is final at once.
 * - After a lost answer, the object of that answer may be what is in the way (`mayBeOwn`): then nothing is repeated before
 *   `lifecycle/changes/lostRequest.ts` has found its end.
 * - A conflict is repeated for half a minute while the version stays the same, and to the deadline while others change the object.
 */
export const repeats: readonly Repeat[] = [
  ...requestRules.map((rule) => ({ ...rule, plain: "request", exclusive: "request", borrowed: "request" }) as const),
  {
    because: "another change is running on the network",
    mayBeOwn: true,
    applies: refused(
      ({ status, serviceMessage }) => status === 400 && /(peering|route) operation in progress/i.test(serviceMessage),
    ),
    plain: "request",
    exclusive: "change",
    borrowed: "request",
  },
  {
    // Where the object itself is busy, an exclusive change waits in its turn.
    because: "the resource is not ready",
    mayBeOwn: true,
    applies: isNotReady,
    plain: "request",
    exclusive: "changeInTurn",
    borrowed: "request",
  },
  {
    because: "the principal is not known yet",
    // One that was made a moment ago is known within a minute; one that is misspelt never is.
    withinMs: 60_000,
    applies: refused(
      ({ status, action, serviceMessage }) =>
        status === 400 && action.startsWith("setIamPolicy ") && saysPrincipalMissing(serviceMessage),
    ),
    plain: "request",
    exclusive: "request",
    borrowed: "object",
  },
  {
    because: "somebody else changed it at the same time",
    withinMs: unchangedMs,
    applies: isConflict,
    plain: "nobody",
    exclusive: "nobody",
    borrowed: "objectInTurn",
  },
];

function repeatedBy(column: "plain" | "exclusive" | "borrowed", ...repeaters: readonly Repeater[]): readonly Repeat[] {
  return repeats.filter((row) => repeaters.includes(row[column]));
}

/** The rules of a request by the kind of its change: every other refusal is left to the layer above. */
export const requestRepeats = {
  plain: repeatedBy("plain", "request"),
  exclusive: repeatedBy("exclusive", "request"),
  borrowed: repeatedBy("borrowed", "request"),
} as const;

/** The refusals that say that another change is running. */
export const busyRules = repeatedBy("exclusive", "change", "changeInTurn");

/** The refusals of a borrowed value that may be the fault of one caller among those that wait for the object. */
export const callerRules = repeatedBy("borrowed", "object");

/** True if the service refuses a change because another one is running. */
export function isBusy(error: ComputeError): boolean {
  return busyRules.some(({ applies }) => applies(error));
}

const mapNeeded = /certificate map or at least 1 ssl certificate must be specified/i;

/** True if the service says that a proxy without certificates needs its map, which is no matter of versions. */
export function saysMapNeeded({ summary, details }: ComputeError): boolean {
  return [summary, ...details].some((line) => mapNeeded.test(line));
}

/**
 * True if a change is refused because of another one: what it is based on is out of date, or another one goes on. All of
 * it is then worth repeating, unless words or details say that no repeat can help.
 */
export function isConflict(error: unknown): error is ComputeError {
  if (error instanceof OperationFailedError) {
    return (
      error.saysNotReady ||
      (error.errors.some(({ code = "" }) => /^(?:condition_?not_?met|aborted)$/i.test(code)) &&
        !namesLastingCause(error))
    );
  }
  return (
    error instanceof ResponseError && [409, 412].includes(error.status) && !isBusy(error) && !namesLastingCause(error)
  );
}

/** True if an error names a cause that no repeat removes. */
function namesLastingCause(error: ComputeError): boolean {
  const { fault, details } = error;
  const isViolated = details.some((line) => line.startsWith("PreconditionFailure: "));
  return fault !== undefined || isViolated || saysMapNeeded(error);
}

const principal = /(?:^|: )(?:the )?(?:service account|group|user|domain|principal|member|(?:\w+ )?identity pool)\b/i;

/** True of "Group new@example.com does not exist.", and not of the same about a role. */
function saysPrincipalMissing(message: string): boolean {
  const at = message.search(principal);
  // In two steps, because one expression for both takes time that grows with the square of the text.
  return at >= 0 && /\bdoes not exist\b/i.test(message.slice(at));
}
