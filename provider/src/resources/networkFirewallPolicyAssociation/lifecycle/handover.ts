import { ComputeError } from "../../../compute/errors/computeError";
import type { Job } from "../../../runtime/job";

/*
 * A swap of associations is one step for the network, and yet the service shows both for a short time after it. What
 * only that stands in the way of is not a failure: it is looked at again.
 */

const mostMs = 60_000;
/** Where the deadline of the step is short, most of it is left for the step itself. */
const mostOfDeadline = 0.1;
const firstPauseMs = 250;
const pauseGrowth = 1.5;
const longestPauseMs = 5_000;

/** Looks until it is so, for a minute at most; tells whether it came to be so. */
export async function comesToBe(job: Job, isSo: () => Promise<boolean>): Promise<boolean> {
  const untilMs = performance.now() + Math.min(mostMs, job.deadline.allowedMs * mostOfDeadline);
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs)) {
    if (await isSo()) return true;
    if (performance.now() + pauseMs > untilMs || !job.deadline.allowsAttemptAfter(pauseMs)) return false;
    job.status("the service still shows the association from before the swap; looking again");
    await job.deadline.sleep(pauseMs);
  }
}

/** The same after a change that is done, which no trouble with looking can undo. */
export async function comesToBeAfterwards(job: Job, isSo: () => Promise<boolean>): Promise<void> {
  try {
    await comesToBe(job, isSo);
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
  }
}
