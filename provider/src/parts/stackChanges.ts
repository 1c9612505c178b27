import { parseAuthor } from "../compute/requestId";
import { hasFailed, mayHaveActed } from "../compute/operation";
import { listOperations, operationScope } from "../compute/endpoints/operations";
import { isDenied } from "../lifecycle/job/failure";
import { isDifferentIncarnation, readIncarnation } from "../lifecycle/resource/incarnation";
import type { Job } from "../lifecycle/job/job";
import { getQueue } from "../lifecycle/changes/objectQueue";
import { poll, pollTimeMs, visibilityBudget } from "../lifecycle/job/poll";
import { staleReadError } from "../lifecycle/resource/readBack";
import { restoreTag } from "../lifecycle/resource/resource";
import type { Values } from "../fields/values";

/*
 * A run that was killed has recorded nothing of what it changed. The service keeps its operations for days, each with the
 * id of the request, which is marked with the stack and the object and signed by the resource.
 */

/** The marks of the requests about an object. */
export interface Marks {
  /** The path of the object. */
  readonly path: string;
  /** The marks of requests that set something, where that is not the path. */
  readonly sets?: readonly string[];
}

/** A change of an object that a run of this stack has asked for. */
export interface StackChange {
  readonly requestId: string;
  readonly begunMs: number;
  /** `NaN` while it runs. */
  readonly endedMs: number;
  /** True if it has restored the previous values, at the end of a resource. */
  readonly isRestore: boolean;
}

/**
 * The changes of an object that runs of this stack have asked for, without those that the service has refused, oldest first: one
 * that failed may have set something all the same. Where nobody may list the operations, none are known.
 *
 * @param incarnation the object's numeric id
 */
export async function listStackChanges(
  job: Job,
  { path, sets = [path] }: Marks,
  incarnation: string,
): Promise<StackChange[]> {
  const changes: StackChange[] = [];
  const restores = [restoreTag(path)];
  try {
    for await (const operation of listOperations(job.client, operationScope(path), job.call, incarnation)) {
      const { clientOperationId: requestId = "", targetId = incarnation, insertTime = "", endTime = "" } = operation;
      const [begunMs, endedMs] = [Date.parse(insertTime), Date.parse(endTime)];
      if (!mayHaveActed(operation) || Number.isNaN(begunMs) || targetId !== incarnation) continue;
      const isRestore = await job.isOwnRequest(requestId, restores);
      // A restore that failed proves nothing: what was set before may still be there.
      if (isRestore && hasFailed(operation)) continue;
      if (isRestore || (await job.isOwnRequest(requestId, sets)))
        changes.push({ requestId, begunMs, endedMs, isRestore });
    }
  } catch (error) {
    if (!isDenied(error)) throw error;
    return [];
  }
  return changes.sort((one, other) => one.begunMs - other.begunMs);
}

/** The newest of these changes, if it set something and no restore has followed. */
export function findNewestSet(changes: readonly StackChange[]): StackChange | undefined {
  const newest = changes.at(-1);
  return newest?.isRestore ? undefined : newest;
}

/** True if the newest of these changes has just put back what was there before the others: a read may still show what they set. */
export function isJustRestored({ client }: Job, changes: readonly StackChange[]): boolean {
  const newest = changes.at(-1);
  if (newest?.isRestore !== true) return false;
  const sinceMs = Number.isNaN(newest.endedMs) ? newest.begunMs : newest.endedMs;
  return client.serviceNowMs - sinceMs < visibilityBudget.mostMs && changes.some(({ isRestore }) => !isRestore);
}

/**
 * Reads an object to restore it, again for some seconds if a change of the resource has just ended, and the object does not
 * show it.
 *
 * @param showsApplied true if everything is as the resource has set it
 * @param isOwn true if a change of this stack is the resource's
 */
export async function readToRestore<T extends Values>(
  job: Job,
  marks: Marks,
  outputs: Values,
  read: () => Promise<T>,
  showsApplied: (actual: T) => boolean,
  isOwn: (change: StackChange) => boolean = () => true,
): Promise<T> {
  const isExpected = (actual: T) => isDifferentIncarnation(actual, outputs) || showsApplied(actual);
  const actual = await read();
  if (isExpected(actual)) return actual;
  const { mostMs } = visibilityBudget;
  // An earlier run may have made the change; then only the operations tell.
  const hasJustEnded = async () => {
    const changes = await listStackChanges(job, marks, readIncarnation(actual) ?? "");
    const newest = findNewestSet(changes.filter(isOwn));
    return newest !== undefined && !(job.client.serviceNowMs - newest.endedMs > mostMs);
  };
  const isRecent = performance.now() - getQueue(job, marks.path).changedAtMs < mostMs || (await hasJustEnded());
  if (!isRecent && !job.journal.isApplied) return actual;
  const { value, isFinal } = await poll(job, visibilityBudget, read, isExpected);
  // Where the time was too short for the change to be visible, nothing says that it is not there any more.
  if (!isFinal && isRecent && pollTimeMs(job, visibilityBudget) < mostMs)
    throw staleReadError(job, "the last change of this stack is done, and the service does not show it yet");
  return value;
}

/**
 * The changes that no record knows: each is newer than all that its resource has recorded or restored.
 *
 * @param recorded ids of the newest requests that are recorded
 */
export function findUnrecorded(
  changes: readonly StackChange[],
  recorded: readonly (string | undefined)[],
): StackChange[] {
  // Until a restore has ended, what was set before it may still be there.
  const isRestored = ({ isRestore, endedMs }: StackChange) => isRestore && !Number.isNaN(endedMs);
  const settled = changes.filter((change) => isRestored(change) || recorded.includes(change.requestId));
  return changes.filter((change) => {
    const earlier = settled.filter(({ requestId }) => parseAuthor(requestId) === parseAuthor(change.requestId));
    return !change.isRestore && earlier.every(({ begunMs }) => begunMs < change.begunMs);
  });
}
