import { AdvisedError } from "./advice";
import type { CallContext } from "../http/client";
import type { ComputeError } from "../http/errors/computeError";
import { OperationFailedError, OperationVanishedError } from "../compute/errors/operationError";
import { ResponseError } from "../http/errors/responseError";
import { formatDuration } from "../http/deadline";
import { askedPauseMs } from "../http/retry";
import { isDeadlineError } from "../http/errors/unsentError";
import { callerRules, isConflict, requestRepeats, unchangedMs } from "../compute/repeats";
import { findEffect } from "./failedChange";
import type { Job, RecordChange } from "./job";
import { mutate, mutateWithoutOperation, type Mutation } from "./mutate";
import { getQueue, type ReplacedVersions } from "./objectQueue";
import { poll, visibilityBudget } from "./poll";

/*
 * How long a conflict is repeated: to the deadline while the version changes, and for half a minute while it does not. No
 * number of attempts limits it. A pause is half to one and a half times as long as here, or as long as the service asks for.
 */

/** Pauses before all of a change is repeated. */
const firstPauseMs = 200;
const longestPauseMs = 5_000;

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

/** The plan for an object as it was just read. It says, and the loop does. */
export interface Plan<N = unknown> {
  /** The value to send; `undefined` when everything is as it should be. */
  readonly next: N | undefined;
  /** True if what is there is this stack's own, and no record says so yet. Default: where an answer was lost, it may be. */
  readonly isOurs?: boolean;
  /** Recorded before the request is sent: until its end is known, what is there may be any of these values. */
  readonly record?: RecordChange;
  /** Said before the request is sent. */
  readonly warnings?: readonly string[];
  /**
   * Recorded once the object is known to be as planned.
   *
   * @param shown the answer to the request, or the object as it was read where nothing was sent
   */
  applied?(shown: unknown): RecordChange;
  /** Said once the object is known to be as planned. */
  readonly notices?: readonly string[];
}

/** Values that a resource sets in an object of somebody else, or puts back: a description, which the loop carries out. */
export interface Borrow<O = unknown, N = unknown, P extends Plan<N> = Plan<N>> {
  /** Of the mutating request, such as `setLabels`. */
  readonly action: string;
  /** The path of the object: changes of one object are made one after the other in this process. */
  readonly key: string;
  /**
   * The object as it is now.
   *
   * @param call the means of each request; its deadline is that of the step
   */
  read(call: CallContext): Promise<O>;
  /** An etag or fingerprint, or the value itself: it is another one after each change. A read that shows one that an own write has replaced is late. */
  version?(actual: O): unknown;
  /** True if the service refuses a write whose version is not the newest: then all of the change is made again. */
  readonly isConditional: boolean;
  /**
   * Of an object without an etag or fingerprint: the version that a value makes. The service cannot refuse what is based on an old
   * read, so a restore that follows soon looks again.
   */
  versionAfter?(next: N): unknown;
  /**
   * Decides what to send, what to record, and what to say.
   *
   * @param mayBeOurs true if an answer or an operation was lost, so that what is there may be what an earlier attempt wrote
   * @param earlier the plan for an earlier read of this step
   */
  plan(actual: O, mayBeOurs: boolean, earlier: P | undefined): P | Promise<P>;
  /** The request that sets a value; refused, where the borrow is conditional, if the object is another than this one by then. */
  write(next: N, actual: O): Mutation | AtOnce;
  /** The value that changes nothing. Sent where an object is as it should be, in a version that an own change has replaced: that proves it. */
  unchanged?(actual: O): N;
  /** Says a refusal in the words of the kind. Default: in those of the service. */
  explain?(error: unknown, actual: O): unknown;
  /** After a refusal, explained: the object as the next attempt should take it; `undefined` where no other attempt can help. It is asked once. */
  lookAgain?(error: unknown, actual: O): Promise<O | undefined>;
  /** Tells the other steps of this run, in memory alone. */
  finish?(plan: P): void;
  /** Waits for what follows, such as the instances of a group. Whatever comes of that, the change itself is done. */
  wait?(plan: P): Promise<void>;
}

/** A change at the service: one request, or a borrowed value. */
export type Change = Mutation | Borrow;

/** Makes the changes that a definition asks for, one after the other. */
export async function carryOut(job: Job, changes: Change | AsyncIterable<Change> | undefined): Promise<void> {
  if (changes === undefined) return;
  if (!(Symbol.asyncIterator in changes)) return "plan" in changes ? borrow(job, changes) : mutate(job, changes);
  for await (const change of changes) await carryOut(job, change);
}

/** A request without an operation, whose answer is the object as it is from then on. */
export interface AtOnce {
  sendAtOnce(call: CallContext): Promise<unknown>;
}

/**
 * Changes a value that others change too: reads, plans, records, writes, and commits. It is the one place where a borrowed value
 * enters the record, in this order:
 *
 * 1. The plan says what the request is going to set, and what was there before. Both are recorded, and only then is it sent. So
 *    nothing of ours is ever at the service without a record, whatever ends the step.
 * 2. Once an answer or a read shows the value, what earlier attempts may have left leaves the record.
 *
 * After a conflict all of it is done again: until the deadline where others change the object, and for half a minute where nobody
 * does. After a lost answer, or where the service has forgotten the operation, reading tells whether it was done.
 */
