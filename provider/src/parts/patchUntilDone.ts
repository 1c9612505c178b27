import { OperationFailedError, OperationVanishedError } from "../compute/errors/operationError";
import { ConditionNotMetError } from "../http/errors/responseError";
import type { LinkContext } from "../names/links";
import type { Operation } from "../compute/endpoints/operations";
import { isOfDeadline } from "../http/errors/ofDeadline";
import { inTurn } from "../lifecycle/inTurn";
import { outrunStatus, vanishedStatus } from "../lifecycle/readModifyWrite";
import type { Job } from "../lifecycle/job";
import type { Values } from "../fields/values";
import { refuseConflict } from "./conflict";
import type { Patch } from "./mergePatch";
import type { Shape } from "../fields/shape";

/** The object at the service. */
export interface PartialObject {
  readonly shape: Shape;
  readonly path: string;
  readonly project: string;
  read(): Promise<Values>;
  /** Whether it was made anew by the same name since what is recorded was seen. */
  isAnother?(there: Values, recorded: Values): boolean;
  /** Members that somebody else decides on, as the object is now: they are not put back. */
  decidedByOthers?(there: Values): readonly string[];
  /** Sends a merge patch that is refused when the object is no longer as it was read (`there`). */
  send(patch: Values, there: Values, requestId: string): Promise<Operation>;
}

/**
 * The patch for an object as it was just read.
 *
 * @param mayBeOurs whether the end of an earlier patch of ours is not known, so that what is there may be what it set
 */
export type MakePatch = (there: Values, mayBeOurs: boolean) => Patch;

const longestPauseMs = 2_000;

/**
 * Reads the object, makes the patch and sends it, again for as long as others change other things at the same time.
 * Patches of one object in this process are made one after the other: together they would only refuse each other.
 */
export function patchUntilDone(
  job: Job,
  object: PartialObject,
  program: { declared: Values; context: LinkContext },
  make: MakePatch,
): Promise<Patch> {
  job.begins("patch");
  return inTurn(job, object.path, () => attempt(job, object, program, make));
}

async function attempt(
  job: Job,
  object: PartialObject,
  { declared, context }: { declared: Values; context: LinkContext },
  make: MakePatch,
): Promise<Patch> {
  let base: Values | undefined;
  let setback: unknown;
  let mayBeOurs = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const there = await object.read();
      if (base !== undefined) refuseConflict(object.shape, base, there, declared, context);
      base = there;
      const patch = make(there, mayBeOurs);
      if (Object.keys(patch.body).length === 0) return patch;
      await job.operate("patch", object.project, (requestId) => object.send(patch.body, there, requestId));
      return patch;
    } catch (error) {
      // That there was no time for another look says less than what made it necessary.
      if (setback !== undefined && isOfDeadline(error, job.deadline)) throw setback;
      const isVanished = error instanceof OperationVanishedError;
      if (!isVanished && !isStale(error)) throw error;
      const pauseMs = Math.min(longestPauseMs, 50 * 2 ** attempt) * (0.5 + Math.random());
      if (!job.deadline.allowsAttemptAfter(pauseMs)) throw error;
      setback = error;
      // Reading the object tells what became of an operation that the service has forgotten.
      if (isVanished) {
        job.ledger.landed();
        mayBeOurs = true;
      }
      job.status(isVanished ? vanishedStatus : outrunStatus);
      await job.deadline.sleep(pauseMs);
    }
  }
}

/** The fingerprint was out of date, said at once or by the operation. */
function isStale(error: unknown): boolean {
  if (error instanceof ConditionNotMetError) return true;
  return (
    error instanceof OperationFailedError && error.errors.some(({ code }) => /^condition_?not_?met$/i.test(code ?? ""))
  );
}
