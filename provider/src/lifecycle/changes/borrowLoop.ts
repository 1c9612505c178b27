import { AdvisedError } from "../job/advice";
import type { CallContext } from "../../http/client";
import type { ComputeError } from "../../http/errors/computeError";
import { OperationFailedError, OperationVanishedError } from "../../compute/errors/operationError";
import { ResponseError } from "../../http/errors/responseError";
import { formatDuration } from "../../http/deadline";
import { askedPauseMs } from "../../http/retry";
import { isDeadlineError } from "../../http/errors/unsentError";
import { isConflict, requestRepeats, unchangedMs } from "../../compute/repeats";
import type { AtOnce, Borrow, Plan } from "./borrow";
import { findEffect, type Mutation } from "./attempt";
import type { Job } from "../job/job";
import { mutate, mutateWithoutOperation } from "./mutate";
import { getQueue, type ReplacedVersions } from "./objectQueue";
import { poll, visibilityBudget } from "../job/poll";

/*
 * How long a conflict is repeated: to the deadline while the version changes, and for half a minute while it does not. No
 * number of attempts limits it. A pause is half to one and a half times as long as here, and longer by what the service asks for.
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
  operationVanished: "the service no longer knows the operation; reading the object to find the result",
};

type RepeatReason = keyof typeof repeatReasons;

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

/** A change that is made, alone or with others that wait for the same object. */
export interface Member {
  readonly job: Job;
  readonly change: Borrow;
  /** The newest plan. */
  plan?: Plan;
  /** True if its step is over, whatever becomes of the others: no plan counts on it any more. */
  hasEnded: boolean;
  /** Ends it alone, where its own plan refuses the object. */
  fail(error: unknown): void;
}

/**
 * Makes changes of a value that others change too: reads, plans, records, writes, and commits. It is the one place where a borrowed value
 * enters the record, in this order:
 *
 * 1. The plan says what the request is going to set, and what was there before. The job keeps both, and only then is the request sent. So
 *    however the step ends, its end tells the state of all of ours that may be at the service. A step that is killed tells nothing: the
 *    next one takes what is there for the value from before, with a warning.
 * 2. Once an answer or a read shows the value, what earlier attempts may have left is not kept any more.
 *
 * After a conflict all of it is done again: until the deadline where others change the object, and for half a minute where nobody
 * does. After a lost answer, or where the service has forgotten the operation, reading tells whether it was done.
 *
 * @throws what ends all of them; one of several that fails by its own plan ends alone
 */
