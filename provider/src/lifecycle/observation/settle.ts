import { operationPath, operationScope } from "../../compute/endpoints/operations";
import { visibilityLagMs } from "../../compute/operation";
import {
  OperationAbandonedError,
  OperationFailedError,
  OperationVanishedError,
} from "../../compute/errors/operationError";
import { ComputeError } from "../../http/errors/computeError";
import { answerUnless } from "../../http/errors/responseError";
import { AdvisedError } from "../job/advice";
import { isDenied } from "../job/failure";
import { createdObjectId } from "../resource/incarnation";
import {
  entryAction,
  createsObject,
  entryOperation,
  type Entry,
  type OpenOperation,
  type OpenRequest,
} from "../job/journal";
import type { Job } from "../job/job";
import { findOperationForRequest } from "../changes/lostRequest";
import { arrivalMs, canLeaveObject, creationPeriod, leavesNothing, type Evidence } from "./provenance";
import type { ObjectJob } from "../resource/resource";
import { withoutAbsent } from "../../fields/values";

/** How the entries that earlier steps left behind have ended. */
export interface Settled {
  /** True if an operation is not at its end within the deadline of the step. */
  readonly isRunning: boolean;
  /** True if a change is certainly applied. */
  readonly isApplied: boolean;
  /** True if an object that no read shows now may still appear. The first answer of a step corrects the clock that tells it. */
  mayStillAppear(): boolean;
  /** True if a read may still miss what a failed insert has left. */
  mayShowLeftover(): boolean;
  /** The proof that each entry gives of an object at the service. */
  readonly evidence: readonly Evidence[];
}

/** One entry. */
interface Settlement {
  readonly end: "running" | "applied" | "notApplied" | "undetermined";
  readonly mayStillAppear?: () => boolean;
  readonly mayShowLeftover?: () => boolean;
  readonly evidence: Evidence;
}

/** Waits for the end of all entries that earlier steps left behind. The journal keeps those without a known end. */
export async function settle(job: ObjectJob): Promise<Settled> {
  const all: Settlement[] = [];
  for (const entry of job.journal.inherited) all.push(await settleEntry(job, entry));
  const mayShowLeftover = () => all.some((one) => one.mayShowLeftover?.());
  return {
    isRunning: all.some(({ end }) => end === "running"),
    isApplied: all.some(({ end }) => end === "applied"),
    mayStillAppear: () => mayShowLeftover() || all.some((one) => one.mayStillAppear?.()),
    mayShowLeftover,
    evidence: all.map(({ evidence }) => evidence),
  };
}

async function settleEntry(job: ObjectJob, entry: Entry): Promise<Settlement> {
  if (entry.state === "readBackDue") {
    job.note({ type: "applied", entry });
    const mayStillAppear = () => isWithin(entry.sentAt, visibilityLagMs, job);
    return { end: "applied", mayStillAppear, evidence: { kind: "readBack", doneAt: entry.sentAt } };
  }
  if (entry.state === "createDue") {
    job.note({ type: "notApplied", entry });
    return { end: "notApplied", evidence: { kind: "nothingCreated" } };
  }
  const settlement = isOperation(entry) ? await settleOperation(job, entry) : await settleRequest(job, entry);
  // Only an insert leaves open whose an object is; any other request changed one that was ours to change.
  return createsObject(entry) ? settlement : { ...settlement, evidence: { kind: "changed" } };
}

type Unsettled = Exclude<Entry, { readonly state: "createDue" | "readBackDue" }>;

function isOperation(entry: Unsettled): entry is OpenOperation {
  return entryOperation(entry) !== undefined;
}

/** Finds the operation of a request, and waits for it. No request of an earlier step is sent again. */
async function settleRequest(job: ObjectJob, entry: OpenRequest): Promise<Settlement> {
  const { requestId, sentAt } = entry;
  const undetermined = { end: "undetermined", evidence: { kind: "mayHaveCreated", sending: entry } } as const;
  // Without a request id, only the object itself can tell.
  if (requestId === undefined) return { ...undetermined, mayStillAppear: () => isWithin(sentAt, arrivalMs, job) };
  const operation = await findOperation(job, entry, requestId);
  if (operation === "forbidden") return { ...undetermined, mayStillAppear: () => isRecentInsert(job, entry) };
  if (operation !== undefined) {
    const { action, firstSentAt, theirs, changedSince } = entry;
    const accepted = withoutAbsent<OpenOperation>({
      ...{ state: "accepted", action, operation, sentAt, firstSentAt, theirs, changedSince },
    });
    job.note({ type: "accepted", entry, as: accepted });
    return settleOperation(job, accepted);
  }
  // Past that time the list proves nothing.
  const isProof = job.secondsNow - sentAt < listedSeconds;
  if (createsObject(entry) && !isProof) job.note({ type: "leftoverPossible", entry });
  else job.note({ type: "notApplied", entry });
  return isProof ? { end: "notApplied", evidence: { kind: "nothingCreated" } } : undetermined;
}

