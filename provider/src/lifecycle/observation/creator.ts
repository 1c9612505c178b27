import { listOperations, operationScope, type Operation } from "../../compute/endpoints/operations";
import { hasFailed } from "../../compute/operation";
import { text, type Values } from "../../fields/values";
import { unlessRefused } from "../../http/errors/responseError";
import { answeredPath } from "../../names/links";
import type { ResourceDefinition } from "../schema/definition";
import { isCreatedWithin, isIncarnation, readIncarnation } from "../resource/incarnation";
import { entryOperation, isOpenInsert, type Entry } from "../job/journal";
import { isLeftover, isTheirs, operationPeriod, sendingPeriod, slackMs } from "./provenance";
import type { ObjectJob } from "../resource/resource";

/*
 * The creator of an object that a step meets: an open request in the journal, an operation of this stack, or somebody else.
 */

/** True if an open request may have created the object, and no later look at the operations can tell. */
export function mayHaveCreated(job: ObjectJob, object: Values): boolean {
  return job.journal.entries.some((entry) => entry.state !== "notListed" && canComeFrom(job, entry, object));
}

/** True if the object can be that of an open request, be it one of which a later look at the operations tells more. */
export function canBeOwn(job: ObjectJob, object: Values): boolean {
  return job.journal.entries.some((entry) => canComeFrom(job, entry, object));
}

function canComeFrom(job: ObjectJob, entry: Entry, object: Values): boolean {
  if (!isOpenInsert(entry) || isTheirs(job, object)) return false;
  const { client, beganMs, definition, journal } = job;
  // A failed insert has left this object or none.
  if (entry.state === "leftoverPossible" && entryOperation(entry) !== undefined)
    return isLeftover(definition, object, entry.target?.id, sendingPeriod(job, entry));
  const sentMs = entry.sentAt * 1000;
  // The clock of an earlier step may have been ahead.
  const isOwnStep = !journal.inherited.includes(entry) && sentMs >= beganMs && sentMs <= client.serviceNowMs;
  const isUntold = isOwnStep && entry.firstSentAt === undefined;
  return isCreatedWithin(object, isUntold ? { fromMs: beganMs - slackMs, toMs: Infinity } : sendingPeriod(job, entry));
}

/**
 * True if an operation can have created an object: the object began while the operation ran. After a failed insert, an
 * object of that name is mostly somebody else's.
 */
export function canHaveCreated(operation: Operation, definition: ResourceDefinition, object: Values): boolean {
  const { targetLink = "", targetId } = operation;
  const period = operationPeriod(operation);
  if (hasFailed(operation) && !isLeftover(definition, object, targetId, period)) return false;
  // The operation may also name what the object is made of, such as a disk.
  const isTarget = answeredPath(targetLink) === answeredPath(text(object, "selfLink") ?? "");
  if (isTarget && isIncarnation(object, targetId) === false) return false;
  return isCreatedWithin(object, period);
}

/**
 * The operations of this stack and an object: one has made it, where the number tells; one has made an object of its name at
 * that time, where the operation names only what the object is made of. What cannot be looked at proves nothing.
 */
export async function findStackInsert(job: ObjectJob, object: Values): Promise<"ofObject" | "ofName" | undefined> {
  const { definition } = job;
  if (!definition.ownsObject) return undefined;
  const path = definition.path(job.identity);
  // The operations of the object alone, where they name the object that they create.
  const target = definition.isLeftover === undefined ? readIncarnation(object) : undefined;
  const isProof = ({ targetId }: Operation) => target !== undefined && isIncarnation(object, targetId) === true;
  const search = async () => {
    for await (const operation of listOperations(job.client, operationScope(path), job.call, target)) {
      if (
        operation.operationType === "insert" &&
        canHaveCreated(operation, definition, object) &&
        (await job.isOwnRequest(operation.clientOperationId ?? "", [path]))
      )
        return isProof(operation) ? "ofObject" : "ofName";
    }
    return undefined;
  };
  return unlessRefused(search());
}

/** Notes that no request of this resource has made an object, so that no later step takes it for its own. */
export function noteTheirs(job: ObjectJob, object: Values): void {
  const id = readIncarnation(object);
  // An object can differ while it is being made.
  const isMade = job.definition.stage?.(object) !== "making";
  if (job.definition.ownsObject && isMade && id !== undefined) job.note({ type: "theirsSeen", id });
}
