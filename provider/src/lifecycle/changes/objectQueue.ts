import type { ComputeClient } from "../../http/client";
import { formatDuration, NothingCameError } from "../../http/deadline";
import { DeadlinePassedError } from "../../http/errors/unsentError";
import type { Job } from "../job/job";

/** Queues by client: other credentials and other services have queues of their own. */
const queues = new WeakMap<ComputeClient, Map<string, ObjectQueue>>();

/** The queue of an object by its path. */
export function getQueue({ client }: Job, path: string): ObjectQueue {
  const queuesByPath = queues.get(client) ?? new Map<string, ObjectQueue>();
  queues.set(client, queuesByPath);
  const queue = queuesByPath.get(path) ?? new ObjectQueue();
  queuesByPath.set(path, queue);
  return queue;
}

/** For how long a read can show a version that was replaced, in milliseconds. */
const lateMs = 60_000;

/** Versions of an object that own changes have replaced a short time ago. */
export class ReplacedVersions {
  private readonly sinceMs = new Map<unknown, number>();

  note(version: unknown): void {
    const now = performance.now();
    for (const [old, ms] of this.sinceMs) if (now - ms > lateMs) this.sinceMs.delete(old);
    if (version !== undefined) this.sinceMs.set(version, now);
  }

  has(version: unknown): boolean {
    return performance.now() - (this.sinceMs.get(version) ?? -Infinity) < lateMs;
  }

  delete(version: unknown): void {
    this.sinceMs.delete(version);
  }
}

/** The changes of one object that this process makes one after the other. */
export class ObjectQueue {
  /** How many changes wait for their turn, or have it. */
  length = 0;
  /** How many changes have ended. A change that the service refuses because the object is busy does not count. */
  ended = 0;
  /** Versions of the object that own changes have replaced: a read that shows one is late. */
  readonly replaced = new ReplacedVersions();
  /** When the newest own write has ended, well or not, by `performance.now`. */
  writtenMs = Number.NEGATIVE_INFINITY;
  private end: Promise<unknown> = Promise.resolve();

  /** Runs `work` when everything that came before it has ended. */
  async enqueue<T>(job: Job, work: () => Promise<T>): Promise<T> {
    this.length += 1;
    try {
      return await this.begun(waited(job, this.end).then(work));
    } finally {
      this.length -= 1;
    }
  }

  /** Runs `work` at once. Work that is queued later also waits for its end. */
  startNow<T>(work: () => Promise<T>): Promise<T> {
    return this.begun(work());
  }

  private begun<T>(own: Promise<T>): Promise<T> {
    // One that gives up waiting does not let the next one start while the first is at work.
    // Without what it answers: the end of the next one would hold on to it, and so on.
    this.end = Promise.allSettled([this.end, own]).then(() => undefined);
    return own;
  }
}

/** The error of a change that has no time left for its turn. */
export function queueTimeoutError(job: Job): DeadlinePassedError {
  const { allowedMs } = job.deadline;
  return new DeadlinePassedError(
    job.action ?? "change",
    allowedMs,
    `other changes of the same object went on until the deadline of ${formatDuration(allowedMs)}`,
  );
}

async function waited(job: Job, others: Promise<unknown>): Promise<void> {
  try {
    await job.deadline.limit(others);
  } catch (error) {
    throw error instanceof NothingCameError ? queueTimeoutError(job) : error;
  }
}
