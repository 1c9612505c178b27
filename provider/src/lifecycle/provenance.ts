import { listOperations, operationScope, type Operation } from "../compute/endpoints/operations";
import { hasFailed } from "../compute/operation";
import { text, type Values } from "../fields/values";
import { unlessRefused } from "../http/errors/responseError";
import { answeredPath } from "../names/links";
import type { ResourceDefinition } from "./definition";
import type { Job } from "./job";
import { isCreatedBefore, isDifferentIncarnation, isIncarnation, readIncarnation } from "./incarnation";
import type { ObjectJob } from "./resource";

/*
 * The provenance of an object. A name alone does not tell: somebody else may have created the object before, or deleted the own one
 * and created another. What tells is the incarnation, the requests of this stack, and the fields that never change.
 */

/** The proof that one settled entry gives of an object at the service. */
export type Evidence =
  /** The entry has created nothing. */
  | { readonly kind: "nothingCreated" }
  /** The entry changed an object that was this resource's to change. */
  | { readonly kind: "changed" }
  /** The entry has created this incarnation. */
  | { readonly kind: "created"; readonly id: string }
  /** The entry may have created something, and only the fields that never change tell what. */
  | { readonly kind: "mayHaveCreated"; readonly sentAt: number }
  /** The entry is done, and the object is to be read back. */
  | { readonly kind: "readBack" }
  /** The entry has failed, and may have left an object. */
  | { readonly kind: "failed"; readonly targetId: string | undefined };

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
    case "mayHaveCreated":
      return !predatesEarlierStep(object, evidence.sentAt) && !differsImmutably(job, object, recorded);
    case "readBack":
      // An object of another number is judged by that number.
      return (
        !definition.ownsObject ||
        isIncarnation(object, recorded.numericId) !== undefined ||
        !differsImmutably(job, object, recorded)
      );
    case "failed":
      return isLeftover(definition, object, evidence.targetId);
  }
}

/** True if an object differs from the recorded request in a field that never changes: then another request created it. */
function differsImmutably({ definition, links }: ObjectJob, object: Values, recorded: Values): boolean {
  return definition.schema.differsImmutably(object, recorded, definition.schema.context(recorded, links)).length > 0;
}

/** No step takes longer from its first request to its last. */
const longestStepMs = 24 * 60 * 60_000;

/** True if an object was there before an earlier step sent a request, which it sent last at that time in seconds since 1970. */
function predatesEarlierStep(object: Values, sentAt: number): boolean {
  return isCreatedBefore(object, sentAt * 1000 - longestStepMs - slackMs);
}

/** True if an open request may have created the object, and no later look at the operations can tell. */
export function mayHaveCreated({ client, beganMs, journal }: Job, object: Values): boolean {
  return journal.entries.some((entry) => {
    if (entry.state === "notListed") return false;
    if (!("sentAt" in entry)) return true;
    // The clock of an earlier step may have been ahead.
    const isOwnStep = !journal.inherited.includes(entry) && entry.sentAt * 1000 <= client.serviceNowMs;
    return isOwnStep && entry.sentAt * 1000 >= beganMs
      ? !isCreatedBefore(object, beganMs - slackMs)
      : !predatesEarlierStep(object, entry.sentAt);
  });
}

/** True if a failed insert can have left an object that is told from one of somebody else. */
export function canLeaveObject(definition: ResourceDefinition, targetId: string | undefined): boolean {
  return definition.isLeftover !== undefined || targetId !== undefined;
}

/** True if an object is the leftover of a failed insert. */
export function isLeftover(definition: ResourceDefinition, object: Values, targetId: string | undefined): boolean {
  return definition.isLeftover?.(object) ?? (targetId !== undefined && object.id === targetId);
}

/** The clocks of the service differ. */
const slackMs = 5 * 60_000;

/**
 * True if an operation can have created an object: the object began while the operation ran. After a failed insert, an
 * object of that name is mostly somebody else's.
 */
export function canHaveCreated(operation: Operation, definition: ResourceDefinition, object: Values): boolean {
  const { targetLink = "", targetId } = operation;
  if (hasFailed(operation) && !isLeftover(definition, object, targetId)) return false;
  // The operation may also name what the object is made of, such as a disk.
  const isTarget = answeredPath(targetLink) === answeredPath(text(object, "selfLink") ?? "");
  if (isTarget && isIncarnation(object, targetId) === false) return false;
  const createdMs = Date.parse(text(object, "creationTimestamp") ?? "");
  const { insertTime = "", endTime = "" } = operation;
  return !(createdMs < Date.parse(insertTime) - slackMs) && !(createdMs > Date.parse(endTime) + slackMs);
}

/** True if an operation of this stack created the object. What cannot be looked at proves nothing. */
export async function isCreatedByStack(job: ObjectJob, object: Values): Promise<boolean> {
  const { definition } = job;
  if (!definition.ownsObject) return false;
  const path = definition.path(job.identity);
  // The operations of the object alone, where they name the object that they create.
  const target = definition.isLeftover === undefined ? readIncarnation(object) : undefined;
  const search = async () => {
    for await (const operation of listOperations(job.client, operationScope(path), job.call, target))
      if (
        operation.operationType === "insert" &&
        canHaveCreated(operation, definition, object) &&
        (await job.isOwnRequest(operation.clientOperationId ?? "", [path]))
      )
        return true;
    return false;
  };
  return (await unlessRefused(search())) ?? false;
}
