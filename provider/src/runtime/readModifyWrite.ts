import { ComputeError } from "../compute/errors/computeError";
import { ResponseError } from "../compute/errors/responseError";
import { formatDuration } from "../compute/deadline";
import type { Job } from "./job";
import type { Pending } from "./pending";

/** Pauses before what was changed by somebody else is read again. */
const firstPauseMs = 200;
const longestPauseMs = 5_000;

/** With less than this left, another attempt would only end in a message about the deadline instead of the reason. */
const leastForAnAttemptMs = 200;

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
   * @param mayBeOurs whether an answer was lost, so that what is there may be what an earlier attempt wrote
   */
  readonly modify: (current: T, mayBeOurs: boolean) => T | undefined;
  /** Has to be refused with 409 or 412 when what was read is no longer what is there. */
  readonly write: (next: T) => Promise<W>;
}

/**
 * Changes a part of an object that others change too: reads, modifies and writes, again whenever somebody else was
 * faster, until the deadline. After a lost answer, reading tells whether it was done.
 *
 * @returns the answer to the write, or what was read when that is as it should be
 */
export function readModifyWrite<T, W>(job: Job, change: ReadModifyWrite<T, W>): Promise<T | W> {
  job.action = change.action;
  return inTurn(job, change.key, () => attempt(job, change));
}

async function attempt<T, W>(job: Job, { action, read, modify, write }: ReadModifyWrite<T, W>): Promise<T | W> {
  let lost: Pending | undefined;
  let pauseMs = firstPauseMs;
  for (;;) {
    // Spread, so that those who meet do not meet again.
    const ownPauseMs = pauseMs * (0.5 + Math.random());
    const current = await read();
    const next = modify(current, lost !== undefined);
    if (next === undefined) {
      if (lost !== undefined) {
        job.pending = undefined;
        job.changed = true;
      }
      return current;
    }
    try {
      return await job.apply(action, () => write(next));
    } catch (error) {
      if (!isOutrun(error) || job.deadline.remainingMs <= ownPauseMs + leastForAnAttemptMs) {
        job.pending ??= lost;
        throw isOutrun(error) ? outrunToTheEnd(job, action, error) : error;
      }
      if (error.effect === "unknown") lost = job.pending;
    }
    job.status("somebody else changed it at the same time; reading it again");
    await job.deadline.sleep(ownPauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

function isOutrun(error: unknown): error is ResponseError {
  return error instanceof ResponseError && (error.status === 409 || error.status === 412);
}

function outrunToTheEnd(job: Job, action: string, error: ResponseError): ComputeError {
  return new ComputeError({
    action,
    summary: `somebody else was faster each time, for the whole ${formatDuration(job.deadline.allowedMs)} of this step`,
    details: [error.summary, ...error.details],
    hint: "Find out what keeps changing it, or raise `customTimeouts`.",
    effect: error.effect,
    cause: error,
  });
}

/** The end of the last change of each key that is under way or waits. */
const lastOf = new Map<string, Promise<unknown>>();

/** Runs `work` when everything that came before it under the same key has ended. */
async function inTurn<T>(job: Job, key: string, work: () => Promise<T>): Promise<T> {
  const before = lastOf.get(key) ?? Promise.resolve();
  const own = waited(job, before).then(work);
  // One that gives up waiting does not let the next one start while the first is at work.
  const end = Promise.allSettled([before, own]);
  lastOf.set(key, end);
  try {
    return await own;
  } finally {
    void end.then(() => {
      if (lastOf.get(key) === end) lastOf.delete(key);
    });
  }
}

async function waited(job: Job, before: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<"too late">((resolve) => {
    timer = setTimeout(resolve, job.deadline.remainingMs, "too late");
  });
  const first = await Promise.race([before, tooLate]);
  clearTimeout(timer);
  if (first !== "too late") return;
  throw new ComputeError({
    action: job.action ?? "change",
    summary: `other changes of the same object, made by this program, took the whole ${formatDuration(job.deadline.allowedMs)} of this step`,
    hint: "Run `pulumi up` again, or raise `customTimeouts`.",
    effect: "none",
  });
}
