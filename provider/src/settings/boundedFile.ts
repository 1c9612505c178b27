import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from "node:fs";
import { StructureMeter } from "../http/structure";

/** A file is none that is read. Its message is the end of a sentence that begins with the file, and has no full stop. */
export class UnfitFileError extends Error {}

/** The limits of a file that the user names. */
export interface FileLimits {
  readonly maxBytes: number;
  /** True if a pipe or a device is read too, to its end: somebody at a terminal can give one, and end the wait. */
  readonly mayStream?: boolean;
  /** Most values of a file of JSON. Left out, it may have any number: the file has no structure, or its reader counts it. */
  readonly mostValues?: number;
}

const chunkBytes = 65_536;
const mebibyte = 1024 * 1024;

/**
 * The text of a file that the user names, by its path or as an open descriptor. A device may have no end, and a pipe may
 * never have a beginning: both would stop the process, with everything that runs in it.
 *
 * @throws UnfitFileError when it is none that is read, or the error of the operating system
 */
export function readBoundedFile(file: string | number, limits: FileLimits): string {
  const { maxBytes, mayStream = false } = limits;
  const refuse = (stats: Stats) => {
    if (stats.isDirectory() || (!mayStream && !stats.isFile())) throw new UnfitFileError(`is ${describeFile(stats)}`);
    if (stats.isFile() && stats.size > maxBytes) throw tooLarge(maxBytes);
  };
  // Before it is opened: that alone can have an effect, or wait.
  if (typeof file === "string") refuse(statSync(file));
  // Without the flag, a pipe that takes the file's place meanwhile would be waited for.
  const flags = mayStream ? constants.O_RDONLY : constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const descriptor = typeof file === "string" ? openSync(file, flags) : file;
  try {
    refuse(fstatSync(descriptor));
    return readToEnd(descriptor, limits);
  } finally {
    if (typeof file === "string") closeSync(descriptor);
  }
}

function readToEnd(descriptor: number, { maxBytes, mostValues }: FileLimits): string {
  const structure = mostValues === undefined ? undefined : new StructureMeter(mostValues);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const read = readSync(descriptor, chunk);
    if (read === 0) return Buffer.concat(chunks).toString("utf8");
    bytes += read;
    // A file of /proc says that it has no bytes.
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    const bytesRead = chunk.subarray(0, read);
    const problem = structure?.take(bytesRead);
    if (problem !== undefined) throw new UnfitFileError(`has ${problem}`);
    chunks.push(bytesRead);
  }
}

function tooLarge(maxBytes: number): UnfitFileError {
  return new UnfitFileError(`has more than ${String(maxBytes / mebibyte)} MiB`);
}

function describeFile(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a pipe";
  return stats.isSocket() ? "a socket" : "a device";
}
