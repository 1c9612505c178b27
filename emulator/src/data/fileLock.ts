import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { DataFileError } from "./dataFile";

/** A holder that has not said for so long that it is there is gone, whatever its number tells. */
const SILENT_MS = 30_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly nonce: string;
}

/**
 * Keeps a file for one emulator: a second file beside it names the holder, and is touched every second. Node has no locks
 * of the system; and those would not reach from one container into another.
 */
export class FileLock {
  readonly #path: string;
  readonly #text: string;

  /** Throws when another emulator has the file. */
  constructor(readonly file: string) {
    this.#path = `${file}.lock`;
    const holder: Holder = { pid: process.pid, host: hostname(), nonce: randomUUID() };
    this.#text = JSON.stringify(holder);
    if (!this.#create()) {
      this.#removeStale();
      if (!this.#create()) {
        throw inUse(file, readText(this.#path));
      }
    }
  }

  /** Says that the holder is there. */
  touch(): void {
    const now = new Date();
    utimesSync(this.#path, now, now);
  }

  /** Throws when the file is another's by now: somebody has taken this holder for one that is gone. */
  check(): void {
    const found = readText(this.#path);
    if (found !== this.#text) {
      throw inUse(this.file, found);
    }
  }

  release(): void {
    if (readText(this.#path) === this.#text) {
      rmSync(this.#path, { force: true });
    }
  }

  #create(): boolean {
    try {
      writeFileSync(this.#path, this.#text, { flag: "wx" });
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") {
        return false;
      }
      throw new DataFileError(`${this.file} cannot be kept: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Of two that find the same stale lock only one moves it, and nobody moves a new one for good. */
  #removeStale(): void {
    const found = readText(this.#path);
    if (found === undefined || !isStale(this.#path, found)) {
      return;
    }
    const aside = `${this.#path}.${randomUUID()}`;
    try {
      renameSync(this.#path, aside);
    } catch {
      return;
    }
    if (readText(aside) === found) {
      rmSync(aside, { force: true });
    } else {
      renameSync(aside, this.#path);
    }
  }
}

function isStale(path: string, text: string): boolean {
  const silentMs = Date.now() - statSync(path).mtimeMs;
  const { pid, host } = holderOf(text) ?? {};
  const isGone = pid !== undefined && host === hostname() && !isRunning(pid);
  return isGone || silentMs > SILENT_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else may not be signalled, but it is there.
    return codeOf(error) === "EPERM";
  }
}

function inUse(file: string, text: string | undefined): DataFileError {
  const { pid, host } = holderOf(text ?? "") ?? {};
  const holder =
    pid === undefined ? "another emulator" : `the emulator with the process number ${String(pid)} on ${String(host)}`;
  return new DataFileError(`${file} is in use by ${holder}. Stop it, or name another file with --data.`);
}

function holderOf(text: string): Partial<Holder> | undefined {
  try {
    return JSON.parse(text) as Partial<Holder>;
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
