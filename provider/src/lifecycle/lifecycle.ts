import { MalformedAnswerError } from "../http/errors/connectionError";
import { OperationFailedError, OperationVanishedError } from "../compute/errors/operationError";
import { NotFoundError } from "../http/errors/responseError";
import { holdClaim, successorOf } from "./memory/claims";
import type { Identity, ResourceDefinition } from "./definition";
import { describeFailure, mutationFailure, ResourceFailure } from "./failure";
import {
  changedByProgram,
  changedFields,
  contextFor,
  identityIn,
  identityOf,
  learnNames,
  linkContextOf,
  namesIn,
  namesKey,
  outputsOf,
  ownOf,
  targetOf,
} from "./fieldTable";
import { insert } from "./insert";
import type { Job } from "./job";
import { deletionPolicyOf, otherPolicies } from "./localSettings";
import { usable } from "./outcome";
import { pendingKey, pendingOf, timedAction } from "./pending";
import { readChanged, readIfThere } from "./readBack";
import { argumentsIn, finished, inputsFor, knownOnlyHere, recordable, withLocalSettings } from "./recorded";
import { startJob, subjectOf, type Resource } from "./resource";
import { resume, stillRunning } from "./resume";
import { anotherInWords, identityNamedBy, isAnother, isNamedBy, refuseAnother, refuseUnnumbered } from "./sameObject";
import { settle } from "./settle";
import { pick, type Values } from "../fields/values";

/** Makes the object. */
export async function create(resource: Resource, inputs: Values): Promise<{ id: string; outs: Values }> {
  const { definition } = resource;
  const identity = identityOf(definition, inputs, resource.links);
  const id = definition.path(identity);
  const job = startJob(resource, identity, "create", inputs);
  holdClaim(resource, identity, inputs);
  try {
    const made = await insert(job, definition, inputs, linkContextOf(definition, inputs, job.links));
    const object = await usable(job, definition, targetOf(definition, inputs, job.links), made);
    job.conclude(object.selfLink);
    learnNames(definition, object, inputs, linkContextOf(definition, inputs, job.links));
    // Its predecessor may be recorded under the other spelling of the project.
    holdClaim(resource, identity, inputs, job.links.names);
    return { id, outs: finished(job, definition, object, inputs) };
  } catch (error) {
    throw mutationFailure(job, "insert", error, {
      id,
      properties: recordable(job, definition, inputs),
      existedBefore: false,
    });
  }
}

/**
 * Brings an object to what the program says. It is also what the engine calls after a partial failure: then the work
 * that was left behind is settled first, and an object that never came to be is made.
 */
export async function update(resource: Resource, id: string, olds: Values, news: Values): Promise<{ outs: Values }> {
  const { definition } = resource;
  const pending = pendingOf(olds);
  const names = namesIn(olds).mentionedIn(JSON.stringify([news, ownOf(olds)]));
  let changed = changedByProgram(definition, olds, news, contextFor(resource, olds, news));
  holdClaim(resource, identityOf(definition, news, resource.links), news, names);
  // Where only settings of our own differ, they are kept and the service is not asked.
  if (pending === undefined && changed.length === 0) return { outs: withLocalSettings(definition, olds, news) };
  // What only we know is in the outputs; together with it the inputs are all that there is to know.
  const known = { ...news, ...knownOnlyHere(definition, olds), ...pick(olds, ["numericId"]), [namesKey]: names.record };
  const job = startJob(
    resource,
    identityOf(definition, known, resource.links),
    pending ? timedAction(pending) : "update",
    known,
  );
  const target = targetOf(definition, known, job.links);
  const context = linkContextOf(definition, news, job.links);
  try {
    let object = pending && (await resume(job, definition, pending, known, context));
    if (object !== undefined) changed = changedFields(definition, outputsOf(definition, object, known), news, context);
    if (changed.length > 0 || (pending !== undefined && definition.partial)) {
      await definition.update?.(job, { ...target, olds, changed });
      object = undefined;
    }
    object = await usable(job, definition, target, object ?? (await readChanged(job, definition, target)));
    // Where earlier work was settled, the object may have been made only then.
    if (pending === undefined && definition.list !== undefined) refuseAnother("update", object, olds);
    job.conclude(object.selfLink);
    learnNames(definition, object, news, context);
    return { outs: finished(job, definition, object, known) };
  } catch (error) {
    // A second attempt that began nothing leaves what the first one left.
    job.pending ??= job.changed ? undefined : pending;
    throw mutationFailure(job, pending?.action ?? "update", error, {
      id,
      properties: recordable(job, definition, known),
      existedBefore: true,
    });
  }
}

