import { execFileSync } from "node:child_process";

/** A process as the system shows it. */
export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** The processes that a process has started, and those that they have. */
export function listDescendants(pid: number): RunningProcess[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const all = lines.flatMap((line) => {
    const [, own, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return own === undefined ? [] : [{ pid: Number(own), parent: Number(parent), command }];
  });
  const below = (ancestor: number): RunningProcess[] =>
    all
      .filter(({ parent }) => parent === ancestor)
      .flatMap(({ pid: own, command }) => [{ pid: own, command }, ...below(own)]);
  return below(pid);
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends a process that may be gone already. */
export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone: as wanted.
  }
}
