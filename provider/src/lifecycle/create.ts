import { AdvisedError, renamed } from "./advice";
import type { LinkContext } from "../names/links";
import { listOperations } from "../compute/endpoints/operations";
import { visibilityWaitMs } from "../compute/operation";
import { ComputeError } from "../http/errors/computeError";
import { OperationFailedError, OperationVanishedError } from "../compute/errors/operationError";
import { AlreadyExistsError, ifAnswered } from "../http/errors/responseError";
import { ownCommand } from "../messages/installation";
import type { ResourceDefinition } from "./definition";
import type { Target } from "./description";
import { pollUntil, predatesInsert, pollTimeMs, readAfterWrite, tryRead, waitUntilUsable } from "./readBack";
import { assertMatchesProgram, isDifferentIncarnation, createdObjectId, readIncarnation } from "./incarnation";
import { operationScope } from "./mutate";
import { mayHaveMade, canLeaveObject, isLeftover } from "./settle";
import type { Values } from "../fields/values";
import { claimObject } from "./claims/claims";
import { mutationFailure } from "./failure";
import { toOutputs, toPartialOutputs } from "./outputs";
import { startJob, type ObjectJob, type Resource } from "./resource";

/** Makes the object. */
export async function create(resource: Resource, inputs: Values): Promise<{ id: string; outs: Values }> {
  const { definition } = resource;
  const identity = definition.schema.knownIdentity(inputs, resource.links);
  const id = definition.path(identity);
  const job = startJob(resource, identity, "create", inputs);
  claimObject(resource, identity, inputs);
  try {
    const made = await insert(job, inputs, definition.schema.context(inputs, job.links));
    const object = await waitUntilUsable(job, inputs, made);
    job.conclude(object.selfLink);
    definition.schema.learn(object, inputs, definition.schema.context(inputs, job.links));
    // Its predecessor may be recorded under the other spelling of the project.
    claimObject(resource, identity, inputs, job.links.names);
    return { id, outs: toOutputs(job, object, inputs) };
  } catch (error) {
    throw mutationFailure(job, "insert", error, { id, properties: toPartialOutputs(job, inputs) });
  }
}

/** Pauses while the name is taken by an object that is not there yet, or not any more. */
const firstPauseMs = 500;
const longestPauseMs = 5_000;

/** How long what a failed insert left may be invisible. A kind that is known to leave objects is waited for longer. */
const visibleAfterMs = 5_000;

