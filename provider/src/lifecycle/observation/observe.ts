import { visibilityLagMs } from "../../compute/operation";
import type { Values } from "../../fields/values";
import type { Situation } from "./decide";
import { isCreatedBefore, predates } from "../resource/incarnation";
import { poll, visibilityBudget, type PollBudget } from "../job/poll";
import { noteTheirs } from "./creator";
import { judge } from "./provenance";
import { staleReadError, tryRead } from "../resource/readBack";
import type { ObjectJob } from "../resource/resource";
import { settle, type Settled } from "./settle";

/** The object that a step finds, and the next move of the step. */
export interface Observation<Decision> {
  readonly object: Values | undefined;
  readonly decision: Decision;
  readonly settled: Settled | undefined;
}

/**
 * Settles the entries that earlier steps left behind, reads the object, and decides what the step does. An operation that still
 * runs is waited for, up to the deadline of the step.
 *
 * @param sought says which object is read
 * @param recorded the outputs that the entries were recorded with
 */
export async function observe<Decision>(
  job: ObjectJob,
  decide: (situation: Situation) => Decision,
  sought: Values,
  recorded: Values,
): Promise<Observation<Decision>> {
  const { definition } = job;
  const settled = job.journal.inherited.length === 0 ? undefined : await settle(job);
  const situation = { ownsObject: definition.ownsObject, canClash: definition.adoptable === true };
  if (settled?.isRunning) {
    return {
      object: undefined,
      settled,
      decision: decide({ ...situation, mayStillAppear: true, isOlder: false, earlier: "running", found: "absent" }),
    };
  }
  const object =
    settled === undefined ? await readRecorded(job, sought) : await readSettled(job, sought, recorded, settled);
  const found = object === undefined ? "absent" : judge(job, object, recorded, settled?.evidence);
  if (object !== undefined && found !== "ours") noteTheirs(job, object);
  const earlier = settled === undefined ? "none" : settled.isApplied ? "applied" : "ended";
  const mayStillAppear = settled?.mayStillAppear() ?? false;
  const isOlder =
    object !== undefined &&
    job.journal.inherited.every((entry) => {
      if (!("sentAt" in entry)) return false;
      const { sentAt, firstSentAt = sentAt } = { firstSentAt: undefined, ...entry };
      return isCreatedBefore(object, firstSentAt * 1000);
    });
  return { object, settled, decision: decide({ ...situation, mayStillAppear, isOlder, earlier, found }) };
}

/** A run that follows a failed insert at once waits for the rest of the time in which a read can miss what that left. */
const leftoverBudget: PollBudget = {
  ...visibilityBudget,
  mostMs: visibilityLagMs,
  status: "looking for what the failed operation left",
};

/** The object after the earlier entries: one that was created shortly before may not be visible everywhere. */
async function readSettled(
  job: ObjectJob,
  sought: Values,
  recorded: Values,
  { isApplied, evidence, mayShowLeftover }: Settled,
): Promise<Values | undefined> {
  const isExpected = (object: Values | undefined) => {
    if (isApplied) return object !== undefined && judge(job, object, recorded, evidence) !== "theirs";
    return object !== undefined || !mayShowLeftover();
  };
  const budget = isApplied ? visibilityBudget : leftoverBudget;
  const { value } = await poll(job, budget, () => tryRead(job, sought), isExpected);
  if (value !== undefined || !mayShowLeftover()) job.note({ type: "observed" });
  return value;
}

/** The recorded object as it is now. One that is older than that is an old answer, and is read again. */
async function readRecorded(job: ObjectJob, recorded: Values): Promise<Values | undefined> {
  const isCurrent = (object: Values | undefined) => object === undefined || !predates(object, recorded);
  const { value, isFinal } = await poll(job, visibilityBudget, () => tryRead(job, recorded), isCurrent);
  if (!isFinal) throw staleReadError(job, "the service shows an object that is older than the recorded one");
  return value;
}
