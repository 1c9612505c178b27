import { formatDuration, longestTimerMs } from "../http/deadline";
import { DeadlinePassedError } from "../http/errors/unsentError";
import type { Job } from "./job";
import { PerClient } from "./perClient";

/** What a queue belongs to: a path, or an object that stands for it. */
type Key = string | object;

/** The end of the last change of each key that is under way or waits. */
const ends = new PerClient<Promise<unknown>, Key>();

/** Runs `work` when everything of this client that came before it under the same key has ended. */
export function queuedPerObject<T>(job: Job, key: Key, work: () => Promise<T>): Promise<T> {
  return followed(job, key, (before) => waited(job, before).then(work));
}

/** Runs `work` at once. Work that is queued under the key later also waits for its end. */
export function besideQueue<T>(job: Job, key: Key, work: () => Promise<T>): Promise<T> {
  return followed(job, key, work);
}

/** The error of a change that has no time left for its turn. */
export function noTurnInTime(job: Job): DeadlinePassedError {
  const { allowedMs } = job.deadline;
  return new DeadlinePassedError(
    job.action ?? "change",
    allowedMs,
    `other changes of the same object went on until the deadline of ${formatDuration(allowedMs)}`,
  );
}

async function followed<T>({ client }: Job, key: Key, begin: (before: Promise<unknown>) => Promise<T>): Promise<T> {
  const lastOf = ends.of(client);
  const before = lastOf.get(key) ?? Promise.resolve();
  const own = begin(before);
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
  const late = new Promise<"too late">((resolve) => {
    timer = setTimeout(resolve, Math.min(job.deadline.remainingMs, longestTimerMs), "too late");
  });
  const first = await Promise.race([before, late]);
  clearTimeout(timer);
  if (first === "too late") throw noTurnInTime(job);
}
