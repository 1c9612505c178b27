import { readFileSync } from "node:fs";

// The unit of /proc: USER_HZ is 100 on every architecture that Node supports.
const tickMs = 10;

/** The processor time of this process since its start. */
export function workerTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The processor time of the processes that this one started: of those that it has waited for, and of those that still
 * run. What a process started that was killed before it could wait is lost. `undefined` without /proc.
 */
export function childrenTimeMs(running: Iterable<number>): number | undefined {
  const own = timesOf("self");
  if (own === undefined) return undefined;
  let ticks = own.waitedFor;
  for (const pid of running) {
    const times = timesOf(String(pid));
    if (times !== undefined) ticks += times.itself + times.waitedFor;
  }
  return ticks * tickMs;
}

function timesOf(pid: string): { itself: number; waitedFor: number } | undefined {
  try {
    return timesInStat(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return undefined;
  }
}

/** The fields 14 to 17 of a process's `stat`. The name in parentheses may hold spaces and parentheses. */
export function timesInStat(stat: string): { itself: number; waitedFor: number } {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15).map(Number);
  return { itself: user + system, waitedFor: childrenUser + childrenSystem };
}
