import type { Job } from "./job";
import { getQueue } from "./objectQueue";
import { pollUntil, pollTimeMs, staleReadError, type PollBudget } from "./readBack";

/** How long a read can show what was there before a change that is done. */
export const visibility: PollBudget = {
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
export async function readAfterOwnChange<T>(
  job: Job,
  key: string,
  read: () => Promise<T>,
  shows: (actual: T) => boolean,
  hasJustEnded: (actual: T) => Promise<boolean>,
): Promise<T> {
  let actual = await read();
  if (shows(actual)) return actual;
  const isRecent =
    performance.now() - getQueue(job, key).changedAtMs < visibility.mostMs || (await hasJustEnded(actual));
  if (!isRecent && !job.ledger.hasChanged) return actual;
  const isShown = async () => {
    actual = await read();
    return shows(actual);
  };
  // Where the time was too short for the change to be seen, nothing says that it is not there any more.
  if (!(await pollUntil(job, isShown, visibility)) && isRecent && pollTimeMs(job) < visibility.mostMs)
    throw staleReadError(job, "the last change of this stack is done, and the service does not show it yet");
  return actual;
}
