import { notFound } from "../basics/errors";
import type { Resource } from "../basics/json";
import { splitPath } from "../basics/links";
import { runGuarded } from "../basics/mistakes";
import { failWith, TrackedOperation, type Change, type OperationFailure, type OperationTerms } from "./operation";
import { preciseNow } from "../basics/clock";

const TIMELINE_LIMIT = 100_000;

/** Every operation, what it holds busy, and who waits for it. */
export class Operations {
  /** Those whose retention is not over. */
  readonly #byPath = new Map<string, TrackedOperation>();
  readonly #busy = new Map<string, TrackedOperation>();
  #timeline: TrackedOperation[] = [];
  #version = 0;

  /** Grows whenever an operation starts, ends or is removed. */
  get version(): number {
    return this.#version;
  }

  /** Starts an operation. It turns DONE on its own, after the code that started it has answered. */
  start(change: Change, terms: OperationTerms): TrackedOperation {
    const operation = new TrackedOperation(change, terms);
    this.#retain(operation);
    this.#note(operation);
    this.#busy.set(change.target, operation);
    const finish = () => {
      this.#finish(operation);
    };
    if (terms.doneAtOnce === true) finish();
    else {
      operation.timer = terms.durationMs === 0 ? setImmediate(finish) : setTimeout(finish, terms.durationMs);
      if (change.midway !== undefined && terms.durationMs > 0) {
        operation.midwayTimer = setTimeout(() => {
          runGuarded(
            () => change.midway?.(),
            () => undefined,
          );
        }, terms.durationMs / 2);
      }
    }
    return operation;
  }

  /** Takes over an operation of an earlier emulator, which is done. One that has expired is only in the timeline. */
  restore(operation: TrackedOperation, isExpired: boolean): void {
    if (!isExpired) this.#retain(operation);
    this.#note(operation);
  }

  /** All operations whose retention is not over. */
  listRetained(): TrackedOperation[] {
    return [...this.#byPath.values()];
  }

  /** The running operation that changes this object. */
  findRunning(path: string): TrackedOperation | undefined {
    return this.#busy.get(path);
  }

  /** A running operation whose target will refer to this object. */
  findRunningReference(path: string): TrackedOperation | undefined {
    for (const operation of this.#busy.values())
      if (operation.change.references?.includes(path) === true) return operation;
    return undefined;
  }

  /** The running operations on the objects of one collection. */
  listRunning(collectionPath: string): TrackedOperation[] {
    return [...this.#busy.values()].filter(({ change }) => splitPath(change.target).parent === collectionPath);
  }

  /** The operation at a path that ends in its name or its numeric id. Counts as a look for the faults. */
  look(path: string): TrackedOperation {
    const operation = this.peek(path);
    if (operation === undefined || operation.vanished) throw notFound(path);
    if (operation.notFoundLeft > 0) {
      operation.notFoundLeft -= 1;
      throw notFound(path);
    }
    return operation;
  }

  /** The operation at a path, without counting as a look. */
  peek(path: string): TrackedOperation | undefined {
    const { parent, name } = splitPath(path);
    return /^[0-9]+$/.test(name)
      ? this.listRetained().find(({ id, change }) => id === name && parent === `${change.scope}/operations`)
      : this.#byPath.get(path);
  }

  /** The wanted operations, as a client sees them. */
  list(isWanted: (change: Change) => boolean): Resource[] {
    return this.listRetained()
      .filter(({ vanished, change }) => !vanished && isWanted(change))
      .map((operation) => operation.render());
  }

  /** All operations since the last reset in the order in which they were accepted, expired ones included. */
  timeline(): readonly TrackedOperation[] {
    return this.#timeline;
  }

  /** Resolves when the operation is DONE or gone, after the deadline, or when the signal says that nobody waits. */
  wait(operation: TrackedOperation, deadlineMs: number, signal: AbortSignal): Promise<void> {
    if (operation.isDone || operation.vanished || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        operation.waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, deadlineMs);
      signal.addEventListener("abort", end);
      operation.waiting.add(end);
    });
  }

  /** Ends the retention of one finished operation, or of all of them. Tells how many it removed. */
  expire(name?: string): number {
    const expired = this.listRetained().filter((operation) => operation.isDone && isNamed(operation, name));
    for (const { path } of expired) this.#byPath.delete(path);
    this.#version += 1;
    return expired.length;
  }

  /** Ends a running operation now, or all of them, as their time would. Tells how many it ended. */
  finish(name?: string): number {
    const operations = [...this.#busy.values()].filter((operation) => isNamed(operation, name));
    for (const operation of operations) {
      stopTimers(operation);
      this.#finish(operation);
    }
    return operations.length;
  }

  /** Forgets everything. Changes that have not landed never do; whoever waits is let go and finds nothing. */
  clear(): void {
    const operations = [...this.#busy.values()];
    this.#byPath.clear();
    this.#busy.clear();
    this.#timeline = [];
    this.#version += 1;
    for (const operation of operations) {
      stopTimers(operation);
      operation.vanished = true;
      wake(operation);
    }
  }

  #finish(operation: TrackedOperation): void {
    operation.failure = operation.terms.failure ?? runGuarded(() => operation.change.land(), internalError);
    operation.landed = operation.failure === undefined;
    clearTimeout(operation.midwayTimer);
    if (!operation.landed) {
      runGuarded(
        () => operation.change.fail?.(),
        () => undefined,
      );
    }
    operation.end(preciseNow());
    operation.vanished ||= operation.terms.vanishes === "whenDone";
    this.#version += 1;
    this.#busy.delete(operation.change.target);
    wake(operation);
  }

  #retain(operation: TrackedOperation): void {
    this.#version += 1;
    this.#byPath.set(operation.path, operation);
  }

  #note(operation: TrackedOperation): void {
    this.#timeline.push(operation);
    if (this.#timeline.length > TIMELINE_LIMIT * 1.25) this.#timeline = this.#timeline.slice(-TIMELINE_LIMIT);
  }
}

function isNamed(operation: TrackedOperation, name: string | undefined): boolean {
  return name === undefined || name === operation.name || name === operation.id;
}

function internalError(message: string): OperationFailure {
  return failWith(500, { code: "INTERNAL_ERROR", message });
}

function wake(operation: TrackedOperation): void {
  for (const end of [...operation.waiting]) end();
}

function stopTimers({ timer, midwayTimer }: TrackedOperation): void {
  clearTimeout(timer as NodeJS.Timeout | undefined);
  clearImmediate(timer as NodeJS.Immediate | undefined);
  clearTimeout(midwayTimer);
}
