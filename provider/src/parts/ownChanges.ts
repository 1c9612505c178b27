import { parseAuthor } from "../compute/requestId";
import { hasFailed } from "../compute/operation";
import { listOperations, type Operation } from "../compute/endpoints/operations";
import { ResponseError } from "../http/errors/responseError";
import { isDenied } from "../lifecycle/failure";
import { requestKey } from "../lifecycle/outputKeys";
import type { Job } from "../lifecycle/job";
import { operationScope } from "../lifecycle/mutate";
import { visibilityBudget } from "../lifecycle/poll";
import { text, type Values } from "../fields/values";

/*
 * A run that was killed has recorded nothing of what it changed. The service keeps its operations for days, each with the
 * id of the request, which is marked with the stack and the object and signed by the resource.
 */

/** A change of an object that a run of this stack has asked for. */
export interface OwnChange {
  readonly requestId: string;
  readonly begunMs: number;
  /** `NaN` while it runs. */
  readonly endedMs: number;
  /** It has put back what was there before, at the end of a resource. */
  readonly putsBack: boolean;
}

/**
 * The changes of an object that runs of this stack have asked for, without those that failed, oldest first. Where nobody
 * may list the operations, none are known.
 *
 * @param object the object's path
 * @param number the object's numeric id
 * @param marks what requests that set something are marked with, and those that put it back
 */
export async function ownChanges(
  job: Job,
  object: string,
  number: string,
  marks: { readonly sets: readonly string[]; readonly putsBack: readonly string[] },
): Promise<OwnChange[]> {
  const changes: OwnChange[] = [];
  try {
    for await (const operation of operationsAbout(job, operationScope(object), number)) {
      const { clientOperationId: requestId = "", targetId = number, insertTime = "", endTime = "" } = operation;
      const [begunMs, endedMs] = [Date.parse(insertTime), Date.parse(endTime)];
      if (hasFailed(operation) || Number.isNaN(begunMs) || targetId !== number) continue;
      const putsBack = await job.isOwnRequest(requestId, marks.putsBack);
      if (putsBack || (await job.isOwnRequest(requestId, marks.sets)))
        changes.push({ requestId, begunMs, endedMs, putsBack });
    }
  } catch (error) {
    if (!isDenied(error)) throw error;
    return [];
  }
  return changes.sort((one, other) => one.begunMs - other.begunMs);
}

/** Whether the newest of them set something, and has ended so short a time ago that a read can be older. */
export function hasJustSet({ client }: Job, changes: readonly OwnChange[]): boolean {
  const newest = changes.at(-1);
  if (newest === undefined || newest.putsBack) return false;
  return !(client.serviceNowMs - newest.endedMs > visibilityBudget.mostMs);
}

/** Of these changes, those that no record knows: each is newer than all that its resource has recorded or put back. */
export function unrecorded(changes: readonly OwnChange[], records: readonly Values[]): OwnChange[] {
  const recorded = new Set(records.map((outputs) => text(outputs, requestKey)));
  const settled = changes.filter(({ requestId, putsBack }) => putsBack || recorded.has(requestId));
  return changes.filter((change) => {
    const earlier = settled.filter(({ requestId }) => parseAuthor(requestId) === parseAuthor(change.requestId));
    return !change.putsBack && earlier.every(({ begunMs }) => begunMs < change.begunMs);
  });
}

/** The operations about an object, and others if the service does not take the filter, of which no source shows an example. */
async function* operationsAbout(job: Job, scope: string, number: string): AsyncGenerator<Operation> {
  try {
    yield* listOperations(job.client, scope, job.call, number);
  } catch (error) {
    if (!(error instanceof ResponseError) || error.status !== 400) throw error;
    yield* listOperations(job.client, scope, job.call);
  }
}
