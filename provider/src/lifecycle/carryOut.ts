import { callerRules } from "../compute/repeats";
import type { Borrow, Change, Plan } from "./borrow";
import type { Job } from "./job";
import { mutate } from "./mutate";
import { takeTurn } from "./writeTogether";

/** Makes the changes that a definition asks for, one after the other. */
export async function carryOut(job: Job, changes: Change | AsyncIterable<Change> | undefined): Promise<void> {
  if (changes === undefined) return;
  if (!(Symbol.asyncIterator in changes)) return "plan" in changes ? borrow(job, changes) : mutate(job, changes);
  for await (const change of changes) await carryOut(job, change);
}

/**
 * Changes a value that others change too: reads, plans, records, writes, and commits. It is the one place where a borrowed value
 * enters the record, in this order:
 *
 * 1. The plan says what the request is going to set, and what was there before. Both are recorded, and only then is it sent. So
 *    nothing of ours is ever at the service without a record, whatever ends the step.
 * 2. Once an answer or a read shows the value, what earlier attempts may have left leaves the record.
 *
 * After a conflict all of it is done again: until the deadline where others change the object, and for half a minute where nobody
 * does. After a lost answer, or where the service has forgotten the operation, reading tells whether it was done.
 */
export async function borrow<O, N, P extends Plan<N> = Plan<N>>(job: Job, change: Borrow<O, N, P>): Promise<void> {
  job.begins(change.action);
  // A change that waits for something of its own, such as a new account, pauses outside of its turn, so that others have theirs.
  const plan = await job.withRetries(() => takeTurn<O, N, P>(job, change), { rules: callerRules });
  for (const notice of plan.notices ?? []) job.notice(notice);
  change.finish?.(plan);
  if (change.wait === undefined) return;
  job.note({ type: "applied" });
  await change.wait(plan);
}
