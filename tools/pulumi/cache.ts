import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { toolchainExecutables } from "./executables";
import { isAlive, withLock } from "./lock";
import type { Progress } from "./progress";

/** A complete set of executables in the cache. */
export interface CachedToolchain {
  readonly directory: string;
  readonly version: string;
}

/**
 * Fills the folder `bin` of `directory` with the executables and returns the CLI's version.
 * `directory` is temporary: nothing in it may remember where it is.
 */
export type ToolchainBuilder = (directory: string, progress: Progress) => Promise<string>;

interface Manifest {
  readonly version: string;
  readonly bytes: Readonly<Record<string, number>>;
}

const manifestName = "toolchain.json";
const buildingMark = ".building-";

/** Where executables are kept between calls: outside the work tree, so that a fresh clone does not build them again. */
export function cacheFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  if (environment.PULUMI_GCE_CACHE) {
    return resolve(environment.PULUMI_GCE_CACHE);
  }
  // The XDG specification asks that a relative path be ignored.
  if (environment.XDG_CACHE_HOME && isAbsolute(environment.XDG_CACHE_HOME)) {
    return join(environment.XDG_CACHE_HOME, "pulumi-gce");
  }
  const home = environment.HOME ?? homedir();
  switch (platform) {
    case "darwin":
      return join(home, "Library", "Caches", "pulumi-gce");
    case "win32":
      return join(environment.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "pulumi-gce", "cache");
    default:
      return join(home, ".cache", "pulumi-gce");
  }
}

async function sizes(directory: string): Promise<Record<string, number>> {
  const entries = toolchainExecutables.map(async (name) => [name, (await stat(join(directory, name))).size] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** What the cache holds under `key`, if it is whole: a file that was removed or cut short since makes it useless. */
export async function lookUp(cache: string, key: string): Promise<CachedToolchain | undefined> {
  const directory = join(cache, key, "bin");
  try {
    const manifest = JSON.parse(await readFile(join(cache, key, manifestName), "utf8")) as Manifest;
    const present = await sizes(directory);
    return toolchainExecutables.every((name) => present[name] === manifest.bytes[name])
      ? { directory, version: manifest.version }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A killed build cannot clean up after itself, so the next one does. */
async function removeLeftovers(cache: string, key: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const pid = Number(
      name.startsWith(key + buildingMark) ? name.slice((key + buildingMark).length).split("-")[0] : NaN,
    );
    if (!Number.isNaN(pid) && !isAlive(pid)) {
      await rm(join(cache, name), { recursive: true, force: true });
    }
  }
}

function temporaryFolder(cache: string, key: string): string {
  return join(cache, `${key}${buildingMark}${String(process.pid)}-${randomUUID()}`);
}

/** Puts a finished build in its place in one step. Of two that finish, the first stays and the other uses it. */
async function publish(built: string, cache: string, key: string): Promise<void> {
  const place = join(cache, key);
  try {
    await rename(built, place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" && code !== "ENOTEMPTY" && code !== "EPERM") {
      throw error;
    }
    if ((await lookUp(cache, key)) !== undefined) {
      return;
    }
    const broken = temporaryFolder(cache, key);
    await rename(place, broken);
    await rename(built, place);
    await rm(broken, { recursive: true, force: true });
  }
}

/**
 * Takes `key` from the cache, or builds it there: whole or not at all, and once, however many ask at the same time.
 * It is built beside its place and renamed into it, so a build that is killed leaves nothing anyone would take.
 */
export async function obtain(
  cache: string,
  key: string,
  build: ToolchainBuilder,
  progress: Progress,
): Promise<CachedToolchain> {
  await mkdir(cache, { recursive: true });
  return await withLock(join(cache, `${key}.lock`), progress, async () => {
    const ready = await lookUp(cache, key);
    if (ready !== undefined) {
      return ready;
    }
    await removeLeftovers(cache, key);
    const temporary = temporaryFolder(cache, key);
    try {
      await mkdir(join(temporary, "bin"), { recursive: true });
      const version = await build(temporary, progress);
      const manifest: Manifest = { version, bytes: await sizes(join(temporary, "bin")) };
      await writeFile(join(temporary, manifestName), JSON.stringify(manifest, undefined, 2));
      await publish(temporary, cache, key);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
    const built = await lookUp(cache, key);
    if (built === undefined) {
      throw new Error(`${join(cache, key)} was changed while it was put in place; try again`);
    }
    return built;
  });
}
