import { operationPath, operationScope, type Operation } from "../../compute/endpoints/operations";
import { visibilityLagMs } from "../../compute/operation";
import {
  OperationAbandonedError,
  OperationFailedError,
  OperationVanishedError,
} from "../../compute/errors/operationError";
import { ComputeError } from "../../http/errors/computeError";
import { answerUnless } from "../../http/errors/responseError";
import type { Values } from "../../fields/values";
import { AdvisedError } from "../job/advice";
import { isDenied } from "../job/failure";
import { createsObject, type Pending } from "../job/journal";
import { readCreated, type Job } from "../job/job";
import { findOperationForRequest } from "../changes/lostRequest";
import { linkName } from "../../names/links";
import { createdObjectId } from "../resource/incarnation";
import type { ObjectJob } from "../resource/resource";

/** The end of the requests that earlier steps left behind. */
export interface Settled {
  readonly end: End;
  /** Until when a read can miss what one has made, in seconds since 1970. */
  readonly appearsUntil: number;
  /** The numbers of the objects that they have made. */
  readonly madeIds: readonly string[];
  /** True if one has made, or changed, an object of this name, and no number tells which. */
  mayBe(object: Values): boolean;
  /** Inserts that have failed, and may have left an object: they stay open until a look has succeeded. */
  readonly failed: readonly Pending[];
}

type End = "running" | "applied" | "nothing" | "unknown";

/** One request. */
interface One {
  readonly end: End;
  readonly appearsUntil?: number;
  readonly madeId?: string | undefined;
  readonly mayBe?: ((object: Values) => boolean) | undefined;
  readonly failed?: Pending;
}

/** Waits for the end of the requests that earlier steps left behind. The journal keeps those without a known end. */
export async function settle(job: ObjectJob, recorded: Values): Promise<Settled> {
  const all: One[] = [];
  for (const pending of job.journal.inherited) {
    // A newer one that is applied ends those before it.
    if (job.journal.open.includes(pending)) all.push(await settleOne(job, pending, recorded));
  }
  const has = (end: End) => all.some((one) => one.end === end);
  return {
    end: (["running", "unknown", "applied"] as const).find(has) ?? "nothing",
    appearsUntil: Math.max(...all.map(({ appearsUntil = 0 }) => appearsUntil)),
    madeIds: all.flatMap(({ madeId }) => madeId ?? []),
    mayBe: (object) => all.some(({ mayBe }) => mayBe?.(object) === true),
    failed: all.flatMap(({ failed }) => failed ?? []),
  };
}

async function settleOne(job: ObjectJob, pending: Pending, recorded: Values): Promise<One> {
  const { definition, links, journal } = job;
  const isAsRecorded = (object: Values) =>
    definition.schema.differsImmutably(object, recorded, definition.schema.context(recorded, links)).length === 0;
  if (pending.due === "read") {
    journal.applied(undefined, pending);
    return { end: "applied", appearsUntil: pending.sentAt + lagSeconds, mayBe: isAsRecorded };
  }
  if (pending.due === "create") {
    journal.notApplied(pending);
    return { end: "nothing" };
  }
  const one = await (pending.operation === undefined ? settleRequest(job, pending) : settleOperation(job, pending));
  // Only an insert leaves open whose an object is; any other request changed one that was ours to change.
  if (!createsObject(pending)) return { ...one, mayBe: () => !journal.inherited.some(createsObject) };
  const isUnnumbered = one.end === "applied" && one.madeId === undefined;
  return { ...one, mayBe: (object) => (one.mayBe?.(object) ?? isUnnumbered) && isAsRecorded(object) };
}

const lagSeconds = visibilityLagMs / 1000;

