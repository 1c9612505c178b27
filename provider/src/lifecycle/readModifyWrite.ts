import { AdvisedError } from "./advice";
import type { CallContext } from "../http/client";
import type { ComputeError } from "../http/errors/computeError";
import { OperationVanishedError } from "../compute/errors/operationError";
import { ResponseError } from "../http/errors/responseError";
import { formatDuration } from "../http/deadline";
import { isOfDeadline } from "../http/errors/unsentError";
import { isBusy, rulesOfAll, rulesOfOne } from "../compute/retryRules";
import type { Job } from "./job";
import { queueOf } from "./queuedPerObject";

/** Pauses before what was changed by somebody else is read again. */
const firstPauseMs = 200;
const longestPauseMs = 5_000;

/** Looks after a refusal as stale that find the version that was sent, because a read can be older than the refusal. */
const mostEqualLooks = 3;

/** Why a change is made again from what is there now. */
const unclearStatus = "the answer was lost; reading the object to find the result";
const outrunStatus = "somebody else changed it at the same time; reading it again";
const vanishedStatus = "the service no longer knows the operation; reading the object to find the result";

/** A change of an object that carries an etag or fingerprint, so that it is refused when the object is another by then. */
export interface ReadModifyWrite<T, W> {
  /** Of the mutating request, such as `setLabels`. */
  readonly action: string;
  /** What is changed: changes of the same in this process are made one after the other. */
  readonly key: string;
  readonly read: (call: CallContext) => Promise<T>;
  /**
   * What is to be there instead; `undefined` when everything is as it should be.
   *
   * @param mayBeOurs whether an answer or an operation was lost, so that what is there may be what an earlier attempt wrote
   */
  readonly modify: (current: T, mayBeOurs: boolean) => T | undefined;
  /** Has to be refused when what was read is no longer what is there. */
  readonly write: (next: T, call: CallContext) => Promise<W>;
  /** `write` begins an operation, and the job records its request. Left out, the answer to `write` is the end of the change. */
  readonly isOperation?: true;
  /** Whether it was refused for that. Default: with 409 or 412, and not because it is busy. */
  readonly isOutrun?: (error: unknown) => boolean;
  /** The etag or fingerprint, which is another one after each change. */
  readonly versionOf: (there: T) => unknown;
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
  // What waits for something of its own, such as a new account, pauses outside of its turn, so that others have theirs.
  return job.withRetries(() => queueOf(job, change.key).inTurn(job, () => untilWritten(job, change)), {
    rules: rulesOfOne,
  });
}

/** A refusal of what was sent, and how often the version that it was based on was read since. */
interface Refused<T> {
  readonly base: T | undefined;
  readonly error: ComputeError;
  readonly equalLooks: number;
}

async function untilWritten<T, W>(job: Job, change: ReadModifyWrite<T, W>): Promise<T | W> {
  const { action, isOutrun = isRefusedAsStale, isOperation } = change;
  const call = { ...job.call, rules: rulesOfAll };
  let pauseMs = firstPauseMs;
  let base: T | undefined;
  let refused: Refused<T> | undefined;
  /** Why the object is read again. */
  let setback: ComputeError | undefined;
  let wasUnclear = false;
  for (;;) {
    // Spread, so that those who meet do not meet again.
    const ownPauseMs = pauseMs * (0.5 + Math.random());
    try {
      const current = await change.read(call);
      if (refused !== undefined && isSameVersion(change, refused.base, current)) throw refused.error;
      const next = change.modify(current, mayHaveLanded(job));
      if (next === undefined) {
        if (mayHaveLanded(job)) job.ledger.landed();
        return current;
      }
      [base, refused] = [current, undefined];
      const write = () => change.write(next, call);
      return await (isOperation ? write() : job.apply(action, write));
    } catch (error) {
      const isVanished = error instanceof OperationVanishedError;
      // After a lost answer, a refusal of any kind may come of our own change.
      const isUnclear: boolean = error instanceof ResponseError && error.effect === "unknown" && !wasUnclear;
      wasUnclear ||= isUnclear;
      const refusal = isUnclear || isOutrun(error) ? (error as ComputeError) : undefined;
      if (refusal !== undefined)
        refused = { base, error: refusal, equalLooks: refused?.error === refusal ? refused.equalLooks + 1 : 0 };
      const { equalLooks = 0 }: Partial<Refused<T>> = refused ?? {};
      const hasTime = job.deadline.allowsAttemptAfter(ownPauseMs) && equalLooks < mostEqualLooks;
      if (!hasTime || !(isVanished || refusal !== undefined)) {
        // No newer version can mend it.
        if (refusal !== undefined && equalLooks > 0) throw refusal;
        // That there was no time for another look says less than what made it necessary.
        const cause = isOfDeadline(error, job.deadline) ? (setback ?? error) : error;
        throw isOutrun(cause) ? outrunToTheEnd(job, action, cause as ComputeError) : cause;
      }
      setback = error as ComputeError;
      job.status(isVanished ? vanishedStatus : isUnclear ? unclearStatus : outrunStatus);
    }
    await job.deadline.sleep(ownPauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/** Whether something was sent and may have landed, though no answer said so. */
function mayHaveLanded({ ledger }: Job): boolean {
  return ledger.pending.length > 0;
}

/** Whether nobody has changed the object since it was read for the request. */
function isSameVersion<T, W>({ versionOf }: ReadModifyWrite<T, W>, sent: T | undefined, current: T): boolean {
  const version = versionOf(current);
  return sent !== undefined && version !== undefined && versionOf(sent) === version;
}

function isRefusedAsStale(error: unknown): boolean {
  return error instanceof ResponseError && (error.status === 409 || error.status === 412) && !isBusy(error);
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
