import type { CallContext } from "../http/client";
import { NothingCameError } from "../http/deadline";
import { isOfDeadline } from "../http/errors/ofDeadline";
import type { Job } from "./job";
import { PerClient } from "./perClient";
import { sharedCall } from "./sharedCall";

/** How long a read waits for others: the engine asks for one resource after the other. */
const gatherMs = 10;

/** A read that has not been sent yet, and those that share it. */
interface Unsent {
  readonly jobs: [first: Job, ...others: Job[]];
  readonly answer: Promise<unknown>;
}

const reads = new PerClient<Unsent>();

/**
 * Reads an object that many resources are part of. A read waits a moment for others of the same, and is sent for all of
 * them. So no answer is older than the question. The answer is for reading only.
 *
 * @param key what is read
 */
export async function sharedRead<T>(job: Job, key: string, read: (call: CallContext) => Promise<T>): Promise<T> {
  const shared = reads.of(job.client).get(key) ?? begin(job, key, read);
  const [first] = shared.jobs;
  if (first !== job) {
    shared.jobs.push(job);
    job.debug(`it is read with the request of ${first.subject}`);
  }
  try {
    return await job.deadline.limit(shared.answer as Promise<T>);
  } catch (error) {
    // Nobody ends with the time of another, and who has none left says so in its own words.
    if (error instanceof NothingCameError || isOfDeadline(error, first.deadline)) return read(job.call);
    throw error;
  }
}

function begin<T>(job: Job, key: string, read: (call: CallContext) => Promise<T>): Unsent {
  const unsent = reads.of(job.client);
  const jobs: Unsent["jobs"] = [job];
  const send = () => {
    unsent.delete(key);
    return read(sharedCall(job, () => jobs));
  };
  const begun = { jobs, answer: job.deadline.sleep(gatherMs).then(send) };
  unsent.set(key, begun);
  return begun;
}
