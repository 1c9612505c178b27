import { mkdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { isJsonObject } from "./json";
import { restoreWorld, savedWorld, type SavedWorld } from "./savedWorld";
import type { World } from "./world";

const FORMAT = "pulumi-gce-emulator";
const VERSION = 1;

/** The shortest time between two writes. */
const EVERY_MS = 1_000;
/** Of a large world, writing takes no more than a fifth of the time. */
const SHARE = 5;

/**
 * Keeps a world in a file: reads it at the start, writes a snapshot while it changes, and another at the end. Each snapshot
 * replaces the one before in one step, so that a killed emulator leaves a complete one.
 */
export class DataFile {
  /** Whether the world came out of the file: it is new where the file was not there. */
  readonly hasRestored: boolean;
  readonly #file: string;
  readonly #world: World;
  #written: string;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #complaint = "";

  /** Throws an error that says what to do about a file that is none of an emulator. */
  constructor(file: string, world: World) {
    this.#file = resolve(file);
    this.#world = world;
    mkdirSync(dirname(this.#file), { recursive: true });
    const saved = readSaved(file);
    this.hasRestored = saved !== undefined;
    if (saved !== undefined) {
      restoreWorld(world, saved);
    }
    this.#written = this.hasRestored ? this.#version() : "";
    this.#writeAfter(EVERY_MS);
  }

  /** Writes what is not written yet. */
  async close(): Promise<void> {
    this.abandon();
    await this.#writing;
    await this.#write();
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
          this.#complain(error instanceof Error ? error.message : String(error));
        })
        .then(() => {
          if (this.#timer !== undefined) this.#writeAfter(Math.max(EVERY_MS, SHARE * (performance.now() - startMs)));
        });
    }, ms).unref();
  }

  async #write(): Promise<void> {
    const version = this.#version();
    if (version === this.#written) {
      return;
    }
    await writeFileAtomic(this.#file, JSON.stringify({ format: FORMAT, version: VERSION, ...savedWorld(this.#world) }));
    this.#written = version;
    this.#complaint = "";
  }

  /** Says the same once. */
  #complain(why: string): void {
    if (why !== this.#complaint) console.error(`The emulator could not write its data: ${why}`);
    this.#complaint = why;
  }

  /** Another text after every change of what is saved. */
  #version(): string {
    const { resetCount, store, operations } = this.#world;
    return [resetCount, store.changeCount, operations.version].join(" ");
  }
}

/** What a file holds; undefined when it is not there yet, or empty. */
function readSaved(file: string): SavedWorld | undefined {
  const text = readIfThere(file);
  if (text === undefined || text === "") {
    return undefined;
  }
  const { format, version, ...saved } = parsed(file, text);
  if (format !== FORMAT) {
    throw new Error(`${file} is not a data file of the emulator. Name another file with --data.`);
  }
  if (version !== VERSION) {
    throw new Error(
      `${file} has the format version ${String(version)}, and this emulator reads version ${String(VERSION)}. ` +
        "Start the version of pulumi-gce-emulator that wrote it, or name another file with --data.",
    );
  }
  const { projects, rollouts, objects, operations, requestIds } = saved;
  const lists = [projects, rollouts, operations, requestIds];
  if (!isJsonObject(objects) || !Object.values(objects).every(isJsonObject) || !lists.every(Array.isArray)) {
    throw new Error(`${file} is damaged: parts are missing. Restore a copy, or name another file with --data.`);
  }
  return saved as unknown as SavedWorld;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function parsed(file: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch (error) {
    throw new Error(`${file} is not JSON. Restore a copy, or name another file with --data.`, { cause: error });
  }
}
