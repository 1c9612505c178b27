import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { dirname, join } from "node:path";
import { getSystemErrorMap } from "node:util";
import { oneLine } from "../messages/text";

/** A file that the user names for the output of a command. */
export interface OutputFile {
  readonly path: string;
  /** The option that names it, for messages. */
  readonly option: string;
  /** True if it may take the place of a file that exists. */
  readonly replaces: boolean;
}

/**
 * Fails where the file certainly cannot be written, in a sentence: a command asks before it begins its work.
 *
 * @returns what is there already
 */
export function refuseUnlessWritable({ path, option, replaces }: OutputFile): Stats | undefined {
  const [name, folder] = [oneLine(path), dirname(path)];
  const advice = `Give another file with ${option}`;
  if (!existsSync(folder)) throw new Error(`${option} ${name}: there is no folder ${oneLine(folder)}.`);
  return inWords(name, option, () => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw new Error(`${name} is a symbolic link to a file that does not exist. ${advice}.`);
    if (found?.isDirectory() === true) throw new Error(`${name} is a folder. ${advice}.`);
    if (found !== undefined && !replaces) throw new Error(`${name} exists. ${advice}, or overwrite it with --force.`);
    // A rename would also replace a file that somebody has made read-only.
    if (found?.isFile() === true) closeSync(openSync(path, "r+"));
    return found;
  });
}

/**
 * Writes the file in one step: nothing takes its place until all bytes of the text are on the disk. Of a symbolic link, the
 * file that it leads to is replaced. A pipe or a device stays, and gets the text.
 */
export function writeOutputFile(file: OutputFile, text: string): void {
  const { path, option } = file;
  // It may have become something else since the command began.
  const before = refuseUnlessWritable(file);
  inWords(oneLine(path), option, () => {
    if (before?.isFile() === false) writeFileSync(path, text);
    else replaceFile(before === undefined ? path : realpathSync(path), text, before, option);
  });
}

function replaceFile(target: string, text: string, before: Stats | undefined, option: string): void {
  const folder = dirname(target);
  // A name that nobody can guess, opened exclusively: what another program puts there is never written to.
  const temporary = join(folder, `.${randomBytes(8).toString("hex")}.pulumi-gce`);
  const mode = before === undefined ? undefined : before.mode & 0o777;
  const descriptor = inWords(`The folder ${oneLine(folder)}`, option, () => openSync(temporary, "wx", mode));
  let isReserved = false;
  try {
    writeWhole(descriptor, text, before);
    if (before === undefined) {
      // Fails where somebody else has made a file of the name meanwhile.
      closeSync(openSync(target, "wx"));
      isReserved = true;
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    if (isReserved) rmSync(target, { force: true });
    throw error;
  }
}

/** Writes a new file, with the owner and the mode of the one before, as far as this user may, and closes it. */
function writeWhole(descriptor: number, text: string, before: Stats | undefined): void {
  try {
    writeFileSync(descriptor, text);
    if (before !== undefined) {
      keepOwner(descriptor, before);
      fchmodSync(descriptor, before.mode & 0o777);
    }
    // A disk that has no room may say so only here.
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Where this user may not give a file away, the new one is theirs. */
function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** Runs what reads and writes the file. Errors of the operating system become sentences, without the name of the temporary file. */
function inWords<T>(name: string, option: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Error(
      `${name} cannot be written: ${describeSystemError(error)}. Mend that, or give another file with ${option}.`,
      { cause: error },
    );
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "errno" in error;
}

/** The reason of an error of the operating system, as the end of a sentence. */
export function describeSystemError({ code, errno = 0, syscall, message }: NodeJS.ErrnoException): string {
  const words = getSystemErrorMap().get(errno)?.[1];
  return words === undefined ? message : `${words} (${[code, syscall].join(", ")})`;
}
