import { EngineLog } from "../../provider/src/engine/engineLog";
import type { ComputeClient } from "../../provider/src/http/client";
import { Deadline } from "../../provider/src/http/deadline";
import { Job, type JobOptions } from "../../provider/src/lifecycle/job";

/** A client that sends nothing: the calls of a test are its own. */
const noClient = { serviceNowMs: 0 } as ComputeClient;

/** A job with that much time, which tells nobody anything. */
export function jobFor(milliseconds = 10_000, options: Partial<JobOptions> = {}): Job {
  return new Job({
    client: noClient,
    log: new EngineLog(),
    subject: "gce:Test",
    deadline: Deadline.after(milliseconds),
    ...options,
  });
}
