import { callerRules } from "../../compute/repeats";
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
  if (change.wait === undefined) return;
  job.note({ type: "applied" });
  await change.wait(plan);
}
