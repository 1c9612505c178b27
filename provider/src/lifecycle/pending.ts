import type { TimedAction } from "./timeouts";
import { isValues, type Values } from "../fields/values";

/** Key of the outputs that holds what an abandoned call left behind. */
export const pendingKey = "__pending";

/**
 * Work at the service that was begun and whose end was not seen. It is recorded in the outputs, and settled before
 * anything else is done to the resource.
 */
export interface Pending {
  /** `insert`, `delete`, or `read` when the change is done and only reading it back failed. */
  action: string;
  /** Path of the operation, once the service has named it. */
  operation?: string;
  /** The request id that was sent: sending it again cannot act twice. */
  requestId?: string;
  /** The project whose operations have it, where that is not the object's own. */
  project?: string;
  /** When the request was first sent, in seconds since 1970. */
  sentAt: number;
}

/** For how long the service recognises a request id. */
export const deduplicationMs = 60 * 60 * 1000;

export function pendingOf(outputs: Values): Pending | undefined {
  const value = outputs[pendingKey];
  return isValues(value) && typeof value.action === "string" ? (value as unknown as Pending) : undefined;
}

/** The deadline that waiting for this work has: the one of the step that began it. */
export function timedAction(pending: Pending | undefined): TimedAction {
  return pending === undefined || pending.action === "insert" || pending.action === "read" ? "create" : "update";
}

/** Whether the service still recognises the request id, with a margin for clocks that differ. */
export function stillDeduplicated(pending: Pending, nowMs: number): boolean {
  return nowMs - pending.sentAt * 1000 < deduplicationMs - 5 * 60 * 1000;
}
