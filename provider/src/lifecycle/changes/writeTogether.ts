import { isConflict } from "../../compute/repeats";
import { ComputeError } from "../../http/errors/computeError";
import { ResponseError } from "../../http/errors/responseError";
import { AdvisedError } from "../job/advice";
import type { Borrow, Plan } from "./borrow";
import { hasOpenRequest, untilWritten, type Member } from "./borrowLoop";
import type { Job } from "../job/job";
import { getQueue, type ObjectQueue } from "./objectQueue";

/*
 * Changes of one object take turns. A policy takes any number of changes in one request, so those that wait go together: the first
 * goes at once; while it is on its way, the others wait; then all that wait are planned on one read, in their order, and go in
 * one write under its etag. Each has an outcome of its own.
 */

/** The changes of an object that go together. */
interface Group {
  /** Those that wait, and that a turn before theirs may take along. */
  readonly waiting: Waiting[];
  /** How many the newest turn had, and how long it took. */
  newest: { readonly count: number; readonly tookMs: number };
}

const groups = new WeakMap<ObjectQueue, Group>();

/** A turn waits on while others come at least that often. */
const followMs = 50;

class Waiting implements Member {
  plan?: Plan;
  hasEnded = false;
  /** True if its turn has others too, whose requests know nothing of its deadline. */
  isShared = false;
  readonly outcome: Promise<Plan>;
  private resolve!: (plan: Plan) => void;
  private reject!: (error: unknown) => void;

  constructor(
    readonly job: Job,
    readonly change: Borrow,
  ) {
    this.outcome = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  succeed(): void {
    if (this.plan !== undefined) this.resolve(this.plan);
    this.hasEnded = true;
  }

  fail(error: unknown): void {
    this.reject(error);
    this.hasEnded = true;
  }
}

/** Makes a change in the turn of its object, or in the turn of one that waits before it. */
export async function takeTurn<O, N, P extends Plan<N>>(job: Job, change: Borrow<O, N, P>): Promise<P> {
  const queue = getQueue(job, change.key);
  const own = new Waiting(job, change as Borrow);
  const goesWithOthers = change.after !== undefined;
  const group = groups.get(queue) ?? { waiting: [], newest: { count: 0, tookMs: 0 } };
  groups.set(queue, group);
  const { waiting: others } = group;
  if (goesWithOthers) others.push(own);
  const turn = queue.enqueue(job, async () => {
    const isTaken = goesWithOthers && !others.includes(own);
    if (isTaken || own.hasEnded) return;
    if (goesWithOthers) await gather(job, group);
    const members = goesWithOthers ? others.splice(0) : [own];
    for (const member of members) member.isShared = members.length > 1;
    const beganMs = performance.now();
    await makeTogether(members);
    group.newest = { count: members.length, tookMs: performance.now() - beganMs };
  });
  turn.catch((error: unknown) => {
    if (others.includes(own)) others.splice(others.indexOf(own), 1);
    own.fail(error);
  });
  if (!goesWithOthers) return (await own.outcome) as P;
  // A deadline ends the wait of one. Where its value is on its way with those of others, nobody knows whether it arrives.
  job.deadline.limit(own.outcome).catch((error: unknown) => {
    if (own.isShared) own.fail(hasOpenRequest(job) ? unanswered(change.action, error) : error);
  });
  return (await own.outcome) as P;
}

/**
 * Where a turn had several changes, as many follow: the engine starts others in their place. The next turn waits for these, for at most
 * half of the time that a turn of their own would take.
 */
async function gather({ deadline }: Job, { waiting, newest }: Group): Promise<void> {
  const untilMs = performance.now() + newest.tookMs / 2;
  for (let known = 0; known < waiting.length && waiting.length < newest.count;) {
    known = waiting.length;
    const pauseMs = Math.min(followMs, untilMs - performance.now());
    if (pauseMs > 0) await deadline.sleep(pauseMs);
  }
}

/** The newest read of an object, and when it began. */
const reads = new WeakMap<ObjectQueue, { readonly beganMs: number; readonly shown: Promise<unknown> }>();

/**
 * Reads an object once for all who ask while the read is on its way. A read that began before the last own write of the object ended
 * is handed out to nobody who asks later.
 */
export async function readTogether<T>(job: Job, key: string, read: () => Promise<T>): Promise<T> {
  const queue = getQueue(job, key);
  const newest = reads.get(queue);
  if (newest !== undefined && newest.beganMs > queue.writtenMs) {
    const shown = await job.deadline.limit(newest.shown).catch(() => undefined);
    // One that failed may have failed by the deadline of who made it.
    if (shown !== undefined) return shown as T;
  }
  const own = { beganMs: performance.now(), shown: read() };
  reads.set(queue, own);
  const forget = () => reads.get(queue) === own && reads.delete(queue);
  own.shown.then(forget, forget);
  return own.shown;
}

/** Makes changes together. A refusal that may be the fault of one is found by halving. */
async function makeTogether(members: readonly Waiting[]): Promise<void> {
  const open = members.filter(({ hasEnded }) => !hasEnded);
  if (open.length === 0) return;
  try {
    if (open.length > 1) describe(open);
    await untilWritten(open);
    for (const member of open) if (!member.hasEnded) member.succeed();
  } catch (error) {
    if (open.length > 1 && mayConcernOne(error)) {
      const half = Math.ceil(open.length / 2);
      for (const part of [open.slice(0, half), open.slice(half)]) await makeTogether(part);
      return;
    }
    const late = open.filter(({ job: { deadline } }) => deadline.passed || deadline.signal?.aborted === true);
    for (const member of late.length > 0 ? late : open) member.fail(error);
    // The end of one is none of the others: they go on, and find what may have arrived.
    await makeTogether(open);
  }
}

/** True if another change may be accepted where these were refused together. */
function mayConcernOne(error: unknown): boolean {
  // The record of one is too large.
  if (error instanceof AdvisedError && error.cause === undefined) return true;
  const refusal = error instanceof AdvisedError ? error.cause : error;
  const isOutdated: boolean = isConflict(refusal);
  if (isOutdated || !(refusal instanceof ResponseError) || refusal.effect !== "none") return false;
  return [400, 409, 412].includes(refusal.status) || refusal.fault?.kind === "organizationPolicy";
}

function describe(members: readonly Waiting[]): void {
  const subjects = members.map(({ job }) => job.subject).join(", ");
  for (const { job, change } of members)
    job.debug(`one ${change.action} carries ${String(members.length)} changes: ${subjects}`);
}

function unanswered(action: string, cause: unknown): ComputeError {
  return new ComputeError({
    action,
    summary: "the answer to a request that carries several changes had not come when the time of this one was over",
    details: cause instanceof ComputeError ? [cause.summary] : [],
    effect: "unknown",
    cause,
  });
}
