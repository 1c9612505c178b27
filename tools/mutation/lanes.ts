import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LaneAnswer, LaneRequest } from "./lane";
import { makeWorkCopy, type PlacedMutant } from "./workCopy";

export type Outcome = "passed" | "failed" | "timeout";

const lanePath = fileURLToPath(new URL("lane.ts", import.meta.url));
/** What is on while no mutant is. */
export const noMutant = -1;

/** A copy of the work tree, and the process that runs tests in it. */
export class Lane {
  private readonly folder = mkdtempSync(join(tmpdir(), "pulumi-gce-mutants-"));
  private readonly stateFile = join(this.folder, "state.json");
  private readonly reachFile = join(this.folder, "reached.txt");
  private readonly copy = join(this.folder, "work");
  private child: ChildProcess | undefined;

  constructor(root: string, mutants: readonly PlacedMutant[]) {
    writeFileSync(this.stateFile, JSON.stringify({ on: noMutant }));
    makeWorkCopy(root, this.copy, mutants, this.stateFile);
  }

  /** Runs a test file without any mutant, and tells which mutants it reaches. `undefined` when it does not pass. */
  async reached(file: string, timeoutMs: number): Promise<Set<number> | undefined> {
    rmSync(this.reachFile, { force: true });
    writeFileSync(this.stateFile, JSON.stringify({ on: noMutant, reachFile: this.reachFile }));
    if ((await this.run([file], timeoutMs)) !== "passed") return undefined;
    const lines = existsSync(this.reachFile) ? readFileSync(this.reachFile, "utf8").split("\n") : [];
    return new Set(lines.filter((line) => line !== "").map(Number));
  }

  /** Runs test files with a mutant, to the first that fails. */
  async runWith(mutant: number, files: readonly string[], timeoutMs: number): Promise<Outcome> {
    writeFileSync(this.stateFile, JSON.stringify({ on: mutant }));
    return this.run(files, timeoutMs);
  }

  close(): void {
    this.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  private async run(files: readonly string[], timeoutMs: number): Promise<Outcome> {
    const child = this.child ?? (await this.start());
    child.send({ files } satisfies LaneRequest);
    const timer = new AbortController();
    const timeout = new Promise<"timeout">((resolve) => {
      const handle = setTimeout(resolve, timeoutMs, "timeout");
      timer.signal.addEventListener("abort", () => {
        clearTimeout(handle);
      });
    });
    const answer = await Promise.race([nextAnswer(child), timeout]);
    timer.abort();
    if (answer === "timeout") {
      this.stop();
      return "timeout";
    }
    return answer.failed.length === 0 ? "passed" : "failed";
  }

  private async start(): Promise<ChildProcess> {
    // A group of its own: a worker that loops for ever ends with it.
    const child = fork(lanePath, [this.copy], { detached: true, stdio: ["ignore", "ignore", "inherit", "ipc"] });
    this.child = child;
    await nextAnswer(child);
    return child;
  }

  private stop(): void {
    const pid = this.child?.pid;
    this.child = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

async function nextAnswer(child: ChildProcess): Promise<LaneAnswer> {
  const abort = new AbortController();
  const { signal } = abort;
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`The process that runs the tests ended with ${String(code)}.`);
  });
  ended.catch(() => undefined);
  try {
    const [answer] = (await Promise.race([once(child, "message", { signal }), ended])) as [LaneAnswer];
    return answer;
  } finally {
    abort.abort();
  }
}
