import { AdvisedError } from "../job/advice";
import { ComputeError } from "../../http/errors/computeError";
import { MalformedAnswerError } from "../../http/errors/connectionError";
import { unlessNotFound } from "../../http/errors/responseError";
import type { Target } from "../schema/description";
import type { ObjectJob } from "./resource";
import { appliedValuesKey, readAppliedValues } from "../job/outputKeys";
import { readOutputs } from "./outputs";
import { assertSameIncarnation, createdObjectId, isDifferentIncarnation } from "./incarnation";
import { poll, visibilityBudget, type PollBudget } from "../job/poll";
import type { Values } from "../../fields/values";
import { formatDuration } from "../../http/deadline";
import { UnfinishedError, UnusableError } from "../../compute/errors/operationError";

/**
 * The object right after a change that is done. One that is not there yet, or that is shown as it was before, is read
 * again for some seconds; what is seen then is how it is.
 *
 * @throws if it is not the object that the operation made, because somebody has made another one of that name since
 */
export async function readAfterWrite(job: ObjectJob, target: Target): Promise<Values> {
  const { returnedObject } = job.record;
  if (returnedObject !== undefined) return returnedObject;
  const numericId = createdObjectId(job, job.journal);
  let observed: Values | undefined;
  const read = async () => {
    const object = await tryRead(job, target.values);
    if (object !== undefined) observed = object;
    return observed;
  };
  const isShown = (object: Values | undefined) =>
    object !== undefined && !isDifferentIncarnation(object, { numericId }) && matchesDesired(job, target, object);
  try {
    await poll(job, visibilityBudget, read, isShown);
  } catch (error) {
    // An earlier look has shown it, so that trouble with another one takes nothing away.
    if (observed === undefined || !(error instanceof ComputeError)) throw error;
  }
  const object = observed ?? (await readBack(job, target.values));
  // The number of the own object is recorded, so that no later step takes the other one for it.
  if (isDifferentIncarnation(object, { numericId })) assertSameIncarnation(job.action ?? "read", object, { numericId });
  return object;
}

/** True if an object is as the program says. */
function matchesDesired(job: ObjectJob, { values, context }: Target, object: Values): boolean {
  const { schema } = job.definition;
  const outputs = readOutputs(job, object, values);
  return schema.changed(outputs, job.ignored.inputs(values, outputs), context).length === 0;
}

/** The object after a change, which has to be there. */
export async function readBack(job: ObjectJob, known: Values): Promise<Values> {
  const object = job.record.returnedObject ?? (await readObject(job, known));
  if (object !== undefined) return object;
  throw new AdvisedError({
    action: `read ${job.subject}`,
    summary: "the change is done, but the object does not exist",
    hint: "Somebody else may have removed it at the same time. Run `pulumi refresh`, then `pulumi up`.",
    effect: "none",
  });
}

/** The object as read, or `undefined` when it is not there. */
export async function tryRead(job: ObjectJob, known: Values): Promise<Values | undefined> {
  return unlessNotFound(readObject(job, known));
}

/** Recorded without what identifies it, the object could never be read or deleted again. */
async function readObject(job: ObjectJob, known: Values): Promise<Values | undefined> {
  const { definition, identity } = job;
  const object = await definition.read(job, identity, known);
  if (object?.[appliedValuesKey] !== undefined) job.keep({ appliedValues: readAppliedValues(object) });
  const missing = object && definition.ownsObject ? definition.schema.missingFrom(object) : undefined;
  if (missing === undefined) return object;
  throw new MalformedAnswerError({
    action: `read ${job.subject}`,
    summary: `the answer has no ${missing}, so it does not describe the requested object`,
    effect: "unknown",
  });
}

/** The pauses while the service creates an object. */
const creationBudget: PollBudget = {
  firstPauseMs: 1_000,
  pauseGrowth: 2,
  longestPauseMs: 15_000,
  status: "the service is still creating the object",
};

/**
 * The object once it can be used: an operation that ended, or was forgotten, need not mean that.
 *
 * @throws UnfinishedError when it is still being made at the deadline
 * @throws UnusableError when only a new one helps; either way the object is recorded
 */
export async function waitUntilUsable(job: ObjectJob, known: Values, object: Values): Promise<Values> {
  const { definition } = job;
  let isFirst = true;
  const read = async () => {
    const current = isFirst ? object : await readBack(job, known);
    isFirst = false;
    return current;
  };
  const isCreated = (current: Values) => definition.stage?.(current) !== "making";
  const { value: current, isFinal } = await poll(job, creationBudget, read, isCreated);
  const fail = (isUnusable: boolean) => {
    job.journal.leaves({ object: current, isUnusable });
  };
  if (!isFinal) {
    fail(false);
    throw new UnfinishedError({
      action: job.action ?? "read",
      summary: `the service is still creating the object after ${formatDuration(job.deadline.allowedMs)}`,
      effect: "unknown",
    });
  }
  const unusable = definition.unusable?.(definition.schema.outputs(current, known));
  if (unusable !== undefined) {
    fail(true);
    throw new UnusableError({ action: job.action ?? "read", summary: unusable.reason, effect: "unknown" });
  }
  return current;
}
