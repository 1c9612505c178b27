import { isStillToBeMade, type Pending } from "./pending";
import type { Values } from "../fields/values";

/** What was seen of the object by a change that failed. */
export interface Leftover {
  readonly object: Values;
  /** Whether only a new object helps: the next run makes it anew. */
  readonly unusable: boolean;
}

/** An object that an operation was about. */
export interface OperationTarget {
  /** `projects/p/global/routes/r`. */
  readonly path: string;
  /** The number that the service gave to this object, and to no other one. */
  readonly id: string;
  /** When the operation began, in milliseconds since 1970; `NaN` if the service does not say it. */
  readonly begunMs: number;
}

/** What nobody can tell of pending work: whether it was begun, how it has ended, or whether it has left an object. */
type Doubt = "unproven" | "forgotten" | "unseen";

/**
 * What one job has begun, done and learnt, to be recorded whatever goes wrong. Only its methods change what it says of
 * requests and their ends. What a resource learns on the way, it writes into the fields at the end.
 */
export class Ledger {
  /** All work whose end was not seen, oldest first. */
  pending: readonly Pending[] = [];
  /** Whether earlier jobs have made the object. */
  isThere = false;
  /** Whether the object is made anew, so that the number of the earlier one tells nothing. */
  isAnew = false;
  /** The object that the newest operation was about, as the service names it. */
  target: OperationTarget | undefined;
  /** Whether any change was sent: what was refused before was a look at the object itself. */
  hasSent = false;
  /** Whether a change has certainly happened at the service. */
  hasChanged = false;
  leftover: Leftover | undefined;

  /** The object as the answer to the change itself showed it, where it shows all of it: saves reading it back. */
  returnedObject: Values | undefined;
  /**
   * What this resource has set itself, newest first, and, until the newest is known to have landed, what earlier attempts
   * may have left: what is there may be somebody else's. Recorded under `__own`.
   */
  appliedValues: readonly unknown[] | undefined;
  /** Outputs that only we know; what was recorded before is never overwritten. */
  writeOnceOutputs: Values = {};
  /** Outputs that only we know, which replace what was recorded before. */
  updatedOutputs: Values = {};

  readonly #doubts = new Map<Pending, Doubt>();
  readonly #accepted = new Map<Pending, OperationTarget>();

  /** Whether the service no longer knows the operation of pending work. */
  get hasForgotten(): boolean {
    return this.#has("forgotten");
  }

  /** Whether pending work may have made what is there, and no later look at the operations can tell. */
  get mayHaveMade(): boolean {
    return this.pending.some((one) => this.#doubts.get(one) !== "unproven");
  }

  /** Whether a new object may have taken the place of the earlier one. */
  get mayBeAnew(): boolean {
    return this.isAnew && (this.hasChanged || this.pending.some(isStillToBeMade));
  }

  /** Whether a failed insert may have left an object that nobody has looked for. */
  get hasUnseen(): boolean {
    return this.#has("unseen");
  }

  /** Earlier jobs left this work behind. */
  inherits(pending: readonly Pending[]): void {
    this.pending = pending;
  }

  /** A mutating request is sent now. One that is sent again has the same request id. */
  sends(request: Pending): void {
    const others = this.pending.filter(({ requestId }) => requestId === undefined || requestId !== request.requestId);
    this.pending = [...others, request];
    this.hasSent = true;
  }

  /** This insert came to nothing, as far as the operations tell, and nobody has looked yet for what it may have left. */
  markPossibleLeftover(insert: Pending): void {
    this.pending = [...this.pending, insert];
    this.#doubts.set(insert, "unseen");
  }

  /** Somebody has looked at what is there. */
  markObserved(): void {
    this.pending = this.pending.filter((one) => this.#doubts.get(one) !== "unseen");
  }

  /** The service carries out a request with this operation, which may name the object that it is about. */
  accepts(request: Pending, operation: Pending, target?: OperationTarget): void {
    if (target !== undefined) this.#accepted.set(operation, target);
    this.pending = this.pending.map((one) => (one === request ? operation : one));
  }

  /** The service does not list the operation of a request, and only a later look can tell whether it began one. */
  awaitsProof(request: Pending): void {
    this.#doubts.set(request, "unproven");
  }

  /** The service no longer knows the operation, so its end stays open. */
  markExpired(pending: Pending): void {
    this.#doubts.set(pending, "forgotten");
    this.target = this.#accepted.get(pending) ?? this.target;
  }

  /** The operation of this work is done. Left out: the change is done, and older requests for it can change nothing more. */
  markApplied(pending?: Pending, target?: OperationTarget): void {
    this.markNotApplied(pending);
    this.target = target ?? this.target;
    this.hasChanged = true;
  }

  /** The work has ended, or never began, and has changed nothing. Left out: all of it. */
  markNotApplied(pending?: Pending): void {
    this.pending = pending === undefined ? [] : this.pending.filter((one) => one !== pending);
  }

  /** What was there has ended: what comes now is an object of its own. */
  beginsAnew(): void {
    this.hasChanged = false;
    this.isAnew = true;
    this.target = undefined;
  }

  /** Earlier jobs' work has ended and the object is there: what comes now is a change of its own. */
  beginsChange(): void {
    this.hasChanged = false;
    this.isThere = true;
  }

  leaves(leftover: Leftover): void {
    this.leftover = leftover;
    this.hasChanged = true;
  }

  #has(doubt: Doubt): boolean {
    return this.pending.some((one) => this.#doubts.get(one) === doubt);
  }
}
