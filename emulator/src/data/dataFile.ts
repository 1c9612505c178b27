import { closeSync, fsyncSync, openSync, readFileSync, renameSync } from "node:fs";
import { open } from "node:fs/promises";
import { isJsonObject, type Resource } from "../json";
import type { SavedOperation, SavedRequestId, SavedWorld } from "./savedWorld";

const FORMAT = "pulumi-gce-emulator";
const VERSION = 1;

/** A file that cannot be used: its message says why, and what to do. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

/** What a file holds; undefined when it is not there yet, or empty. */
export function readDataFile(file: string): SavedWorld | undefined {
  const text = readIfThere(file);
  if (text === undefined || text === "") {
    return undefined;
  }
  const { format, version, ...saved } = parsed(file, text);
  if (format !== FORMAT) {
    throw new DataFileError(`${file} is not a data file of the emulator. Name another file with --data.`);
  }
  if (version !== VERSION) {
    throw new DataFileError(
      `${file} has the format version ${String(version)}, and this emulator reads version ${String(VERSION)}. ` +
        "Start the version of pulumi-gce-emulator that wrote it, or name another file with --data.",
    );
  }
  const { projects, rollouts, objects, operations, requestIds } = saved;
  const lists = [projects, rollouts, operations, requestIds];
  if (!isJsonObject(objects) || !Object.values(objects).every(isJsonObject) || !lists.every(Array.isArray)) {
    throw new DataFileError(`${file} is damaged: parts are missing. Restore a copy, or name another file with --data.`);
  }
  return {
    projects: projects as string[],
    rollouts: rollouts as string[],
    objects: Object.entries(objects as Record<string, Resource>),
    operations: operations as SavedOperation[],
    requestIds: requestIds as SavedRequestId[],
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw new DataFileError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parsed(file: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    throw new DataFileError(`${file} is not JSON. Restore a copy, or name another file with --data.`);
  }
}

/** Where a file is written before it takes the place of the one that is there. */
export function temporaryFile(file: string): string {
  return `${file}.tmp`;
}

/** Objects and operations of one piece. Others get their turn between two pieces. */
const PIECE = 1_000;

/**
 * Writes a world beside the file, and puts it into the file's place in one step, once all of it is on the disk.
 *
 * @param mayReplace Asked at the last moment; when it throws, the file stays as it is.
 */
export async function writeDataFile(file: string, world: SavedWorld, mayReplace: () => void): Promise<void> {
  const beside = temporaryFile(file);
  const handle = await open(beside, "w");
  try {
    for (const text of texts(world)) {
      await handle.write(text);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  mayReplace();
  renameSync(beside, file);
  syncFolder(file);
}

/** The text of a file in pieces: one line for each object and operation, so that two files can be compared. */
function* texts({ projects, rollouts, objects, operations, requestIds }: SavedWorld): Generator<string> {
  const head = { format: FORMAT, version: VERSION, savedAt: new Date().toISOString(), projects, rollouts };
  yield `${JSON.stringify(head).slice(0, -1)},\n"objects":{`;
  yield* lines(objects, ([path, object]) => `${JSON.stringify(path)}:${JSON.stringify(object)}`);
  yield '},\n"operations":[';
  yield* lines(operations, (operation) => JSON.stringify(operation));
  yield '],\n"requestIds":[';
  yield* lines(requestIds, (requestId) => JSON.stringify(requestId));
  yield "]}\n";
}

function* lines<T>(all: Iterable<T>, textOf: (one: T) => string): Generator<string> {
  let piece: string[] = [];
  let separator = "\n";
  for (const one of all) {
    piece.push(textOf(one));
    if (piece.length === PIECE) {
      yield separator + piece.join(",\n");
      [piece, separator] = [[], ",\n"];
    }
  }
  if (piece.length > 0) {
    yield separator + piece.join(",\n");
  }
}

/** The name of a file is an entry of its folder, which has to reach the disk, too. Not every system can do that. */
function syncFolder(file: string): void {
  try {
    const folder = openSync(`${file}/..`, "r");
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // The file itself is whole in any case.
  }
}
