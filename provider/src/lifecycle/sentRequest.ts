import { findOperationByRequestId, type Operation } from "../compute/endpoints/operations";
import { youngForMs } from "../compute/operation";
import type { CallContext, ComputeClient } from "../http/client";

/** Pauses between two looks for an operation that may not be listed yet. */
const firstPauseMs = 250;
const pauseGrowth = 1.5;
const longestPauseMs = 5_000;

/** A request whose answer was lost. */
export interface SentRequest {
  readonly requestId: string;
  /** Since when it was certainly not sent again, in milliseconds since 1970. */
  readonly sentAtMs: number;
  /** Where its operation is: `projects/p/global`. */
  readonly scope: string;
}

/**
 * What became of a request: the service keeps the request id with the operation. A refusal of the repeat tells nothing,
 * because our own change can be its cause.
 *
 * @returns the operation; `undefined` if the service never accepted the request
 * @throws if the operations cannot be read, or the deadline leaves too little time until their absence is a proof
 */
export async function findSent(
  client: ComputeClient,
  { requestId, sentAtMs, scope }: SentRequest,
  context: CallContext,
): Promise<Operation | undefined> {
  const { deadline } = context;
  // An operation can be unknown for a while right after it was made.
  const provenAtMs = sentAtMs + youngForMs;
  // Half of the time is left for what comes next.
  const givesUpAtMs = Date.now() + deadline.remainingMs / 2;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs)) {
    const operation = await findOperationByRequestId(client, scope, requestId, context);
    const leftMs = provenAtMs - Date.now();
    if (operation !== undefined || leftMs <= 0) return operation;
    const nextMs = Math.min(pauseMs, leftMs);
    if (Date.now() + nextMs > givesUpAtMs || !deadline.allowsAttemptAfter(nextMs)) throw new UnprovenError();
    await deadline.sleep(nextMs);
  }
}

/** The list lacks the operation, and it is too early for that to prove anything. */
export class UnprovenError extends Error {}

/** Where the operation of a request about this object is: its path up to the collection, `projects/p/global`. */
export function operationScope(path: string): string {
  return /^(projects\/[^/]+\/(?:global|(?:regions|zones)\/[^/]+))\//.exec(path)?.[1] ?? path;
}
