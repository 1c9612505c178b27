import type { OperationLine, RequestLine } from "./messages.js";

/** `14:03:27.041`, in the reader's own time zone. */
export function clockTime(ms: number): string {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
  return `${clock}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** `0.4 ms`, `27 ms`, `1.25 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 9.95) {
    return `${ms.toFixed(1)} ms`;
  }
  if (ms < 999.5) {
    return `${ms.toFixed(0)} ms`;
  }
  if (ms < 59_995) {
    return `${(ms / 1000).toFixed(2)} s`;
  }
  const seconds = Math.round(ms / 1000);
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}

/** `1 fault`, `2 faults`. */
export function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Whether a request went wrong, or met a fault. */
export function isProblem({ status, tookMs, fault }: RequestLine): boolean {
  return fault !== undefined || (status === undefined ? tookMs !== undefined : status >= 400);
}

/** How a request ended, in a word. */
export function statusText({ status, tookMs }: RequestLine): string {
  return status === undefined ? (tookMs === undefined ? "held" : "cut") : String(status);
}

/** How an operation stands. */
export function operationState({
  doneAt,
  failure,
  vanished,
}: OperationLine): "running" | "done" | "failed" | "vanished" {
  if (vanished) {
    return "vanished";
  }
  return doneAt === undefined ? "running" : failure === undefined ? "done" : "failed";
}

/** A path or URL without the project that it starts with: what differs between the lines of a list. */
export function withoutProject(path: string): string {
  return path.replace(/^\/?projects\/[^/]+\//, "");
}

/** The end of a path, and what stands before it. */
export function splitName(path: string): { readonly place: string; readonly name: string } {
  const slash = path.lastIndexOf("/");
  return { place: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) };
}
