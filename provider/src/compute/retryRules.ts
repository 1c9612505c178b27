import type { ComputeError } from "../http/errors/computeError";
import { isNotReady } from "../http/errors/responseError";
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

/** Whether the service refuses a change because another one is running. */
export function isBusy(error: ComputeError): boolean {
  return busyRules.some(({ applies }) => applies(error));
}

/** What may be the fault of one of those that wait for an object: that one then waits outside of their queue. */
export const rulesOfOne: readonly RetryRule[] = [
  {
    because: "the service account is not known yet",
    // One that was made a moment ago is known within a minute; one that is misspelt never is.
    withinMs: 60_000,
    applies: refused(
      ({ status, action, serviceMessage }) =>
        status === 400 &&
        action.startsWith("setIamPolicy ") &&
        /service account \S+ does not exist/i.test(serviceMessage),
    ),
  },
];

export const rulesOfAll: readonly RetryRule[] = [...requestRules, ...busyRules];

/** Every reason for which a request of this API is repeated. */
export const retryRules: readonly RetryRule[] = [...rulesOfAll, ...rulesOfOne];

/** For callers that repeat the call themselves if the object is busy. */
export const rulesWithoutBusy: readonly RetryRule[] = [...requestRules, ...rulesOfOne];
