import type { Job } from "./job";
import { queueOf } from "./queuedPerObject";
import { comesToBe, longestLookMs, staleReadError, type Patience } from "./readBack";

/** How long a read can show what was there before a change that is done. */
export const visibility: Patience = {
  mostMs: 10_000,
  status: "the last change is done, and the service does not show it yet; reading it again",
};

/**
 * What is there of an object of somebody else: read again for some seconds if an own change has just ended, and the object does not
 * show it.
 *
 * @param key the object's path
 * @param hasJustEnded whether a change of an earlier run has; asked where this process knows of none
 */
export async function readAfterChange<T>(
  job: Job,
  key: string,
  read: () => Promise<T>,
  shows: (there: T) => boolean,
  hasJustEnded: (there: T) => Promise<boolean>,
): Promise<T> {
  let there = await read();
  if (shows(there)) return there;
  const isRecent = performance.now() - queueOf(job, key).changedAtMs < visibility.mostMs || (await hasJustEnded(there));
  if (!isRecent && !job.ledger.hasChanged) return there;
  const isShown = async () => {
    there = await read();
    return shows(there);
  };
  // Where the time was too short for the change to be seen, nothing says that it is not there any more.
  if (!(await comesToBe(job, isShown, visibility)) && isRecent && longestLookMs(job) < visibility.mostMs)
    throw staleReadError(job, "the last change of this stack is done, and the service does not show it yet");
  return there;
}
