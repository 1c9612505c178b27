import type { LinkContext } from "../../names/links";
import type { ComputeError } from "../../http/errors/computeError";
import { OperationFailedError, OperationVanishedError } from "../../compute/errors/operationError";
import { AlreadyExistsError, unlessRefused } from "../../http/errors/responseError";
import { adopt, adoptFound } from "./adopt";
import { awaitFollowing, carryOut } from "../changes/carryOut";
import type { Target } from "../schema/description";
import { readAfterWrite, tryRead, waitUntilUsable } from "../resource/readBack";
import { assertMatchesProgram, createdObjectId, isDifferentIncarnation, isIncarnation } from "../resource/incarnation";
import { poll, visibilityBudget, type PollBudget } from "../job/poll";
import { leavesNothing } from "../observation/settle";
import type { Values } from "../../fields/values";
import { claimObject } from "./claims";
import { noteMade } from "./exchange";
import { lookBeforeCreate } from "./lateLook";
import { mutationFailure, PartialFailure } from "../job/failure";
import { earlierRecord, toOutputs, toPartialOutputs } from "../resource/outputs";
import { startJob, type ObjectJob, type Resource } from "../resource/resource";

/** Makes the object. */
export async function create(resource: Resource, inputs: Values): Promise<{ id: string; outs: Values }> {
  const { definition } = resource;
  await lookBeforeCreate(resource, inputs);
  const identity = definition.schema.knownIdentity(inputs, resource.links);
  const id = definition.path(identity);
  const record = resource.run.takeRecord(resource.log.urn, id);
  const known = record === undefined ? inputs : { ...inputs, ...earlierRecord(definition, record) };
  const job = startJob(resource, identity, "create", known);
  claimObject(resource, identity, inputs);
  try {
    const context = definition.schema.context(inputs, job.links);
    const adopted = inputs.adoptExisting === true ? await adoptFound(job, inputs, context) : undefined;
    const made = adopted ?? (await (record ? goOn(job, known) : insert(job, inputs, context)));
    const object = await waitUntilUsable(job, known, made);
    job.conclude(object.selfLink);
    const outs = toOutputs(job, object, known);
    noteMade(resource, id);
    return { id, outs };
  } catch (error) {
    const failure = mutationFailure(job, "insert", error, { id, properties: toPartialOutputs(job, known) });
    // The old one is deleted for the engine: without its record, nobody would ever put back what it has set.
    const isLost = record !== undefined && !(failure instanceof PartialFailure);
    throw isLost ? new PartialFailure(failure.message, id, record) : failure;
  }
}

/**
 * Sets all that the program says with the record of the resource that this one replaces: nothing was put back in between. The
 * record has no values to compare, because a replacement sends each.
 */
async function goOn(job: ObjectJob, known: Values): Promise<Values> {
  const { schema, update } = job.definition;
  const target = schema.target(known, job.links);
  const olds = earlierRecord(job.definition, known);
  await carryOut(job, update?.(job, { ...target, olds, changed: Object.keys(schema.declared(known)) }));
  return readAfterWrite(job, target);
}

/** The pauses while the name is taken by an object that is not there yet, or not any more. */
const takenBudget: PollBudget = {
  firstPauseMs: 500,
  pauseGrowth: 2,
  longestPauseMs: 5_000,
  status: "another request creates or deletes an object of that name; waiting for its end",
};

/** How long a failed create looks for what it left. */
const leftoverVisibleMs = 5_000;

/** Creates the object that the inputs describe, or adopts the one that exists, and returns it as read back. */
export async function insert(job: ObjectJob, inputs: Values, context: LinkContext): Promise<Values> {
  const { definition } = job;
  const target = definition.schema.target(inputs, context);
  const isSettled = ({ end }: InsertEnd) => end !== "taken";
  const { value: attempt } = await poll(job, takenBudget, () => tryInsert(job, target), isSettled);
  switch (attempt.end) {
    case "taken":
      throw attempt.refusal;
    case "exists":
      return adopt(job, inputs, context, attempt.refusal, attempt.object);
    case "recovered":
      return attempt.object;
    case "created": {
      const made = await readAfterWrite(job, target);
      assertMatchesProgram(job, made, inputs, context);
      return made;
    }
  }
}

