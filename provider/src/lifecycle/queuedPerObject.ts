import { formatDuration, longestTimerMs } from "../http/deadline";
import { DeadlinePassedError } from "../http/errors/deadlineError";
import type { Job } from "./job";

/** The end of the last change of each key that is under way or waits. */
const lastOf = new Map<string, Promise<unknown>>();

/** Runs `work` when everything of this process that came before it under the same key has ended. */
export async function queuedPerObject<T>(job: Job, key: string, work: () => Promise<T>): Promise<T> {
  const before = lastOf.get(key) ?? Promise.resolve();
  const own = waited(job, before).then(work);
  // One that gives up waiting does not let the next one start while the first is at work.
  const end = Promise.allSettled([before, own]);
  lastOf.set(key, end);
  try {
    return await own;
  } finally {
    void end.then(() => {
      if (lastOf.get(key) === end) lastOf.delete(key);
    });
  }
}

async function waited(job: Job, before: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<"too late">((resolve) => {
    timer = setTimeout(resolve, Math.min(job.deadline.remainingMs, longestTimerMs), "too late");
  });
  const first = await Promise.race([before, tooLate]);
  clearTimeout(timer);
  if (first !== "too late") return;
  const { allowedMs } = job.deadline;
  throw new DeadlinePassedError(
    job.action ?? "change",
    allowedMs,
    `other changes that this program makes to the same object took the whole ${formatDuration(allowedMs)} of this step`,
  );
}
