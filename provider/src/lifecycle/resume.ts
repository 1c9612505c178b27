import { AdvisedError } from "./advice";
import type { LinkContext } from "../names/links";
import { ComputeError } from "../http/errors/computeError";
import { OperationFailedError } from "../compute/errors/operationError";
import type { ResourceDefinition } from "./definition";
import { changedFields, identityOf, outputsOf } from "./fieldTable";
import { insert, type EarlierInsert } from "./insert";
import type { Job } from "./job";
import { stillDeduplicated, type Pending } from "./pending";
import { readIfThere } from "./readBack";
import { isAnother } from "./sameObject";
import { settle } from "./settle";
import type { Values } from "../fields/values";

/** The object after an earlier run's work is at an end; made now when that work came to nothing. */
export async function resume(
  job: Job,
  definition: ResourceDefinition,
  pending: Pending,
  news: Values,
  context: LinkContext,
): Promise<Values> {
  const identity = identityOf(definition, news, context);
  const repeatable = pending.action === "insert" && pending.operation === undefined && pending.requestId !== undefined;
  let earlier: EarlierInsert = { repeated: pending };
  // The same request id again: the service answers what it made of the first one, or acts now, but never twice.
  if (!repeatable || !stillDeduplicated(pending, Date.now())) {
    const settled = await settle(job, definition, identity, pending);
    if (settled.end === "running") throw stillRunning(job);
    const object = await readIfThere(job, definition, identity, news);
    const isOther = object !== undefined && definition.list && pending.action !== "insert" && isAnother(object, news);
    if (object !== undefined && !isOther && settled.mayBeOurs(object)) {
      refuseDifferent(definition, object, news, context);
      return object;
    }
    // An object that appears from now on may still be what the service was asked for then.
    earlier = { mayHaveMade: settled.end === "forgotten" };
    job.ledger.beginsAnew();
  }
  try {
    return await insert(job, definition, news, context, earlier);
  } catch (error) {
    // A request id brings back the operation that it began, even one that ended in an error; a new one starts afresh.
    if (!repeatable || job.ledger.hasChanged || !(error instanceof OperationFailedError)) throw error;
    return insert(job, definition, news, context, { ...earlier, repeated: undefined });
  }
}

/** Earlier work goes on at the service for longer than this step may wait. */
export function stillRunning(job: Job): ComputeError {
  const { action = "operation", operation = "" } = job.ledger.pending ?? {};
  return new ComputeError({
    action: "settle",
    summary: `an earlier ${action} is still running at the service`,
    details: [`operation ${operation.slice(operation.lastIndexOf("/") + 1)}`],
    effect: "unknown",
  });
}

/** An object that appeared under the name in the meantime must be what the program describes, or it is another's. */
function refuseDifferent(definition: ResourceDefinition, object: Values, news: Values, context: LinkContext): void {
  const differing = changedFields(definition, outputsOf(definition, object, news), news, context).filter(
    (name) => definition.fields[name]?.change === "replace",
  );
  if (differing.length === 0) return;
  throw new AdvisedError({
    action: "read",
    summary: `the object under that name differs from the program in ${differing.join(", ")}`,
    hint: "Somebody else may have made it. Choose another name, or run `pulumi refresh` to record the object as it is.",
    effect: "none",
  });
}
