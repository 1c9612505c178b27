import { AdvisedError } from "./advice";
import { ComputeError } from "../http/errors/computeError";
import { OperationVanishedError } from "../compute/errors/operationError";
import { ResponseError } from "../http/errors/responseError";
import { formatDuration } from "../http/deadline";
import { isOfDeadline } from "../http/errors/ofDeadline";
import { queuedPerObject } from "./queuedPerObject";
import type { Job } from "./job";
import type { Pending } from "./pending";

/** Pauses before what was changed by somebody else is read again. */
const firstPauseMs = 200;
const longestPauseMs = 5_000;

/** Why a change is made again from what is there now. */
const outrunStatus = "somebody else changed it at the same time; reading it again";
const vanishedStatus = "the service no longer knows the operation; reading the object to find the result";

/** A change of an object that carries an etag or fingerprint, so that it is refused when the object is another by then. */
export interface ReadModifyWrite<T, W> {
  /** Of the mutating request, such as `setLabels`. */
  readonly action: string;
  /** What is changed: changes of the same in this process are made one after the other. */
  readonly key: string;
  readonly read: () => Promise<T>;
  /**
   * What is to be there instead; `undefined` when everything is as it should be.
   *
   * @param mayBeOurs whether an answer or an operation was lost, so that what is there may be what an earlier attempt wrote
   */
  readonly modify: (current: T, mayBeOurs: boolean) => T | undefined;
  /** Has to be refused when what was read is no longer what is there. */
  readonly write: (next: T) => Promise<W>;
  /** Whether it was refused for that. Default: with 409 or 412. */
  readonly isOutrun?: (error: unknown) => boolean;
}

/**
 * Changes a part of an object that others change too: reads, modifies and writes, again whenever somebody else was
 * faster, until the deadline. After a lost answer, or where the service has forgotten the operation, reading tells
 * whether it was done.
 *
 * @returns the answer to the write, or what was read when that is as it should be
 */
export function readModifyWrite<T, W>(job: Job, change: ReadModifyWrite<T, W>): Promise<T | W> {
  job.begins(change.action);
  return queuedPerObject(job, change.key, () => attempt(job, change));
}

async function attempt<T, W>(
  job: Job,
  { action, read, modify, write, isOutrun = isRefusedAsStale }: ReadModifyWrite<T, W>,
): Promise<T | W> {
  let lost: Pending | undefined;
  let setback: ComputeError | undefined;
  let pauseMs = firstPauseMs;
  const ended = (error: unknown): unknown => {
    job.ledger.keepsPending(lost);
    // That there was no time for another look says less than what made it necessary.
    const cause = setback !== undefined && isOfDeadline(error, job.deadline) ? setback : error;
    return cause instanceof ComputeError && isOutrun(cause) ? outrunToTheEnd(job, action, cause) : cause;
  };
  for (;;) {
    // Spread, so that those who meet do not meet again.
    const ownPauseMs = pauseMs * (0.5 + Math.random());
    try {
      const current = await read();
      const next = modify(current, lost !== undefined);
      if (next === undefined) {
        if (lost !== undefined) job.ledger.landed();
        return current;
      }
      return await job.apply(action, () => write(next));
    } catch (error) {
      const isVanished = error instanceof OperationVanishedError;
      const isAgain = isVanished || (error instanceof ComputeError && isOutrun(error));
      if (!isAgain || !job.deadline.allowsAttemptAfter(ownPauseMs)) throw ended(error);
      setback = error;
      if (error.effect === "unknown") lost = job.ledger.pending;
      job.status(isVanished ? vanishedStatus : outrunStatus);
    }
    await job.deadline.sleep(ownPauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

function isRefusedAsStale(error: unknown): boolean {
  return error instanceof ResponseError && (error.status === 409 || error.status === 412);
}

function outrunToTheEnd(job: Job, action: string, error: ComputeError): ComputeError {
  return new AdvisedError({
    action,
    summary: `somebody else changed the object before each attempt, for the whole ${formatDuration(job.deadline.allowedMs)} of this step`,
    details: [error.summary, ...error.details],
    hint: "Find out what keeps changing the object, or raise `customTimeouts`.",
    effect: error.effect,
    cause: error,
  });
}
