import type { ComputeError } from "../http/errors/computeError";
import { isNotReady, ResponseError } from "../http/errors/responseError";
import { OperationFailedError } from "./errors/operationError";
import { refused, requestRules, type RetryRule } from "../http/retry";

/** The refusals that say that another change is running. */
export const busyRules: readonly RetryRule[] = [
  {
    because: "another change is running on the network",
    mayBeOwn: true,
    applies: refused(
      ({ status, serviceMessage }) => status === 400 && /(peering|route) operation in progress/i.test(serviceMessage),
    ),
  },
  {
    because: "the resource is not ready",
    mayBeOwn: true,
    applies: isNotReady,
  },
];

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
  if (error instanceof OperationFailedError)
    return (
      error.saysNotReady ||
      (error.errors.some(({ code = "" }) => /^(?:condition_?not_?met|aborted)$/i.test(code)) && !isPermanent(error))
    );
  return error instanceof ResponseError && [409, 412].includes(error.status) && !isBusy(error) && !isPermanent(error);
}

function isPermanent(error: ComputeError): boolean {
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

/** Refusals that may be the fault of one caller among those that wait for an object: it then waits outside of their queue. */
export const callerRules: readonly RetryRule[] = [
  {
    because: "the principal is not known yet",
    // One that was made a moment ago is known within a minute; one that is misspelt never is.
    withinMs: 60_000,
    applies: refused(
      ({ status, action, serviceMessage }) =>
        status === 400 && action.startsWith("setIamPolicy ") && saysPrincipalMissing(serviceMessage),
    ),
  },
];

export const serviceRules: readonly RetryRule[] = [...requestRules, ...busyRules];

/** Every reason for which a request of this API is repeated. */
export const retryRules: readonly RetryRule[] = [...serviceRules, ...callerRules];

/** For callers that repeat the call themselves if the object is busy. */
export const rulesWithoutBusy: readonly RetryRule[] = [...requestRules, ...callerRules];
