import { STATUS_CODES } from "node:http";
import { preciseNow, timestamp } from "../basics/clock";
import { nextNumericId, nextOperationName } from "../basics/identifiers";
import type { JsonObject, Resource } from "../basics/json";
import { fullUrl, splitPath } from "../basics/links";

/** One entry of an operation's `error.errors[]`. */
export interface OperationErrorItem {
  readonly code: string;
  readonly message?: string;
  readonly location?: string;
  readonly errorDetails?: readonly JsonObject[];
}

/** A warning as operations, objects and lists carry it. */
export interface Warning {
  readonly code: string;
  readonly message?: string;
  readonly data?: readonly { readonly key: string; readonly value: string }[];
}

/** How an operation ends badly. */
export interface OperationFailure {
  readonly errors: readonly OperationErrorItem[];
  readonly httpErrorStatusCode: number;
  readonly httpErrorMessage: string;
}

/** The failure of an operation with one error, under the status that a request would get for it. */
export function failWith(status: number, error: OperationErrorItem): OperationFailure {
  const httpErrorMessage = (STATUS_CODES[status] ?? "").toUpperCase();
  return { errors: [error], httpErrorStatusCode: status, httpErrorMessage };
}

/** The change that an operation makes, and its target. */
export interface Change {
  readonly operationType: string;
  /** `projects/p/global`, `projects/p/regions/r`, `projects/p/zones/z`, or `locations/global` for what belongs to no project. */
  readonly scope: string;
  /** At `locations/global`: whose operation it is, `organizations/NUMBER` or `folders/NUMBER`. */
  readonly parentId?: string | undefined;
  /** Path of the object that is changed. It is busy until the operation is DONE. */
  readonly target: string;
  readonly targetId: string;
  /** Where `targetLink` points when it is not the target: for a snapshot insert it is the source disk. */
  readonly targetLink?: string | undefined;
  /** The target as it was before; undefined for one that was not there. */
  readonly before?: Resource | undefined;
  /** Paths of the objects that the target will refer to; none of them may be deleted meanwhile. */
  readonly references?: readonly string[];
  /** Makes the change. Called when the operation turns DONE, and never when it fails. */
  land(): OperationFailure | undefined;
  /** Called when half of the time is over. */
  midway?(): void;
  /** Clears up after a change that was not made. */
  fail?(): void;
}

/** Everything about an operation that the request, the settings and the faults decide. */
export interface OperationTerms {
  readonly durationMs: number;
  readonly user: string;
  readonly requestId?: string | undefined;
  /** The number of its request in the log. */
  readonly sequence?: number | undefined;
  readonly failure?: OperationFailure | undefined;
  readonly warnings?: readonly Warning[] | undefined;
  readonly doneAtOnce?: boolean;
  readonly vanishes?: "atOnce" | "whenDone" | undefined;
  readonly notFoundTimes?: number;
}

/** The properties that distinguish an operation from all others. */
export type OperationIdentity = Pick<TrackedOperation, "name" | "id" | "acceptedAt">;

/** One operation. Its state follows from the clock; only turning DONE is an event. */
export class TrackedOperation {
  change: Change;
  readonly terms: OperationTerms;
  readonly name: string;
  readonly id: string;
  readonly path: string;
  readonly acceptedAt: number;
  readonly waiting = new Set<() => void>();
  doneAt: number | undefined;
  failure: OperationFailure | undefined;
  landed = false;
  vanished: boolean;
  notFoundLeft: number;
  timer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  midwayTimer: NodeJS.Timeout | undefined;

  constructor(change: Change, terms: OperationTerms, identity = newIdentity()) {
    this.change = change;
    this.terms = terms;
    ({ name: this.name, id: this.id, acceptedAt: this.acceptedAt } = identity);
    this.path = `${change.scope}/operations/${this.name}`;
    this.vanished = terms.vanishes === "atOnce";
    this.notFoundLeft = terms.notFoundTimes ?? 0;
  }

  /** Ends it, and lets go of what only its change needed: the object before, and the code, which holds the body. */
  end(doneAt: number): void {
    const { operationType, scope, parentId, target, targetId, targetLink } = this.change;
    this.doneAt = doneAt;
    this.change = { operationType, scope, parentId, target, targetId, targetLink, land: doNothing };
    this.timer = undefined;
    this.midwayTimer = undefined;
  }

  get isDone(): boolean {
    return this.doneAt !== undefined;
  }

  /** The operation as a client sees it now. */
  render(): Resource {
    const { change, terms } = this;
    const scopeKind = splitPath(splitPath(change.scope).parent).name;
    // A tenth of the time is spent waiting for a turn, which is when a real operation is PENDING.
    const elapsed = this.terms.durationMs === 0 ? 1 : (preciseNow() - this.acceptedAt) / this.terms.durationMs;
    const pending = !this.isDone && elapsed < 0.1;
    const status = this.isDone ? "DONE" : pending ? "PENDING" : "RUNNING";
    const running = terms.durationMs === 0 ? 0 : Math.min(99, Math.floor(elapsed * 100));
    const started = timestamp(this.acceptedAt + terms.durationMs * 0.1);
    return {
      kind: "compute#operation",
      id: this.id,
      name: this.name,
      ...(scopeKind === "zones" ? { zone: fullUrl(change.scope) } : {}),
      ...(scopeKind === "regions" ? { region: fullUrl(change.scope) } : {}),
      ...(terms.requestId === undefined ? {} : { clientOperationId: terms.requestId }),
      operationType: change.operationType,
      targetLink: change.targetLink ?? fullUrl(change.target),
      targetId: change.targetId,
      status,
      user: terms.user,
      progress: this.isDone ? 100 : pending ? 0 : running,
      insertTime: timestamp(this.acceptedAt),
      ...(pending ? {} : { startTime: started }),
      ...(this.doneAt === undefined ? {} : { endTime: timestamp(this.doneAt) }),
      ...(this.isDone ? this.#outcome() : {}),
      selfLink: fullUrl(this.path),
    };
  }

  #outcome(): JsonObject {
    const { failure } = this;
    const { warnings = [] } = this.terms;
    return {
      ...(failure === undefined
        ? {}
        : {
            error: { errors: failure.errors },
            httpErrorStatusCode: failure.httpErrorStatusCode,
            httpErrorMessage: failure.httpErrorMessage,
          }),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  }
}

function doNothing(): undefined {
  return undefined;
}

function newIdentity(): OperationIdentity {
  const acceptedAt = preciseNow();
  return { acceptedAt, id: nextNumericId(acceptedAt), name: nextOperationName(acceptedAt) };
}
