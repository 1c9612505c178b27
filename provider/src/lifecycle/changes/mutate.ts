import { operationPath, type Operation } from "../../compute/endpoints/operations";
import { OperationFailedError, OperationVanishedError } from "../../compute/errors/operationError";
import { ComputeError } from "../../http/errors/computeError";
import { MalformedAnswerError } from "../../http/errors/connectionError";
import { busyRules, requestRepeats } from "../../compute/repeats";
import { findEffect } from "./failedChange";
import { runExclusively, type BusyObject } from "./busyObject";
import { readCreated, type Job, type RecordChange } from "../job/job";
import { entryRequestId, type OpenOperation, type OpenRequest } from "../job/journal";
import { resolveLostRequest } from "./lostRequest";
import type { CallContext } from "../../http/client";

/** A change at the service that an operation carries out. */
export interface Mutation {
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
  /** Recorded before the request is sent: what the state has to know of it, by its id. */
  recordRequest?(requestId: string): RecordChange;
  /** The object that the service changes by one operation at a time. */
  readonly exclusive?: BusyObject;
  /**
   * True if the object is as the change asks for: tells the outcome if the operation has failed, or if the service no longer
   * knows it.
   */
  isApplied?(): Promise<boolean>;
  /** Looks again before the request is repeated, whose error is then that of the change. */
  beforeRepeat?(): Promise<void>;
}

/**
 * Makes a change, and waits until its operation is DONE. The change is repeated while another one keeps the object busy.
 * Whatever goes wrong, the journal of the job then says what has to be recorded.
 */
export async function mutate(job: Job, change: Mutation): Promise<void> {
  const { action, project, takesRequestId = true, tag, exclusive, beforeRepeat } = change;
  job.begins(action);
  let requestId = await job.newRequestId(tag);
  let firstSent: Moment | undefined;
  const elsewhere = job.project === undefined || job.project === project ? {} : { project };
  const attempt = async () => {
    // An attempt that the service has certainly refused has made nothing, so that only the next one counts.
    const isOpen = job.journal.entries.some((entry) => entryRequestId(entry) === requestId);
    if (firstSent !== undefined) await beforeRepeat?.();
    if (firstSent === undefined || !isOpen) firstSent = momentNow(job);
    const request: OpenRequest = {
      state: "sent",
      action,
      ...(takesRequestId ? { requestId, ...elsewhere } : {}),
      sentAt: job.secondsNow,
      firstSentAt: firstSent(),
    };
    const operation = await sendOrRecover(job, change, request, requestId, firstSent);
    const path = operationPath(project, operation);
    const begunMs = Date.parse(operation.insertTime ?? "");
    const begunAt = Number.isNaN(begunMs) ? undefined : begunMs / 1000;
    const accepted: OpenOperation = {
      state: "accepted",
      action,
      operation: path,
      target: readCreated(action, operation),
      sentAt: begunAt ?? job.secondsNow,
      firstSentAt: begunAt ?? firstSent(),
    };
    job.note({ type: "accepted", entry: request, as: accepted });
    try {
      await job.awaitOperation(accepted, operation);
    } catch (error) {
      // The service would answer the same request id with the same failure.
      if (error instanceof OperationFailedError) requestId = await job.newRequestId(tag);
      if (error instanceof OperationFailedError && change.isApplied !== undefined)
        await findEffect(job, action, error, async () => (await change.isApplied?.()) === true);
      if (!(error instanceof OperationVanishedError) || !(await change.isApplied?.())) throw error;
    }
    // Older requests for the same change can change nothing more.
    job.note({ type: "applied" });
  };
  // The client repeats a change of a busy object itself, but not after a lost answer.
  if (exclusive === undefined) await job.withRetries(attempt, { rules: busyRules });
  else await runExclusively(job, exclusive, attempt);
}

/**
 * Makes a change that is done when the service answers, and returns the answer.
 *
 * @param jobs those whose values the request has: each notes it
 */
export async function mutateWithoutOperation<T>(
  jobs: readonly Job[],
  action: string,
  send: () => Promise<T>,
): Promise<T> {
  const sent: { readonly job: Job; readonly request: OpenRequest }[] = [];
  try {
    for (const job of jobs) {
      job.begins(action);
      const request: OpenRequest = { state: "sent", action, sentAt: job.secondsNow };
      job.noteSent(request);
      sent.push({ job, request });
    }
    const answer = await send();
    for (const { job } of sent) job.note({ type: "applied" });
    return answer;
  } catch (error) {
    if (error instanceof ComputeError && error.effect === "none")
      for (const { job, request } of sent) job.note({ type: "notApplied", entry: request });
    throw error;
  }
}

/** A moment by the service's clock, in seconds since 1970; `undefined` as long as no answer has told the service's time. */
type Moment = () => number | undefined;

function momentNow({ client }: Job): Moment {
  const exactMs = client.knowsServiceTime ? client.serviceNowMs : undefined;
  const atMs = performance.now();
  return () => {
    if (exactMs !== undefined) return exactMs / 1000;
    return client.knowsServiceTime ? (client.serviceNowMs - (performance.now() - atMs)) / 1000 : undefined;
  };
}

/** The operation that carries out a request, as the answer names it or, after a lost answer, as the service lists it. */
async function sendOrRecover(
  job: Job,
  { project, send, exclusive, beforeRepeat, recordRequest }: Mutation,
  request: OpenRequest,
  requestId: string,
  firstSent: Moment,
): Promise<Operation> {
  const isSentBefore = job.journal.entries.some((entry) => entryRequestId(entry) === requestId);
  job.keep(recordRequest?.(requestId));
  job.noteSent(request);
  try {
    const rules = requestRepeats[exclusive === undefined ? "plain" : "exclusive"];
    const operation = await send(requestId, { ...job.call, rules, beforeRepeat });
    // An answer that names no operation is as good as none.
    operationPath(project, operation);
    return operation;
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    const lostAtMs = performance.now();
    const lost = {
      wasAccepted: error instanceof MalformedAnswerError,
      ageMs: () => performance.now() - lostAtMs,
    };
    const isRefused = error.effect === "none" && !isSentBefore;
    const end = isRefused ? "neverAccepted" : await resolveLostRequest(job, request.requestId, project, lost);
    if (typeof end === "object") return end;
    if (end === "neverAccepted") job.note({ type: "notApplied", entry: request });
    else {
      // Only now an answer may have told the service's time.
      const sentAt = job.secondsNow - (performance.now() - lostAtMs) / 1000;
      const isNotListed = end === "notListed";
      job.note({ type: "undetermined", entry: request, sentAt, firstSentAt: firstSent(), isNotListed });
    }
    throw error;
  }
}
