import { formatDuration } from "../http/deadline";
import { UnfinishedError } from "../compute/errors/operationError";
import { UnusableError } from "../compute/errors/operationError";
import type { ResourceDefinition } from "./definition";
import type { Target } from "./description";
import { readBack } from "./readBack";
import type { Job } from "./job";
import type { Values } from "../fields/values";

/** Pauses between two looks at an object that is still being made. */
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

/**
 * The object once it can be used: an operation that ended, or was forgotten, need not mean that.
 *
 * @throws UnfinishedError when it is still being made at the deadline
 * @throws UnusableError when only a new one helps; either way the object is recorded
 */
export async function usable(
  job: Job,
  definition: ResourceDefinition,
  target: Pick<Target, "identity" | "values">,
  object: Values,
): Promise<Values> {
  let current = object;
  let pauseMs = firstPauseMs;
  const fail = (unusable: boolean) => {
    job.ledger.landed();
    job.ledger.leaves({ object: current, unusable });
  };
  while (definition.stage?.(current) === "making") {
    if (job.deadline.remainingMs <= pauseMs) {
      fail(false);
      throw new UnfinishedError({
        action: job.action ?? "read",
        summary: `the service is still creating the object after ${formatDuration(job.deadline.allowedMs)}`,
        effect: "unknown",
      });
    }
    job.status("the service is still creating the object");
    await job.deadline.sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    current = await readBack(job, definition, target);
  }
  const unusable = definition.unusable?.(definition.schema.outputs(current, target.values));
  if (unusable !== undefined) {
    fail(true);
    throw new UnusableError({ action: job.action ?? "read", summary: unusable.reason, effect: "unknown" });
  }
  return current;
}
