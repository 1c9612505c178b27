import { ComputeError } from "../../../http/errors/computeError";
import type { Job } from "../../../lifecycle/job";
import { comesToBe as comesToBeWithin, type Patience } from "../../../lifecycle/patience";

/**
 * A swap of associations is one step for the network, and yet the service shows both for a short time after it. What
 * only that stands in the way of is not a failure: it is looked at again, for a minute.
 */
const patience: Patience = {
  mostMs: 60_000,
  status: "the service still shows the earlier association after the swap; reading again",
};

/** Looks until it is so, for a minute at most; tells whether it came to be so. */
export function comesToBe(job: Job, isSo: () => Promise<boolean>): Promise<boolean> {
  return comesToBeWithin(job, isSo, patience);
}

/** The same after a change that is done, which no trouble with looking can undo. */
export async function comesToBeAfterwards(job: Job, isSo: () => Promise<boolean>): Promise<void> {
  try {
    await comesToBe(job, isSo);
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
  }
}
