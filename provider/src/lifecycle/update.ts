import { claimObject } from "./claims/claims";
import { mutationFailure } from "./failure";
import { namesIn, namesKey } from "./outputKeys";
import { waitUntilUsable, readAfterWrite, readSettled } from "./readBack";
import { readPending, timedAction, isStillToBeMade } from "./pending";
import { toOutputs, privateState, toPartialOutputs, withLocalSettings } from "./outputs";
import { startJob, type ObjectJob, type Resource } from "./resource";
import { assertMatchesProgram, assertSameIncarnation, isDifferentIncarnation } from "./incarnation";
import { pick, type Values } from "../fields/values";
import { AdvisedError } from "./advice";
import type { LinkContext } from "../names/links";
import { insert } from "./create";
import { isGone, saysNotFound } from "./remove";
import { settle, stillRunning } from "./settle";

/**
 * Brings an object to what the program says. It is also what the engine calls after a partial failure: then the work
 * that was left behind is settled first, and an object that never came to be is made.
 */
export async function update(resource: Resource, id: string, olds: Values, news: Values): Promise<{ outs: Values }> {
  const { definition } = resource;
  const pending = readPending(olds);
  const names = namesIn(olds);
  let changed = definition.schema.changedByProgram(
    olds,
    news,
    definition.schema.comparison(olds, news, resource.links),
  );
  claimObject(resource, definition.schema.knownIdentity(news, resource.links), news, names);
  // Where only settings of our own differ, they are kept and the service is not asked.
  if (pending.length === 0 && changed.length === 0) return { outs: withLocalSettings(definition, olds, news) };
  // What only we know is in the outputs; together with it the inputs are all that there is to know.
  const known = { ...news, ...privateState(definition, olds), ...pick(olds, ["numericId"]), [namesKey]: names.record };
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
    let object = pending.length > 0 ? await resume(job, olds, known, context) : undefined;
    if (object !== undefined)
      changed = definition.schema.changed(definition.schema.outputs(object, known), news, context);
    if (changed.length > 0 || (pending.length > 0 && definition.partial)) {
      await definition.update?.(job, { ...target, olds, changed });
      object = undefined;
    }
    object = await waitUntilUsable(job, known, object ?? (await readAfterWrite(job, target)));
    // Where earlier work was settled, the object may have been made only then.
    if (pending.length === 0 && definition.list !== undefined) assertSameIncarnation("update", object, olds);
    job.conclude(object.selfLink);
    definition.schema.learn(object, news, context);
    return { outs: toOutputs(job, object, known) };
  } catch (error) {
    throw mutationFailure(job, pending.at(-1)?.action ?? "update", await withAbsence(job, known, error), {
      id,
      properties: toPartialOutputs(job, known),
      inherited: pending,
    });
  }
}

/**
 * The object after the work of earlier runs is at an end; made now if that work came to nothing. No request of an earlier
 * run is sent again: the program may ask for something else by now.
 */
async function resume(job: ObjectJob, olds: Values, news: Values, context: LinkContext): Promise<Values> {
  const { definition } = job;
  const pending = readPending(olds);
  const settled = await settle(job, pending, olds);
  if (settled.isRunning) throw stillRunning(job);
  const object = await readSettled(job, news, settled);
  const inserts = pending.some(isStillToBeMade);
  const isOther = object !== undefined && definition.list && !inserts && isDifferentIncarnation(object, news);
  if (object !== undefined && !isOther && settled.mayBeOurs(object)) {
    job.ledger.beginsChange();
    assertMatchesProgram(job, object, news, context);
    // The update of a part looks at the object as it is now.
    if (definition.partial !== undefined) job.ledger.markNotApplied();
    return object;
  }
  if (object === undefined && settled.isDone && settled.mayStillAppear && definition.adoptable) throw notShownYet(job);
  job.ledger.beginsAnew();
  return insert(job, news, context);
}

/** The error of a change: with what to do about it if somebody has deleted what is recorded. */
async function withAbsence(job: ObjectJob, known: Values, error: unknown): Promise<unknown> {
  // What is not found can also be something that the program refers to.
  if (!saysNotFound(error) || job.ledger.isAnew || !(await isGone(job, known))) return error;
  const { action, summary, details, effect } = error;
  const hint =
    "The state records it, and it is not there any more: somebody has deleted it. Run `pulumi refresh`, then `pulumi up`.";
  return new AdvisedError({ action, summary, details, hint, effect, cause: error });
}

/** Another insert would meet the object, and take it for somebody else's. */
function notShownYet({ subject }: ObjectJob): AdvisedError {
  return new AdvisedError({
    action: `read ${subject}`,
    summary: "the service has carried out an earlier change, and does not show the object yet",
    hint: "Run the same command again in a minute. If somebody has deleted the object, it is made again then.",
    effect: "none",
  });
}
