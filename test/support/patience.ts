import type { ChildProcess } from "node:child_process";

/** An answer takes a moment, on any machine. */
const patienceMs = 60_000;

/** Waits for the answer of a process that tests lend to each other. One that does not give it is killed, with a complaint. */
export async function patiently<T>(child: ChildProcess, complaint: string, answer: Promise<T>): Promise<T> {
  const late = setTimeout(() => {
    console.error(`${complaint}, and is killed.`);
    child.kill("SIGKILL");
  }, patienceMs);
  try {
    return await answer;
  } finally {
    clearTimeout(late);
  }
}
