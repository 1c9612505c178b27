import { createHash } from "node:crypto";
import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder } from "../../tools/pulumi/toolchain";

/** What installations are made of beside the Pulumi CLI: kept between runs, outside the work tree. */
const cache = join(cacheFolder(), "installed");

/** A folder that all installations of one package manager share. */
export function sharedFolder(name: string): string {
  return join(cache, name);
}

/**
 * The installation that `make` leaves in an empty folder, made once a month for the same `parts`.
 *
 * What does not change between two runs of the tests is installed once. A new month asks the registry anew, so that what
 * it has published since is met.
 */
export async function warmInstallation(
  parts: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const month = new Date().toISOString().slice(0, "2026-01".length);
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
  const place = join(cache, `${month}-${digest}`);
  if (await isThere(place)) return place;
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    if (/^\d{4}-\d\d-/.test(name) && !name.startsWith(month)) {
      await rm(join(cache, name), { recursive: true, force: true });
    }
  }
  const folder = await mkdtemp(`${place}-`);
  try {
    await make(folder);
    await rename(folder, place).catch(async (error: unknown) => {
      // Of two that make the same, the first stays.
      if (!(await isThere(place))) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return place;
}

async function isThere(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

/** What package managers put down once, and replace rather than change. They do change their notes beside it. */
const insidePackage = /(^|\/)node_modules\/(?!\.)[^/]+\//;

/**
 * Copies an installation. Files of packages are not copied but linked: there are ten thousand of them, for which calls
 * that do not wait would cost ten times as much.
 */
export function copyInstallation(from: string, to: string, path = ""): void {
  mkdirSync(join(to, path), { recursive: true });
  for (const entry of readdirSync(join(from, path), { withFileTypes: true })) {
    const below = path === "" ? entry.name : `${path}/${entry.name}`;
    const [source, target] = [join(from, below), join(to, below)];
    if (entry.isDirectory()) copyInstallation(from, to, below);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (insidePackage.test(below)) linkFile(source, target);
    else copyFileSync(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    // On another file system there is no linking.
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    copyFileSync(source, target);
  }
}
