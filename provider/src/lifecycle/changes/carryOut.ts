import { callerRules } from "../../compute/repeats";
import { UnfinishedError } from "../../compute/errors/operationError";
import { CancelledError } from "../../http/errors/cancelledError";
import { ComputeError } from "../../http/errors/computeError";
import type { Borrow, Change, Plan, Undo } from "./borrow";
import type { Job } from "../job/job";
import { mutate } from "./mutate";
import { takeTurn } from "./writeTogether";

/** Makes the changes that a definition asks for, one after the other. */
export async function carryOut(job: Job, changes: Change | AsyncIterable<Change> | undefined): Promise<void> {
  if (changes === undefined) return;
  if (!(Symbol.asyncIterator in changes)) return "plan" in changes ? borrow(job, changes) : mutate(job, changes);
  for await (const change of changes) await carryOut(job, change);
}

/** Makes the change of a borrowed value, and waits for what follows. */
export async function borrow<O, N, P extends Plan<N> = Plan<N>>(job: Job, change: Borrow<O, N, P>): Promise<void> {
  job.begins(change.action);
  // A change that waits for something of its own, such as a new account, pauses outside of its turn, so that others have theirs.
  const plan = await job.withRetries(() => takeTurn<O, N, P>(job, change), { rules: callerRules });
  for (const notice of plan.notices ?? []) job.notice(notice);
  change.finish?.(plan);
  if (plan.undone !== undefined) job.journal.undone(plan.undone === "record");
  if (change.wait === undefined) return;
  if (plan.undone === undefined) job.journal.applied();
  try {
    await awaitFollowing(job, change, plan);
  } catch (error) {
    // The service goes on with it, and the next run waits for it: whoever cancels wants no further change.
    if (error instanceof CancelledError) throw unfinished(job, error);
    const undo = change.undo?.(plan, error);
    if (undo === undefined || !(error instanceof ComputeError)) throw error;
    await goBack(job, undo, error);
  }
}

function unfinished({ action = "" }: Job, cause: CancelledError): UnfinishedError {
  return new UnfinishedError({ action, summary: cause.summary, effect: "unknown", endedBy: "cancellation", cause });
}

/** Waits for what follows a change. @throws what the wait ends with */
export async function awaitFollowing<O, N, P extends Plan<N>>(
  job: Job,
  change: Borrow<O, N, P>,
  plan: P,
): Promise<void> {
  const waited = await change.wait?.(plan);
  job.keep(waited?.record);
  if (waited?.failure !== undefined) throw waited.failure;
}

/**
 * Makes the changes that put back what a failed one has set.
 *
 * @throws ComputeError always: why it failed, and, where that fails as well, why it is not put back
 */
async function goBack(job: Job, { changes, look }: Undo, failure: ComputeError): Promise<never> {
  const { action, details, summary, effect, fault } = failure;
  const { journal } = job;
  const isBack = () => journal.undo === "done";
  journal.undo = "begun";
  job.notice(`${summary}; this step puts back what it has changed.`);
  const trouble = await carryOut(job, changes).then(
    () => undefined,
    (error: unknown) => error,
  );
  // The plan is no proof of how the object is.
  const { says, record } = await look();
  journal.undoSays = says;
  job.keep(record);
  job.begins(action);
  if (trouble === undefined) throw failure;
  if (!(trouble instanceof ComputeError)) throw trouble;
  const failed = isBack() ? "To wait for that failed" : "To go back failed as well";
  const why = [`${failed}: ${trouble.action}: ${trouble.summary}`, ...trouble.details];
  const more = { details: [...details, ...why], fault: trouble.fault ?? fault, cause: trouble };
  throw new ComputeError({ action, summary, effect, ...more });
}
