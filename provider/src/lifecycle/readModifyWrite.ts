import { AdvisedError } from "./advice";
import type { CallContext } from "../http/client";
import { ComputeError } from "../http/errors/computeError";
import { OperationVanishedError } from "../compute/errors/operationError";
import { ResponseError } from "../http/errors/responseError";
import { formatDuration } from "../http/deadline";
import { isOfDeadline } from "../http/errors/unsentError";
import { queuedPerObject } from "./queuedPerObject";
import { rulesOfOne } from "../compute/retryRules";
import { sharedCall } from "./sharedCall";
import { inSharedTurn } from "./sharedTurn";
import type { Job } from "./job";

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
  /** Whether it was refused for that. Default: with 409 or 412. */
  readonly isOutrun?: (error: unknown) => boolean;
  /** The etag or fingerprint, which is another one after each change. */
  readonly versionOf: (there: T) => unknown;
  /**
   * Given where `write` sends the whole object as `modify` leaves it, and nothing that belongs to this change alone.
   *
   * Those that wait for their turn then share one read and one write: each modifies what the one before it has made.
   *
   * @returns what is there after a write, so that the next turn need not read it; `undefined` where the answer does not show
   * all of it, or where the next write could not be refused as stale
   */
  readonly after?: (sent: T, answer: W) => T | undefined;
}

/**
 * Changes a part of an object that others change too: reads, modifies and writes, again whenever somebody else was
 * faster, until the deadline. After a lost answer, or where the service has forgotten the operation, reading tells
 * whether it was done.
 *
 * @returns the answer to the write, or what was read when that is as it should be
 */
export async function readModifyWrite<T, W>(job: Job, change: ReadModifyWrite<T, W>): Promise<T | W> {
  job.begins(change.action);
  const own = new Attempts(job, change);
  let isShared = change.after !== undefined;
  const turn = () =>
    change.after === undefined
      ? queuedPerObject(job, change.key, () => own.alone())
      : inSharedTurn<Attempts<T, W>, Outcome<T, W>>(job, change.key, own, {
          together: attempt,
          alone: (one, before) => one.alone(before),
          late: (one, error) => one.late(error),
          isShared,
        });
  const { result } = await job.withRetries(turn, {
    // Others have their turns during the pause.
    rules: rulesOfOne,
    onRetry(...repeat) {
      isShared = false;
      job.call.onRetry?.(...repeat);
    },
  });
  return result;
}

/** What a turn has ended with. */
interface Outcome<T, W> {
  readonly result: T | W;
  /** What is there from then on, as far as a write has shown it. */
  readonly there?: T | undefined;
}

/** What one change has met so far, alone or together with others. */
class Attempts<T, W> {
  setback: ComputeError | undefined;
  /** A refusal that no newer version can mend. */
  final: ComputeError | undefined;

  constructor(
    readonly job: Job,
    readonly change: ReadModifyWrite<T, W>,
  ) {}

  async alone(before?: Outcome<T, W>): Promise<Outcome<T, W>> {
    // It may be of another change that shared the turn before.
    this.final = undefined;
    try {
      return await attempt([this], before);
    } catch (error) {
      throw this.endedBy(error);
    }
  }

  /** The error of the queue says that nothing was sent. */
  late(error: unknown): unknown {
    return this.mayHaveLanded ? (this.setback ?? error) : error;
  }

  /** Whether something was sent and may have landed, though no answer said so. */
  get mayHaveLanded(): boolean {
    return this.job.ledger.pending.length > 0;
  }

  isOutrun(error: unknown): error is ComputeError {
    const { isOutrun = isRefusedAsStale } = this.change;
    return error instanceof ComputeError && isOutrun(error);
  }

  /** Everything is as this change wants it. */
  isThere(): void {
    if (this.mayHaveLanded) this.job.ledger.landed();
  }

  failed(error: unknown): void {
    if (error instanceof ComputeError && error.effect === "unknown") this.setback ??= error;
  }

  goesOn(setback: ComputeError, status: string): void {
    this.setback = setback;
    this.job.status(status);
  }

  /** That there was no time for another look says less than what made it necessary. */
  private endedBy(error: unknown): unknown {
    const { job, change, setback, final } = this;
    if (final !== undefined) return final;
    const cause = setback !== undefined && isOfDeadline(error, job.deadline) ? setback : error;
    return this.isOutrun(cause) ? outrunToTheEnd(job, change.action, cause) : cause;
  }
}

