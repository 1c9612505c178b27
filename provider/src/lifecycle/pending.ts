import { isValues, type Values } from "../fields/values";

/** The parts of `customTimeouts`. */
export type TimedAction = "create" | "update" | "delete";

/** Key of the outputs that holds what abandoned calls left behind. */
export const pendingKey = "__pending";

/**
 * Work at the service that was begun and whose end was not seen. It is recorded in the outputs, and settled before
 * anything else is done to the resource.
 */
export interface Pending {
  /** `insert`, `patch`, …; `read` when the change is done and only reading it back failed; or `stillToBeMade`. */
  action: string;
  /** Path of the operation, once the service has named it. */
  operation?: string;
  /** The request id that was sent: the service keeps it with the operation. */
  requestId?: string;
  /** The project whose operations have it, where that is not the object's own. */
  project?: string;
  /** When the request was last sent, or the change was done, by the service's clock, in seconds since 1970. */
  sentAt: number;
}

/** The action of a record that no request stands behind: everything before has ended, and the object is still to be made. */
export const stillToBeMade = "make";

/** Whether the work leaves it open that there is an object at all. */
export function isStillToBeMade({ action }: Pending): boolean {
  return action === "insert" || action === stillToBeMade;
}

/** For how long a request that nobody waits for any more can be on its way. */
const onItsWayMs = 60 * 1000;

/** Whether a request whose answer was lost may still arrive at the service. */
export function mayStillArrive(pending: Pending, nowMs: number): boolean {
  return isWithin(pending, onItsWayMs, nowMs);
}

/** Whether that was so short a time ago. A record of the future tells nothing: it is of a clock that was ahead. */
export function isWithin({ sentAt }: Pending, timeMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - sentAt * 1000) < timeMs;
}

/** For how long the service certainly lists the operation of a request. */
const listedMs = 55 * 60 * 1000;

/** Everything that earlier steps left behind, oldest first. */
export function readPending(outputs: Values): readonly Pending[] {
  const recorded: unknown = outputs[pendingKey];
  const isPending = (value: unknown) => isValues(value) && typeof value.action === "string";
  return Array.isArray(recorded) ? (recorded.filter(isPending) as Pending[]) : [];
}

/** The deadline that waiting for this work has: the one of the step that began it. */
export function timedAction(pending: readonly Pending[]): TimedAction {
  return pending.every((one) => one.action === "read" || isStillToBeMade(one)) ? "create" : "update";
}

/** Whether the list of operations still has every operation that the service began for the request. */
export function isStillListed(pending: Pending, nowMs: number): boolean {
  return nowMs - pending.sentAt * 1000 < listedMs;
}
