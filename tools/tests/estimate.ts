/** A run under way: its files, and what they took last time. */
export interface Progress {
  /** What each file took last time. */
  readonly recordedMs: ReadonlyMap<string, number>;
  /** What the files that have ended took this time. */
  readonly endedMs: ReadonlyMap<string, number>;
  /** For how long the files that are running already do. */
  readonly runningMs: ReadonlyMap<string, number>;
  readonly waiting: readonly string[];
  /** How many files run at once. */
  readonly workers: number;
}

/** How long a run still takes, if its files take what they took last time. `undefined` where nothing is recorded. */
export function timeLeftMs({ recordedMs, endedMs, runningMs, waiting, workers }: Progress): number | undefined {
  if (recordedMs.size === 0) return undefined;
  const usualMs = [...recordedMs.values()].reduce((all, one) => all + one, 0) / recordedMs.size;
  const pace = paceOf(recordedMs, endedMs);
  const expectedMs = (file: string) => pace * (recordedMs.get(file) ?? usualMs);
  const free = [...runningMs].map(([file, sinceMs]) => Math.max(0, expectedMs(file) - sinceMs));
  while (free.length < Math.max(1, workers)) free.push(0);
  // Each file goes to the worker that is free first.
  for (const file of waiting) {
    const first = free.indexOf(Math.min(...free));
    free[first] = (free[first] ?? 0) + expectedMs(file);
  }
  return Math.max(...free);
}

/** How much slower this run is than the recorded one: 2 when its files took twice as long. */
function paceOf(recordedMs: ReadonlyMap<string, number>, endedMs: ReadonlyMap<string, number>): number {
  let before = 0;
  let now = 0;
  for (const [file, tookMs] of endedMs) {
    const beforeMs = recordedMs.get(file);
    if (beforeMs === undefined) continue;
    before += beforeMs;
    now += tookMs;
  }
  // A few short files say little about the machine.
  const leastMs = 5_000;
  return before < leastMs ? 1 : now / before;
}

/** A duration as people say it. */
export function spoken(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0 ? `${String(minutes)} min` : `${String(minutes)} min ${String(seconds % 60)} s`;
}
