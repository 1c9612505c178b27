import type { Job } from "./job";
import { PerClient } from "./perClient";
import { queuedPerObject } from "./queuedPerObject";

/** How a turn is used. `before` is the result of the turn just before it, where that succeeded. */
export interface Turn<C, R> {
  /** What several came for, done in one; gives a result for all. Where it fails, each of them has a turn alone. */
  readonly together: (changes: readonly C[], before: R | undefined) => Promise<R>;
  readonly alone: (change: C, before: R | undefined) => Promise<R>;
}

interface Entry<C, R> {
  readonly change: C;
  /** What came of the turn that it shares with others; `undefined` where that failed. */
  shared?: Promise<{ readonly result: R } | undefined>;
}

/** The queue for one object, for as long as anybody is in it. */
class Line<C, R> {
  length = 0;
  /** Those that nobody has taken along yet. */
  readonly waiting = new Set<Entry<C, R>>();
  before: R | undefined;

  /** A result that is older than a failure says nothing. */
  async passesOn(result: Promise<R>): Promise<R> {
    this.before = undefined;
    return (this.before = await result);
  }
}

/** Who gives a key gives the same kinds of change and result each time. */
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
  const entry: Entry<C, R> = { change };
  line.waiting.add(entry);
  let hasTurn = false;
  const own = async () => {
    hasTurn = true;
    if (entry.shared === undefined) takeAll(line, turn);
    const shared = await entry.shared;
    return shared === undefined ? line.passesOn(turn.alone(change, line.before)) : shared.result;
  };
  try {
    return await queuedPerObject(job, key, own);
  } catch (error) {
    // Its time to wait is over. Where others took it along, only they know what came of it.
    if (hasTurn || entry.shared === undefined) throw error;
    return await own();
  } finally {
    line.waiting.delete(entry);
    line.length -= 1;
    if (line.length === 0) lines.delete(key);
  }
}

function takeAll<C, R>(line: Line<C, R>, { together }: Turn<C, R>): void {
  const group = [...line.waiting];
  line.waiting.clear();
  if (group.length === 1) return;
  const changes = group.map(({ change }) => change);
  const shared = line.passesOn(together(changes, line.before)).then(
    (result) => ({ result }),
    () => undefined,
  );
  for (const entry of group) entry.shared = shared;
}
