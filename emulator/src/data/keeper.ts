import { mkdirSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { World } from "../world";
import { readDataFile, temporaryFile, writeDataFile } from "./dataFile";
import { FileLock } from "./fileLock";
import { restoreWorld, savedWorld } from "./savedWorld";

/** The shortest time between two writes. */
const EVERY_MS = 1_000;
/** Of a large world, writing takes no more than a fifth of the time. */
const SHARE = 5;

/** Keeps a world in a file: reads it at the start, and writes it while it changes and at the end. */
export class Keeper {
  readonly #world: World;
  readonly #lock: FileLock;
  readonly #timer: NodeJS.Timeout;
  #written: string;
  #writing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #nextAt = 0;
  #complaint = "";

  /** Whether the world came out of the file: it is new where the file was not there. */
  readonly hasRestored: boolean;

  /** Throws a `DataFileError` for a file that another emulator has, and for one that is none of an emulator. */
  constructor(file: string, world: World) {
    mkdirSync(dirname(resolve(file)), { recursive: true });
    this.#world = world;
    this.#lock = new FileLock(resolve(file));
    try {
      const saved = readDataFile(this.#lock.file);
      this.hasRestored = saved !== undefined;
      if (saved !== undefined) {
        restoreWorld(world, saved);
      }
    } catch (error) {
      this.#lock.release();
      throw error;
    }
    // What a killed emulator left behind.
    rmSync(temporaryFile(this.#lock.file), { force: true });
    this.#written = this.hasRestored ? this.#version() : "";
    this.#timer = setInterval(() => {
      this.#lookAfter();
    }, EVERY_MS).unref();
  }

  /** Writes what is not written yet, and gives the file back. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    try {
      await this.#writing?.catch(() => undefined);
      if (this.#version() !== this.#written) {
        await this.#write();
      }
    } finally {
      this.#lock.release();
    }
  }

  /** Gives the file back as it is. */
  abandon(): void {
    clearInterval(this.#timer);
    this.#lock.release();
  }

  #lookAfter(): void {
    if (this.#writing !== undefined) {
      return;
    }
    this.#writing = this.#touchAndWrite()
      .catch((error: unknown) => {
        // A full disk may have room again a second later: it is told once, and tried again.
        const complaint = `The emulator could not write its data: ${error instanceof Error ? error.message : String(error)}`;
        if (complaint !== this.#complaint) console.error(complaint);
        this.#complaint = complaint;
      })
      .finally(() => {
        this.#writing = undefined;
      });
  }

  async #touchAndWrite(): Promise<void> {
    this.#lock.check();
    this.#lock.touch();
    if (performance.now() < this.#nextAt || this.#version() === this.#written) {
      return;
    }
    const startMs = performance.now();
    await this.#write();
    this.#nextAt = performance.now() + SHARE * (performance.now() - startMs) - EVERY_MS;
  }

  async #write(): Promise<void> {
    const version = this.#version();
    await writeDataFile(this.#lock.file, savedWorld(this.#world), () => {
      this.#lock.check();
    });
    this.#written = version;
    this.#complaint = "";
  }

  /** Another text after every change of what is saved. */
  #version(): string {
    const { resetCount, store, operations } = this.#world;
    return [resetCount, store.changeCount, operations.version].join(" ");
  }
}
