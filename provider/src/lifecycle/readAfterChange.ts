import type { Job } from "./job";
import { queueOf } from "./queuedPerObject";
import { comesToBe, type Patience } from "./readBack";

/** How long a read can show what was there before a change that is done. */
export const visibility: Patience = {
  mostMs: 10_000,
  status: "the last change is done, and the service does not show it yet; reading it again",
};

/**
 * What is there of an object of others: read again for some seconds if an own change has just ended, in this job or in this process, and
 * the object does not show it.
 *
 * @param key the object's path
 */
export async function readAfterChange<T>(
  job: Job,
  key: string,
  read: () => Promise<T>,
  shows: (there: T) => boolean,
): Promise<T> {
  const isRecent = performance.now() - queueOf(job, key).changedAtMs < visibility.mostMs;
  let there = await read();
  if (!isRecent && !job.ledger.hasChanged) return there;
  let isFirst = true;
  const isShown = async () => {
    if (!isFirst) there = await read();
    isFirst = false;
    return shows(there);
  };
  await comesToBe(job, isShown, visibility);
  return there;
}
