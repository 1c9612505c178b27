import type { Operation } from "../../compute/endpoints/operations";
import type { OperationFailedError } from "../../compute/errors/operationError";
import type { Values } from "../../fields/values";
import type { ResourceDefinition } from "../schema/definition";
import {
  isCreatedWithin,
  isDifferentIncarnation,
  isIncarnation,
  readIncarnation,
  type Period,
} from "../resource/incarnation";
import type { Sending } from "../job/journal";
import type { ObjectJob } from "../resource/resource";

/*
 * The provenance of an object. A name alone does not tell: somebody else may have created the object before, or deleted the own one
 * and created another. What tells is the incarnation, the requests of this stack, and the values that it asked for. A request makes
 * nothing before it is sent first, and nothing long after it is sent last. An object that a step has seen before is none of its own.
 */

/** The proof that one settled entry gives of an object at the service. */
export type Evidence =
  /** The entry has created nothing. */
  | { readonly kind: "nothingCreated" }
  /** The entry changed an object that was this resource's to change. */
  | { readonly kind: "changed" }
  /** The entry has created this incarnation. */
  | { readonly kind: "created"; readonly id: string }
  /** The entry has created an object in this time, and the service does not tell which one. */
  | { readonly kind: "createdIn"; readonly period: Period }
  /** The entry may have created an object, which the times and values of its request tell. */
  | { readonly kind: "mayHaveCreated"; readonly sending: Sending }
  /** The entry is done, and the object is to be read back. `doneAt` is when it was recorded so, or 0. */
  | { readonly kind: "readBack"; readonly doneAt: number }
  /** The entry has failed, and may have left an object. */
  | { readonly kind: "failed"; readonly targetId: string | undefined; readonly sending: Sending };

/** The owner of the object at the service, for a resource with recorded outputs. */
export type Provenance =
  | "ours"
  /** Another object than the recorded one: somebody has deleted that one, and created another under its name. */
  | "replaced"
  /** No request of this resource has created it. */
  | "theirs";

/** @param evidence what the settled entries prove; none if nothing had to be settled */
export function judge(
  job: ObjectJob,
  object: Values,
  recorded: Values,
  evidence: readonly Evidence[] | undefined,
): Provenance {
  const isProven = (one: Evidence) => supports(job, one, object, recorded);
  // Where the number is recorded, it proves more than any request does.
  if (evidence !== undefined && isIncarnation(object, recorded.numericId) !== true && !evidence.some(isProven))
    return "theirs";
  return isDifferentIncarnation(object, recorded) ? "replaced" : "ours";
}

/** True if the object can be what the entry made of it. */
export function supports(job: ObjectJob, evidence: Evidence, object: Values, recorded: Values): boolean {
  const { definition } = job;
  switch (evidence.kind) {
    case "nothingCreated":
      return false;
    case "changed":
      return true;
    case "created":
      return isIncarnation(object, evidence.id) ?? !differsImmutably(job, object, recorded);
    case "createdIn":
      return isCreatedWithin(object, evidence.period) && !differsImmutably(job, object, recorded);
    case "mayHaveCreated":
      return (
        !isTheirs(job, object) &&
        isCreatedWithin(object, sendingPeriod(job, evidence.sending)) &&
        !differsFromRequest(job, object, recorded, evidence.sending)
      );
    case "readBack": {
      // An object of another number is judged by that number.
      if (!definition.ownsObject || isIncarnation(object, recorded.numericId) !== undefined) return true;
      const toMs = evidence.doneAt > 0 ? evidence.doneAt * 1000 + slackMs : Infinity;
      return isCreatedWithin(object, { fromMs: -Infinity, toMs }) && !differsImmutably(job, object, recorded);
    }
    case "failed":
      return isLeftover(definition, object, evidence.targetId, sendingPeriod(job, evidence.sending));
  }
}

