import { isValues, type Values } from "../../fields/values";
import { conform, type Form } from "../../types/form";

/*
 * The journal of the requests of one resource. The state records the open entries, the next step settles them, and the
 * words of every failure follow from them. This file has no clock, and asks nothing.
 */

/** When a change was asked for, and what was there that it has not made. */
export interface Sending {
  /** When it was last sent, by the service's clock, in seconds since 1970; of an operation, when it began, or was seen to run at the end of a step. */
  readonly sentAt: number;
  /** When it was sent first, left out where no answer has told the service's time. */
  readonly firstSentAt?: number | undefined;
  /** The incarnations that a step has seen under the name, and that no request of this resource has made. */
  readonly theirs?: readonly string[] | undefined;
  /** The fields of which the program says something else since: the recorded outputs do not tell what was asked for. */
  readonly changedSince?: readonly string[] | undefined;
}

/** A mutating request. */
interface Request extends Sending {
  /** `insert`, `patch`, … */
  readonly action: string;
  /** The service keeps it with the operation. A method without request ids leaves it out. */
  readonly requestId?: string;
  /** The project whose operations have it, where that is not the object's own. */
  readonly project?: string;
}

/** An operation at the service. */
interface Accepted extends Sending {
  readonly action: string;
  /** Its path. */
  readonly operation: string;
  /** The object that it is about, where the service tells. */
  readonly target?: OperationTarget | undefined;
}

/** Work whose end is not known, or that is still to be done. */
export type Entry =
  /** No answer tells whether the service received the request. */
  | ({ readonly state: "sent" } & Request)
  /** The service does not list an operation of the request yet. Only a later look can tell. */
  | ({ readonly state: "notListed" } & Request)
  /** The operation runs, as far as the service has told. */
  | ({ readonly state: "accepted" } & Accepted)
  /** The service no longer knows the operation, so that its end stays open. */
  | ({ readonly state: "expired" } & Accepted)
  /** The operation has failed, and its effect may be there, although no read has shown it yet. */
  | ({ readonly state: "effectPossible" } & Accepted)
  /** The insert has failed, and may have left an object that no read has found yet. */
  | ({ readonly state: "leftoverPossible" } & Request & Partial<Accepted>)
  /** All earlier requests have ended, and the object is still to be created. */
  | { readonly state: "createDue" }
  /** The change is applied, and the object is still to be read back. `sentAt` is 0 if it is certainly visible by now. */
  | { readonly state: "readBackDue"; readonly sentAt: number };

export type OpenRequest = Extract<Entry, { readonly state: "sent" | "notListed" | "leftoverPossible" }>;
export type OpenOperation = Extract<
  Entry,
  { readonly state: "accepted" | "expired" | "effectPossible" | "leftoverPossible" }
> &
  Accepted;

/** An object that an operation was about. */
export interface OperationTarget {
  /** `projects/p/global/routes/r`. */
  readonly path: string;
  /** The incarnation: the service gives this number to no other object. */
  readonly id: string;
  /** When the operation began, in milliseconds since 1970, if the service tells. */
  readonly begunMs?: number;
}

/** The object that a failed change has left at the service. */
export interface Leftover {
  readonly object: Values;
  /** True if only a new object helps: the next run replaces it. */
  readonly isUnusable: boolean;
}

export interface Journal {
  /** The open entries, oldest first. */
  readonly entries: readonly Entry[];
  /** The entries that earlier steps left behind. */
  readonly inherited: readonly Entry[];
  /** The finding of the step at the object's path, after it settled the earlier entries. */
  readonly found: "unchecked" | "present" | "absent";
  /** True if the step has sent a mutating request. */
  readonly hasSent: boolean;
  /** True if a change of this step is certainly applied. */
  readonly isApplied: boolean;
  /** How far the step has put back what it has changed. */
  readonly undo: "none" | "begun" | "done";
  /** The object that the latest insert has created, once its operation is done or unknown. */
  readonly target?: OperationTarget | undefined;
  readonly leftover?: Leftover | undefined;
  /** The incarnations that this step and earlier ones have seen, and that no request of the resource has made. */
  readonly theirs: readonly string[];
}

