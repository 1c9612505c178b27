import { holdClaim } from "./memory/claims";
import { mutationFailure } from "./failure";
import { namesIn, namesKey } from "./outputKeys";
import { usable } from "./outcome";
import { pendingOf, timedAction } from "./pending";
import { readChanged } from "./readBack";
import { finished, knownOnlyHere, recordable, withLocalSettings } from "./recorded";
import { startJob, type Resource } from "./resource";
import { resume } from "./resume";
import { refuseAnother } from "./sameObject";
import { pick, type Values } from "../fields/values";

/**
 * Brings an object to what the program says. It is also what the engine calls after a partial failure: then the work
 * that was left behind is settled first, and an object that never came to be is made.
 */
export async function update(resource: Resource, id: string, olds: Values, news: Values): Promise<{ outs: Values }> {
  const { definition } = resource;
  const pending = pendingOf(olds);
  const names = namesIn(olds);
  let changed = definition.schema.changedByProgram(
    olds,
    news,
    definition.schema.comparison(olds, news, resource.links),
  );
  holdClaim(resource, definition.schema.knownIdentity(news, resource.links), news, names);
  // Where only settings of our own differ, they are kept and the service is not asked.
  if (pending.length === 0 && changed.length === 0) return { outs: withLocalSettings(definition, olds, news) };
  // What only we know is in the outputs; together with it the inputs are all that there is to know.
  const known = { ...news, ...knownOnlyHere(definition, olds), ...pick(olds, ["numericId"]), [namesKey]: names.record };
  const job = startJob(
    resource,
    definition.schema.knownIdentity(known, resource.links),
    pending.length > 0 ? timedAction(pending) : "update",
    known,
  );
  const target = definition.schema.target(known, job.links);
  const context = definition.schema.context(news, job.links);
  job.ledger.inherits(pending);
  try {
    let object = pending.length > 0 ? await resume(job, definition, olds, known, context) : undefined;
    if (object !== undefined)
      changed = definition.schema.changed(definition.schema.outputs(object, known), news, context);
    if (changed.length > 0 || (pending.length > 0 && definition.partial)) {
      await definition.update?.(job, { ...target, olds, changed });
      object = undefined;
    }
    object = await usable(job, definition, target, object ?? (await readChanged(job, definition, target)));
    // Where earlier work was settled, the object may have been made only then.
    if (pending.length === 0 && definition.list !== undefined) refuseAnother("update", object, olds);
    job.conclude(object.selfLink);
    definition.schema.learn(object, news, context);
    return { outs: finished(job, definition, object, known) };
  } catch (error) {
    throw mutationFailure(job, pending.at(-1)?.action ?? "update", error, {
      id,
      properties: recordable(job, definition, known),
      inherited: pending,
    });
  }
}
