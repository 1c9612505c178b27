import type { Values } from "../../fields/values";
import { poll, visibilityBudget } from "../job/poll";
import { isIncarnation } from "../resource/incarnation";
import { tryRead } from "../resource/readBack";
import type { ObjectJob } from "../resource/resource";
import type { Situation, Whose } from "./decide";
import { settle, type Settled } from "./settle";

/** The object that a step finds, and the next move of the step. */
export interface Observation<Move> {
  readonly object: Values | undefined;
  readonly move: Move;
  /** True if an earlier request is applied. */
  readonly isApplied: boolean;
  /** True if an object that no read shows now may still appear. */
  readonly mayStillAppear: boolean;
}

/**
 * Settles the requests that earlier steps left behind, reads the object, and decides what the step does. An operation that still
 * runs is waited for, up to the deadline of the step.
 *
 * @param sought says which object is read
 * @param recorded the outputs that the requests were recorded with
 */
export async function observe<Move>(
  job: ObjectJob,
  decide: (situation: Situation) => Move,
  sought: Values,
  recorded: Values,
): Promise<Observation<Move>> {
  const { definition, journal } = job;
  const settled = journal.inherited.length === 0 ? undefined : await settle(job, recorded);
  const isRunning = settled?.end === "running";
  const isApplied = settled?.end === "applied";
  const judge = (object: Values | undefined) => judgeObject(definition.ownsObject, object, recorded, settled);
  const mayStillAppear = settled !== undefined && job.secondsNow < settled.appearsUntil;
  // One that was made shortly before may not be shown everywhere. Nobody waits for one that may never come.
  const isAwaited = mayStillAppear && settled?.end !== "unknown";
  const isExpected = (object: Values | undefined) => !isAwaited || judge(object) === "ours";
  const object = isRunning
    ? undefined
    : (await poll(job, visibilityBudget, () => tryRead(job, sought), isExpected)).value;
  // A look that has succeeded tells whether a failed insert has left an object.
  if (object !== undefined || !isAwaited) for (const failed of settled?.failed ?? []) journal.notApplied(failed);
  const move = decide({
    ...{ isRunning, isApplied, mayStillAppear, whose: judge(object) },
    ...{ ownsObject: definition.ownsObject, canClash: definition.adoptable === true },
  });
  return { object, move, isApplied, mayStillAppear };
}

/** The owner of an object: its number tells, and that of the target of a recorded request. */
function judgeObject(
  ownsObject: boolean,
  object: Values | undefined,
  recorded: Values,
  settled: Settled | undefined,
): Whose {
  if (object === undefined) return "absent";
  const isRecorded = isIncarnation(object, recorded.numericId);
  if (isRecorded === true || settled?.madeIds.some((id) => isIncarnation(object, id) === true)) return "ours";
  if (isRecorded === false) return "replaced";
  if (settled === undefined || settled.mayBe(object)) return "ours";
  if (settled.end !== "unknown") return "theirs";
  return ownsObject ? "unsure" : "ours";
}
