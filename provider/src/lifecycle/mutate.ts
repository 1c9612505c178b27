import { operationPath, type Operation, findOperationByRequestId } from "../compute/endpoints/operations";
import { OperationFailedError, OperationVanishedError } from "../compute/errors/operationError";
import { ComputeError } from "../http/errors/computeError";
import { MalformedAnswerError } from "../http/errors/connectionError";
import { busyRules } from "../compute/retryRules";
import { answeredPath } from "../names/links";
import { readTarget, type Job } from "./job";
import type { Pending } from "./pending";
import { visibilityLagMs } from "../compute/operation";
import type { CallContext, ComputeClient } from "../http/client";

/** Sends the mutating request with that request id, and returns the operation that the service answers. */
export type SendMutation = (requestId: string) => Promise<Operation>;

/** What else is known of a mutating request. */
export interface Mutation {
  /** Whether the method takes a request id, so that sending it again cannot act twice. Default true. */
  readonly repeatable?: boolean;
  /** Whether what the request asks for is there: tells how it ended when the service has forgotten the operation. */
  readonly isApplied?: () => Promise<boolean>;
  /** What its request id is marked with, where the object's path says too little to know the object again. */
  readonly tag?: string;
  /**
   * Runs the attempt, and may run it again. Default: again while the object is busy. All attempts have the same request id, unless an operation
   * has failed: the service would answer its id with that operation.
   */
  readonly attempts?: (attempt: () => Promise<void>) => Promise<void>;
}

/** Repeats of a look for an operation: if it fails, the next run looks again. */
const fewRetries = 4;

/**
 * Sends a mutating request and waits until its operation is DONE. Whatever goes wrong, the ledger of the job then says what
 * has to be recorded.
 *
 * @param action what is being done, such as `insert`
 * @param project whose operations have it
 */
export async function mutate(
  job: Job,
  action: string,
  project: string,
  send: SendMutation,
  mutation: Mutation = {},
): Promise<void> {
  const { ledger } = job;
  const { repeatable = true, isApplied, tag } = mutation;
  // The client repeats a change of a busy object itself, but not after a lost answer.
  const { attempts = (one) => job.withRetries(one, { rules: busyRules }) } = mutation;
  job.begins(action);
  let requestId = await job.newRequestId(tag);
  const elsewhere = job.project === undefined || job.project === project ? {} : { project };
  const attempt = async () => {
    const request = { action, ...(repeatable ? { requestId, ...elsewhere } : {}), sentAt: job.secondsNow };
    const operation = await sendOrRecover(job, request, project, () => send(requestId));
    const path = operationPath(project, operation);
    const begunMs = Date.parse(operation.insertTime ?? "");
    const pending = { action, operation: path, sentAt: Number.isNaN(begunMs) ? request.sentAt : begunMs / 1000 };
    ledger.accepts(request, pending, readTarget(operation));
    // An operation that was asked for in a project by its number names the project by its id.
    job.links.names.learn(path, answeredPath(operation.selfLink ?? ""));
    try {
      await job.awaitOperation(pending, operation);
    } catch (error) {
      if (error instanceof OperationFailedError) requestId = await job.newRequestId(tag);
      if (!(error instanceof OperationVanishedError) || !(await isApplied?.())) throw error;
    }
    // Older requests for the same change can change nothing more.
    ledger.markApplied();
  };
  try {
    await attempts(attempt);
  } catch (error) {
    // The error can be of an earlier attempt, which says more than the end of the newest one.
    if (error instanceof ComputeError && ledger.pending.length > 0) error.effect = "unknown";
    throw error;
  }
}

