import type { Values } from "../fields/values";
import { getQueue } from "../lifecycle/changes/objectQueue";
import type { Job } from "../lifecycle/job/job";
import { poll, visibilityBudget } from "../lifecycle/job/poll";
import { isDifferentIncarnation } from "../lifecycle/resource/incarnation";

/** All of the time that is left, if need be: a late read would show nothing to put back. */
const lateReadBudget = { ...visibilityBudget, share: 1 };

/**
 * Reads an object to restore it: again for some seconds where a change of this process, or one that this step has settled, has just
 * ended and the object shows nothing of it.
 *
 * @param key the path of the object
 * @param showsApplied true if the object shows what the resource has set, or some of it that goes back. Where a fingerprint proves the
 * read, some is enough: then somebody else has changed the rest.
 */
export async function readToRestore<T extends Values>(
  job: Job,
  key: string,
  outputs: Values,
  read: () => Promise<T>,
  showsApplied: (actual: T) => boolean,
): Promise<T> {
  const hasSettled = job.journal.isApplied && !job.journal.hasSent;
  const isRecent = hasSettled || isJustWritten(job, key);
  const isExpected = (actual: T) => !isRecent || isDifferentIncarnation(actual, outputs) || showsApplied(actual);
  return (await poll(job, lateReadBudget, read, isExpected)).value;
}

/** True if a read may still show an object from before the newest own write. */
export function isJustWritten(job: Job, key: string): boolean {
  return performance.now() - getQueue(job, key).writtenMs < visibilityBudget.mostMs;
}