export async function borrow<O, N, P extends Plan<N> = Plan<N>>(job: Job, change: Borrow<O, N, P>): Promise<void> {
  job.begins(change.action);
  // A change that waits for something of its own, such as a new account, pauses outside of its turn, so that others have theirs.
  const plan = await job.withRetries(() => getQueue(job, change.key).enqueue(job, () => untilWritten(job, change)), {
    rules: callerRules,
  });
  for (const notice of plan.notices ?? []) job.notice(notice);
  change.finish?.(plan);
  if (change.wait === undefined) return;
  job.note({ type: "applied" });
  await change.wait(plan);
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

async function untilWritten<O, N, P extends Plan<N>>(job: Job, change: Borrow<O, N, P>): Promise<P> {
  const { replaced } = getQueue(job, change.key);
  const call = { ...job.call, rules: requestRepeats.borrowed };
  let pauseMs = firstPauseMs;
  let conflict: Conflict | undefined;
  let plan: P | undefined;
  /** The object as a refusal has shown it: no read would tell more. */
  let refused: { readonly actual: O } | undefined;
  let hasLookedAgain = false;
  /** The error that made the latest repeat necessary. */
  let lastError: unknown;
  let hasLostAnswer = false;
  for (;;) {
    // Spread, so that those who meet do not meet again.
    let nextPauseMs = pauseMs * (0.5 + Math.random());
    let actual: O | undefined;
    let version: unknown;
    try {
      const current = refused
        ? { value: refused.actual, isFinal: true }
        : await readCurrent(job, change, replaced, call);
      refused = undefined;
      actual = current.value;
      version = change.version?.(actual);
      const earlier = plan;
      plan = await change.plan(actual, mayBeApplied(job), earlier);
      job.keep(plan.record);
      for (const warning of plan.warnings ?? []) if (!earlier?.warnings?.includes(warning)) job.notice(warning);
      // A version that was replaced, or refused, says nothing of what is there now.
      const isProven = current.isFinal && !conflict?.versions.has(version);
      const next = plan.next ?? (isProven ? undefined : change.unchanged?.(actual));
      if (next === undefined) {
        if (mayBeApplied(job) || plan.isOurs === true) job.note({ type: "applied" });
        job.keep(plan.applied?.(actual));
        return plan;
      }
      const answer = await write(job, change.action, change.write(next, actual));
      noteWritten(job, change, version, next);
      job.keep(plan.applied?.(answer));
      return plan;
    } catch (error) {
      if (change.isConditional && error instanceof OperationFailedError && !isConflict(error)) {
        await findEffect(job, change.action, error, () => isShown(change, version, call));
        throw error;
      }
      const reason = findRepeatReason(job, change, error, hasLostAnswer);
      hasLostAnswer ||= reason === "answerLost";
      if (change.isConditional && isConflict(error)) conflict = conflictAfter(conflict, version);
      const isRepeated = reason !== undefined && (reason !== "conflict" || isWorthRepeating(conflict));
      const askedMs = askedPauseMs(error);
      nextPauseMs += askedMs;
      if (!isRepeated && actual !== undefined) {
        const explained = change.explain === undefined ? error : await change.explain(error, actual);
        const again = hasLookedAgain ? undefined : await change.lookAgain?.(explained, actual);
        if (again === undefined && explained !== error) throw explained;
        if (again !== undefined) {
          hasLookedAgain = true;
          refused = { actual: again };
          continue;
        }
      }
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

function write(job: Job, action: string, request: Mutation | AtOnce): Promise<unknown> {
  return "sendAtOnce" in request
    ? mutateWithoutOperation(job, action, (call) => request.sendAtOnce(call))
    : mutate(job, request);
}

/** Notes what no read may show from now on. */
function noteWritten<O, N>(job: Job, { key, versionAfter }: Borrow<O, N>, version: unknown, next: N): void {
  const queue = getQueue(job, key);
  queue.replaced.note(version);
  if (versionAfter === undefined) return;
  queue.changedAtMs = performance.now();
  queue.replaced.delete(versionAfter(next));
}

/** The reason to repeat an attempt, if another one can help. */
function findRepeatReason(
  job: Job,
  { isConditional }: Pick<Borrow, "isConditional">,
  error: unknown,
  hasLostAnswer: boolean,
): RepeatReason | undefined {
  if (error instanceof LateReadError) return "lateRead";
  if (!isConditional) return undefined;
  if (error instanceof OperationVanishedError) return "operationVanished";
  // After a lost answer, a refusal of any kind may come of our own change.
  if (error instanceof ResponseError && hasOpenRequest(job) && !hasLostAnswer) return "answerLost";
  return isConflict(error) ? "conflict" : undefined;
}

/** The object, read again while a read shows a version that an own write has replaced, and if that has ended. */
async function readCurrent<O, N, P extends Plan<N>>(
  job: Job,
  change: Borrow<O, N, P>,
  replaced: ReplacedVersions,
  call: CallContext,
): Promise<{ value: O; isFinal: boolean }> {
  const isCurrent = (actual: O) => !replaced.has(change.version?.(actual));
  const current = await poll(job, visibilityBudget, () => change.read(call), isCurrent);
  // A version can come back, such as the fingerprint of labels: after that time it counts as the newest.
  if (!current.isFinal) replaced.delete(change.version?.(current.value));
  return current;
}

/** True if the object is another one by now, and as the change asks for. */
async function isShown<O, N, P extends Plan<N>>(
  change: Borrow<O, N, P>,
  version: unknown,
  call: CallContext,
): Promise<boolean> {
  const actual = await change.read(call);
  return change.version?.(actual) !== version && (await change.plan(actual, true, undefined)).next === undefined;
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
