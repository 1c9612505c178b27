import type { Values } from "../fields/values";
import { getQueue } from "../lifecycle/changes/objectQueue";
import type { Job } from "../lifecycle/job/job";
import { poll, visibilityBudget } from "../lifecycle/job/poll";
import { isDifferentIncarnation } from "../lifecycle/resource/incarnation";

/**
 * Reads an object to restore it: again for some seconds where a change of this process, or one that this step has settled, has just
 * ended and the object does not show it.
 *
 * @param key the path of the object
 * @param showsApplied true if everything is as the resource has set it
 */
export async function readToRestore<T extends Values>(
  job: Job,
  key: string,
  outputs: Values,
  read: () => Promise<T>,
  showsApplied: (actual: T) => boolean,
): Promise<T> {
  const sinceMs = performance.now() - getQueue(job, key).writtenMs;
  const isRecent = job.journal.isApplied || sinceMs < visibilityBudget.mostMs;
  const isExpected = (actual: T) => !isRecent || isDifferentIncarnation(actual, outputs) || showsApplied(actual);
  return (await poll(job, visibilityBudget, read, isExpected)).value;
}
