import { createHash } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { Claim } from "./claim";

/** A claim that another process of the run has written. */
export interface ForeignClaim {
  readonly writer: string;
  readonly claim: Claim;
}

/** Where a process tells the others of its run, and hears from them. */
export type Journal = Pick<RunJournal, "append" | "news">;

/**
 * What the provider processes of one run tell each other: each `gce.Provider` has a process of its own, and an object may
 * go from a resource of one to a resource of another.
 *
 * Each process appends to a file of its own in a folder that only this user can enter, and reads those of the others. What
 * they have in common is the engine's address. Where the folder cannot be had, a process knows what it was told itself.
 */
export class RunJournal {
  private readonly run: string;
  private readonly own: string;
  /** How much of the files of others was read. */
  private readonly readTo = new Map<string, number>();
  private usable: boolean | undefined;

  /** @param engine the engine's address, the first argument of a provider process */
  constructor(
    engine: string,
    private readonly folder: string = journalFolder(),
    pid: number = process.pid,
  ) {
    this.run = `${machine()}-${engine.replace(/\W+/g, "_")}`;
    this.own = `${this.run}-${String(pid)}`;
  }

  /** Tells the others. Returns when they can read it. */
  append(claim: Claim): void {
    this.guarded(() => {
      appendFileSync(join(this.folder, this.own), `${JSON.stringify(claim)}\n`, { mode: 0o600 });
    });
  }

  /** What the others have told since this was last asked. */
  news(): ForeignClaim[] {
    return this.guarded(() => this.others().flatMap((file) => this.newsIn(file))) ?? [];
  }

  private others(): string[] {
    return readdirSync(this.folder).filter((file) => file.startsWith(`${this.run}-`) && file !== this.own);
  }

  private newsIn(file: string): ForeignClaim[] {
    const from = this.readTo.get(file) ?? 0;
    const added = bytesFrom(join(this.folder, file), from);
    // The other one may be writing: what has no end yet is read the next time.
    const end = added.lastIndexOf(0x0a) + 1;
    this.readTo.set(file, from + end);
    const lines = added.subarray(0, end).toString().split("\n");
    return lines.filter((line) => line !== "").map((line) => ({ writer: file, claim: JSON.parse(line) as Claim }));
  }

  private guarded<T>(work: () => T): T | undefined {
    try {
      this.usable ??= this.open();
      return this.usable ? work() : undefined;
    } catch {
      // A file that cannot be written is worth less than the resource it is about.
      this.usable = false;
      return undefined;
    }
  }

  private open(): boolean {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const folder = lstatSync(this.folder);
    // Another user may have made it first, in a folder that is everybody's.
    const isOurs = process.getuid === undefined || (folder.uid === process.getuid() && (folder.mode & 0o077) === 0);
    if (!folder.isDirectory() || !isOurs) return false;
    for (const file of readdirSync(this.folder)) {
      const pid = Number(/-(\d+)$/.exec(file)?.[1]);
      if (file === this.own || (file.startsWith(`${machine()}-`) && !isRunning(pid))) this.removed(file);
    }
    writeFileSync(join(this.folder, this.own), "", { mode: 0o600, flag: "wx" });
    beforeTheEnd(() => {
      this.removed(this.own);
    });
    return true;
  }

  private removed(file: string): void {
    rmSync(join(this.folder, file), { force: true });
  }
}

/** What this process does before it ends. */
const lastSteps = new Set<() => void>();

function beforeTheEnd(step: () => void): void {
  if (lastSteps.size === 0) {
    process.once("exit", takeLastSteps);
    // With this signal the engine ends its plugins. Without the handler it ends the process as ever.
    process.once("SIGINT", () => {
      takeLastSteps();
      process.kill(process.pid, "SIGINT");
    });
  }
  lastSteps.add(step);
}

function takeLastSteps(): void {
  for (const step of lastSteps) step();
}

function bytesFrom(file: string, from: number): Buffer {
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(handle).size - from));
    return bytes.subarray(0, bytes.length === 0 ? 0 : readSync(handle, bytes, 0, bytes.length, from));
  } finally {
    closeSync(handle);
  }
}

/** Where a user's temporary folder is their own, as on Windows, there is no number of the user and no need of one. */
function journalFolder(): string {
  return join(tmpdir(), `pulumi-gce-${String(process.getuid?.() ?? "runs")}`);
}

/** Tells machines apart that share a temporary folder, as containers may: their processes have numbers of their own. */
function machine(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
