import { OperationFailedError } from "../../compute/errors/operationError";
import { ComputeError } from "../../http/errors/computeError";
import { busyRules } from "../../compute/repeats";
import { attempt, type Mutation } from "./attempt";
import { runExclusively } from "./busyObject";
import type { Job } from "../job/job";

/**
 * Makes a change, and waits until its operation is DONE. The change is repeated while another one keeps the object busy.
 * Whatever goes wrong, the journal of the job then says what has to be recorded.
 */
export async function mutate(job: Job, change: Mutation): Promise<void> {
  const { action, tag, exclusive, beforeRepeat } = change;
  job.begins(action);
  let requestId = await job.newRequestId(tag);
  let isFirst = true;
  const attemptAgain = async () => {
    if (!isFirst) await beforeRepeat?.();
    isFirst = false;
    try {
      await attempt(job, change, requestId);
    } catch (error) {
      // The service would answer the same request id with the same failure.
      if (error instanceof OperationFailedError) requestId = await job.newRequestId(tag);
      throw error;
    }
  };
  // The client repeats a change of a busy object itself, but not after a lost answer.
  if (exclusive === undefined) await job.withRetries(attemptAgain, { rules: busyRules });
  else await runExclusively(job, exclusive, attemptAgain);
}

/**
 * Makes a change that is done when the service answers, and returns the answer.
 *
 * @param jobs those whose values the request has: each notes it
 */
export async function mutateWithoutOperation<T>(
  jobs: readonly Job[],
  action: string,
  send: () => Promise<T>,
): Promise<T> {
  const sent: Job[] = [];
  try {
    for (const job of jobs) {
      job.begins(action);
      job.noteSent({ action, sentAt: job.secondsNow });
      sent.push(job);
    }
    const answer = await send();
    for (const { journal } of sent) journal.applied();
    return answer;
  } catch (error) {
    if (error instanceof ComputeError && error.effect === "none") for (const { journal } of sent) journal.notApplied();
    throw error;
  }
}