/** Finds the operation of a request, and waits for it. No request of an earlier step is sent again. */
async function settleRequest(job: ObjectJob, pending: Pending): Promise<One> {
  const { requestId, sentAt } = pending;
  const unknown = { end: "unknown", appearsUntil: sentAt + lagSeconds } as const;
  // Without a request id, only the object itself can tell.
  if (requestId === undefined) return unknown;
  const found = await findOperation(job, pending, requestId);
  if (found === "forbidden") return unknown;
  if (found !== undefined) {
    const { operation, known } = found;
    const learned = job.journal.learn({ operation, target: readCreated(pending.action, known) }, pending);
    return settleOperation(job, learned, known);
  }
  // Past that time the list proves nothing.
  if (job.secondsNow - sentAt >= listedSeconds) return { end: "unknown" };
  job.journal.notApplied(pending);
  return { end: "nothing" };
}

async function settleOperation(job: ObjectJob, pending: Pending, known?: Operation): Promise<One> {
  const { sentAt, action } = pending;
  const { definition, journal } = job;
  try {
    const done = await job.awaitOperation(pending, known);
    const endedAt = Date.parse(done.endTime ?? "") / 1000;
    const appearsUntil = createsObject(pending) ? (Number.isNaN(endedAt) ? sentAt : endedAt) + lagSeconds : 0;
    return { end: "applied", appearsUntil, madeId: createdObjectId(job, journal) };
  } catch (error) {
    if (error instanceof OperationFailedError) {
      job.notice(`its ${action} in an earlier run failed: ${error.summary}`, error.details);
      if (!definition.ownsObject) return { end: error.effect === "none" ? "nothing" : "unknown" };
      if (!createsObject(pending) || leavesNothing(error)) {
        journal.notApplied(pending);
        return { end: "nothing" };
      }
      const { endedMs = sentAt * 1000, targetId: madeId } = error;
      const appearsUntil = endedMs / 1000 + lagSeconds;
      return { end: "nothing", appearsUntil, madeId, mayBe: definition.isLeftover, failed: pending };
    }
    // The target that was named at acceptance still decides.
    if (error instanceof OperationVanishedError) {
      const madeId = createdObjectId(job, pending);
      return { end: madeId === undefined ? "unknown" : "nothing", appearsUntil: sentAt + lagSeconds, madeId };
    }
    if (error instanceof OperationAbandonedError && error.cause === undefined) return { end: "running" };
    throw error;
  }
}

/** The operation of a request; `undefined` if the service never accepted the request. */
async function findOperation(
  job: ObjectJob,
  pending: Pending,
  requestId: string,
): Promise<{ readonly operation: string; readonly known: Operation } | "forbidden" | undefined> {
  const { action, project, sentAt } = pending;
  const path = job.definition.path(project === undefined ? job.identity : { ...job.identity, project });
  const scope = operationScope(path);
  const request = { requestId, scope, ageMs: () => (job.secondsNow - sentAt) * 1000 };
  const found = await answerUnless(isDenied, findOperationForRequest(job, request, job.call));
  if (found === undefined) return "forbidden";
  if (found === "neverAccepted") return undefined;
  if (typeof found === "object") return { operation: operationPath(scope.split("/")[1] ?? "", found), known: found };
  throw new AdvisedError({
    action: "settle",
    summary: `the service does not list the operation of an earlier ${action} yet, and it is too early for that to prove anything`,
    hint: "Run the same command again in a minute.",
    effect: "unknown",
  });
}

/** True if a failed insert has certainly left nothing: it was refused before it could create anything. */
export function leavesNothing({ effect, saysNotReady, errors }: OperationFailedError): boolean {
  return effect === "none" || saysNotReady || errors.some(({ code }) => code === "RESOURCE_ALREADY_EXISTS");
}

/** For how long the service certainly lists the operation of a request. */
const listedSeconds = 55 * 60;

/** An earlier operation goes on for longer than this step may wait. */
export function stillRunning({ journal }: Job): ComputeError {
  const { action = "operation", operation = "" } = journal.open.find((one) => one.operation !== undefined) ?? {};
  return new ComputeError({
    action: "settle",
    summary: `an earlier ${action} is still running at the service`,
    details: [`operation ${linkName(operation)}`],
    effect: "unknown",
  });
}