/**
 * Reads the object as it is now; a blank id says that it is gone.
 *
 * @param recordedInputs gives the inputs of the last run, where they are known
 */
export async function read(
  resource: Resource,
  id: string,
  props: Values,
  recordedInputs: () => Values | undefined = () => undefined,
): Promise<{ id: string; props: Values; inputs?: Values }> {
  const { definition } = resource;
  const recorded = identityIn(definition, props, resource.links);
  const known = recorded !== undefined;
  const links = { ...resource.links, names: namesIn(props) };
  // Outputs that name another object are made anew of the one that the id names.
  const isOfId = recorded === undefined || isNamedBy(id, definition, recorded, links);
  const named = isOfId ? undefined : identityNamedBy(id, definition, links);
  const identity = named ?? recorded ?? definition.parseId(id, links);
  const sought = named === undefined ? { ...identity, ...props } : { ...props, ...identity };
  const pending = pendingOf(props);
  const job = startJob(resource, identity, timedAction(pending), props);
  try {
    const settled = pending && (await settle(job, definition, identity, pending));
    if (settled?.end === "running") {
      job.notice(
        `its ${pending?.action ?? ""} is still running at the service; what is recorded was kept. Run \`pulumi up\` to wait on.`,
      );
      return { id, props: { ...props, [pendingKey]: job.pending } };
    }
    const object = await readIfThere(job, definition, identity, sought);
    if (object === undefined && settled?.mayStillAppear) {
      job.notice(
        "it is not there, and the service does not know the operation that was to make it; because that is recent, " +
          "what is recorded was kept. Run `pulumi up` to have it made.",
      );
      return { id, props };
    }
    if (object !== undefined && settled?.mayBeOurs(object) === false) {
      job.notice("an object of that name is there which this stack did not make; it is left alone and not recorded.");
      return { id: "", props: {} };
    }
    if (object !== undefined && isAnother(object, props)) {
      job.notice(
        `${anotherInWords(object, props)}; ${definition.list ? takeOverToKeep : "what was set is gone with it"}.`,
      );
      return { id: "", props: {} };
    }
    if (object === undefined) {
      // A blank id makes the engine forget a resource; one that a program only refers to would turn out empty, unnoticed.
      if (!known) throw new Error(`${definition.path(identity)} does not exist.`);
      return { id: "", props: {} };
    }
    const outs = finished(job, definition, object, sought);
    const context = linkContextOf(definition, props, job.links);
    const drifted = known ? changedFields(definition, outs, argumentsIn(definition, props), context) : [];
    return {
      // An id may name the object in another way than its path does; what was read tells which object that is.
      id: definition.path(known ? identity : (identityIn(definition, outs, resource.links) ?? identity)),
      props: outs,
      ...(drifted.length > 0 ? { inputs: inputsFor(definition, outs, drifted, recordedInputs()) } : {}),
    };
  } catch (error) {
    throw new ResourceFailure(describeFailure(job, "read", error, known ? "Its recorded state was kept." : undefined));
  }
}

const takeOverToKeep = "it is left alone and not recorded. With adoptExisting: true the next `pulumi up` takes it over";

