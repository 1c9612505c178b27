import { operationPath, type Operation, findOperationByRequestId } from "../compute/endpoints/operations";
import { OperationFailedError, OperationVanishedError } from "../compute/errors/operationError";
import { ComputeError } from "../http/errors/computeError";
import { MalformedAnswerError } from "../http/errors/connectionError";
import { busyRules } from "../compute/retryRules";
import { answeredPath } from "../names/links";
import { readTarget, type Job } from "./job";
import { requestIdOf, type OpenOperation, type OpenRequest } from "./journal";
import { visibilityLagMs } from "../compute/operation";
import { poll } from "./poll";
import type { CallContext } from "../http/client";

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
 * Sends a mutating request and waits until its operation is DONE. Whatever goes wrong, the journal of the job then says what
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
  const { repeatable = true, isApplied, tag } = mutation;
  // The client repeats a change of a busy object itself, but not after a lost answer.
  const { attempts = (one) => job.withRetries(one, { rules: busyRules }) } = mutation;
  job.begins(action);
  let requestId = await job.newRequestId(tag);
  const elsewhere = job.project === undefined || job.project === project ? {} : { project };
  const attempt = async () => {
    const request: OpenRequest = {
      state: "sent",
      action,
      ...(repeatable ? { requestId, ...elsewhere } : {}),
      sentAt: job.secondsNow,
    };
    const operation = await sendOrRecover(job, request, project, () => send(requestId));
    const path = operationPath(project, operation);
    const begunMs = Date.parse(operation.insertTime ?? "");
    const accepted: OpenOperation = {
      state: "accepted",
      action,
      operation: path,
      target: readTarget(operation),
      sentAt: Number.isNaN(begunMs) ? job.secondsNow : begunMs / 1000,
    };
    job.note({ type: "accepted", entry: request, as: accepted });
    // An operation that was asked for in a project by its number names the project by its id.
    job.links.names.learn(path, answeredPath(operation.selfLink ?? ""));
    try {
      await job.awaitOperation(accepted, operation);
    } catch (error) {
      if (error instanceof OperationFailedError) requestId = await job.newRequestId(tag);
      if (!(error instanceof OperationVanishedError) || !(await isApplied?.())) throw error;
    }
    // Older requests for the same change can change nothing more.
    job.note({ type: "applied" });
  };
  await attempts(attempt);
}

/** The operation that carries out a request, as the answer names it or, after a lost answer, as the service lists it. */
async function sendOrRecover(
  job: Job,
  request: OpenRequest,
  project: string,
  send: () => Promise<Operation>,
): Promise<Operation> {
  const { requestId } = request;
  const wasLost = requestId !== undefined && job.journal.entries.some((entry) => requestIdOf(entry) === requestId);
  job.noteSent(request);
  try {
    const operation = await send();
    // An answer that names no operation is as good as none.
    operationPath(project, operation);
    return operation;
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    const lostAtMs = performance.now();
    // After a success that cannot be read, absence from the list proves nothing, so nobody waits for it.
    const isProof = !(error instanceof MalformedAnswerError);
    const ageMs = () => (isProof ? performance.now() - lostAtMs : Infinity);
    const isRefused = error.effect === "none" && !wasLost;
    const end = isRefused ? "neverAccepted" : await resolveLostRequest(job, requestId, project, ageMs);
    if (typeof end === "object") return end;
    if (end === "neverAccepted" && (isRefused || isProof)) job.note({ type: "notApplied", entry: request });
    else {
      // Only now an answer may have told the service's time.
      const sentAt = job.secondsNow - (performance.now() - lostAtMs) / 1000;
      job.note({ type: "undetermined", entry: request, sentAt, isNotListed: end === "notListed" });
    }
    throw error;
  }
}

/** What became of a request that was just sent, as far as that can be found out now. */
async function resolveLostRequest(
  job: Job,
  requestId: string | undefined,
  project: string,
  ageMs: LostRequest["ageMs"],
): Promise<Operation | "neverAccepted" | "notListed" | "undetermined"> {
  if (requestId === undefined) return "undetermined";
  if (!job.deadline.allowsAttemptAfter(0) || job.deadline.signal?.aborted) return "undetermined";
  job.status("the answer was lost; looking for the operation");
  const request = { requestId, ageMs, scope: job.scopeIn(project) };
  try {
    return await findOperationForRequest(job, request, { ...job.call, retries: fewRetries });
  } catch (error) {
    if (error instanceof ComputeError) return "undetermined";
    throw error;
  }
}

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
 * @returns the operation; or that the service never accepted the request; or that the list lacks the operation, and it is
 * too early for that to prove anything
 * @throws if the operations cannot be read
 */
export async function findOperationForRequest(
  job: Job,
  { requestId, ageMs, scope }: LostRequest,
  call: CallContext,
): Promise<Operation | "neverAccepted" | "notListed"> {
  let provenAtMs: number | undefined;
  const look = async () => {
    const operation = await findOperationByRequestId(job.client, scope, requestId, call);
    // An operation can be unknown for a while right after it was made. Who sent the request may have had a clock that was ahead.
    provenAtMs ??= performance.now() + visibilityLagMs - Math.max(0, ageMs());
    return operation;
  };
  const isProven = () => performance.now() >= (provenAtMs ?? Infinity);
  // The rest of the time is left for what comes next. Of two minutes, one is enough for the proof.
  const budget = { mostMs: job.deadline.remainingMs * 0.6 };
  const { value, isFinal } = await poll(job, budget, look, (operation) => operation !== undefined || isProven());
  return value ?? (isFinal ? "neverAccepted" : "notListed");
}

/** Where the operation of a request about this object is: its path up to the collection, `projects/p/global`. */
export function operationScope(path: string): string {
  return /^(projects\/[^/]+\/(?:global|(?:regions|zones)\/[^/]+))\//.exec(path)?.[1] ?? path;
}
