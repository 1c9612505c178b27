import type { Job } from "./job";

/** How long something is waited for that is bound to be seen soon. */
export interface Patience {
  readonly mostMs: number;
  /** What the user is told meanwhile. */
  readonly status: string;
}

/** Where the deadline of the step is short, most of it is left for the step itself. */
const mostOfDeadline = 0.1;
const firstPauseMs = 250;
const pauseGrowth = 1.5;
const longestPauseMs = 5_000;

/** Looks again and again until it is so; tells whether it came to be so. */
export async function comesToBe(
  job: Job,
  isSo: () => Promise<boolean>,
  { mostMs, status }: Patience,
): Promise<boolean> {
  const untilMs = performance.now() + Math.min(mostMs, job.deadline.allowedMs * mostOfDeadline);
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs)) {
    if (await isSo()) return true;
    if (performance.now() + pauseMs > untilMs || !job.deadline.allowsAttemptAfter(pauseMs)) return false;
    job.status(status);
    await job.deadline.sleep(pauseMs);
  }
}
