import { findOperationByRequestId, type Operation } from "../../compute/endpoints/operations";
import { visibilityLagMs } from "../../compute/operation";
import type { CallContext } from "../../http/client";
import { ComputeError } from "../../http/errors/computeError";
import type { Job } from "../job/job";
import { poll } from "../job/poll";

/*
 * A request whose answer was lost. The service lists each operation with its request id, for days, and a new one with a delay.
 * So the list tells the outcome:
 *
 *   the list shows the operation              → the operation: its end is the end of the request
 *   the list lacks it, for longer than a delay → "neverAccepted"
 *   the list lacks it, and it is too early     → "notListed": a later step looks again
 *   nobody can read the list, or the service
 *   has accepted the request                   → "undetermined": only the object itself can tell
 */

/** Repeats of a look for an operation: if it fails, the next run looks again. */
const fewRetries = 4;

/** The outcome of a request that was just sent, as far as it can be found out now. */
export async function resolveLostRequest(
  job: Job,
  requestId: string | undefined,
  project: string,
  lost: Pick<LostRequest, "ageMs" | "wasAccepted">,
): Promise<Operation | "neverAccepted" | "notListed" | "undetermined"> {
  if (requestId === undefined) return "undetermined";
  if (!job.deadline.allowsAttemptAfter(0) || job.deadline.signal?.aborted) return "undetermined";
  job.status("the answer was lost; looking for the operation");
  const request = { ...lost, requestId, scope: job.scopeIn(project) };
  try {
    return await findOperationForRequest(job, request, { ...job.call, retries: fewRetries });
  } catch (error) {
    if (error instanceof ComputeError) return "undetermined";
    throw error;
  }
}

/** A request whose answer was lost. */
export interface LostRequest {
  readonly requestId: string;
  /** For how long it was certainly not sent again, in milliseconds; asked once an answer has told the service's time. */
  ageMs(): number;
  /** True if an answer said so, without naming its operation: that the list lacks it proves nothing then, and nobody waits for it. */
  readonly wasAccepted?: boolean;
  /** Where its operation is: `projects/p/global`. */
  readonly scope: string;
}

/**
 * The outcome of a request: the service keeps the request id with the operation. A refusal of the repeat tells nothing,
 * because our own change can be its cause.
 *
 * @returns the operation; or that the service never accepted the request; or that the list lacks the operation, and it is
 * too early for that to prove anything
 * @throws if the operations cannot be read
 */
export async function findOperationForRequest(
  job: Job,
  { requestId, ageMs, wasAccepted = false, scope }: LostRequest,
  call: CallContext,
): Promise<Operation | "neverAccepted" | "notListed" | "undetermined"> {
  let provenAtMs: number | undefined;
  const look = async () => {
    const operation = await findOperationByRequestId(job.client, scope, requestId, call);
    // An operation can be unknown for a while right after it was made. Who sent the request may have had a clock that was ahead.
    provenAtMs ??= performance.now() + visibilityLagMs - Math.max(0, ageMs());
    return operation;
  };
  const isProven = () => performance.now() >= (provenAtMs ?? Infinity);
  // The rest of the time is left for what comes next. Of two minutes, one is enough for the proof.
  const budget = { mostMs: wasAccepted ? 0 : job.deadline.remainingMs * 0.6 };
  const { value, isFinal } = await poll(job, budget, look, (operation) => operation !== undefined || isProven());
  if (value === undefined && wasAccepted) return "undetermined";
  return value ?? (isFinal ? "neverAccepted" : "notListed");
}
