import type { Pending } from "./pending";
import type { Values } from "../fields/values";

/** What was seen of the object by a change that failed. */
export interface Remains {
  readonly object: Values;
  /** Whether only a new object helps: the next run makes it anew. */
  readonly unusable: boolean;
}

/** What one job has begun, done and learnt, to be recorded whatever goes wrong: only its methods change it. */
export class Ledger {
  #pending: Pending | undefined;
  #refuted: Pending | undefined;
  #hasSent = false;
  #hasChanged = false;
  #answered: Values | undefined;
  #ownValues: readonly unknown[] | undefined;
  #remembered: Values = {};
  #revised: Values = {};
  #remains: Remains | undefined;

  /** Work whose end was not seen. */
  get pending(): Pending | undefined {
    return this.#pending;
  }

  /** Whether the pending work is a request that the service never accepted. It stays recorded because it is still to be done. */
  get isRefuted(): boolean {
    return this.#pending?.requestId !== undefined && this.#pending.requestId === this.#refuted?.requestId;
  }

  /** Whether any change was sent: what was refused before was a look at the object itself. */
  get hasSent(): boolean {
    return this.#hasSent;
  }

  /** Whether a change has certainly happened at the service. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** The object as the answer to the change itself showed it, where it shows all of it: saves reading it back. */
  get answered(): Values | undefined {
    return this.#answered;
  }

  /** What this resource has set itself, newest first: what is there may be somebody else's. Recorded under `__own`. */
  get ownValues(): readonly unknown[] | undefined {
    return this.#ownValues;
  }

  /** Outputs that only we know; what was recorded before is never overwritten. */
  get remembered(): Values {
    return this.#remembered;
  }

  /** Outputs that only we know, which replace what was recorded before. */
  get revised(): Values {
    return this.#revised;
  }

  get remains(): Remains | undefined {
    return this.#remains;
  }

  /** A mutating request is sent now. */
  sends(pending: Pending): void {
    this.#pending = pending;
    this.#refuted = undefined;
    this.#hasSent = true;
  }

  /** There is work to wait for, of this job or an earlier one. */
  awaits(pending: Pending): void {
    this.#pending = pending;
  }

  /** The work that was under way has done what it was to do. */
  landed(): void {
    this.#pending = undefined;
    this.#hasChanged = true;
  }

  /** The work that was under way has ended, or never began, and has changed nothing. */
  cameToNothing(): void {
    this.#pending = undefined;
  }

  /** The service has shown that it never accepted this request. */
  refutes(pending: Pending): void {
    this.#refuted = pending;
  }

  /** An earlier job's work has ended, and what comes now is a change of its own. */
  beginsAnew(): void {
    this.#hasChanged = false;
  }

  /** Work whose end nobody saw stays recorded, unless newer work is. */
  keepsPending(pending: Pending | undefined): void {
    this.#pending ??= pending;
  }

  answers(object: Values | undefined): void {
    this.#answered = object;
  }

  /** @param values what is set now, and, until that is known to have landed, what earlier attempts may have left */
  sets(...values: readonly unknown[]): void {
    this.#ownValues = values;
  }

  remembers(values: Values): void {
    this.#remembered = { ...this.#remembered, ...values };
  }

  revises(values: Values): void {
    this.#revised = values;
  }

  leaves(remains: Remains): void {
    this.#remains = remains;
    this.#hasChanged = true;
  }
}