/**
 * One read and one write for all of them, with the deadline of the one that has the least time.
 *
 * @param before what the turn before this one ended with
 */
async function attempt<T, W>(
  group: readonly Attempts<T, W>[],
  before: Outcome<T, W> | undefined,
): Promise<Outcome<T, W>> {
  const first = group.reduce((least, one) =>
    one.job.deadline.remainingMs < least.job.deadline.remainingMs ? one : least,
  );
  const { job, change } = first;
  for (const one of group)
    if (one !== first) one.job.debug(`${change.action} is part of the request of ${job.subject}`);
  const call = sharedCall(
    job,
    group.map((one) => one.job),
  );
  let known = before?.there;
  let pauseMs = firstPauseMs;
  let sent: T | undefined;
  /** The refusal of what was sent, and how often the same version was read since. */
  let refused: { readonly error: ComputeError; equalLooks: number } | undefined;
  let wasUnclear = false;
  for (;;) {
    // Spread, so that those who meet do not meet again.
    const ownPauseMs = pauseMs * (0.5 + Math.random());
    try {
      const current = known ?? (await change.read(call));
      if (refused !== undefined && isSameVersion(change, sent, current)) throw refused.error;
      const { next, changing } = modified(group, current);
      if (changing.length > 0) {
        [sent, refused] = [current, undefined];
        const result = await written(changing, () => change.write(next, call));
        for (const one of group) if (!changing.includes(one)) one.isThere();
        return { result, there: shownBy(change, next, result) };
      }
      if (known === undefined) {
        for (const one of group) one.isThere();
        return { result: current };
      }
      // It may be out of date. A write would be refused then, but nobody would notice where nothing is written.
      known = undefined;
      continue;
    } catch (error) {
      const vanished = error instanceof OperationVanishedError ? error : undefined;
      // After a lost answer, a refusal of any kind may come of our own change.
      const unclear: ComputeError | undefined =
        error instanceof ResponseError && error.effect === "unknown" && !wasUnclear ? error : undefined;
      wasUnclear ||= unclear !== undefined;
      const refusal: ComputeError | undefined = first.isOutrun(error) ? error : unclear;
      if (refusal !== undefined)
        refused = { error: refusal, equalLooks: refused?.error === refusal ? refused.equalLooks + 1 : 0 };
      const { equalLooks = 0 }: { equalLooks?: number } = refused ?? {};
      const hasTime = job.deadline.allowsAttemptAfter(ownPauseMs) && equalLooks < mostEqualLooks;
      const setback = hasTime ? (vanished ?? refusal) : undefined;
      const status = vanished === undefined ? (unclear === undefined ? outrunStatus : unclearStatus) : vanishedStatus;
      for (const one of group) {
        one.failed(error);
        if (setback !== undefined) one.goesOn(setback, status);
        else if (equalLooks > 0 && refusal !== undefined) one.final = refusal;
      }
      if (setback === undefined) throw error;
      known = undefined;
    }
    await job.deadline.sleep(ownPauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/** Whether nobody has changed the object since it was read for the request. */
function isSameVersion<T, W>({ versionOf }: ReadModifyWrite<T, W>, sent: T | undefined, current: T): boolean {
  const version = versionOf(current);
  return sent !== undefined && version !== undefined && versionOf(sent) === version;
}

/** An answer that cannot be read shows nothing: the change itself has landed. */
function shownBy<T, W>({ after }: ReadModifyWrite<T, W>, sent: T, answer: W): T | undefined {
  try {
    return after?.(sent, answer);
  } catch {
    return undefined;
  }
}

/** What all of them make of what is there, one after the other, and who of them had something to change. */
function modified<T, W>(group: readonly Attempts<T, W>[], current: T): { next: T; changing: Attempts<T, W>[] } {
  let next = current;
  const changing = group.filter((one) => {
    const wanted = one.change.modify(next, one.mayHaveLanded);
    if (wanted !== undefined) next = wanted;
    return wanted !== undefined;
  });
  return { next, changing };
}

/** Sends one request, which each of them records as its own. */
async function written<T, W>(changing: readonly Attempts<T, W>[], write: () => Promise<W>): Promise<W> {
  let sent: Promise<W> | undefined;
  const send = () => (sent ??= write());
  if (changing.some(({ change }) => change.isOperation)) return send();
  await Promise.allSettled(changing.map(({ job, change }) => job.apply(change.action, send)));
  return send();
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
