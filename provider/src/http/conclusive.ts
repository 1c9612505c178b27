import type { ComputeError } from "./errors/computeError";
import { ResponseError } from "./errors/responseError";
import { isBusy } from "./retry";

/**
 * Refusals that show that the service accepted no earlier attempt: it answers a request id that it knows with the operation
 * of that attempt. Without a request id they show nothing: our own change can cause a 412.
 */
const conclusive = new Set([400, 404, 412]);

/** Whether a refusal shows that the service accepted no earlier attempt under the same request id. */
export function provesNothingHappened(error: ComputeError): boolean {
  if (!(error instanceof ResponseError) || !error.ofService || !conclusive.has(error.status)) return false;
  // The earlier attempt may be what keeps the object busy.
  return !isBusy(error);
}
