import type { CallContext } from "../http/client";
import { NothingCameError } from "../http/deadline";
import type { Job } from "./job";
import { PerClient } from "./perClient";
import { sharedCall } from "./sharedCall";

/** How long a read waits for others: the engine asks for one resource after the other. */
const gatherMs = 10;

/** A read that has not been sent yet, and those that share it. */
interface Unsent {
  readonly jobs: Job[];
  readonly answer: Promise<unknown>;
}

const reads = new PerClient<Unsent>();

/**
 * Reads an object that many resources are part of. A read waits a moment for other reads of the same object, and is sent for
 * all of them. Nobody joins a request that is already sent. So no answer is older than the question. The answer is for
 * reading only.
 *
 * @param key what is read
 */
export async function sharedRead<T>(job: Job, key: string, read: (call: CallContext) => Promise<T>): Promise<T> {
  const shared = reads.of(job.client).get(key) ?? begin(job, key, read);
  shared.jobs.push(job);
  try {
    return await job.deadline.limit(shared.answer as Promise<T>);
  } catch (error) {
    // Nothing is sent any more: the error names the deadline of this job.
    if (error instanceof NothingCameError) return read(job.call);
    throw error;
  }
}

function begin<T>(job: Job, key: string, read: (call: CallContext) => Promise<T>): Unsent {
  const unsent = reads.of(job.client);
  const jobs: Job[] = [];
  const send = () => {
    // The one that has the most time, so that nobody is cut short with another.
    const first = jobs.reduce((most, one) => (one.deadline.remainingMs > most.deadline.remainingMs ? one : most), job);
    for (const one of jobs) if (one !== first) one.debug(`it is read with the request of ${first.subject}`);
    return read(sharedCall(first, jobs));
  };
  const gathered = job.deadline.sleep(gatherMs).finally(() => unsent.delete(key));
  const begun = { jobs, answer: gathered.then(send) };
  unsent.set(key, begun);
  return begun;
}
