import { findOperationByRequestId, operationPath, type Operation } from "../compute/endpoints/operations";
import {
  OperationAbandonedError,
  OperationFailedError,
  OperationVanishedError,
} from "../compute/errors/operationError";
import { hasFailed } from "../compute/operation";
import type { Identity, ResourceDefinition } from "./definition";
import { isDenied } from "./failure";
import type { Job } from "./job";
import { stillDeduplicated, type Pending } from "./pending";
import type { Values } from "../fields/values";

/**
 * How work that an earlier run left behind has ended.
 *
 * - `done`: as wanted;
 * - `failed`: the operation ended in an error;
 * - `forgotten`: the service no longer knows the operation, or may not be asked, so only the object itself can tell;
 * - `running`: not at an end within this job's deadline;
 * - `unsent`: the service never received the request.
 */
export type End = "done" | "failed" | "forgotten" | "running" | "unsent";

/** The end of earlier work, and what it says of an object that is there under the name. */
export interface Settled {
  readonly end: End;
  /** Whether an object that is there now may be what the work made. */
  mayBeOurs(object: Values): boolean;
  /** Whether an object that is not there now may still turn up. */
  readonly mayStillAppear: boolean;
}

/** Waits for work that an earlier run left behind. The job keeps it as pending exactly when it is still running. */
export async function settle(
  job: Job,
  definition: ResourceDefinition,
  identity: Identity,
  pending: Pending,
): Promise<Settled> {
  const ageMs = Date.now() - pending.sentAt * 1000;
  // Only an insert leaves open whose an object is; a change was made to one that is ours to change.
  const inserts = pending.action === "insert";
  const settled = (end: End, mayBeOurs: Settled["mayBeOurs"] = () => true): Settled => ({
    end,
    mayBeOurs: inserts ? mayBeOurs : () => true,
    // Whatever takes longer than the default deadline of the whole step is not coming any more.
    mayStillAppear: inserts && end === "forgotten" && ageMs < definition.timeouts.create,
  });
  // Without an operation and a request id there is nothing to ask for: the object itself tells.
  if (pending.action === "read" || (pending.operation ?? pending.requestId) === undefined) return settled("done");
  const operations = operationsOf(definition, identity, pending);
  const { requestId = "" } = pending;
  const found = pending.operation ?? (await operationOf(job, requestId, operations, { goesOnAfter: isDenied }));
  if (found === unreadable) return settled("forgotten");
  if (found === undefined) {
    // The service keeps operations for longer than request ids; past that the list proves nothing.
    return settled("unsent", () => !stillDeduplicated(pending, Date.now()));
  }
  const operation = typeof found === "string" ? found : operationPath(operations.split("/")[1] ?? "", found);
  job.ledger.awaits({ action: pending.action, operation, sentAt: pending.sentAt });
  try {
    await job.awaitOperation(operation, pending.action);
    return settled("done");
  } catch (error) {
    if (error instanceof OperationFailedError) {
      // The error of a run that nobody saw the end of: it explains why the object is not there.
      job.notice(`its ${pending.action} in an earlier run failed: ${error.summary}`, error.details);
      return settled("failed", (object) => wasLeft(definition, object, error.targetId));
    }
    if (error instanceof OperationVanishedError) {
      job.ledger.cameToNothing();
      return settled("forgotten");
    }
    if (error instanceof OperationAbandonedError && error.cause === undefined) return settled("running");
    throw error;
  }
}

/** Whether an object that is there may be what one of these inserts made, whose answers were lost. */
export async function mayBeOf(
  job: Job,
  definition: ResourceDefinition,
  identity: Identity,
  lost: readonly Pending[],
  object: Values,
): Promise<boolean> {
  for (const { requestId, ...pending } of lost) {
    if (requestId === undefined) return true;
    const operations = operationsOf(definition, identity, pending);
    const operation = await operationOf(job, requestId, operations, { retries: fewRetries, goesOnAfter: () => true });
    if (operation === unreadable) return true;
    if (operation !== undefined && (!hasFailed(operation) || wasLeft(definition, object, operation.targetId)))
      return true;
  }
  // The service lists the operation of every request that it received: somebody else made the object.
  return false;
}

/** Whether an insert that ended in an error can have left anything that is told from an object of others. */
export function mayLeave(definition: ResourceDefinition, targetId: string | undefined): boolean {
  return definition.leftByFailure !== undefined || targetId !== undefined;
}

/** Whether an object is what an insert that ended in an error has left, and so is ours. */
export function wasLeft(definition: ResourceDefinition, object: Values, targetId: string | undefined): boolean {
  return definition.leftByFailure?.(object) ?? (targetId !== undefined && object.id === targetId);
}

const unreadable = Symbol("the operations cannot be read");

/** Repeats of a question that one can do without the answer to. */
const fewRetries = 2;

/** How a request's operation is looked for. */
interface Search {
  readonly retries?: number;
  /** Errors after which the caller can go on without an answer. */
  goesOnAfter(error: unknown): boolean;
}

/** The operation of a request; `undefined` when the service has received none with that id. */
async function operationOf(
  job: Job,
  requestId: string,
  operations: string,
  { retries, goesOnAfter }: Search,
): Promise<Operation | typeof unreadable | undefined> {
  try {
    return await findOperationByRequestId(job.client, operations, requestId, { ...job.call, retries });
  } catch (error) {
    if (goesOnAfter(error)) return unreadable;
    throw error;
  }
}

/** Where the operation of a request is: the resource's path up to the collection, `projects/p/global`. */
function operationsOf(
  definition: ResourceDefinition,
  identity: Identity,
  { project = identity.project }: Pick<Pending, "project">,
): string {
  const path = definition.path(project === undefined ? identity : { ...identity, project });
  return /^(projects\/[^/]+\/(?:global|(?:regions|zones)\/[^/]+))\//.exec(path)?.[1] ?? path;
}