export type JournalEvent =
  /** A request is sent now. One that is sent again replaces the entry of the same request id. */
  | { readonly type: "sent"; readonly entry: OpenRequest }
  | { readonly type: "accepted"; readonly entry: Entry; readonly as: OpenOperation }
  /** The entry is done. Without an entry, everything is: older requests for the same change can change nothing more. */
  | { readonly type: "applied"; readonly entry?: Entry; readonly target?: OperationTarget | undefined }
  /** The entry has changed nothing. Without an entry, nothing open has. */
  | { readonly type: "notApplied"; readonly entry?: Entry }
  /**
   * The answer to the request is lost, and so far nothing tells its outcome. `sentAt` is when it was certainly sent last. Without
   * `firstSentAt`, that of the entry stays.
   */
  | {
      readonly type: "undetermined";
      readonly entry: OpenRequest;
      readonly sentAt: number;
      readonly firstSentAt?: number | undefined;
      /** True if the list of operations lacks it, and it is too early for that to prove anything. */
      readonly isNotListed?: boolean;
    }
  /** The step puts back what it has changed. */
  | { readonly type: "undoBegun" }
  /** All that the step has changed is put back. `isRecorded` is false where the state has nothing of the resource then. */
  | { readonly type: "undone"; readonly isRecorded: boolean }
  /** The service no longer knows the operation. */
  | { readonly type: "expired"; readonly entry: OpenOperation }
  /** The operation of a change has failed, and no read has shown yet that it had an effect. */
  | { readonly type: "effectPossible"; readonly entry: Accepted }
  /** The insert has failed, and may have left an object that no read has found yet. */
  | { readonly type: "leftoverPossible"; readonly entry: Request & Partial<Accepted> }
  /** A read has shown what is there, so that no leftover is missed any more. */
  | { readonly type: "observed" }
  /** The earlier entries are settled, and the object is there: what follows is a change of its own. */
  | { readonly type: "foundPresent" }
  /** The earlier entries are settled, and the object is not there: what follows is an object of its own. */
  | { readonly type: "foundAbsent" }
  | { readonly type: "leftoverFound"; readonly leftover: Leftover }
  /** A read has shown an incarnation that no request of the resource has made. */
  | { readonly type: "theirsSeen"; readonly id: string }
  /** The step records other values of these fields than those that the open requests have asked for. */
  | { readonly type: "programChanged"; readonly fields: readonly string[] };

export function startJournal(inherited: readonly Entry[]): Journal {
  const theirs = [...new Set(inherited.flatMap((entry) => ("theirs" in entry && entry.theirs) || []))];
  return {
    entries: inherited,
    inherited,
    found: "unchecked",
    hasSent: false,
    isApplied: false,
    undo: "none",
    theirs,
  };
}

export function advance(journal: Journal, event: JournalEvent): Journal {
  const { entries } = journal;
  const without = (entry?: Entry) => (entry === undefined ? [] : entries.filter((one) => one !== entry));
  const replaced = (entry: Entry, by: Entry) => entries.map((one) => (one === entry ? by : one));
  switch (event.type) {
    case "sent": {
      const { requestId } = event.entry;
      const others = entries.filter((one) => requestId === undefined || entryRequestId(one) !== requestId);
      return { ...journal, entries: [...others, event.entry], hasSent: true };
    }
    case "accepted":
      return { ...journal, entries: replaced(event.entry, event.as) };
    case "undetermined": {
      const { entry, sentAt, firstSentAt = entry.firstSentAt, isNotListed } = event;
      const state = isNotListed ? "notListed" : "sent";
      return { ...journal, entries: replaced(entry, { ...entry, state, sentAt, firstSentAt }) };
    }
    case "expired": {
      const { entry } = event;
      return {
        ...journal,
        entries: replaced(entry, { ...entry, state: "expired" }),
        target: entry.target ?? journal.target,
      };
    }
    case "effectPossible":
      return { ...journal, entries: [...entries, { ...event.entry, state: "effectPossible" }] };
    case "leftoverPossible":
      return {
        ...journal,
        entries: [...entries.filter((one) => one !== event.entry), { ...event.entry, state: "leftoverPossible" }],
      };
    case "applied":
      return { ...journal, entries: without(event.entry), isApplied: true, target: event.target ?? journal.target };
    case "notApplied":
      return { ...journal, entries: without(event.entry) };
    case "undoBegun":
      return { ...journal, undo: "begun" };
    case "undone":
      return { ...journal, entries: [], isApplied: event.isRecorded, undo: "done" };
    case "observed":
      return { ...journal, entries: entries.filter(({ state }) => state !== "leftoverPossible") };
    case "foundPresent":
      return { ...journal, found: "present", isApplied: false };
    case "foundAbsent":
      return { ...journal, found: "absent", isApplied: false, target: undefined };
    case "leftoverFound":
      return { ...journal, leftover: event.leftover, isApplied: true };
    case "theirsSeen":
      return { ...journal, theirs: [...new Set([...journal.theirs, event.id])] };
    case "programChanged": {
      const marked = new Map(entries.map((entry) => [entry, markChanged(entry, event.fields)]));
      const mark = (entry: Entry) => marked.get(entry) ?? entry;
      return { ...journal, entries: entries.map(mark), inherited: journal.inherited.map(mark) };
    }
  }
}

function markChanged(entry: Entry, fields: readonly string[]): Entry {
  if (!isOpenInsert(entry) || fields.length === 0) return entry;
  return { ...entry, changedSince: [...new Set([...(entry.changedSince ?? []), ...fields])] };
}