/** Makes the object that the inputs describe, or takes over the one that is meant, and returns it as read back. */
export async function insert(job: ObjectJob, inputs: Values, context: LinkContext): Promise<Values> {
  const { definition } = job;
  const target = definition.schema.target(inputs, { ...context, names: job.links.names });
  let pauseMs = firstPauseMs;
  for (;;) {
    try {
      await definition.create(job, target);
      break;
    } catch (error) {
      if (!isExistence(error)) {
        const remains = await recoverAfterFailure(job, target, error);
        if (remains === undefined) throw error;
        return remains;
      }
      const object = await tryRead(job, inputs);
      if (object !== undefined && definition.stage?.(object) !== "leaving") {
        return adopt(job, inputs, context, error, object);
      }
      // Taken and yet not there: it is being made or deleted at this moment, by an earlier request of ours or by others.
      if (job.deadline.remainingMs <= pauseMs) throw error;
      job.status("another request creates or deletes an object of that name; waiting for its end");
      await job.deadline.sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }
  const made = await readAfterWrite(job, target);
  assertMatchesProgram(job, made, inputs, context);
  return made;
}

function isExistence(error: unknown): error is ComputeError {
  return (
    error instanceof AlreadyExistsError ||
    (error instanceof OperationFailedError && error.errors.some(({ code }) => code === "RESOURCE_ALREADY_EXISTS"))
  );
}

/**
 * An object of that name is there already. It is taken when the program asks for that, or when it is our own because an
 * answer was lost; but only when it is what the program describes.
 */
async function adopt(
  job: ObjectJob,
  inputs: Values,
  context: LinkContext,
  cause: ComputeError,
  object: Values,
): Promise<Values> {
  const { definition } = job;
  // An insert of ours whose end nobody knows may have made it.
  const isOurs = job.ledger.mayHaveMade;
  const outputs = definition.schema.outputs(object, inputs);
  definition.schema.learnPath(definition.schema.knownIdentity(inputs, context), object, context.names);
  // What others have made is taken only when it certainly is what the program describes.
  const asked = isOurs ? context : { ...context, isStrict: true };
  const differing = definition.schema.changed(outputs, inputs, asked);
  const reasons = isOurs ? [] : reasonsAgainst(definition, outputs, inputs, object);
  if (differing.length + reasons.length === 0 && (isOurs || inputs.adoptExisting === true)) {
    if (isOurs) job.ledger.markApplied();
    else job.ledger.markNotApplied();
    if (!isOurs)
      job.notice(
        "an object of that name exists and matches the program. The resource adopted it, so destroy deletes it",
      );
    return object;
  }
  const isOwn = await isMadeByThisStack(job, object);
  throw new AdvisedError({
    action: cause.action,
    summary: "an object of that name exists already",
    details: [...differing.map((name) => definition.schema.difference(name, outputs, inputs)), ...reasons],
    hint: isOwn
      ? `An operation of this stack made it. ${renamed} If a run ended before the state recorded it, run \`${ownCommand} orphans\`, which names the next step.`
      : reasons.length > 0
        ? `It cannot be taken over. ${renamed} Or choose another name, or delete it.`
        : differing.length > 0
          ? `To take the object over, make the program describe it and set adoptExisting: true. ${renamed} Or choose another name, or delete the object.`
          : `The object matches the program. ${renamed} To take over any other object, set adoptExisting: true (destroy then deletes it). Or choose another name.`,
    effect: cause.effect,
    cause,
  });
}

/** Whether an operation of this stack made the object. What cannot be looked at proves nothing. */
async function isMadeByThisStack(job: ObjectJob, object: Values): Promise<boolean> {
  const { definition } = job;
  if (definition.list === undefined) return false;
  const path = definition.path(job.identity);
  // The operations of the object alone, where they name the object that they make.
  const target = definition.isLeftover === undefined ? readIncarnation(object) : undefined;
  const search = async () => {
    for await (const operation of listOperations(job.client, operationScope(path), job.call, target))
      if (
        operation.operationType === "insert" &&
        mayHaveMade(operation, definition, object) &&
        (await job.isOwnRequest(operation.clientOperationId ?? "", [path]))
      )
        return true;
    return false;
  };
  return (await ifAnswered(search())) ?? false;
}

/** Why an object that somebody else made cannot be taken over, although nothing is seen to differ. */
function reasonsAgainst(definition: ResourceDefinition, outputs: Values, inputs: Values, object: Values): string[] {
  const unusable = definition.unusable?.(outputs);
  const unproven = Object.entries(definition.fields).flatMap(([name, { unprovable, apiName }]) => {
    const why = inputs[name] === undefined ? undefined : unprovable?.(inputs[name], object[apiName ?? name], object);
    return why === undefined ? [] : [`${name} ${why}`];
  });
  return [...(unusable === undefined ? [] : [unusable.reason]), ...unproven];
}

/** After an operation that failed or was forgotten: the object, if it is there all the same and is ours. */
async function recoverAfterFailure(job: ObjectJob, target: Target, error: unknown): Promise<Values | undefined> {
  const { definition } = job;
  const { values, context } = target;
  if (error instanceof OperationVanishedError) {
    const object = await tryRead(job, values);
    // One that differs, or that another insert made, is not what was asked for; the next run finds out what became of that.
    if (
      object === undefined ||
      predatesInsert(job, object) ||
      isDifferentIncarnation(object, { numericId: createdObjectId(job) }) ||
      definition.schema.changed(definition.schema.outputs(object, values), values, context).length > 0
    )
      return undefined;
    job.ledger.markApplied();
    return object;
  }
  // The target of anything but an insert was there before.
  if (job.action === "insert" && error instanceof OperationFailedError && canLeaveObject(definition, error.targetId)) {
    const object = await findLeftover(job, values, error);
    // It failed, and yet left an object: recorded, so that nothing is left that nobody knows of.
    if (object !== undefined) {
      const unusable = definition.unusable?.(definition.schema.outputs(object, values)) !== undefined;
      job.ledger.leaves({ object, unusable });
    }
  }
  return undefined;
}

/** What an operation that failed has left. If nobody can look, the operation stays recorded, and the next run looks. */
async function findLeftover(
  job: ObjectJob,
  values: Values,
  { operation, targetId, fault, saysNotFound }: OperationFailedError,
): Promise<Values | undefined> {
  const { definition } = job;
  const markPossible = () => job.ledger.markPossibleLeftover({ action: "insert", operation, sentAt: job.secondsNow });
  let left: Values | undefined;
  const isVisible = async () => {
    const object = await tryRead(job, values);
    // What is there in its place may be what was there some seconds ago.
    if (object === undefined || !isLeftover(definition, object, targetId)) return false;
    left = object;
    return definition.stage?.(object) !== "making";
  };
  try {
    const longestMs = definition.isLeftover === undefined ? visibleAfterMs : visibilityWaitMs(job.deadline);
    // Such an operation was refused before it could make anything.
    const isRefused = fault?.kind === "quotaExceeded" || fault?.kind === "organizationPolicy" || saysNotFound;
    const mostMs = isRefused ? 0 : longestMs;
    await pollUntil(job, isVisible, { mostMs, status: "looking for what the failed operation left" });
    // Where the time was too short for the object to be seen, nothing is proven.
    if (left === undefined && pollTimeMs(job) < mostMs) markPossible();
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    markPossible();
  }
  return left;
}
