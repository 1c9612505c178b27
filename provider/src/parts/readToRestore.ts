import type { Values } from "../fields/values";
import type { Job } from "../lifecycle/job/job";
import { poll, visibilityBudget } from "../lifecycle/job/poll";
import { isDifferentIncarnation } from "../lifecycle/resource/incarnation";

/**
 * Reads an object to restore it: again for some seconds where it does not show what the resource has set, because a read can be late.
 *
 * @param showsApplied true if everything is as the resource has set it
 */
export async function readToRestore<T extends Values>(
  job: Job,
  outputs: Values,
  read: () => Promise<T>,
  showsApplied: (actual: T) => boolean,
): Promise<T> {
  const isExpected = (actual: T) => isDifferentIncarnation(actual, outputs) || showsApplied(actual);
  return (await poll(job, visibilityBudget, read, isExpected)).value;
}
