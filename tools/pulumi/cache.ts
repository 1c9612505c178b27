import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Where it stays what took long to get: outside the work tree, so that a fresh clone finds it. */
export function cacheFolder(): string {
  const { PULUMI_GCE_CACHE: own, XDG_CACHE_HOME: caches = join(homedir(), ".cache") } = process.env;
  return own ?? join(caches, "pulumi-gce");
}

/** The part of a file's name that differs between two machines. */
export const platformSuffix = `${process.platform}-${process.arch}`;

/**
 * Makes a folder in one step: whoever is killed meanwhile leaves nothing that anybody would take.
 *
 * @param isComplete what is there already stays, when it is this: another process may have made it, and use it
 */
export async function obtain(
  place: string,
  make: (folder: string) => Promise<void>,
  isComplete: (folder: string) => boolean = existsSync,
): Promise<string> {
  if (isComplete(place)) return place;
  const draft = `${place}.${String(process.pid)}`;
  try {
    mkdirSync(draft, { recursive: true });
    await make(draft);
    if (!isComplete(place)) {
      rmSync(place, { recursive: true, force: true });
      renameSync(draft, place);
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return place;
}