/** The operation that carries out a request, as the answer names it or, after a lost answer, as the service lists it. */
async function sendOrRecover(
  job: Job,
  request: Pending,
  project: string,
  send: () => Promise<Operation>,
): Promise<Operation> {
  const { ledger } = job;
  const { requestId } = request;
  const wasLost = requestId !== undefined && ledger.pending.some((one) => one.requestId === requestId);
  job.sends(request);
  try {
    const operation = await send();
    // An answer that names no operation is as good as none.
    operationPath(project, operation);
    return operation;
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    if (error.effect === "none" && !wasLost) {
      ledger.markNotApplied(request);
      throw error;
    }
    const lostAtMs = performance.now();
    // After a success that cannot be read, absence from the list proves nothing, so nobody waits for it.
    const isProof = !(error instanceof MalformedAnswerError);
    const ageMs = () => (isProof ? performance.now() - lostAtMs : Infinity);
    const end = requestId === undefined ? "unknown" : await resolveLostRequest(job, requestId, project, ageMs);
    // Only now an answer may have told the service's time.
    request.sentAt = job.secondsNow - (performance.now() - lostAtMs) / 1000;
    if (typeof end === "object") return end;
    if (end === "tooEarly") ledger.awaitsProof(request);
    const isNone = end === "neverAccepted" && isProof;
    error.effect = isNone ? "none" : "unknown";
    if (isNone) ledger.markNotApplied(request);
    throw error;
  }
}

/** What became of a request that was just sent, as far as that can be found out now. */
async function resolveLostRequest(
  job: Job,
  requestId: string,
  project: string,
  ageMs: LostRequest["ageMs"],
): Promise<Operation | "neverAccepted" | "tooEarly" | "unknown"> {
  if (!job.deadline.allowsAttemptAfter(0) || job.deadline.signal?.aborted) return "unknown";
  job.status("the answer was lost; looking for the operation");
  try {
    const request = { requestId, ageMs, scope: job.scopeIn(project) };
    return (
      (await findOperationForRequest(job.client, request, { ...job.call, retries: fewRetries })) ?? "neverAccepted"
    );
  } catch (error) {
    if (error instanceof NotListedYetError) return "tooEarly";
    if (error instanceof ComputeError) return "unknown";
    throw error;
  }
}

/** Pauses between two looks for an operation that may not be listed yet. */
const firstPauseMs = 250;
const pauseGrowth = 1.5;
const longestPauseMs = 5_000;

/** A request whose answer was lost. */
export interface LostRequest {
  readonly requestId: string;
  /** For how long it was certainly not sent again, in milliseconds; asked once an answer has told the service's time. */
  ageMs(): number;
  /** Where its operation is: `projects/p/global`. */
  readonly scope: string;
}

/**
 * What became of a request: the service keeps the request id with the operation. A refusal of the repeat tells nothing,
 * because our own change can be its cause.
 *
 * @returns the operation; `undefined` if the service never accepted the request
 * @throws if the operations cannot be read, or the deadline leaves too little time until their absence is a proof
 */
export async function findOperationForRequest(
  client: ComputeClient,
  { requestId, ageMs, scope }: LostRequest,
  context: CallContext,
): Promise<Operation | undefined> {
  const { deadline } = context;
  // The rest of the time is left for what comes next. Of two minutes, one is enough for the proof.
  const givesUpAtMs = performance.now() + deadline.remainingMs * 0.6;
  let provenAtMs: number | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs)) {
    const operation = await findOperationByRequestId(client, scope, requestId, context);
    // An operation can be unknown for a while right after it was made. Who sent the request may have had a clock that was ahead.
    provenAtMs ??= performance.now() + visibilityLagMs - Math.max(0, ageMs());
    const leftMs = provenAtMs - performance.now();
    if (operation !== undefined || leftMs <= 0) return operation;
    const nextMs = Math.min(pauseMs, leftMs);
    if (performance.now() + nextMs > givesUpAtMs || !deadline.allowsAttemptAfter(nextMs)) throw new NotListedYetError();
    await deadline.sleep(nextMs);
  }
}

/** The list lacks the operation, and it is too early for that to prove anything. */
export class NotListedYetError extends Error {}

/** Where the operation of a request about this object is: its path up to the collection, `projects/p/global`. */
export function operationScope(path: string): string {
  return /^(projects\/[^/]+\/(?:global|(?:regions|zones)\/[^/]+))\//.exec(path)?.[1] ?? path;
}
