import { operationPath, type Operation } from "../../compute/endpoints/operations";
import { OperationFailedError, OperationVanishedError } from "../../compute/errors/operationError";
import type { CallContext } from "../../http/client";
import { ComputeError } from "../../http/errors/computeError";
import { MalformedAnswerError } from "../../http/errors/connectionError";
import { unlessRefused } from "../../http/errors/responseError";
import { requestRepeats } from "../../compute/repeats";
import { readCreated, type Job } from "../job/job";
import type { Pending } from "../job/journal";
import type { BusyObject } from "./busyObject";
import { resolveLostRequest } from "./lostRequest";

/*
 * One attempt of a change, and how it ends. Whoever sent it knows no more than this, and the journal says which:
 *
 *   the answer to the request            what tells more                          in the journal
 *   its operation                        –                                        accepted
 *   a refusal, the first time            –                                        nothing: it is not applied
 *   a refusal after a lost answer,       the list of operations shows it          accepted
 *   or no answer                         the list lacks it, past its delay        nothing: it is not applied
 *                                        the list lacks it, and it is too early   sent
 *                                        nobody can read the list, or the answer
 *                                        says it is accepted                      sent
 *
 *   the end of the operation             what tells more                          in the journal
 *   success                              –                                        nothing: it is applied
 *   a failure that can have no effect    –                                        nothing: it is not applied
 *   another failure                      a read shows the change                  nothing: it is applied
 *                                        no read shows it                         accepted
 *   the service no longer knows it       a read shows the change                  nothing: it is applied
 *                                        no read shows it                         accepted
 *   none within the step                 –                                        accepted
 *
 * The next step settles what stays in the journal (`observation/settle.ts`). A request without an operation ends with its answer.
 */

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

/** Sends a change, and waits until its operation is DONE. */
export async function attempt(job: Job, change: Mutation, requestId: string): Promise<void> {
  const { action, project, takesRequestId = true } = change;
  const elsewhere = job.project === undefined || job.project === project ? {} : { project };
  const request: Pending = {
    action,
    ...(takesRequestId ? { requestId, ...elsewhere } : {}),
    sentAt: job.secondsNow,
  };
  const operation = await sendOrRecover(job, change, request, requestId);
  const begunMs = Date.parse(operation.insertTime ?? "");
  const begunAt = Number.isNaN(begunMs) ? undefined : begunMs / 1000;
  const news = { operation: operationPath(project, operation), target: readCreated(action, operation) };
  const accepted = job.journal.learn({ ...news, sentAt: begunAt ?? job.secondsNow }, request);
  const isApplied = async () => (await change.isApplied?.()) === true;
  try {
    await job.awaitOperation(accepted, operation);
  } catch (error) {
    if (error instanceof OperationFailedError && change.isApplied !== undefined)
      await findEffect(job, error, isApplied);
    if (!(error instanceof OperationVanishedError) || !(await isApplied())) throw error;
  }
  // Older requests for the same change can change nothing more.
  job.journal.applied();
}

/** The operation that carries out a request, as the answer names it or, after a lost answer, as the service lists it. */
async function sendOrRecover(
  job: Job,
  { project, send, exclusive, beforeRepeat }: Mutation,
  request: Pending,
  requestId: string,
): Promise<Operation> {
  const isSentBefore = job.journal.isOpen(requestId);
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
    if (end === "neverAccepted") job.journal.notApplied();
    else {
      // Only now an answer may have told the service's time.
      const sentAt = job.secondsNow - (performance.now() - lostAtMs) / 1000;
      job.journal.learn({ sentAt }, request);
    }
    throw error;
  }
}

/**
 * Looks for the effect of a change whose operation has failed, which is no proof that nothing happened. A change that a read shows is
 * applied. One that no read shows may still show, so it stays open, and the next step reads again.
 *
 * @param isShown true if the object is as the change asks for
 */
export async function findEffect(
  job: Job,
  error: OperationFailedError,
  isShown: () => Promise<boolean>,
): Promise<void> {
  if (error.effect === "none") return;
  // A look that fails must not hide what the service said.
  if (!(await unlessRefused(isShown()))) return;
  job.journal.applied();
  error.effect = "applied";
}
