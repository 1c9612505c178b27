import { carryOut } from "../changes/carryOut";
import { claimObject } from "./claims";
import { mutationFailure } from "../job/failure";
import { readPending } from "../job/journal";
import { timedAction } from "../resource/localSettings";
import { decideUpdate } from "../observation/decide";
import { observe } from "../observation/observe";
import { waitUntilUsable, readAfterWrite } from "../resource/readBack";
import { shownValues, toOutputs, privateState, toPartialOutputs, withLocalSettings } from "../resource/outputs";
import { startJob, type ObjectJob, type Resource } from "../resource/resource";
import { assertMatchesProgram, assertSameIncarnation, readIncarnation } from "../resource/incarnation";
import { pick, type Values } from "../../fields/values";
import { AdvisedError } from "../job/advice";
import type { LinkContext } from "../../names/links";
import { insert } from "./create";
import { readAppliedValues } from "../job/outputKeys";
import { isGone, saysNotFound } from "./remove";
import { stillRunning } from "../observation/settle";

/**
 * Brings an object to what the program says. It is also what the engine calls after a partial failure: then the work
 * that was left behind is settled first, and an object that never came to be is made.
 */
export async function update(resource: Resource, id: string, olds: Values, news: Values): Promise<{ outs: Values }> {
  const { definition } = resource;
  const pending = readPending(olds);
  const { ignored } = resource;
  let changed = definition.schema.changedByProgram(
    olds,
    news,
    definition.schema.context(news, resource.links),
    ignored,
  );
  claimObject(resource, definition.schema.knownIdentity(news, resource.links), news);
  // Where only settings of our own differ, they are kept and the service is not asked.
  if (pending.length === 0 && changed.length === 0) return { outs: withLocalSettings(definition, olds, news) };
  // The outputs have the private state; together with it the inputs are all that there is to know.
  let known = { ...news, ...privateState(definition, olds), ...pick(olds, ["numericId"]) };
  const job = startJob(
    resource,
    definition.schema.knownIdentity(known, resource.links),
    pending.length === 0 ? "update" : timedAction(pending),
    known,
    pending,
  );
  const target = definition.schema.target(known, job.links);
  const context = definition.schema.context(news, job.links);
  try {
    let object = pending.length === 0 ? undefined : await resume(job, olds, known, context);
    if (object !== undefined) {
      // From here on no other object is taken for it.
      if (definition.ownsObject) known = { ...known, numericId: readIncarnation(object) ?? known.numericId };
      const actual = definition.schema.outputs(object, known);
      changed = definition.schema.changed(actual, ignored.inputs(news, actual), context);
    }
    const hasChanged = changed.length > 0 || (pending.length > 0 && definition.partial !== undefined);
    if (hasChanged) {
      await carryOut(
        job,
        definition.update?.(job, { ...target, olds: { ...olds, ...pick(known, ["numericId"]) }, changed }),
      );
      object = undefined;
    }
    object = await waitUntilUsable(job, known, object ?? (await readAfterWrite(job, target)));
    if (definition.ownsObject) assertSameIncarnation("update", object, known);
    // Everything has ended, and nothing was left to change: the values of earlier attempts are not there any more.
    if (!hasChanged && job.journal.open.length === 0) {
      // A value that differs is somebody else's, where the program ignores the difference.
      const isAsDeclared =
        definition.schema.changed(definition.schema.outputs(object, known), news, context).length === 0;
      const left = isAsDeclared
        ? (definition.deriveApplied?.(object) ?? [])
        : shownValues(definition, object, readAppliedValues(olds));
      job.keep({ appliedValues: job.record.appliedValues ?? left });
    }
    job.conclude(object.selfLink);
    return { outs: toOutputs(job, object, known) };
  } catch (error) {
    throw mutationFailure(job, pending[0]?.action ?? "update", await withAbsence(job, known, error), {
      id,
      properties: toPartialOutputs(job, known, olds),
    });
  }
}

/**
 * The object once the earlier entries are settled; created now if they have created none. No request of an earlier run is
 * sent again: the program may ask for something else by now.
 */
async function resume(job: ObjectJob, olds: Values, known: Values, context: LinkContext): Promise<Values> {
  const { object, move } = await observe(job, decideUpdate, known, olds);
  if (move === "failRunning") throw stillRunning(job);
  if (move === "failNotVisible") throw notShownYet(job);
  if (move === "create" || object === undefined) {
    job.journal.finds("absent");
    return insert(job, known, context);
  }
  job.journal.finds("present");
  assertMatchesProgram(job, object, known, context);
  // The update of a part looks at the object as it is now.
  if (job.definition.partial !== undefined) for (const one of job.journal.open) job.journal.notApplied(one);
  return object;
}

/** The error of a change: with what to do about it if somebody has deleted what is recorded. */
async function withAbsence(job: ObjectJob, known: Values, error: unknown): Promise<unknown> {
  // The missing object can also be one that the program refers to.
  if (!saysNotFound(error) || job.journal.found === "absent" || !(await isGone(job, known))) return error;
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