/** True if an object differs from what an insert has asked for, be it in a value that others can change since. */
function differsFromRequest(job: ObjectJob, object: Values, recorded: Values, { changedSince }: Sending): boolean {
  const { ownsObject, schema } = job.definition;
  if (differsImmutably(job, object, recorded)) return true;
  if (!ownsObject) return false;
  const changed = schema.changed(schema.outputs(object, recorded), recorded, schema.context(recorded, job.links));
  return changed.some((name) => !changedSince?.includes(name));
}

/** True if an object differs from the recorded request in a field that never changes: then another request created it. */
function differsImmutably({ definition, links }: ObjectJob, object: Values, recorded: Values): boolean {
  return definition.schema.differsImmutably(object, recorded, definition.schema.context(recorded, links)).length > 0;
}

/** The times of one object come from several clocks of the service, and that of a request from its answers. */
export const slackMs = 60_000;

/** How long a request that no process waits for any more can take to arrive. */
export const arrivalMs = 60_000;

/** No step takes longer from its first request to its last. */
const longestStepMs = 24 * 60 * 60_000;

/**
 * When the object of a request can have been created. Its last attempt arrives within a minute, and what its operation takes is
 * at most the time that a step has for it. Where no answer has told the service's time, as in older states, only the last
 * attempt is recorded, by a clock that may be wrong.
 */
export function sendingPeriod({ definition, deadline }: ObjectJob, { firstSentAt, sentAt }: Sending): Period {
  if (typeof firstSentAt !== "number") return { fromMs: sentAt * 1000 - longestStepMs - slackMs, toMs: Infinity };
  const longestMs = Math.max(definition.timeoutMs, deadline.allowedMs);
  return { fromMs: firstSentAt * 1000 - slackMs, toMs: sentAt * 1000 + arrivalMs + longestMs + slackMs };
}

/** When the object of an operation was created, where the operation tells when it ran. */
export function operationPeriod({ insertTime = "", endTime = "" }: Operation): Period {
  return { fromMs: Date.parse(insertTime) - slackMs, toMs: Date.parse(endTime) + slackMs };
}

/**
 * When an operation that is done has created its object. Where it does not tell when it began, its request does; where it does not
 * tell when it ended, that may be now, because an operation can take hours.
 */
export function creationPeriod(job: ObjectJob, done: Operation, sending: Sending): Period {
  const ran = operationPeriod(done);
  return {
    fromMs: Number.isNaN(ran.fromMs) ? sendingPeriod(job, sending).fromMs : ran.fromMs,
    toMs: Number.isNaN(ran.toMs) ? Infinity : ran.toMs,
  };
}

/** True if a step has seen the object, and knew that no request of this resource has made it. */
export function isTheirs({ journal }: ObjectJob, object: Values): boolean {
  return journal.theirs.includes(readIncarnation(object) ?? "");
}

/** True if a failed insert can have left an object that is told from one of somebody else. */
export function canLeaveObject(definition: ResourceDefinition, targetId: string | undefined): boolean {
  return definition.ownsObject && (definition.isLeftover !== undefined || targetId !== undefined);
}

/**
 * True if a failed insert has certainly left nothing: it was refused before it could create anything. Of any other failure, only
 * reads tell.
 */
export function leavesNothing({ fault, errors, saysNotFound, saysNotReady }: OperationFailedError): boolean {
  const isRefused = fault !== undefined || saysNotFound || saysNotReady;
  return isRefused || errors.some(({ code }) => code === "RESOURCE_ALREADY_EXISTS");
}

/**
 * True if an object is the leftover of a failed insert.
 *
 * @param period when the insert can have created one
 */
export function isLeftover(
  definition: ResourceDefinition,
  object: Values,
  targetId: string | undefined,
  period: Period,
): boolean {
  if (definition.isLeftover === undefined) return targetId !== undefined && object.id === targetId;
  return definition.isLeftover(object) && isCreatedWithin(object, period);
}
