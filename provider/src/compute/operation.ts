import type { CallContext, ComputeClient } from "../http/client";
import { ComputeError } from "../http/errors/computeError";
import { OperationAbandonedError, OperationFailedError, OperationVanishedError } from "./errors/operationError";
import { unlessNotFound, NotFoundError } from "../http/errors/responseError";
import { readErrorItems } from "../http/errors/errorBody";
import { getOperation, waitOperation, type Operation } from "./endpoints/operations";
import { excerpt } from "../messages/text";
import type { Deadline } from "../http/deadline";
import { isDeadlineError } from "../http/errors/unsentError";

/**
 * Shortest time between two waits: the service may answer early, even at once, when it is loaded. It grows with every
 * early answer.
 */
const earlyReturnFloorMs = { first: 200, growth: 1.5, longest: 1_000 };

/**
 * An operation can be unknown for a while right after it was made. One whose name was just answered is asked for until
 * that while is over; one that was made some time ago only a few times, because it is more likely forgotten.
 */
const unknown = {
  attempts: 4,
  firstPauseMs: 250,
  young: { longestMs: 60_000, deadlineShare: 0.1, pauseGrowth: 1.5, longestPauseMs: 5_000 },
};

export interface WaitContext extends CallContext {
  /** For messages: `insert projects/p/global/routes/r`. */
  action: string;
  /** True if somebody else may have begun the operation just now: then its name tells how old it is. */
  mayBeNew?: boolean;
  /** When an earlier run has begun it, in milliseconds since 1970. */
  begunMs?: number;
  /** Called with each observed state, for progress. */
  onState?: ((operation: Operation) => void) | undefined;
}

/**
 * Waits until the operation is DONE: the service answers at that moment, so one request usually does.
 *
 * Trouble while waiting never repeats the mutation.
 *
 * @param operation its path
 * @param known the operation as the answer to the change has just shown it; leave it out for one of an earlier run
 * @throws OperationFailedError when it is DONE with an error
 * @throws OperationVanishedError when the service does not know it
 * @throws OperationAbandonedError when the deadline passes, or the service cannot be asked any more
 */
export async function waitForOperation(
  client: ComputeClient,
  operation: string,
  context: WaitContext,
  known?: Operation,
): Promise<Operation> {
  const { deadline, action } = context;
  let state = known;
  let floorMs = earlyReturnFloorMs.first;
  // Whoever began it may have had a clock that was ahead.
  const oldAtMs = Math.min(context.begunMs ?? 0, client.serviceNowMs) + visibilityLagMs;
  const isOld = () => client.serviceNowMs >= oldAtMs;
  const isNew = known !== undefined || (context.mayBeNew === true && isYoung(operation, client)) || !isOld();
  // Where the deadline is short, time is left to find out what became of the change.
  let nextPause = makePauses(isNew ? visibilityWaitMs(deadline) : 0);
  while (state?.status !== "DONE") {
    if (deadline.passed) {
      throw new OperationAbandonedError(action, operation, deadline.allowedMs);
    }
    const askedMs = performance.now();
    try {
      state = await waitOperation(client, operation, context);
      context.onState?.(state);
    } catch (error) {
      if (!(error instanceof ComputeError)) throw error;
      if (!(error instanceof NotFoundError))
        throw new OperationAbandonedError(
          action,
          operation,
          deadline.allowedMs,
          isDeadlineError(error, deadline) ? undefined : error,
        );
      // Never the mutation again: only the question.
      const pauseMs = nextPause();
      // An operation that nobody has seen yet may only be too young.
      if (pauseMs === undefined && state === undefined && !isOld())
        throw new OperationAbandonedError(action, operation, deadline.allowedMs);
      if (pauseMs === undefined) throw new OperationVanishedError(action, operation);
      await deadline.sleep(pauseMs);
      continue;
    }
    // The service knows it: one that is unknown from now on is forgotten.
    nextPause = makePauses(0);
    const tookMs = performance.now() - askedMs;
    if (state.status !== "DONE" && tookMs < earlyReturnFloorMs.longest) {
      await deadline.sleep(floorMs - tookMs);
      floorMs = Math.min(floorMs * earlyReturnFloorMs.growth, earlyReturnFloorMs.longest);
    }
  }
  return assertNotFailed(action, operation, state);
}

/** True if the name of an operation says that it is seconds old: the time in milliseconds follows `operation-`. */
function isYoung(operation: string, { serviceNowMs }: ComputeClient): boolean {
  const [, madeAtMs] = /\/operation-(\d{13})-[^/]*$/.exec(operation) ?? [];
  return madeAtMs !== undefined && Math.abs(serviceNowMs - Number(madeAtMs)) < unknown.young.longestMs;
}

/** Tells after each answer that the operation is unknown how long to wait before the next question; nothing to give up. */
type NextPause = () => number | undefined;

/** @param forMs how long it is to be asked for at least; a few questions are asked in any case */
function makePauses(forMs: number): NextPause {
  const { pauseGrowth, longestPauseMs } = unknown.young;
  const untilMs = performance.now() + forMs;
  let answers = 0;
  let pauseMs = unknown.firstPauseMs;
  return () => {
    answers += 1;
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0) return answers < unknown.attempts ? unknown.firstPauseMs * answers : undefined;
    const nextMs = Math.min(pauseMs, leftMs);
    pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs);
    return nextMs;
  };
}

/** For how long an operation may be unknown after it was made, in milliseconds. */
export const visibilityLagMs = unknown.young.longestMs;

/** How long one step waits for an operation that may be unknown. Where the deadline is short, that proves nothing. */
export function visibilityWaitMs({ allowedMs }: Deadline): number {
  return Math.min(visibilityLagMs, allowedMs * unknown.young.deadlineShare);
}

/** The operation at that path; `undefined` if the service does not know it. */
export function tryGetOperation(
  client: ComputeClient,
  operation: string,
  context: CallContext,
): Promise<Operation | undefined> {
  return unlessNotFound(getOperation(client, operation, context));
}

/**
 * The operation, when it has no error so far.
 *
 * @throws OperationFailedError when it has
 */
export function assertNotFailed(action: string, operation: string, state: Operation): Operation {
  if (hasFailed(state)) {
    const { httpErrorStatusCode: status, httpErrorMessage: message } = state as {
      [Member in keyof Operation]: unknown;
    };
    throw new OperationFailedError(action, operation, readErrorItems(state.error?.errors), state.targetId, {
      status: typeof status === "number" ? status : undefined,
      message: typeof message === "string" ? excerpt(message) : undefined,
    });
  }
  return state;
}

/** True if it has an error so far, be it one without a list of errors. */
export function hasFailed({ error, httpErrorStatusCode = 0 }: Operation): boolean {
  return (error !== undefined && (error as unknown) !== null) || httpErrorStatusCode >= 400;
}
