import { readFileSync } from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Seconds of the processor that a file of tests has taken, in its own process and in those that it started and that have ended. */
    processorSeconds?: { own: number; children: number };
  }
}

/** A clock tick of Linux, in which it counts the time of children. */
const tickSeconds = 0.01;

/** Linux alone tells it of children that have ended. */
function childSeconds(): number {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The name of the process, in brackets, may have spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[13]) + Number(fields[14])) * tickSeconds;
  } catch {
    return 0;
  }
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

// Before the file is imported: this runs anew for each, in a process that several files share.
const before = { own: ownSeconds(), children: childSeconds() };

// eslint-disable-next-line no-empty-pattern -- the names of the first argument are what vitest gives
afterAll(({}, file) => {
  file.meta.processorSeconds = { own: ownSeconds() - before.own, children: childSeconds() - before.children };
});
