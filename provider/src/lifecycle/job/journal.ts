import { isValues, pick, withoutAbsent, type Values } from "../../fields/values";
import { conform, type Form } from "../../types/form";

/*
 * The journal of the requests of one resource. The state records those without a known end, the next step settles them, and the
 * words of every failure follow from them. This file has no clock, and asks nothing.
 */

/** The object that an operation is about, where the service tells. */
export interface OperationTarget {
  /** `projects/p/global/routes/r`. */
  readonly path: string;
  /** The incarnation: the service gives this number to no other object. */
  readonly id: string;
}

/** A request whose end is not known, or work that is still to be done. */
export interface Pending {
  /** `insert`, `patch`, … */
  readonly action: string;
  /** When it was last sent, by the service's clock, in seconds since 1970. 0 if its effect is certainly visible by now. */
  readonly sentAt: number;
  /** The service keeps it with the operation. A method without request ids leaves it out. */
  readonly requestId?: string;
  /** The project whose operations have it, where that is not the object's own. */
  readonly project?: string;
  /** The path of its operation, once an answer has named it. */
  readonly operation?: string;
  readonly target?: OperationTarget | undefined;
  /** All requests have ended, and the object is still to be created, or to be read back. */
  readonly due?: "create" | "read";
}

/** The object that a failed change has left at the service. */
export interface Leftover {
  readonly object: Values;
  /** True if only a new object helps: the next run replaces it. */
  readonly isUnusable: boolean;
}

export class Journal {
  /** The finding of the step at the object's path, after it settled the earlier requests. */
  found: "unchecked" | "present" | "absent" = "unchecked";
  /** True if the step has sent a mutating request. */
  hasSent = false;
  /** True if a change of this step is certainly applied. */
  isApplied = false;
  /** How far the step has put back what it has changed. */
  undo: "none" | "begun" | "done" = "none";
  /** The object as a look then shows it, in sentences. */
  undoSays = "";
  /** The object that the latest insert has created, once its operation is done or unknown. */
  target: OperationTarget | undefined;
  leftover: Leftover | undefined;
  /** The newest request of this step without a known end. */
  private own: Pending | undefined;
  /** Those before it, newest first. */
  private behind: readonly Pending[];

  /** @param inherited the requests that earlier steps left behind, newest first */
  constructor(readonly inherited: readonly Pending[] = []) {
    this.behind = inherited;
  }

  /** The requests without a known end, newest first. */
  get open(): readonly Pending[] {
    return this.own === undefined ? this.behind : [this.own, ...this.behind];
  }

  /** True if a request of this step has no known end. */
  get hasOwnOpen(): boolean {
    return this.own !== undefined;
  }

  /** A request is sent now. Those before it whose end nobody knows stay open behind it. */
  begin(request: Pending): void {
    const isRepeat = request.requestId !== undefined && this.own?.requestId === request.requestId;
    if (this.own !== undefined && !isRepeat) this.behind = [this.own, ...this.behind];
    this.own = request;
    this.hasSent = true;
  }

  /** True if a request of that id is open. */
  isOpen(requestId: string): boolean {
    return this.open.some((one) => one.requestId === requestId);
  }

  /**
   * More is known of a request.
   *
   * @returns the request as it is known now
   */
  learn(news: Partial<Pending>, request: Pending): Pending {
    // A refresh gives the engine the open requests, and no answer can carry a member that is not there.
    const learned = withoutAbsent({ ...request, ...news });
    if (this.own === request) this.own = learned;
    this.behind = this.behind.map((one) => (one === request ? learned : one));
    return learned;
  }

  /**
   * A request is done; older ones for the same change can change nothing more.
   *
   * @param one default: the newest one
   */
  applied(target?: OperationTarget, one = this.open[0]): void {
    const newer = one === undefined ? [] : this.open.slice(0, Math.max(0, this.open.indexOf(one)));
    if (this.own !== undefined && !newer.includes(this.own)) this.own = undefined;
    this.behind = newer.filter((other) => other !== this.own);
    this.isApplied = true;
    this.target = target ?? this.target;
  }

