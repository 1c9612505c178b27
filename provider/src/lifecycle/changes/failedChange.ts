import type { OperationFailedError } from "../../compute/errors/operationError";
import { unlessRefused } from "../../http/errors/responseError";
import type { Job } from "../job/job";

/**
 * Looks for the effect of a change whose operation has failed, which is no proof that nothing happened. A change that a read shows is
 * applied. One that no read shows may still show, so its entry stays open, and the next step reads again.
 *
 * @param isShown true if the object is as the change asks for
 */
export async function findEffect(
  job: Job,
  action: string,
  error: OperationFailedError,
  isShown: () => Promise<boolean>,
): Promise<void> {
  if (error.effect === "none") return;
  job.note({ type: "effectPossible", entry: { action, operation: error.operation, sentAt: job.secondsNow } });
  // A look that fails must not hide what the service said.
  if (!(await unlessRefused(isShown()))) return;
  job.note({ type: "applied" });
  error.effect = "applied";
}