/** The outcome of the changes of a step. */
export type Outcome =
  | "unchanged"
  | "changed"
  /** A change has gone back. */
  | "undone"
  /** A change has not gone back wholly. */
  | "undoing"
  /** It is not known if the service received a request. */
  | "undetermined"
  /** An operation goes on. */
  | "running"
  /** The service no longer knows an operation. */
  | "expired"
  /** A change has failed, and its effect may be there. */
  | "effectPossible"
  /** A failed insert may have left an object. */
  | "leftoverPossible"
  /** A failed insert has left an object. */
  | "leftover"
  /** The object is there, and only a new one helps. */
  | "unusable";

export function deriveOutcome({ entries, isApplied, undo, leftover }: Journal): Outcome {
  const has = (state: Entry["state"]) => entries.some((entry) => entry.state === state);
  if (undo === "done") return "undone";
  if (leftover?.isUnusable) return "unusable";
  if (has("leftoverPossible")) return "leftoverPossible";
  if (has("effectPossible")) return "effectPossible";
  if (has("expired")) return "expired";
  if (has("accepted")) return "running";
  if (entries.length > 0) return "undetermined";
  if (!isApplied) return "unchanged";
  if (undo === "begun") return "undoing";
  return leftover === undefined ? "changed" : "leftover";
}

/**
 * The entries that the next step has to settle. Without the entry of an earlier insert, nothing would tell that the object
 * is still to be created.
 *
 * @param action the latest one of the step
 * @param nowSeconds by the service's clock
 */
export function entriesToRecord(journal: Journal, action: string, nowSeconds: number): readonly Entry[] {
  const { entries, inherited, isApplied, found, theirs } = journal;
  const isCreateDue = inherited.some(createsObject);
  if (entries.length > 0)
    return entries.map((entry) => (theirs.length > 0 && isOpenInsert(entry) ? { ...entry, theirs } : entry));
  if (isApplied || found === "present") {
    const earlier = found === "absent" ? undefined : inherited.find(({ state }) => state === "readBackDue");
    // Only an object that was created can be invisible for a while.
    const sentAt = action === "insert" || isCreateDue ? nowSeconds : 0;
    return [earlier ?? { state: "readBackDue", sentAt }];
  }
  return found === "absent" || isCreateDue ? [{ state: "createDue" }] : inherited;
}

/** True if a new object may have taken the place of the recorded one. */
export function mayBeNewObject({ entries, found, isApplied }: Journal): boolean {
  return found === "absent" && (isApplied || entries.some(createsObject));
}

/** True if the entry leaves open whether the object exists at all. */
export function createsObject(entry: Entry): boolean {
  return entryAction(entry) === "insert";
}

/** True if a request for the object is open, of which the times say when it can have made one. */
export function isOpenInsert(entry: Entry): entry is OpenRequest | OpenOperation {
  return createsObject(entry) && entry.state !== "createDue";
}

/** The action of an entry, for messages. */
export function entryAction(entry: Entry): string {
  if (entry.state === "createDue") return "insert";
  return entry.state === "readBackDue" ? "read" : entry.action;
}

export function entryOperation(entry: Entry): string | undefined {
  return "operation" in entry ? entry.operation : undefined;
}

export function entryRequestId(entry: Entry): string | undefined {
  return "requestId" in entry ? entry.requestId : undefined;
}

/** Key of the outputs that holds the open entries. */
export const pendingKey = "__pending";

const request = ["action", "sentAt"];
const operation = [...request, "operation"];

/** The members that an entry of each state needs. */
const neededMembers: Readonly<Record<Entry["state"], readonly string[]>> = {
  sent: request,
  notListed: request,
  accepted: operation,
  expired: operation,
  effectPossible: operation,
  leftoverPossible: request,
  createDue: [],
  readBackDue: ["sentAt"],
};

const entryForm: Form = {
  members: {
    ...{ state: "text", action: "text", requestId: "text", project: "text", operation: "text" },
    ...{ sentAt: "number", firstSentAt: "number", theirs: { list: "text" }, changedSince: { list: "text" } },
    target: { members: { path: "text", id: "text", begunMs: "number" } },
  },
};

/** The entries that earlier steps have recorded, oldest first. What has not the form of one says nothing: a state can be edited by hand. */
export function readEntries(outputs: Values): readonly Entry[] {
  const recorded: unknown = outputs[pendingKey];
  return Array.isArray(recorded) ? structuredClone(recorded).filter(isEntry) : [];
}

function isEntry(entry: unknown): entry is Entry {
  if (!isValues(entry) || conform(entryForm, entry) !== undefined) return false;
  const { state } = entry;
  if (typeof state !== "string" || !Object.hasOwn(neededMembers, state)) return false;
  return neededMembers[state as Entry["state"]].every((name) => entry[name] !== undefined);
}
