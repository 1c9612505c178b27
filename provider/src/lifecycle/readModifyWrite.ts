import { AdvisedError } from "./advice";
import type { CallContext } from "../http/client";
import type { ComputeError } from "../http/errors/computeError";
import { OperationFailedError, OperationVanishedError } from "../compute/errors/operationError";
import { ResponseError } from "../http/errors/responseError";
import { formatDuration } from "../http/deadline";
import { retryAfterSeconds } from "../http/retry";
import { isDeadlineError } from "../http/errors/unsentError";
import { isConflict, serviceRules, callerRules } from "../compute/retryRules";
import { findEffect } from "./failedChange";
import type { Job } from "./job";
import { getQueue, type ReplacedVersions } from "./objectQueue";
import { poll, visibilityBudget } from "./poll";

/*
 * How long a conflict is repeated: to the deadline while the version changes, and for half a minute while it does not. No
 * number of attempts limits it. A pause is half to one and a half times as long as here, or as long as the service asks for.
 */

/** Pauses before all of a change is repeated. */
const firstPauseMs = 200;
const longestPauseMs = 5_000;

/**
 * For how long a conflict is repeated while the version stays the same: Google asks to repeat the whole of it, because the
 * version need not change, and a read can be older than the refusal.
 */
const unchangedMs = 30_000;

/** A service that takes its time to answer gets that many attempts all the same. */
const fewestAttempts = 4;

/** Why a change is made again from what is there now, with a message for the user. */
const repeatReasons = {
  answerLost: "the answer was lost; reading the object to find the result",
  conflict: "somebody else changed it at the same time; reading it again",
  lateRead: "a change of this stack has just ended, and the service may not show it yet; reading again",
  operationVanished: "the service no longer knows the operation; reading the object to find the result",
};

type RepeatReason = keyof typeof repeatReasons;

/** A read may be from before a change that has just ended, so that it is repeated. */
export class LateReadError extends AdvisedError {
  constructor({ subject }: Job) {
    super({
      action: `read ${subject}`,
      summary: "a change of this stack has just ended, and the service may not show it yet",
      hint: "Run the same command again in a minute.",
      effect: "none",
    });
  }
}

/** A change of an object that carries an etag or fingerprint, so that it is refused when the object is another by then. */
export interface ReadModifyWrite<T, W> {
  /** Of the mutating request, such as `setLabels`. */
  readonly action: string;
  /** The path of the object: changes of one object are made one after the other in this process. */
  readonly key: string;
  readonly read: (call: CallContext) => Promise<T>;
  /**
   * The desired object; `undefined` when everything is as it should be.
   *
   * @param mayBeOurs true if an answer or an operation was lost, so that what is there may be what an earlier attempt wrote
   */
  readonly modify: (current: T, mayBeOurs: boolean) => T | undefined | Promise<T | undefined>;
  /** Makes the change by `mutate` or `mutateAtOnce`. The service has to refuse it if the object is another by then. */
  readonly write: (next: T, call: CallContext) => Promise<W>;
  /** The etag or fingerprint, which is another one after each change. */
  readonly readVersion: (actual: T) => unknown;
  /** True if an object that is as it should be, in a version that an own change has replaced, is written as it is: that proves it. */
  readonly provesByWrite?: true;
}

/**
 * Changes a part of an object that others change too: reads, modifies and writes. After a conflict it does all of that
 * again: until the deadline where others change the object, and for half a minute where nobody does. After a lost answer, or
 * where the service has forgotten the operation, reading tells whether it was done.
 *
 * @returns the answer to the write, or what was read when that is as it should be
 */
export function readModifyWrite<T, W>(job: Job, change: ReadModifyWrite<T, W>): Promise<T | W> {
  job.begins(change.action);
  // A change that waits for something of its own, such as a new account, pauses outside of its turn, so that others have theirs.
  return job.withRetries(() => getQueue(job, change.key).enqueue(job, () => untilWritten(job, change)), {
    rules: callerRules,
  });
}

/** The refusals as conflicts. */
interface Conflict {
  /** The versions that were refused. One that comes back may be of another copy of the object, which is behind. */
  readonly versions: ReadonlySet<unknown>;
  /** Since when no refused version was a new one, and how many refusals that makes. */
  readonly sinceMs: number;
  readonly refusals: number;
  /** True if somebody has changed the object between the newest refusal and the one before. */
  readonly isVersionNew: boolean;
}

