import { mkdir, readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isJsonObject } from "../../basics/json";
import { messageFrom, toPrintable } from "../../basics/printable";
import { restoreWorld, saveWorld, type SavedWorld } from "./savedWorld";
import { describeFileError, refuseUnlessReplaceable, removeLeftovers, replaceFile } from "./wholeFile";
import type { World } from "../world";

const FORMAT = "pulumi-gce-emulator";
const VERSION = 1;
/** The parts of a file that are lists. The objects are one object. */
const LISTS = ["projects", "rollouts", "operations", "requestIds"];

/** The shortest time between two writes. */
const EVERY_MS = 1_000;
/** Of a large world, writing takes no more than a fifth of the time. */
const SHARE = 5;

/**
 * Keeps a world in a file: reads it at the start, writes a snapshot while it changes, and another at the end. Each snapshot
 * replaces the one before in one step, so that a killed emulator, or one whose disk is full, leaves a complete one.
 */
export class DataFile {
  /** True if the world came out of the file: it is new where the file was not there. */
  readonly hasRestored: boolean;
  readonly #file: string;
  readonly #world: World;
  #written: string;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #complaint = "";

  /**
   * Throws an error that says what to do about a file that is none of an emulator, or that is no file. `rollOut` goes on
   * with a group whose instances were being made, changed or deleted.
   */
  static async open(path: string, world: World, rollOut: (group: string) => void): Promise<DataFile> {
    const file = resolve(path);
    await makeFolder(dirname(file));
    await refuseUnlessReplaceable(file);
    const saved = await readSaved(file);
    await removeLeftovers(file);
    if (saved !== undefined) {
      try {
        restoreWorld(world, saved);
        saved.rollouts.forEach(rollOut);
      } catch (error) {
        throw damaged(file, messageFrom(error), error);
      }
    }
    return new DataFile(file, world, saved !== undefined);
  }

  private constructor(file: string, world: World, hasRestored: boolean) {
    this.#file = file;
    this.#world = world;
    this.hasRestored = hasRestored;
    this.#written = hasRestored ? this.#version() : "";
    this.#writeAfter(EVERY_MS);
  }

  /** Writes what is not written yet. Throws an error that says what the file lacks. */
  async close(): Promise<void> {
    this.abandon();
    await this.#writing;
    try {
      await this.#write();
    } catch (error) {
      const remains = this.#written === "" ? "" : " The file has the last snapshot that was written whole.";
      throw new Error(`The newest changes are lost. ${this.#describe(error)}${remains}`, { cause: error });
    }
  }

  /** Leaves the file as it is. */
  abandon(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #writeAfter(ms: number): void {
    this.#timer = setTimeout(() => {
      const startMs = performance.now();
      this.#writing = this.#write()
        .catch((error: unknown) => {
          // A full disk may have room again a second later.
          const remains = this.#written === "" ? "The" : "The file keeps the last whole snapshot, and the";
          this.#complain(`${this.#describe(error)} ${remains} emulator tries again.`);
        })
        .then(() => {
          if (this.#timer !== undefined) this.#writeAfter(Math.max(EVERY_MS, SHARE * (performance.now() - startMs)));
        });
    }, ms).unref();
  }

  async #write(): Promise<void> {
    const version = this.#version();
    if (version === this.#written) return;
    await replaceFile(this.#file, JSON.stringify({ format: FORMAT, version: VERSION, ...saveWorld(this.#world) }));
    this.#written = version;
    this.#complaint = "";
  }

  #describe(error: unknown): string {
    return `The emulator cannot write its data to ${this.#file}: ${describeFileError(error)}.`;
  }

  /** Says the same once. */
  #complain(what: string): void {
    if (what !== this.#complaint) console.error(toPrintable(what));
    this.#complaint = what;
  }

  /** Another text after every change of what is saved. */
  #version(): string {
    const { resetCount, store, operations } = this.#world;
    return [resetCount, store.changeCount, operations.version].join(" ");
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new Error(
      `The folder ${folder} of the data file cannot be made: ${describeFileError(error)}. Name another file with --data.`,
      { cause: error },
    );
  }
}

/** The content of a file; undefined when it does not exist yet, or empty. */
async function readSaved(file: string): Promise<SavedWorld | undefined> {
  const text = await tryRead(file);
  if (text === undefined || text === "") return undefined;
  const { format, version, ...saved } = parse(file, text);
  if (format !== FORMAT) throw new Error(`${file} is not a data file of the emulator. Name another file with --data.`);
  if (version !== VERSION) {
    const isReadable = typeof version === "number" || typeof version === "string";
    const found = isReadable ? `the format version ${JSON.stringify(version).slice(0, 100)}` : "no format version";
    throw new Error(
      `${file} has ${toPrintable(found)}, and this emulator reads version ${String(VERSION)}. ` +
        "Start the version of pulumi-gce-emulator that wrote it, or name another file with --data.",
    );
  }
  const missing =
    LISTS.find((name) => !Array.isArray(saved[name])) ?? (isJsonObject(saved.objects) ? undefined : "objects");
  if (missing !== undefined) throw damaged(file, `it has no ${missing}`);
  return saved as unknown as SavedWorld;
}

/** The file is the emulator's own: whatever else is wrong in one that somebody has changed shows where it is read. */
function damaged(file: string, why: string, cause?: unknown): Error {
  return new Error(`${file} is damaged: ${toPrintable(why)}. Restore a copy, or name another file with --data.`, {
    cause,
  });
}

async function tryRead(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`${file} cannot be read: ${describeFileError(error)}. Name another file with --data.`, {
      cause: error,
    });
  }
}

function parse(file: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch (error) {
    throw new Error(`${file} is not JSON. Restore a copy, or name another file with --data.`, { cause: error });
  }
}
