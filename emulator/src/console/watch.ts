import type { ServerResponse } from "node:http";
import type { TrackedOperation } from "../operation";
import type { RequestLogEntry } from "../requestLog";
import type { World } from "../world";
import type { Update } from "./page/messages";
import { faultLine, latencyLine, objectLine, operationLine, requestLine } from "./views";

const EVERY_MS = 100;
/** A proxy or a browser takes a silent connection for a dead one. */
const HEARTBEAT_MS = 15_000;
/** What a page is told of at once; it shows no more than that anyway. */
const REQUESTS_AT_ONCE = 10_000;
const OPERATIONS_AT_ONCE = 500;

/**
 * Tells one page what happens, as server-sent events, until it goes away.
 *
 * It looks for changes ten times a second instead of being told of each: what the emulator does costs the same whether
 * somebody watches or not, and a burst of thousands of requests is one message.
 */
export function watch(world: World, response: ServerResponse): void {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const watcher = new Watcher(world);
  let lastWriteAt = performance.now();
  const write = (text: string) => {
    lastWriteAt = performance.now();
    response.write(text);
  };
  const look = () => {
    // A page that does not keep up is told everything at its next turn.
    if (response.writableNeedDrain) {
      return;
    }
    const update = watcher.look();
    if (update !== undefined) {
      write(`data: ${JSON.stringify(update)}\n\n`);
    } else if (performance.now() - lastWriteAt > HEARTBEAT_MS) {
      write(": still here\n\n");
    }
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  response.on("close", () => {
    clearInterval(timer);
  });
}

/** Finds what changed since it looked last. */
export class Watcher {
  readonly #world: World;
  #resetCount = -1;
  #nextRequest = 0;
  #firstRequest = 0;
  readonly #held = new Set<number>();
  #acceptedCount = 0;
  /** The operations that may still change, and whether the page was told that they vanished. */
  readonly #running = new Map<TrackedOperation, boolean>();
  #changeCount = 0;
  #settings = "";

  constructor(world: World) {
    this.#world = world;
  }

  /** What changed, or undefined when nothing did. */
  look(): Update | undefined {
    const { log, latency, faults, resetCount, store } = this.#world;
    const fresh = resetCount !== this.#resetCount;
    if (fresh) {
      this.#resetCount = resetCount;
      this.#nextRequest = Math.max(log.firstSequence, log.lastSequence + 1 - REQUESTS_AT_ONCE);
      this.#held.clear();
      this.#running.clear();
      this.#acceptedCount = Math.max(0, this.#world.operations.acceptedCount - OPERATIONS_AT_ONCE);
    }
    const settings = {
      faults: faults.pending().map(faultLine),
      latency: latencyLine(latency.current),
    };
    const settingsText = JSON.stringify(settings);
    const requests = this.#requests();
    const operations = this.#operations();
    const paths = fresh ? store.paths("") : store.pathsChangedSince(this.#changeCount);
    const objects = [...paths].map((path) => objectLine(this.#world, path));
    this.#changeCount = store.changeCount;
    const isQuiet =
      requests.length + operations.length + objects.length === 0 &&
      log.firstSequence === this.#firstRequest &&
      settingsText === this.#settings;
    this.#firstRequest = log.firstSequence;
    this.#settings = settingsText;
    return isQuiet && !fresh
      ? undefined
      : { fresh, now: Date.now(), firstRequest: log.firstSequence, requests, operations, objects, ...settings };
  }

  /** The new ones, and those that were held and are answered now. */
  #requests(): Update["requests"] {
    const { log } = this.#world;
    const held = [...this.#held].map((sequence) => log.find(sequence));
    const answered = held.filter((entry): entry is RequestLogEntry => entry?.endedAt !== undefined);
    const entries = [...answered, ...log.from(this.#nextRequest)];
    this.#nextRequest = log.lastSequence + 1;
    for (const sequence of this.#held) {
      if (sequence < log.firstSequence) {
        this.#held.delete(sequence);
      }
    }
    for (const { sequence, endedAt } of entries) {
      if (endedAt === undefined) {
        this.#held.add(sequence);
      } else {
        this.#held.delete(sequence);
      }
    }
    return entries.map(requestLine);
  }

  /** The new ones, and those that ran and are done or gone now. */
  #operations(): Update["operations"] {
    const { operations } = this.#world;
    const changed = [...this.#running]
      .filter(([{ isDone, vanished }, wasVanished]) => isDone || vanished !== wasVanished)
      .map(([operation]) => operation);
    const all = [...changed, ...operations.acceptedSince(this.#acceptedCount)];
    this.#acceptedCount = operations.acceptedCount;
    for (const operation of all) {
      if (operation.isDone) {
        this.#running.delete(operation);
      } else {
        this.#running.set(operation, operation.vanished);
      }
    }
    return all.map(operationLine);
  }
}
