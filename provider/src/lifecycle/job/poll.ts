import type { Job } from "./job";

/** How often, and for how long, a step looks again. */
export interface PollBudget {
  /** The longest time in milliseconds. Default: to the deadline of the step. */
  readonly mostMs?: number;
  /** The part of the step's deadline that the looks may take: the rest is left for the step itself. Default: all of it. */
  readonly share?: number;
  readonly firstPauseMs?: number;
  readonly pauseGrowth?: number;
  readonly longestPauseMs?: number;
  /** A message for the user, at each look that has to be repeated. */
  readonly status?: string;
}

const defaults = { firstPauseMs: 250, pauseGrowth: 1.5, longestPauseMs: 5_000 };

/** The end of an operation is visible at once, and its effect a few seconds later, where another copy answers. */
export const visibilityBudget = {
  mostMs: 10_000,
  share: 0.1,
  status: "the last change is done, and the service does not show it yet; reading it again",
} satisfies PollBudget;

/** Reads again until the value is final, or the budget is at its end. Returns the value that was read last. */
export async function poll<T>(
  job: Job,
  budget: PollBudget,
  read: () => Promise<T>,
  isFinal: (value: T) => boolean,
): Promise<{ value: T; isFinal: boolean }> {
  const { firstPauseMs, pauseGrowth, longestPauseMs } = { ...defaults, ...budget };
  const untilMs = performance.now() + pollTimeMs(job, budget);
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs)) {
    const value = await read();
    if (isFinal(value)) return { value, isFinal: true };
    const nextMs = Math.min(pauseMs, untilMs - performance.now());
    if (nextMs <= 0 || !job.deadline.allowsAttemptAfter(nextMs)) return { value, isFinal: false };
    if (budget.status !== undefined) job.status(budget.status);
    await job.deadline.sleep(nextMs);
  }
}

/** How long a step may look within this budget. */
function pollTimeMs({ deadline }: Job, { mostMs = Infinity, share = 1 }: PollBudget): number {
  return Math.min(mostMs, deadline.allowedMs * share, deadline.remainingMs);
}