/** Deletes the object; one that is gone already is a success. */
export async function remove(resource: Resource, id: string, props: Values): Promise<void> {
  const { definition, log } = resource;
  const identity = identityOf(definition, props, resource.links);
  const subject = subjectOf(definition, identity);
  if (!isNamedBy(id, definition, identity, { ...resource.links, names: namesIn(props) })) {
    throw new ResourceFailure(
      `${subject}: it is not deleted, because its id and its outputs name two objects: ${id} and ${definition.path(identity)}.\n` +
        "  Run `pulumi refresh`, which records the one that the id names, and then the same command again.",
    );
  }
  const policy = deletionPolicyOf(definition, props);
  if (policy === "PREVENT") {
    throw new ResourceFailure(
      `${subject}: it is not deleted, because its deletionPolicy is PREVENT.\n` +
        `  Set another deletionPolicy (${otherPolicies(definition).join(" or ")}), run \`pulumi up\`, and delete it after that.`,
    );
  }
  if (policy === "ABANDON" || policy === "RETAIN") {
    log.message("info", `${subject}: left in place (deletionPolicy ${policy}); Pulumi no longer manages it.`);
    return;
  }
  const job = startJob(resource, identity, "delete", props);
  const successor = successorOf(resource, identity, props, job.links.names);
  if (successor !== undefined) {
    job.notice(`it is left in place: a resource that the program declares is of the same object: ${successor}`);
    return;
  }
  let mayStillAppear = false;
  try {
    const pending = pendingOf(props);
    const settled = pending && (await settle(job, definition, identity, pending));
    if (settled?.end === "running") throw stillRunning(job);
    if (settled !== undefined) ({ mayStillAppear } = settled);
    // What is only a part of somebody else's object is looked at by whoever puts it back.
    const isOwned = definition.list !== undefined && props.numericId !== undefined;
    const object = settled || isOwned ? await readIfThere(job, definition, identity, props) : undefined;
    if (object !== undefined && settled?.mayBeOurs(object) === false) {
      job.notice("an object of that name is there which this stack did not make; it is left alone.");
      return;
    }
    if (object !== undefined && isAnother(object, props)) {
      job.notice(`${anotherInWords(object, props)}; it is left alone.`);
      return;
    }
    if (object !== undefined && isOwned) refuseUnnumbered("delete", object, props);
    await definition.delete(job, identity, props, linkContextOf(definition, props, job.links));
  } catch (error) {
    const isNotFound = saysNotFound(error) && !mayStillAppear;
    // Where something is put back, it may be that which is not there.
    const proves = isNotFound && (definition.list !== undefined || !job.sent);
    const mayBeGone =
      isNotFound || error instanceof OperationVanishedError || (await endsUnnamed(job, definition, identity, error));
    if (proves || (mayBeGone && (await isGone(job, definition, identity, props)))) return;
    const outcome =
      saysNotFound(error) && mayStillAppear
        ? "It was asked for a short time ago, and may still turn up although the service does not know the operation any more. It stays recorded: run the same command again in a few minutes."
        : "It stays recorded: run the same command again to go on, or `pulumi refresh` to see whether it is gone.";
    throw new ResourceFailure(describeFailure(job, "delete", error, outcome));
  }
}

/** After a success that does not name its operation: waits for that, by the request id, as after a lost answer. */
async function endsUnnamed(
  job: Job,
  definition: ResourceDefinition,
  identity: Identity,
  error: unknown,
): Promise<boolean> {
  const { pending } = job;
  const isUnnamed = error instanceof MalformedAnswerError && error.isEmpty;
  if (!isUnnamed || pending?.requestId === undefined) return false;
  // Where that cannot be found out either, the answer itself is told.
  const settled = await settle(job, definition, identity, pending).catch(() => undefined);
  return settled?.end === "done" || settled?.end === "forgotten";
}

/** Whether the service says that an object is not there, at once or as the end of the operation. */
function saysNotFound(error: unknown): boolean {
  return error instanceof NotFoundError || (error instanceof OperationFailedError && error.saysNotFound);
}

/** Whether the object is certainly not there. Where nobody can look, what went wrong before tells more. */
async function isGone(job: Job, definition: ResourceDefinition, identity: Identity, props: Values): Promise<boolean> {
  const isThere = await readIfThere(job, definition, identity, props).then(
    (object) => object !== undefined,
    () => true,
  );
  return !isThere;
}