/** How one attempt of an insert ends. */
type InsertEnd =
  | { readonly end: "created" }
  /** The operation was lost, and the object is there all the same. */
  | { readonly end: "recovered"; readonly object: Values }
  | { readonly end: "exists"; readonly object: Values; readonly refusal: ComputeError }
  /** The name is taken, and no read shows the object: an earlier request, or somebody else's, creates or deletes it now. */
  | { readonly end: "taken"; readonly refusal: ComputeError };

async function tryInsert(job: ObjectJob, target: Target): Promise<InsertEnd> {
  const { definition } = job;
  const change = definition.create(job, target);
  try {
    await carryOut(job, change);
    return { end: "created" };
  } catch (error) {
    if (!isExistence(error)) {
      // Of several changes, nobody knows which the object shows: the next run finds out.
      const object = Symbol.asyncIterator in change ? undefined : await recoverAfterFailure(job, target, error);
      if (object === undefined) throw error;
      if ("plan" in change) {
        const plan = await change.plan(object, true, undefined);
        job.keep(plan.applied?.(object));
        // Nothing has waited yet for what follows the change.
        await awaitFollowing(job, change, plan);
      }
      return { end: "recovered", object };
    }
    const object = await tryRead(job, target.values);
    return object === undefined || definition.stage?.(object) === "leaving"
      ? { end: "taken", refusal: error }
      : { end: "exists", object, refusal: error };
  }
}

function isExistence(error: unknown): error is ComputeError {
  return (
    error instanceof AlreadyExistsError ||
    (error instanceof OperationFailedError && error.errors.some(({ code }) => code === "RESOURCE_ALREADY_EXISTS"))
  );
}

/** After an operation that failed or was forgotten: the object, if it is there all the same and is ours. */
async function recoverAfterFailure(job: ObjectJob, target: Target, error: unknown): Promise<Values | undefined> {
  const { definition } = job;
  const { values, context } = target;
  if (error instanceof OperationVanishedError) {
    const object = await tryRead(job, values);
    if (object === undefined) return undefined;
    // One that differs, or that another insert made, is not what was asked for; the next run finds out what became of that.
    if (isDifferentIncarnation(object, { numericId: createdObjectId(job, job.journal) })) return undefined;
    if (definition.schema.changed(definition.schema.outputs(object, values), values, context).length > 0)
      return undefined;
    job.journal.applied();
    return object;
  }
  // The target of anything but an insert was there before.
  if (job.action === "insert" && error instanceof OperationFailedError && definition.ownsObject) {
    // Until a look has succeeded, the request stays open, and the next step looks again.
    const object = leavesNothing(error) ? undefined : await unlessRefused(findLeftover(job, values, error));
    // It failed, and yet left an object: recorded, so that nothing is left that nobody knows of.
    if (object !== undefined) {
      const isUnusable = definition.unusable?.(definition.schema.outputs(object, values)) !== undefined;
      job.journal.leaves({ object, isUnusable });
    }
  }
  return undefined;
}

/** The leftover of a failed insert: its target, or what the kind knows for one. */
async function findLeftover(job: ObjectJob, values: Values, error: OperationFailedError): Promise<Values | undefined> {
  const { definition } = job;
  const isLeft = definition.isLeftover ?? ((object: Values) => isIncarnation(object, error.targetId) === true);
  const budget = {
    ...visibilityBudget,
    mostMs: leftoverVisibleMs,
    status: "looking for what the failed operation left",
  };
  const isComplete = (object: Values | undefined) =>
    object !== undefined && isLeft(object) && definition.stage?.(object) !== "making";
  const { value } = await poll(job, budget, () => tryRead(job, values), isComplete);
  return value !== undefined && isLeft(value) ? value : undefined;
}
