import type { Job } from "./job";
import { getQueue } from "./objectQueue";
import { poll, pollTimeMs, visibilityBudget } from "./poll";
import { staleReadError } from "./readBack";

/**
 * Reads an object of somebody else, again for some seconds if an own change has just ended, and the object does not show it.
 *
 * @param key the object's path
 * @param hasJustEnded true if a change of an earlier run has; asked where this process knows of none
 */
export async function readAfterOwnChange<T>(
  job: Job,
  key: string,
  read: () => Promise<T>,
  showsChange: (actual: T) => boolean,
  hasJustEnded: (actual: T) => Promise<boolean>,
): Promise<T> {
  const actual = await read();
  if (showsChange(actual)) return actual;
  const { mostMs } = visibilityBudget;
  const isRecent = performance.now() - getQueue(job, key).changedAtMs < mostMs || (await hasJustEnded(actual));
  if (!isRecent && !job.journal.isApplied) return actual;
  const { value, isFinal } = await poll(job, visibilityBudget, read, showsChange);
  // Where the time was too short for the change to be visible, nothing says that it is not there any more.
  if (!isFinal && isRecent && pollTimeMs(job, visibilityBudget) < mostMs)
    throw staleReadError(job, "the last change of this stack is done, and the service does not show it yet");
  return value;
}
