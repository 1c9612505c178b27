import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, open, readdir, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { getSystemErrorMap } from "node:util";
import { toText } from "../../basics/json";
import { messageFrom } from "../../basics/printable";

/**
 * Replaces a file by another text in one step. Nothing replaces it unless all bytes of the text are on the disk: a full
 * disk leaves the file as it was. Of a symbolic link, the file that it leads to is replaced.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(ifMissing(file));
  const before = await stat(target).catch(ifMissing(undefined));
  // A name that nobody can guess, opened exclusively: what another program puts there is never written to.
  const temporary = `${target}.${randomBytes(8).toString("hex")}${SUFFIX}`;
  try {
    await writeWhole(temporary, text, before);
    // The file may have become something else since the start.
    await refuseUnlessReplaceable(file);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(target));
}

/** Fails for everything but a regular file, a link to one, and a path at which nothing is yet. */
export async function refuseUnlessReplaceable(file: string): Promise<void> {
  const found = await stat(file)
    .catch(ifMissing(undefined))
    .catch((error: unknown) => {
      throw new Error(`${file} cannot be read: ${describeFileError(error)}. Name another file with --data.`, {
        cause: error,
      });
    });
  const isDangling = found === undefined && (await lstat(file).catch(ifMissing(undefined))) !== undefined;
  if (isDangling || found?.isFile() === false) {
    throw new Error(
      `${file} is ${isDangling ? "a symbolic link to a file that does not exist" : describeKind(found)}, and the emulator ` +
        "replaces its data file by each snapshot: it has to be a regular file, or a new one. Name another file with --data.",
    );
  }
}

/** Removes what emulators that were killed while they wrote this file have left beside it. */
export async function removeLeftovers(file: string): Promise<void> {
  const target = await realpath(file).catch(ifMissing(file));
  const folder = dirname(target);
  const isLeftover = (name: string) =>
    name.startsWith(`${basename(target)}.`) && LEFTOVER.test(name.slice(basename(target).length));
  // A folder that cannot be listed, or a file that cannot be removed, is no reason not to start.
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter(isLeftover)) await rm(join(folder, name), { force: true }).catch(() => undefined);
}

/** The reason of an error of the file system without a full stop, and without its paths, which differ from one try to the next. */
export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return messageFrom(error);
  const { code, errno, syscall } = error as NodeJS.ErrnoException;
  const words = errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1];
  return words === undefined ? error.message.replace(/\.$/, "") : `${words} (${[code, syscall].join(", ")})`;
}

const SUFFIX = ".pulumi-gce-emulator";
const LEFTOVER = /^\.[0-9a-f]{16}\.pulumi-gce-emulator$/;

async function writeWhole(path: string, text: string, before: Stats | undefined): Promise<void> {
  const bytes = Buffer.from(text);
  const handle = await open(path, "wx", before === undefined ? 0o666 : before.mode & 0o777);
  try {
    // It goes on after a write that took only a part, until the rest fails or is written.
    await handle.writeFile(bytes);
    if (before !== undefined) await takeOwnership(handle, before);
    await handle.sync();
    const { size } = await handle.stat();
    if (size !== bytes.length) throw new Error(`only ${String(size)} of ${String(bytes.length)} bytes were written`);
  } finally {
    await handle.close();
  }
}

/** Gives a new file the owner and the mode of the one before, as far as this user may. */
async function takeOwnership(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const ifNotAllowed = ignoring("EPERM", "EINVAL", "ENOSYS");
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(ifNotAllowed);
  await handle.chmod(mode & 0o7777).catch(ifNotAllowed);
}

/** Makes a rename outlive a loss of power, on file systems that can. */
async function syncFolder(folder: string): Promise<void> {
  const ifNotPossible = ignoring("EACCES", "EISDIR", "EINVAL", "ENOSYS", "ENOTSUP", "EPERM");
  const handle = await open(folder).catch(ifNotPossible);
  await handle?.sync().catch(ifNotPossible);
  await handle?.close();
}

function describeKind(found: Stats | undefined): string {
  if (found?.isDirectory() === true) return "a folder";
  if (found?.isFIFO() === true) return "a named pipe";
  if (found?.isSocket() === true) return "a socket";
  return "a device";
}

function ignoring(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(readCode(error))) throw error;
  };
}

/** Gives a value in place of a file that is not there. */
function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (readCode(error) !== "ENOENT") throw error;
    return value;
  };
}

function readCode(error: unknown): string {
  return error instanceof Error && "code" in error ? toText(error.code) : "";
}
