import { AdvisedError } from "./advice";
import { ComputeError } from "../http/errors/computeError";
import { MalformedAnswerError } from "../http/errors/connectionError";
import { ifThere } from "../http/errors/responseError";
import { KnownNames } from "../names/knownNames";
import type { Target } from "./description";
import type { Job } from "./job";
import type { ObjectJob } from "./resource";
import { isDifferentIncarnation, createdObjectId, predates, assertSameIncarnation } from "./incarnation";
import type { Settled } from "./settle";
import type { Values } from "../fields/values";
import { formatDuration } from "../http/deadline";
import { UnfinishedError, UnusableError } from "../compute/errors/operationError";

/** How long something is waited for that is bound to be seen soon. */
export interface PollBudget {
  readonly mostMs: number;
  /** What the user is told meanwhile. */
  readonly status: string;
}

/** Where the deadline of the step is short, most of it is left for the step itself. */
const pollShare = 0.1;
const firstPauseMs = 250;
const pauseGrowth = 1.5;
const longestPauseMs = 5_000;

/** Longest pause between two looks at an object that is still being made. */
const longestCreationPauseMs = 15_000;

/** The end of an operation is seen at once, and what it has done a few seconds later, where another copy is read. */
const patience: PollBudget = {
  mostMs: 10_000,
  status: "the change is done, and the service does not show it yet; reading it again",
};

/**
 * The object right after a change that is done. One that is not there yet, or that is shown as it was before, is read
 * again for some seconds; what is seen then is how it is.
 *
 * @throws if it is not the object that the operation made, because somebody has made another one of that name since
 */
export async function readAfterWrite(job: ObjectJob, target: Target): Promise<Values> {
  const { returnedObject } = job.ledger;
  if (returnedObject !== undefined) return returnedObject;
  const numericId = createdObjectId(job);
  let observed: Values | undefined;
  try {
    await pollUntil(
      job,
      async () => {
        const object = await tryRead(job, target.values);
        if (object === undefined || predatesInsert(job, object)) return false;
        observed = object;
        return !isDifferentIncarnation(observed, { numericId }) && matchesDesired(job, target, observed);
      },
      patience,
    );
  } catch (error) {
    // It was seen, so that trouble with another look takes nothing away.
    if (observed === undefined || !(error instanceof ComputeError)) throw error;
  }
  const object = observed ?? (await readBack(job, target.values));
  if (predatesInsert(job, object))
    throw staleReadError(job, "the change is done, but the service still shows the object that it has replaced");
  // The number of the own object is recorded, so that no later step takes the other one for it.
  if (isDifferentIncarnation(object, { numericId })) assertSameIncarnation(job.action ?? "read", object, { numericId });
  return object;
}

/** Two clocks of the service can differ a little. */
const clockSlackMs = 2_000;

/** What the service shows is old, and nothing may be recorded of it: what is new takes its place any moment. */
export function staleReadError({ subject }: Job, summary: string): ComputeError {
  return new AdvisedError({
    action: `read ${subject}`,
    summary,
    hint: "Run the same command again in a minute.",
    effect: "none",
  });
}

/** Whether an object is from before the insert of this job: the one that was deleted to make room for the new one. */
export function predatesInsert({ action, ledger }: Job, { creationTimestamp }: Values): boolean {
  if (action !== "insert" || ledger.target === undefined || typeof creationTimestamp !== "string") return false;
  return Date.parse(creationTimestamp) < ledger.target.begunMs - clockSlackMs;
}

/** The object after the work of earlier runs: one that was made shortly before may not be visible everywhere. */
export async function readSettled(job: ObjectJob, known: Values, settled: Settled): Promise<Values | undefined> {
  let object: Values | undefined;
  const isVisible = async () => {
    object = await tryRead(job, known);
    return !settled.isDone || (object !== undefined && settled.mayBeOurs(object));
  };
  await pollUntil(job, isVisible, patience);
  job.ledger.markObserved();
  return object;
}

