import type { CallContext, ComputeClient } from "../http/client";
import { ComputeError } from "../http/errors/computeError";
import { OperationAbandonedError, OperationFailedError, OperationVanishedError } from "./errors/operationError";
import { unlessNotFound } from "../http/errors/responseError";
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
 * The service may not know an operation for a while right after it was made. It is then asked for until that while is over,
 * with growing pauses. An older one that the service does not know is asked for a few times, because it is more likely gone.
 */
const visibility = {
  lag: { longestMs: 60_000, deadlineShare: 0.1, pauseGrowth: 1.5, longestPauseMs: 5_000 },
  firstPauseMs: 250,
  fewQuestions: 4,
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
  // Whoever began it may have had a clock that was ahead.
  const visibleAtMs = Math.min(context.begunMs ?? 0, client.serviceNowMs) + visibilityLagMs;
  const mayAppear = () => client.serviceNowMs < visibleAtMs;
  const isNew = known !== undefined || (context.mayBeNew === true && isYoung(operation, client)) || mayAppear();
  // Where the deadline is short, time is left to find out what became of the change.
  let pauses = questionPauses(isNew ? performance.now() + visibilityWaitMs(deadline) : 0);
  let state = known;
  let floorMs = earlyReturnFloorMs.first;
  while (state?.status !== "DONE") {
    if (deadline.passed) throw new OperationAbandonedError(action, operation, deadline.allowedMs);
    const askedMs = performance.now();
    const answer = await askOnce(client, operation, context);
    if (answer === undefined) {
      // Never the mutation again: only the question.
      const pauseMs = pauses.next().value;
      if (pauseMs === undefined) {
        throw state === undefined && mayAppear()
          ? new OperationAbandonedError(action, operation, deadline.allowedMs)
          : new OperationVanishedError(action, operation);
      }
      await deadline.sleep(pauseMs);
      continue;
    }
    state = answer;
    context.onState?.(state);
    // The service knows it: one that is unknown from now on is forgotten.
    pauses = questionPauses(0);
    const tookMs = performance.now() - askedMs;
    if (state.status !== "DONE" && tookMs < earlyReturnFloorMs.longest) {
      await deadline.sleep(floorMs - tookMs);
      floorMs = Math.min(floorMs * earlyReturnFloorMs.growth, earlyReturnFloorMs.longest);
    }
  }
  return assertNotFailed(action, operation, state);
}

/** The operation after one wait at the service; `undefined` if the service does not know it. */
async function askOnce(client: ComputeClient, operation: string, context: WaitContext): Promise<Operation | undefined> {
  const { deadline, action } = context;
  try {
    return await unlessNotFound(waitOperation(client, operation, context));
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    const cause = isDeadlineError(error, deadline) ? undefined : error;
    throw new OperationAbandonedError(action, operation, deadline.allowedMs, cause);
  }
}

/** True if the name of an operation says that it is seconds old: the time in milliseconds follows `operation-`. */
function isYoung(operation: string, { serviceNowMs }: ComputeClient): boolean {
  const [, madeAtMs] = /\/operation-(\d{13})-[^/]*$/.exec(operation) ?? [];
  return madeAtMs !== undefined && Math.abs(serviceNowMs - Number.parseFloat(madeAtMs)) < visibilityLagMs;
}

/**
 * The pauses before further questions for an operation that the service does not know. After the last one, it is gone.
 *
 * @param untilMs it is asked for at least until then; a few questions are asked in any case
 */
function* questionPauses(untilMs: number): Generator<number, undefined> {
  const { pauseGrowth, longestPauseMs } = visibility.lag;
  let pauseMs = visibility.firstPauseMs;
  for (let questions = 1; ; questions += 1) {
    const leftMs = untilMs - performance.now();
    if (leftMs > 0) {
      yield Math.min(pauseMs, leftMs);
      pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs);
    } else if (questions < visibility.fewQuestions) yield visibility.firstPauseMs * questions;
    else return undefined;
  }
}

/** For how long an operation may be unknown after it was made, in milliseconds. */
export const visibilityLagMs = visibility.lag.longestMs;

/** How long one step waits for an operation that may be unknown. Where the deadline is short, that proves nothing. */
export function visibilityWaitMs({ allowedMs }: Deadline): number {
  return Math.min(visibilityLagMs, allowedMs * visibility.lag.deadlineShare);
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
  if (hasFailed(state)) throw toFailure(action, operation, state);
  return state;
}

function toFailure(action: string, operation: string, state: Operation): OperationFailedError {
  const { httpErrorStatusCode: status, httpErrorMessage: message } = state as {
    [Member in keyof Operation]: unknown;
  };
  const http = {
    status: typeof status === "number" ? status : undefined,
    message: typeof message === "string" ? excerpt(message) : undefined,
  };
  const errors = readErrorItems(state.error?.errors);
  return new OperationFailedError(action, operation, errors, state.targetId, http, state.endTime);
}

/** True unless it has an error that proves that it had no effect. */
export function mayHaveActed(operation: Operation): boolean {
  return !hasFailed(operation) || toFailure("", operation.name ?? "", operation).effect !== "none";
}

/** True if it has an error so far, be it one without a list of errors. */
export function hasFailed({ error, httpErrorStatusCode = 0 }: Operation): boolean {
  return (error !== undefined && (error as unknown) !== null) || httpErrorStatusCode >= 400;
}
