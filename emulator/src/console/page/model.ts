import type { FaultLine, LatencyLine, OperationLine, RequestLine, Update } from "./messages.js";

/** What the page remembers at most; the emulator remembers more. */
export const REQUESTS_LIMIT = 10_000;
export const OPERATIONS_LIMIT = 500;

/** Everything that the page knows, as the messages told it. */
export class Model {
  /** Oldest first. */
  requests: RequestLine[] = [];
  /** By their paths, oldest first. */
  readonly operations = new Map<string, OperationLine>();
  /** Kinds by the paths of the objects. */
  readonly objects = new Map<string, string>();
  faults: readonly FaultLine[] = [];
  latency: LatencyLine = { operationMs: 0, requestMs: 0, instancesMs: 0 };
  /** The emulator's clock when the last message was sent, milliseconds since 1970. */
  now = 0;

  apply(update: Update): void {
    if (update.fresh) {
      this.requests = [];
      this.operations.clear();
      this.objects.clear();
    }
    this.now = update.now;
    this.faults = update.faults;
    this.latency = update.latency;
    this.#applyRequests(update);
    for (const operation of update.operations) {
      this.operations.set(operation.path, operation);
    }
    trim(this.operations, OPERATIONS_LIMIT);
    for (const { path, kind, gone } of update.objects) {
      if (gone === true) {
        this.objects.delete(path);
      } else {
        this.objects.set(path, kind);
      }
    }
  }

  /** Where a request stands in the list; -1 when it is not there. */
  indexOf(sequence: number): number {
    return indexIn(this.requests, sequence);
  }

  #applyRequests({ firstRequest, requests }: Update): void {
    const last = this.requests.at(-1)?.sequence ?? 0;
    const added: RequestLine[] = [];
    for (const request of requests) {
      const index = request.sequence > last ? -1 : indexIn(this.requests, request.sequence);
      if (index !== -1) {
        this.requests[index] = request;
      } else if (request.sequence > last) {
        added.push(request);
      }
    }
    const all = this.requests.concat(added);
    const cleared = all.findIndex(({ sequence }) => sequence >= firstRequest);
    this.requests = (cleared === -1 ? [] : all.slice(cleared)).slice(-REQUESTS_LIMIT);
  }
}

/** Binary search: the list is in the order of the sequence numbers. */
export function indexIn(requests: readonly RequestLine[], sequence: number): number {
  let low = 0;
  let high = requests.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = requests[middle]?.sequence ?? 0;
    if (found === sequence) {
      return middle;
    }
    if (found < sequence) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

function trim(map: Map<string, unknown>, limit: number): void {
  for (const key of map.keys()) {
    if (map.size <= limit) {
      return;
    }
    map.delete(key);
  }
}
