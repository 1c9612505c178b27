import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Progress } from "./progress";

const heartbeatMilliseconds = 5_000;
const pollMilliseconds = 200;

/** A lock not touched for this long has no living holder, whatever its process id says: ids are used again. */
const silenceMilliseconds = 60_000;

interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

/** Whether a process of this machine is still there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

async function whyStale(path: string): Promise<string | undefined> {
  const holder = await readHolder(path);
  if (holder?.host === hostname() && !isAlive(holder.pid)) {
    return `process ${String(holder.pid)}, which held it, is gone`;
  }
  try {
    const silence = Date.now() - (await stat(path)).mtimeMs;
    return silence > silenceMilliseconds
      ? `its holder gave no sign of life for ${String(Math.round(silence / 1000))} s`
      : undefined;
  } catch {
    return undefined;
  }
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

async function tryToTake(path: string, holder: Holder): Promise<boolean> {
  try {
    const file = await open(path, "wx");
    try {
      await file.writeFile(JSON.stringify(holder));
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      return false;
    }
    throw error;
  }
}

/** Moved away before it is removed: of two that find the same stale lock, one rename succeeds. */
async function breakLock(path: string): Promise<void> {
  const aside = `${path}.stale-${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      throw error;
    }
  }
  await rm(aside, { force: true });
}

/** Breaks the lock when nobody alive holds it; says so, because a wrong guess would cost a second build. */
async function breakIfStale(path: string, progress: Progress): Promise<boolean> {
  const reason = await whyStale(path);
  if (reason === undefined) {
    return false;
  }
  progress.say(`taking over a stale lock: ${reason}`);
  await breakLock(path);
  return true;
}

async function take(path: string, holder: Holder, progress: Progress): Promise<void> {
  while (!(await tryToTake(path, holder))) {
    if (await breakIfStale(path, progress)) {
      continue;
    }
    const other = await readHolder(path);
    const who = other === undefined ? "another process" : `process ${String(other.pid)}`;
    await progress.during(`waiting for ${who}, which gets the same CLI`, async () => {
      while ((await isThere(path)) && (await whyStale(path)) === undefined) {
        await sleep(pollMilliseconds);
      }
    });
  }
}

/**
 * Does `work` while holding the lock file at `path`, after waiting, with progress, for whoever holds it now.
 *
 * The lock saves work, it does not protect anything: what is done under it has to be right even if two do it at once,
 * since a holder that was suspended may wake up after its lock was taken over.
 */
export async function withLock<T>(path: string, progress: Progress, work: () => Promise<T>): Promise<T> {
  const holder: Holder = { token: randomUUID(), pid: process.pid, host: hostname() };
  await take(path, holder, progress);
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, heartbeatMilliseconds);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if ((await readHolder(path))?.token === holder.token) {
      await rm(path, { force: true });
    }
  }
}
