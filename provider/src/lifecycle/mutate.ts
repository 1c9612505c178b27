import { operationPath, type Operation, findOperationByRequestId } from "../compute/endpoints/operations";
import { OperationFailedError, OperationVanishedError } from "../compute/errors/operationError";
import { ComputeError } from "../http/errors/computeError";
import { MalformedAnswerError } from "../http/errors/connectionError";
import { busyRules, rulesWithoutBusy } from "../compute/retryRules";
import { runExclusively, type BusyObject } from "./busyObject";
import { readTarget, type Job } from "./job";
import { entryRequestId, type OpenOperation, type OpenRequest } from "./journal";
import { visibilityLagMs } from "../compute/operation";
import { poll } from "./poll";
import type { CallContext } from "../http/client";

/** A change at the service that an operation carries out. */
export interface Change {
  /** For messages: `insert`. */
  readonly action: string;
  /** The project whose operations have it. */
  readonly project: string;
  /** Sends the request under a request id, and returns the operation that the service answers. */
  send(requestId: string, call: CallContext): Promise<Operation>;
  /** True if the method takes a request id, so that sending it again cannot act twice. Default: true. */
  readonly takesRequestId?: boolean;
  /** The mark of its request id, where the object's path says too little to know the object again. */
  readonly tag?: string;
  /** The object that the service changes by one operation at a time. */
  readonly exclusive?: BusyObject;
  /** True if the object is as the change asks for: tells the outcome if the service no longer knows the operation. */
  isApplied?(): Promise<boolean>;
}

/** Repeats of a look for an operation: if it fails, the next run looks again. */
const fewRetries = 4;

/**
 * Makes a change, and waits until its operation is DONE. The change is repeated while another one keeps the object busy.
 * Whatever goes wrong, the journal of the job then says what has to be recorded.
 */
export async function mutate(job: Job, change: Change): Promise<void> {
  const { action, project, takesRequestId = true, tag, exclusive } = change;
  job.begins(action);
  let requestId = await job.newRequestId(tag);
  const elsewhere = job.project === undefined || job.project === project ? {} : { project };
  const attempt = async () => {
    const request: OpenRequest = {
      state: "sent",
      action,
      ...(takesRequestId ? { requestId, ...elsewhere } : {}),
      sentAt: job.secondsNow,
    };
    const operation = await sendOrRecover(job, change, request, requestId);
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
    try {
      await job.awaitOperation(accepted, operation);
    } catch (error) {
      // The service would answer the same request id with the same failure.
      if (error instanceof OperationFailedError) requestId = await job.newRequestId(tag);
      if (!(error instanceof OperationVanishedError) || !(await change.isApplied?.())) throw error;
    }
    // Older requests for the same change can change nothing more.
    job.note({ type: "applied" });
  };
  // The client repeats a change of a busy object itself, but not after a lost answer.
  if (exclusive === undefined) await job.withRetries(attempt, { rules: busyRules });
  else await runExclusively(job, exclusive, attempt);
}

/** Makes a change that is done when the service answers, and returns the answer. */
export async function mutateAtOnce<T>(job: Job, action: string, send: () => Promise<T>): Promise<T> {
  job.begins(action);
  const request: OpenRequest = { state: "sent", action, sentAt: job.secondsNow };
  job.noteSent(request);
  try {
    const answer = await send();
    job.note({ type: "applied" });
    return answer;
  } catch (error) {
    if (error instanceof ComputeError && error.effect === "none") job.note({ type: "notApplied", entry: request });
    throw error;
  }
}

/** The operation that carries out a request, as the answer names it or, after a lost answer, as the service lists it. */
async function sendOrRecover(
  job: Job,
  { project, send, exclusive }: Change,
  request: OpenRequest,
  requestId: string,
): Promise<Operation> {
  const isSentBefore = job.journal.entries.some((entry) => entryRequestId(entry) === requestId);
  job.noteSent(request);
  try {
    // A queue repeats a change of its object itself.
    const operation = await send(
      requestId,
      exclusive === undefined ? job.call : { ...job.call, rules: rulesWithoutBusy },
    );
    // An answer that names no operation is as good as none.
    operationPath(project, operation);
    return operation;
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    const lostAtMs = performance.now();
    // After a success that cannot be read, absence from the list proves nothing, so nobody waits for it.
    const isProof = !(error instanceof MalformedAnswerError);
    const ageMs = () => (isProof ? performance.now() - lostAtMs : Infinity);
    const isRefused = error.effect === "none" && !isSentBefore;
    const end = isRefused ? "neverAccepted" : await resolveLostRequest(job, request.requestId, project, ageMs);
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

/** The outcome of a request that was just sent, as far as it can be found out now. */
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
 * The outcome of a request: the service keeps the request id with the operation. A refusal of the repeat tells nothing,
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