export async function untilWritten(members: readonly Member[]): Promise<void> {
  const [first] = members;
  if (first === undefined) return;
  const { key, action, isConditional } = first.change;
  const { replaced } = getQueue(first.job, key);
  let pauseMs = firstPauseMs;
  let conflict: Conflict | undefined;
  /** The object as a refusal has shown it: no read would tell more. */
  let refused: { readonly actual: unknown } | undefined;
  /** The error that made the latest repeat necessary. */
  let lastError: unknown;
  let hasLostAnswer = false;
  for (;;) {
    // It makes the requests of all: the one whose deadline is the last.
    const { job, change } = findLongest(members) ?? first;
    const call = { ...job.call, rules: requestRepeats.borrowed };
    // Spread, so that those who meet do not meet again.
    let nextPauseMs = pauseMs * (0.5 + Math.random());
    let actual: unknown;
    let version: unknown;
    try {
      const current = refused
        ? { value: refused.actual, isFinal: true }
        : await readCurrent(job, change, replaced, call);
      refused = undefined;
      actual = current.value;
      version = change.version?.(actual);
      const planned = await planAll(members, actual);
      // A version that was replaced, or refused, says nothing of what is there now.
      const isProven = current.isFinal && !conflict?.versions.has(version);
      const writers = planned.filter(({ plan }) => plan?.next !== undefined);
      const next = writers.at(-1)?.plan?.next ?? (isProven ? undefined : change.unchanged?.(actual));
      if (next === undefined) return commit(planned, actual);
      const jobs = writers.length > 0 ? writers.map((writer) => writer.job) : [job];
      const answer = await write(job, jobs, call, action, change.write(next, actual)).finally(() => {
        getQueue(job, key).writtenMs = performance.now();
      });
      noteWritten(job, change, version, next);
      return commit(planned, answer);
    } catch (error) {
      if (isConditional && error instanceof OperationFailedError && !isConflict(error)) {
        await findEffect(job, error, () => isShown(change, version, call));
        const failure: OperationFailedError = error;
        const again = failure.effect === "none" ? await change.lookAgain?.(error, actual) : undefined;
        if (again === undefined) throw error;
        refused = { actual: again };
        continue;
      }
      const hasOpen = members.some((member) => hasOpenRequest(member.job));
      const reason = findRepeatReason(change, error, hasOpen && !hasLostAnswer);
      hasLostAnswer ||= reason === "answerLost";
      if (isConditional && isConflict(error)) conflict = conflictAfter(conflict, version);
      const isRepeated = reason !== undefined && (reason !== "conflict" || isWorthRepeating(conflict));
      const askedMs = askedPauseMs(error);
      nextPauseMs += askedMs;
      if (!isRepeated && actual !== undefined) {
        const explained = change.explain === undefined ? error : await change.explain(error, actual);
        const again = await change.lookAgain?.(explained, actual);
        if (again === undefined && explained !== error) throw explained;
        if (again !== undefined) {
          refused = { actual: again };
          continue;
        }
      }
      if (!isRepeated || !job.deadline.allowsAttemptAfter(nextPauseMs)) {
        // It says for how long the service asks to wait.
        if (askedMs > 0) throw error;
        // That there was no time for another attempt says less than what made it necessary.
        const cause = isDeadlineError(error, job.deadline) ? (lastError ?? error) : error;
        throw isConflict(cause) && conflict?.isVersionNew ? contentionError(job, action, cause) : cause;
      }
      lastError = error;
      job.status(repeatReasons[reason]);
    }
    await job.deadline.sleep(nextPauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

function findLongest(members: readonly Member[]): Member | undefined {
  return members
    .filter(({ hasEnded }) => !hasEnded)
    .reduce<Member | undefined>(
      (longest, one) =>
        longest !== undefined && longest.job.deadline.remainingMs >= one.job.deadline.remainingMs ? longest : one,
      undefined,
    );
}

/** Plans the changes one after the other: each for the object as those before it make it. Returns those that go on. */
async function planAll(members: readonly Member[], read: unknown): Promise<Member[]> {
  const planned: Member[] = [];
  let actual = read;
  for (const member of members) {
    const { job, change, plan: earlier } = member;
    if (member.hasEnded) continue;
    try {
      const plan = await change.plan(actual, mayBeApplied(job), earlier);
      member.plan = plan;
      job.keep(plan.record);
      for (const warning of plan.warnings ?? []) if (!earlier?.warnings?.includes(warning)) job.notice(warning);
      if (plan.next !== undefined) actual = change.after?.(actual, plan.next) ?? actual;
      planned.push(member);
    } catch (error) {
      if (members.length === 1) throw error;
      member.fail(error);
    }
  }
  return planned;
}

/** @param shown the answer to the request, or the object as it was read */
function commit(members: readonly Member[], shown: unknown): void {
  for (const { job, plan } of members) {
    if (mayBeApplied(job)) job.journal.applied();
    job.keep(plan?.applied?.(shown));
  }
}

/** @param jobs those whose values it has: of a request with an operation, that is the one that makes it */
function write(
  job: Job,
  jobs: readonly Job[],
  call: CallContext,
  action: string,
  request: Mutation | AtOnce,
): Promise<unknown> {
  if ("sendAtOnce" in request) return mutateWithoutOperation(jobs, action, () => request.sendAtOnce(call));
  return mutate(job, request);
}

/** Notes what no read may show from now on. */
function noteWritten(job: Job, { key, versionAfter }: Borrow, version: unknown, next: unknown): void {
  const queue = getQueue(job, key);
  queue.replaced.note(version);
  if (versionAfter !== undefined) queue.replaced.delete(versionAfter(next));
}

/** The reason to repeat an attempt, if another one can help. */
function findRepeatReason({ isConditional }: Borrow, error: unknown, hasOpen: boolean): RepeatReason | undefined {
  if (!isConditional) return undefined;
  if (error instanceof OperationVanishedError) return "operationVanished";
  // After a lost answer, a refusal of any kind may come of our own change.
  if (error instanceof ResponseError && hasOpen) return "answerLost";
  return isConflict(error) ? "conflict" : undefined;
}

/** The object, read again while a read shows a version that an own write has replaced, and if that has ended. */
async function readCurrent(
  job: Job,
  change: Borrow,
  replaced: ReplacedVersions,
  call: CallContext,
): Promise<{ value: unknown; isFinal: boolean }> {
  const isCurrent = (actual: unknown) => !replaced.has(change.version?.(actual));
  const current = await poll(job, visibilityBudget, () => change.read(call), isCurrent);
  // A version can come back, such as the fingerprint of labels: after that time it counts as the newest.
  if (!current.isFinal) replaced.delete(change.version?.(current.value));
  return current;
}

/** True if the object is another one by now, and as the change asks for. */
async function isShown(change: Borrow, version: unknown, call: CallContext): Promise<boolean> {
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
  return journal.open.length > 0;
}

/** True if a request of this step was sent and may be applied, although no answer says so. */
export function hasOpenRequest({ journal }: Job): boolean {
  return journal.hasOwnOpen;
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