/** The recorded object as it is now. One that is older than that is an old answer, and is read again. */
export async function readRecorded(job: ObjectJob, recorded: Values): Promise<Values | undefined> {
  let object: Values | undefined;
  const isNew = async () => {
    object = await tryRead(job, recorded);
    return object === undefined || !predates(object, recorded);
  };
  if (!(await pollUntil(job, isNew, patience)))
    throw staleReadError(job, "the service shows an object that is older than the recorded one");
  return object;
}

/** Whether an object is as the program says. */
function matchesDesired({ definition }: ObjectJob, { values, context }: Target, object: Values): boolean {
  // What an object from before the change would teach of numbers and names may be wrong: it is forgotten again.
  const names = new KnownNames(context.names?.record);
  definition.schema.learn(object, values, { ...context, names });
  const outputs = definition.schema.outputs(object, values);
  return definition.schema.changed(outputs, values, { ...context, names }).length === 0;
}

/** The object after a change, which has to be there. */
export async function readBack(job: ObjectJob, known: Values): Promise<Values> {
  const object = job.ledger.returnedObject ?? (await readObject(job, known));
  if (object !== undefined) return object;
  throw new AdvisedError({
    action: `read ${job.subject}`,
    summary: "the change is done, but the object does not exist",
    hint: "Somebody else may have removed it at the same time. Run `pulumi refresh`, then `pulumi up`.",
    effect: "none",
  });
}

/** The object as read, or `undefined` when it is not there. */
export function tryRead(job: ObjectJob, known: Values): Promise<Values | undefined> {
  return ifThere(readObject(job, known));
}

/** Recorded without what identifies it, the object could never be read or deleted again. */
async function readObject(job: ObjectJob, known: Values): Promise<Values | undefined> {
  const { definition, identity } = job;
  const object = await definition.read(job, identity, known);
  const missing = object && definition.list && definition.schema.missingFrom(object);
  if (missing === undefined) return object;
  throw new MalformedAnswerError({
    action: `read ${job.subject}`,
    summary: `the answer has no ${missing}, so it does not describe the requested object`,
    effect: "unknown",
  });
}

/** How long a step may look for something that is bound to be seen soon. */
export function pollTimeMs({ deadline }: Job): number {
  return Math.min(deadline.allowedMs * pollShare, deadline.remainingMs);
}

/** Looks again and again until it is so; tells whether it came to be so. */
export async function pollUntil(
  job: Job,
  isSo: () => Promise<boolean>,
  { mostMs, status }: PollBudget,
): Promise<boolean> {
  const untilMs = performance.now() + Math.min(mostMs, pollTimeMs(job));
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs)) {
    if (await isSo()) return true;
    const nextMs = Math.min(pauseMs, untilMs - performance.now());
    if (nextMs <= 0 || !job.deadline.allowsAttemptAfter(nextMs)) return false;
    job.status(status);
    await job.deadline.sleep(nextMs);
  }
}

/**
 * The object once it can be used: an operation that ended, or was forgotten, need not mean that.
 *
 * @throws UnfinishedError when it is still being made at the deadline
 * @throws UnusableError when only a new one helps; either way the object is recorded
 */
export async function waitUntilUsable(job: ObjectJob, known: Values, object: Values): Promise<Values> {
  const { definition } = job;
  let current = object;
  let pauseMs = 1_000;
  const fail = (unusable: boolean) => {
    job.ledger.markApplied();
    job.ledger.leaves({ object: current, unusable });
  };
  while (definition.stage?.(current) === "making") {
    if (job.deadline.remainingMs <= pauseMs) {
      fail(false);
      throw new UnfinishedError({
        action: job.action ?? "read",
        summary: `the service is still creating the object after ${formatDuration(job.deadline.allowedMs)}`,
        effect: "unknown",
      });
    }
    job.status("the service is still creating the object");
    await job.deadline.sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestCreationPauseMs);
    current = await readBack(job, known);
  }
  const unusable = definition.unusable?.(definition.schema.outputs(current, known));
  if (unusable !== undefined) {
    fail(true);
    throw new UnusableError({ action: job.action ?? "read", summary: unusable.reason, effect: "unknown" });
  }
  return current;
}