async function settleOperation(job: ObjectJob, entry: OpenOperation): Promise<Settlement> {
  const { definition } = job;
  try {
    const done = await job.awaitOperation(entry);
    const id = createdObjectId(job);
    const endedAt = Date.parse(done.endTime ?? "") / 1000;
    const isRecent = isWithin(Number.isNaN(endedAt) ? entry.sentAt : endedAt, visibilityLagMs, job);
    return {
      end: "applied",
      mayStillAppear: () => createsObject(entry) && isRecent,
      evidence:
        id === undefined ? { kind: "createdIn", period: creationPeriod(job, done, entry) } : { kind: "created", id },
    };
  } catch (error) {
    if (error instanceof OperationFailedError) {
      const { targetId, endedMs = entry.sentAt * 1000 } = error;
      // Where no run has shown the error yet, it explains why the object is not there.
      if (entry.state !== "effectPossible")
        job.notice(`its ${entry.action} in an earlier run failed: ${error.summary}`, error.details);
      // A part of somebody else's object has no number by which a leftover is known.
      if (!definition.ownsObject && error.effect !== "none")
        return { end: "undetermined", evidence: { kind: "mayHaveCreated", sending: entry } };
      const mayLeave = createsObject(entry) && canLeaveObject(definition, targetId) && !leavesNothing(error);
      if (!mayLeave) return { end: "notApplied", evidence: { kind: "nothingCreated" } };
      job.note({ type: "leftoverPossible", entry });
      const mayShowLeftover = () => isWithin(endedMs / 1000, visibilityLagMs, job);
      return { end: "notApplied", mayShowLeftover, evidence: { kind: "failed", targetId, sending: entry } };
    }
    if (error instanceof OperationVanishedError) {
      return {
        end: "undetermined",
        mayStillAppear: () => isRecentInsert(job, entry),
        evidence: { kind: "mayHaveCreated", sending: toOpenEnd(entry) },
      };
    }
    if (error instanceof OperationAbandonedError && error.cause === undefined)
      return { end: "running", evidence: { kind: "mayHaveCreated", sending: entry } };
    throw error;
  }
}

/** The sending of an operation that a step gave up waiting for: nobody knows how long such a one takes. */
function toOpenEnd(entry: OpenOperation): OpenOperation {
  const { sentAt, firstSentAt = sentAt } = entry;
  return sentAt > firstSentAt ? { ...entry, sentAt: Infinity } : entry;
}

/** The path of the operation of a request; `undefined` if the service never accepted the request. */
async function findOperation(
  job: ObjectJob,
  entry: OpenRequest,
  requestId: string,
): Promise<string | "forbidden" | undefined> {
  const { action, project, sentAt } = entry;
  const beganMs = performance.now();
  const path = job.definition.path(project === undefined ? job.identity : { ...job.identity, project });
  const scope = operationScope(path);
  const request = { requestId, scope, ageMs: () => (job.secondsNow - sentAt) * 1000 };
  const found = await answerUnless(isDenied, findOperationForRequest(job, request, job.call));
  if (found === undefined) return "forbidden";
  if (found === "neverAccepted") return undefined;
  if (typeof found === "object") return operationPath(scope.split("/")[1] ?? "", found);
  // A clock that was ahead is put right, so that the next run need not wait for as long again.
  const latestSeconds = job.secondsNow - (performance.now() - beganMs) / 1000;
  job.note({ type: "undetermined", entry, sentAt: Math.min(sentAt, latestSeconds) });
  throw new AdvisedError({
    action: "settle",
    summary: `the service does not list the operation of an earlier ${action} yet, and it is too early for that to prove anything`,
    hint: "Run the same command again in a minute.",
    effect: "unknown",
  });
}

/** For how long the service certainly lists the operation of a request. */
const listedSeconds = 55 * 60;

/** True if it was that short a time ago. A time in the future tells nothing: it is of a clock that was ahead. */
function isWithin(seconds: number, periodMs: number, { client }: Job): boolean {
  return Math.abs(client.serviceNowMs - seconds * 1000) < periodMs;
}

/** True if the object of an insert may still come. What takes longer than the default deadline of the step does not. */
function isRecentInsert(job: ObjectJob, entry: Entry & { readonly sentAt: number }): boolean {
  return createsObject(entry) && isWithin(entry.sentAt, job.definition.timeoutMs, job);
}

/** An earlier operation goes on for longer than this step may wait. */
export function stillRunning({ journal }: Job): ComputeError {
  const entry = journal.entries.find((one) => entryOperation(one) !== undefined);
  const operation = (entry && entryOperation(entry)) ?? "";
  return new ComputeError({
    action: "settle",
    summary: `an earlier ${entry === undefined ? "operation" : entryAction(entry)} is still running at the service`,
    details: [`operation ${operation.slice(operation.lastIndexOf("/") + 1)}`],
    effect: "unknown",
  });
}
