import { callerRules } from "../../compute/repeats";
import { ComputeError } from "../../http/errors/computeError";
import type { Borrow, Change, Plan } from "./borrow";
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
    job.keep(await change.wait(plan));
  } catch (error) {
    const changes = change.undo?.(plan, error);
    if (changes === undefined || !(error instanceof ComputeError)) throw error;
    await goBack(job, changes, error);
  }
}

/**
 * Makes the changes that put back what a failed one has set.
 *
 * @throws ComputeError always: why it failed, and, where that fails as well, why it is not put back
 */
async function goBack(job: Job, changes: Change | AsyncIterable<Change>, failure: ComputeError): Promise<never> {
  const { action, details, summary, effect, fault } = failure;
  job.journal.undo = "begun";
  job.notice(`${summary}; this step puts back what it has changed.`);
  const trouble = await carryOut(job, changes).then(
    () => undefined,
    (error: unknown) => error,
  );
  job.begins(action);
  if (trouble === undefined) throw failure;
  if (!(trouble instanceof ComputeError)) throw trouble;
  const why = [`To go back failed as well: ${trouble.action}: ${trouble.summary}`, ...trouble.details];
  const more = { details: [...details, ...why], fault: trouble.fault ?? fault, cause: trouble };
  throw new ComputeError({ action, summary, effect, ...more });
}