async function untilWritten<T, W>(job: Job, change: ReadModifyWrite<T, W>): Promise<T | W> {
  const { replaced } = getQueue(job, change.key);
  const call = { ...job.call, rules: serviceRules };
  let pauseMs = firstPauseMs;
  let conflict: Conflict | undefined;
  /** The error that made the latest repeat necessary. */
  let lastError: unknown;
  let hasLostAnswer = false;
  for (;;) {
    // Spread, so that those who meet do not meet again.
    let nextPauseMs = pauseMs * (0.5 + Math.random());
    let version: unknown;
    try {
      const { value: current, isFinal } = await readCurrent(job, change, replaced, call);
      version = change.readVersion(current);
      const next = await change.modify(current, mayBeApplied(job));
      // A version that was replaced, or refused, says nothing of what is there now.
      const isProven = isFinal && !conflict?.versions.has(version);
      if (next === undefined && (isProven || change.provesByWrite !== true)) {
        if (mayBeApplied(job)) job.note({ type: "applied" });
        return current;
      }
      const answer = await change.write(next ?? current, call);
      replaced.note(version);
      return answer;
    } catch (error) {
      if (error instanceof OperationFailedError && !isConflict(error)) {
        await findEffect(job, change.action, error, () => isShown(change, version, call));
        throw error;
      }
      const reason = findRepeatReason(job, error, hasLostAnswer);
      hasLostAnswer ||= reason === "answerLost";
      if (isConflict(error)) conflict = conflictAfter(conflict, version);
      const isRepeated = reason !== undefined && (reason !== "conflict" || isWorthRepeating(conflict));
      const askedMs = (retryAfterSeconds(error) ?? 0) * 1000;
      nextPauseMs += askedMs;
      if (!isRepeated || !job.deadline.allowsAttemptAfter(nextPauseMs)) {
        // It says for how long the service asks to wait.
        if (askedMs > 0) throw error;
        // That there was no time for another attempt says less than what made it necessary.
        const cause = isDeadlineError(error, job.deadline) ? (lastError ?? error) : error;
        throw isConflict(cause) && conflict?.isVersionNew ? contentionError(job, change.action, cause) : cause;
      }
      lastError = error;
      job.status(repeatReasons[reason]);
    }
    await job.deadline.sleep(nextPauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/** The reason to repeat an attempt, if another one can help. */
function findRepeatReason(job: Job, error: unknown, hasLostAnswer: boolean): RepeatReason | undefined {
  if (error instanceof LateReadError) return "lateRead";
  if (error instanceof OperationVanishedError) return "operationVanished";
  // After a lost answer, a refusal of any kind may come of our own change.
  if (error instanceof ResponseError && hasOpenRequest(job) && !hasLostAnswer) return "answerLost";
  return isConflict(error) ? "conflict" : undefined;
}

/** The object, read again while a read shows a version that an own write has replaced, and if that has ended. */
async function readCurrent<T, W>(
  job: Job,
  { read, readVersion }: ReadModifyWrite<T, W>,
  replaced: ReplacedVersions,
  call: CallContext,
): Promise<{ value: T; isFinal: boolean }> {
  const isCurrent = (current: T) => !replaced.has(readVersion(current));
  const current = await poll(job, visibilityBudget, () => read(call), isCurrent);
  // A version can come back, such as the fingerprint of labels: after that time it counts as the newest.
  if (!current.isFinal) replaced.delete(readVersion(current.value));
  return current;
}

/** True if the object is another one by now, and as the change asks for. */
async function isShown<T, W>(change: ReadModifyWrite<T, W>, version: unknown, call: CallContext): Promise<boolean> {
  const current = await change.read(call);
  return change.readVersion(current) !== version && (await change.modify(current, true)) === undefined;
}

function conflictAfter(before: Conflict | undefined, version: unknown): Conflict {
  if (before?.versions.has(version)) return { ...before, refusals: before.refusals + 1, isVersionNew: false };
  const versions = new Set(before?.versions).add(version);
  return { versions, sinceMs: performance.now(), refusals: 1, isVersionNew: before !== undefined };
}

/** True if a request was sent, now or by an earlier step, and may be applied, although no answer says so. */
function mayBeApplied({ journal }: Job): boolean {
  return journal.entries.length > 0;
}

/** True if a request of this step was sent and may be applied, although no answer says so. */
function hasOpenRequest({ journal: { entries, inherited } }: Job): boolean {
  return entries.some((entry) => !inherited.includes(entry));
}

/** True if a newer read, or the end of another change, can still mend the conflict. */
function isWorthRepeating(conflict: Conflict | undefined): boolean {
  if (conflict === undefined) return false;
  return conflict.refusals < fewestAttempts || performance.now() - conflict.sinceMs < unchangedMs;
}

function contentionError(job: Job, action: string, error: ComputeError): ComputeError {
  return new AdvisedError({
    action,
    summary: `somebody else kept changing the object until the end of the ${formatDuration(job.deadline.allowedMs)} of this step`,
    details: [error.summary, ...error.details],
    hint: "Find out what keeps changing the object, or raise `customTimeouts`.",
    effect: error.effect,
    cause: error,
  });
}
