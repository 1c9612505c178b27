import { randomUUID } from "node:crypto";
import { EngineLog } from "../../provider/src/engine/engineLog";
import { nothingIgnored } from "../../provider/src/fields/ignoredPaths";
import type { Values } from "../../provider/src/fields/values";
import type { Operation } from "../../provider/src/compute/endpoints/operations";
import type { ComputeClient, ComputeRequest } from "../../provider/src/http/client";
import { Deadline } from "../../provider/src/http/deadline";
import { ComputeError } from "../../provider/src/http/errors/computeError";
import { NotFoundError } from "../../provider/src/http/errors/responseError";
import { ClaimRegistry } from "../../provider/src/lifecycle/job/claimRegistry";
import { Job, type JobOptions } from "../../provider/src/lifecycle/job/job";
import { ObjectJob } from "../../provider/src/lifecycle/resource/resource";
import { kindNamed } from "../kinds/every";

/** A client that sends nothing, the same for all jobs: what a process knows of its changes is known by its client. */
const noClient = { serviceNowMs: 0 } as ComputeClient;

/** The answers of a service. */
export interface Answers {
  /** The operations that it lists, or why it does not. */
  readonly list?: readonly Operation[] | ComputeError | undefined;
  /** The end of each operation; nothing if it knows none. */
  readonly operation?: Operation | undefined;
  /** The object, where it is there. */
  readonly object?: Values | undefined;
}

/** A client of a service that answers so. Its clock stands at 1970. */
export function answeringClient({ list = [], operation, object }: Answers): ComputeClient {
  const unknown = { action: "get", summary: "not known", effect: "none" } as const;
  const known = (answer: unknown) =>
    answer === undefined
      ? Promise.reject(new NotFoundError(unknown, 404, ["notFound"], "not known", undefined, true))
      : Promise.resolve(answer);
  const request = ({ path }: ComputeRequest) => {
    if (!path.includes("/operations")) return known(object);
    if (!path.endsWith("/operations")) return known(operation);
    return list instanceof ComputeError ? Promise.reject(list) : Promise.resolve({ items: list });
  };
  const isClosing = new AbortController().signal;
  return { request, serviceNowMs: 0, isClosing } as unknown as ComputeClient;
}

/** The options of a job with that much time, which sends nothing and tells nobody anything: the calls of a test are its own. */
function jobOptions(milliseconds = 10_000, options: Partial<JobOptions> = {}): JobOptions {
  return {
    client: noClient,
    log: new EngineLog(),
    subject: "gce:Test",
    deadline: Deadline.after(milliseconds),
    newRequestId: () => randomUUID(),
    project: undefined,
    scopeIn: (project) => `projects/${project}/global`,
    links: {},
    run: new ClaimRegistry(),
    isDebugging: false,
    inherited: [],
    argumentUnder: undefined,
    ignored: nothingIgnored,
    ...options,
  };
}

export function jobFor(milliseconds?: number, options?: Partial<JobOptions>): Job {
  return new Job(jobOptions(milliseconds, options));
}

/** A job of a snapshot. The clock of its service stands at 1970, so that seconds before it are negative. */
export function snapshotJob(options: Partial<JobOptions> = {}): ObjectJob {
  const { definition } = kindNamed("Snapshot");
  return new ObjectJob(
    definition,
    { project: "p", name: "s" },
    jobOptions(10_000, { links: { project: "p" }, ...options }),
  );
}
