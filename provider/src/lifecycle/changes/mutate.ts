import { OperationFailedError } from "../../compute/errors/operationError";
import { ComputeError } from "../../http/errors/computeError";
import { busyRules } from "../../compute/repeats";
import { attempt, momentNow, type Moment, type Mutation } from "./attempt";
import { runExclusively } from "./busyObject";
import type { Job } from "../job/job";
import { entryRequestId, type OpenRequest } from "../job/journal";

/**
 * Makes a change, and waits until its operation is DONE. The change is repeated while another one keeps the object busy.
 * Whatever goes wrong, the journal of the job then says what has to be recorded.
 */
export async function mutate(job: Job, change: Mutation): Promise<void> {
  const { action, tag, exclusive, beforeRepeat } = change;
  job.begins(action);
  let requestId = await job.newRequestId(tag);
  let firstSent: Moment | undefined;
  const attemptAgain = async () => {
    // An attempt that the service has certainly refused has made nothing, so that only the next one counts.
    const isOpen = job.journal.entries.some((entry) => entryRequestId(entry) === requestId);
    if (firstSent !== undefined) await beforeRepeat?.();
    if (firstSent === undefined || !isOpen) firstSent = momentNow(job);
    try {
      await attempt(job, change, { requestId, firstSent });
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
  const sent: { readonly job: Job; readonly request: OpenRequest }[] = [];
  try {
    for (const job of jobs) {
      job.begins(action);
      const request: OpenRequest = { state: "sent", action, sentAt: job.secondsNow };
      job.noteSent(request);
      sent.push({ job, request });
    }
    const answer = await send();
    for (const { job } of sent) job.note({ type: "applied" });
    return answer;
  } catch (error) {
    if (error instanceof ComputeError && error.effect === "none")
      for (const { job, request } of sent) job.note({ type: "notApplied", entry: request });
    throw error;
  }
}
