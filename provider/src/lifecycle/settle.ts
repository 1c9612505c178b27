import { operationPath, type Operation } from "../compute/endpoints/operations";
import { hasFailed, visibilityLagMs } from "../compute/operation";
import {
  OperationAbandonedError,
  OperationFailedError,
  OperationVanishedError,
} from "../compute/errors/operationError";
import { ComputeError } from "../http/errors/computeError";
import { AdvisedError } from "./advice";
import type { ResourceDefinition } from "./definition";
import { isDenied } from "./failure";
import type { Job } from "./job";
import type { ObjectJob } from "./resource";
import { mayStillArrive, isStillListed, isStillToBeMade, isWithin, stillToBeMade, type Pending } from "./pending";
import { isIncarnation, createdObjectId } from "./incarnation";
import { answeredPath } from "../names/links";
import { findOperationForRequest, operationScope, NotListedYetError } from "./mutate";
import { text, type Values } from "../fields/values";

/** How the work that earlier runs left behind has ended, and what it says of an object that is there under the name. */
export interface Settled {
  /** Whether some of it is not at an end within this job's deadline. */
  readonly isRunning: boolean;
  /** Whether some of it has made an object, or changed it. */
  readonly isDone: boolean;
  /** Whether an object that is not there now may still turn up, be it that a done insert is not visible yet. */
  readonly mayStillAppear: boolean;
  /** Whether an object that is there now may be what the work made. */
  mayBeOurs(object: Values): boolean;
}

/**
 * Waits for all work that earlier runs left behind. The job keeps as pending what has no known end.
 *
 * @param recorded the outputs that the work was recorded with
 */
export async function settle(job: ObjectJob, pending: readonly Pending[], recorded: Values): Promise<Settled> {
  job.ledger.inherits(pending);
  const ends: Settled[] = [];
  for (const one of pending) ends.push(await settleOne(job, one, recorded));
  return {
    isRunning: ends.some(({ isRunning }) => isRunning),
    isDone: ends.some(({ isDone }) => isDone),
    mayStillAppear: ends.some(({ mayStillAppear }) => mayStillAppear),
    // Where the number is recorded, it proves more than any of the work does.
    mayBeOurs: (object) =>
      isIncarnation(object, recorded.numericId) === true || ends.some((one) => one.mayBeOurs(object)),
  };
}

async function settleOne(job: ObjectJob, pending: Pending, recorded: Values): Promise<Settled> {
  const { definition } = job;
  // Only an insert leaves open whose an object is; a change was made to one that is ours to change.
  const inserts = isStillToBeMade(pending);
  const isAsAskedFor = (object: Values) => !differsImmutably(job, object, recorded);
  const isMade = (object: Values, made: unknown) => isIncarnation(object, made) ?? isAsAskedFor(object);
  const ended = (mayBeOurs: Settled["mayBeOurs"], more: Partial<Settled> = {}): Settled => ({
    isRunning: false,
    isDone: false,
    mayStillAppear: false,
    ...more,
    mayBeOurs: inserts ? mayBeOurs : () => true,
  });
  const now = () => job.client.serviceNowMs;
  // Whatever takes longer than the default deadline of the whole step is not coming any more.
  const isRecent = () => inserts && isWithin(pending, definition.timeoutMs, now());
  if (pending.action === "read") {
    job.ledger.markApplied(pending);
    const mayStillAppear = isWithin(pending, visibilityLagMs, now());
    // An object of another number is met by whoever asks: the message is another one.
    const mayBeOurs = (object: Values) =>
      definition.list === undefined || isIncarnation(object, recorded.numericId) !== undefined || isAsAskedFor(object);
    return { ...ended(() => true, { isDone: true, mayStillAppear }), mayBeOurs };
  }
  if (pending.action === stillToBeMade) {
    job.ledger.markNotApplied(pending);
    return ended(() => false);
  }
  // Without a name and a request id, only the object itself can tell.
  if (pending.operation === undefined && pending.requestId === undefined)
    return ended(isAsAskedFor, { mayStillAppear: mayStillArrive(pending, now()) });
  const found = await findPendingOperation(job, pending);
  if (found === "forgotten") return ended(isAsAskedFor, { mayStillAppear: isRecent() });
  if (found === "unsent") {
    job.ledger.markNotApplied(pending);
    // Past that time the list proves nothing.
    const isProof = isStillListed(pending, now());
    if (inserts && !isProof) job.ledger.markPossibleLeftover(pending);
    return ended((object) => !isProof && isAsAskedFor(object));
  }
  const operation = { ...pending, ...found };
  job.ledger.accepts(pending, operation);
  try {
    const { endTime = "" } = await job.awaitOperation(operation);
    const made = createdObjectId(job);
    const endedAt = Date.parse(endTime) / 1000;
    const end = { ...operation, sentAt: Number.isNaN(endedAt) ? operation.sentAt : endedAt };
    const mayStillAppear = inserts && isWithin(end, visibilityLagMs, now());
    return ended((object) => isMade(object, made), { isDone: true, mayStillAppear });
  } catch (error) {
    if (error instanceof OperationFailedError) {
      // The error of a run that nobody saw the end of: it explains why the object is not there.
      job.notice(`its ${pending.action} in an earlier run failed: ${error.summary}`, error.details);
      if (inserts && canLeaveObject(definition, error.targetId)) job.ledger.markPossibleLeftover(operation);
      return ended((object) => isLeftover(definition, object, error.targetId));
    }
    if (error instanceof OperationVanishedError) return ended(isAsAskedFor, { mayStillAppear: isRecent() });
    if (error instanceof OperationAbandonedError && error.cause === undefined)
      return ended(isAsAskedFor, { isRunning: true });
    throw error;
  }
}

