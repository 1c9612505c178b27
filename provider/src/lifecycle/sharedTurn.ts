import type { Job } from "./job";
import { PerClient } from "./perClient";
import { queuedPerObject } from "./queuedPerObject";

/** How a turn is used. `before` is the result of the turn just before it, where that succeeded. */
export interface Turn<C, R> {
  /** What several came for, done in one; gives a result for all. Where it fails, each of them has a turn alone. */
  readonly together: (changes: readonly C[], before: R | undefined) => Promise<R>;
  readonly alone: (change: C, before: R | undefined) => Promise<R>;
  /** Whether it takes others along, and others it; else it has a turn alone. */
  readonly isShared: boolean;
  /** The error of a change whose time to wait is over, and which failed in a turn that it shared. */
  readonly late: (change: C, error: unknown) => unknown;
}

interface Entry<C, R> {
  readonly job: Job;
  readonly change: C;
  /** Set when another has taken it along. Gives `undefined` if that turn failed. */
  shared?: Promise<{ readonly result: R } | undefined>;
}

/** A change with less time goes alone, so that it does not cut others short. */
const leastToShareMs = 5_000;

/** The queue for one object, for as long as anybody is in it. */
class Line<C, R> {
  length = 0;
  /** Those that nobody has taken along yet. */
  readonly waiting = new Set<Entry<C, R>>();
  before: R | undefined;

  /** After a failure the next turn has no result to begin with: nobody knows what is there. */
  async passesOn(result: Promise<R>): Promise<R> {
    this.before = undefined;
    return (this.before = await result);
  }
}

/** All callers with one key use the same types: the casts rely on that. */
const queues = new PerClient<Line<never, unknown>>();

/**
 * Waits like `queuedPerObject`. But whoever comes to its turn takes everybody along who waits by then, so that many changes
 * of one object cost as little as a few.
 */
export async function inSharedTurn<C, R>(job: Job, key: string, change: C, turn: Turn<C, R>): Promise<R> {
  const lines = queues.of(job.client);
  const line = (lines.get(key) ?? new Line<never, unknown>()) as Line<C, R>;
  lines.set(key, line as Line<never, unknown>);
  line.length += 1;
  const entry: Entry<C, R> = { job, change };
  if (turn.isShared) line.waiting.add(entry);
  let hasTurn = false;
  const own = async () => {
    hasTurn = true;
    if (turn.isShared && entry.shared === undefined) takeAll(line, entry, turn);
    const shared = await entry.shared;
    return shared === undefined ? line.passesOn(turn.alone(change, line.before)) : shared.result;
  };
  try {
    return await queuedPerObject(job, key, own);
  } catch (error) {
    if (hasTurn || entry.shared === undefined) throw error;
    // Its time to wait is over, and others have taken it along: only they know what came of it.
    const shared = await entry.shared;
    if (shared === undefined) throw turn.late(change, error);
    return shared.result;
  } finally {
    line.waiting.delete(entry);
    line.length -= 1;
    if (line.length === 0) lines.delete(key);
  }
}

function takeAll<C, R>(line: Line<C, R>, first: Entry<C, R>, { together }: Turn<C, R>): void {
  line.waiting.delete(first);
  const group = [first, ...line.waiting].filter(({ job }) => job.deadline.remainingMs >= leastToShareMs);
  if (group.length < 2 || !group.includes(first)) return;
  for (const entry of group) line.waiting.delete(entry);
  const changes = group.map(({ change }) => change);
  const shared = line.passesOn(together(changes, line.before)).then(
    (result) => ({ result }),
    () => undefined,
  );
  for (const entry of group) entry.shared = shared;
}
