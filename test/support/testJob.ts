import { EngineLog } from "../../provider/src/engine/engineLog";
import type { ComputeClient } from "../../provider/src/http/client";
import { Deadline } from "../../provider/src/http/deadline";
import { Job, type JobOptions } from "../../provider/src/lifecycle/job";
import { ObjectJob } from "../../provider/src/lifecycle/resource";
import { kindNamed } from "../kinds/every";

/** A client that sends nothing: the calls of a test are its own. */
const noClient = { serviceNowMs: 0 } as ComputeClient;

/** A job with that much time, which tells nobody anything. */
export function jobFor(milliseconds = 10_000, options: Partial<JobOptions> = {}): Job {
  return new Job({ ...optionsFor(milliseconds), ...options });
}

/** A job of a snapshot. The clock of its service stands at 1970, so that seconds before it are negative. */
export function snapshotJob(options: Partial<JobOptions> = {}): ObjectJob {
  const { definition } = kindNamed("Snapshot");
  return new ObjectJob(
    definition,
    { project: "p", name: "s" },
    { ...optionsFor(10_000), links: { project: "p" }, ...options },
  );
}

function optionsFor(milliseconds: number): JobOptions {
  return { client: noClient, log: new EngineLog(), subject: "gce:Test", deadline: Deadline.after(milliseconds) };
}
