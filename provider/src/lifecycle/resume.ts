import { AdvisedError } from "./advice";
import type { LinkContext } from "../names/links";
import { ComputeError } from "../http/errors/computeError";
import type { ResourceDefinition } from "./definition";
import { insert } from "./insert";
import type { Job } from "./job";
import { isStillToBeMade, pendingOf } from "./pending";
import { readSettled } from "./readBack";
import { isAnother } from "./sameObject";
import { settle } from "./settle";
import type { Values } from "../fields/values";

/**
 * The object after the work of earlier runs is at an end; made now if that work came to nothing. No request of an earlier
 * run is sent again: the program may ask for something else by now.
 */
export async function resume(
  job: Job,
  definition: ResourceDefinition,
  olds: Values,
  news: Values,
  context: LinkContext,
): Promise<Values> {
  const pending = pendingOf(olds);
  const identity = definition.schema.knownIdentity(news, context);
  const settled = await settle(job, definition, identity, pending, olds);
  if (settled.isRunning) throw stillRunning(job);
  const object = await readSettled(job, definition, identity, news, settled);
  const inserts = pending.some(isStillToBeMade);
  const isOther = object !== undefined && definition.list && !inserts && isAnother(object, news);
  if (object !== undefined && !isOther && settled.mayBeOurs(object)) {
    job.ledger.beginsChange();
    refuseDifferent(definition, object, news, context);
    // The update of a part looks at the object as it is now.
    if (definition.partial !== undefined) job.ledger.cameToNothing();
    return object;
  }
  job.ledger.beginsAnew();
  return insert(job, definition, news, context);
}

/** Earlier work goes on at the service for longer than this step may wait. */
export function stillRunning(job: Job): ComputeError {
  const running = job.ledger.pending.find(({ operation }) => operation !== undefined);
  const { action = "operation", operation = "" } = running ?? {};
  return new ComputeError({
    action: "settle",
    summary: `an earlier ${action} is still running at the service`,
    details: [`operation ${operation.slice(operation.lastIndexOf("/") + 1)}`],
    effect: "unknown",
  });
}

/** An object that appeared under the name in the meantime must be what the program describes, or it is another's. */
function refuseDifferent(definition: ResourceDefinition, object: Values, news: Values, context: LinkContext): void {
  const { schema } = definition;
  const differing = schema.replacing(schema.changed(schema.outputs(object, news), news, context));
  if (differing.length === 0) return;
  throw new AdvisedError({
    action: "read",
    summary: `the object under that name differs from the program in ${differing.join(", ")}`,
    hint: "Somebody else may have made it. Choose another name, or run `pulumi refresh` to record the object as it is.",
    effect: "none",
  });
}