  /**
   * A request has changed nothing.
   *
   * @param one default: the newest one
   */
  notApplied(one = this.open[0]): void {
    if (this.own === one) this.own = undefined;
    this.behind = this.behind.filter((other) => other !== one);
  }

  /** The earlier requests are settled: what follows is a change of an object that is there, or makes one of its own. */
  finds(found: "present" | "absent"): void {
    this.found = found;
    this.isApplied = false;
    if (found === "absent") this.target = undefined;
  }

  /** The failed step has left an object. */
  leaves(leftover: Leftover): void {
    this.applied();
    this.leftover = leftover;
  }

  /** All that the step has changed is put back. `isRecorded` is false where the state has nothing of the resource then. */
  undone(isRecorded: boolean): void {
    this.applied();
    this.isApplied = isRecorded;
    this.undo = "done";
  }

  /**
   * The work that the next step has to settle. Without it, nothing would tell that the object is still to be created.
   *
   * @param action the latest one of the step
   * @param nowSeconds by the service's clock
   */
  toRecord(action: string, nowSeconds: number): readonly Pending[] {
    const { open, inherited, isApplied, found } = this;
    const isCreateDue = inherited.some(createsObject);
    if (open.length > 0) return open.slice(0, recordedAtMost);
    if (isApplied || found === "present") {
      const earlier = found === "absent" ? undefined : inherited.find(({ due }) => due === "read");
      // Only an object that was created can be invisible for a while.
      const sentAt = action === "insert" || isCreateDue ? nowSeconds : 0;
      return [earlier ?? { action: "read", sentAt, due: "read" }];
    }
    // An object that is made, and that no read shows yet, is not to be made again.
    const isReadDue = inherited.some(({ due }) => due === "read");
    const isMissing = (found === "absent" && !isReadDue) || isCreateDue;
    return isMissing ? [{ action: "insert", sentAt: 0, due: "create" }] : inherited;
  }

  /** True if a new object may have taken the place of the recorded one. */
  get mayBeNewObject(): boolean {
    return this.found === "absent" && (this.isApplied || this.open.some(createsObject));
  }
}

/** Nothing but a look is left to do, and a change is certainly visible by now. */
export const readDue: Pending = { action: "read", sentAt: 0, due: "read" };

/** The newest request, and the one behind it: a refusal of the newest says nothing of that. */
const recordedAtMost = 2;

/** True if the request leaves open whether the object exists at all. */
export function createsObject({ action }: Pending): boolean {
  return action === "insert";
}

/** Key of the outputs that holds the open requests. */
export const pendingKey = "__pending";

const texts = { action: "text", requestId: "text", project: "text", operation: "text", due: "text" } as const;
const form: Form = {
  members: { ...texts, sentAt: "number", target: { members: { path: "text", id: "text" } } },
};

/** The requests that earlier steps have recorded, newest first. What has not the form of one says nothing: a state can be edited by hand. */
export function readPending(outputs: Values): readonly Pending[] {
  const recorded: unknown = outputs[pendingKey];
  if (!Array.isArray(recorded)) return [];
  const entries = recorded.some((one: unknown) => isValues(one) && one.state !== undefined)
    ? recorded.map(fromFirstForm).reverse()
    : recorded;
  return structuredClone(entries).filter(isPending);
}

function isPending(entry: unknown): entry is Pending {
  if (!isValues(entry) || conform(form, entry) !== undefined) return false;
  const { action, sentAt, due, target } = entry;
  if (action === undefined || sentAt === undefined) return false;
  const isNumbered = target === undefined || (isValues(target) && target.path !== undefined && target.id !== undefined);
  return isNumbered && (due === undefined || due === "create" || due === "read");
}

/** An entry of the first version, which had a state, and stood oldest first. */
function fromFirstForm(entry: unknown): unknown {
  if (!isValues(entry)) return entry;
  if (entry.state === "createDue") return { action: "insert", sentAt: 0, due: "create" };
  if (entry.state === "readBackDue") return { action: "read", sentAt: entry.sentAt, due: "read" };
  return pick(entry, [...Object.keys(texts), "sentAt", "target"]);
}