/**
 * The operation of work that an earlier run left behind, as far as that can be found out: the service no longer knows it, or
 * may not be asked; or it never accepted the request.
 */
async function findPendingOperation(
  job: ObjectJob,
  pending: Pending,
): Promise<{ operation: string } | "forgotten" | "unsent"> {
  const { action, operation, requestId = "", project, sentAt } = pending;
  const beganMs = performance.now();
  if (operation !== undefined) return { operation };
  const path = job.definition.path(project === undefined ? job.identity : { ...job.identity, project });
  const scope = operationScope(path);
  try {
    const found = await findOperationForRequest(
      job.client,
      { requestId, scope, ageMs: () => (job.secondsNow - sentAt) * 1000 },
      job.call,
    );
    return found === undefined ? "unsent" : { operation: operationPath(scope.split("/")[1] ?? "", found) };
  } catch (error) {
    if (isDenied(error)) return "forgotten";
    if (!(error instanceof NotListedYetError)) throw error;
    // A clock that was ahead is put right, so that the next run need not wait for as long again.
    pending.sentAt = Math.min(sentAt, job.secondsNow - (performance.now() - beganMs) / 1000);
    throw new AdvisedError({
      action: "settle",
      summary: `the service does not list the operation of an earlier ${action} yet, and it is too early for that to prove anything`,
      hint: "Run the same command again in a minute.",
      effect: "unknown",
    });
  }
}

/** Whether an object differs from what was asked for in a field that never changes: then it is somebody else's. */
function differsImmutably({ definition, links }: ObjectJob, object: Values, recorded: Values): boolean {
  return definition.schema.differsImmutably(object, recorded, definition.schema.context(recorded, links)).length > 0;
}

/** Whether an insert that ended in an error can have left anything that is told from an object of somebody else. */
export function canLeaveObject(definition: ResourceDefinition, targetId: string | undefined): boolean {
  return definition.isLeftover !== undefined || targetId !== undefined;
}

/** Whether an object is what an insert that ended in an error has left, and so is ours. */
export function isLeftover(definition: ResourceDefinition, object: Values, targetId: string | undefined): boolean {
  return definition.isLeftover?.(object) ?? (targetId !== undefined && object.id === targetId);
}

/** The clocks of the service differ. */
const slackMs = 5 * 60_000;

/**
 * Whether an operation can have made an object: the object began while the operation ran. After an insert that failed, an
 * object of that name is mostly somebody else's.
 */
export function mayHaveMade(operation: Operation, definition: ResourceDefinition, object: Values): boolean {
  const { targetLink = "", targetId } = operation;
  if (hasFailed(operation) && !isLeftover(definition, object, targetId)) return false;
  // The operation may also name what the object is made of, such as a disk.
  const isTarget = answeredPath(targetLink) === answeredPath(text(object, "selfLink") ?? "");
  if (isTarget && isIncarnation(object, targetId) === false) return false;
  const createdMs = Date.parse(text(object, "creationTimestamp") ?? "");
  const { insertTime = "", endTime = "" } = operation;
  return !(createdMs < Date.parse(insertTime) - slackMs) && !(createdMs > Date.parse(endTime) + slackMs);
}

/** Earlier work goes on at the service for longer than this step may wait. */
export function stillRunning(job: Job): ComputeError {
  const running = job.ledger.pending.find(({ operation }) => operation !== undefined);
  const { action = "operation", operation = "" } = running ?? {};
  return new ComputeError({
    action: "settle",
    summary: `an earlier ${action} is still running at the service`,
    details: [`operation ${operation.slice(operation.lastIndexOf("/") + 1)}`],
    effect: "unknown",
  });
}
