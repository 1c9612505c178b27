import type { Provenance } from "./provenance";

/*
 * The next move of a step by what it finds, once the entries of earlier steps are settled:
 *
 *   found                       read              update                          delete
 *   an operation that runs      keeps the record  fails                           fails
 *   the own object              records it        changes it                      deletes it
 *   somebody else's             forgets, leaves   creates, which that may refuse  leaves it
 *   another one of its name     forgets, leaves   creates; changes what is        leaves it
 *                                                 borrowed
 *   nothing                     forgets           creates                         deletes: a late request may create it
 *   nothing yet, by an insert   keeps the record  fails                           deletes
 *   that is applied
 *   what that insert replaced   keeps the record  fails                           fails
 *
 * Before any of it, an entry that the service does not list yet fails each step, and a delete that leaves the object looks at no entry.
 */

/** The situation at the service, once the earlier entries are settled. */
export interface Situation {
  /** The end of the earlier entries; `none` if there were none. */
  readonly earlier: "none" | "running" | "applied" | "ended";
  readonly found: "absent" | Provenance;
  /** True if an object that no read shows now may still appear. */
  readonly mayStillAppear: boolean;
  /** True if the object that was found is from before the earlier requests. */
  readonly isOlder: boolean;
  /** True if the resource owns the whole object, and not parts of somebody else's. */
  readonly ownsObject: boolean;
  /** True if a create is refused where an object of that name exists. */
  readonly canClash: boolean;
}

/** The next move of a read. */
export type ReadDecision =
  /** Record the object as it is. */
  | "record"
  /** Keep the record as it is: an operation is still running. */
  | "keepRunning"
  /** Keep the record as it is: the object may still appear. */
  | "keepAwaited"
  /** Drop the record, because nothing is there. */
  | "forgetAbsent"
  /** Drop the record and leave the object alone, because this stack did not create it. */
  | "leaveTheirs"
  /** Drop the record and leave the object alone, because it is not the recorded one. */
  | "leaveReplaced";

export function decideRead(situation: Situation): ReadDecision {
  const { earlier, found, mayStillAppear } = situation;
  if (earlier === "running") return "keepRunning";
  if (isShownLate(situation)) return "keepAwaited";
  switch (found) {
    case "ours":
      return "record";
    case "theirs":
      return "leaveTheirs";
    case "replaced":
      return "leaveReplaced";
    case "absent":
      return mayStillAppear ? "keepAwaited" : "forgetAbsent";
  }
}

/** The next move of an update. */
export type UpdateDecision =
  /** Bring the object to what the program says. */
  | "change"
  /** Create the object. */
  | "create"
  /** Fail: an operation is still running. */
  | "failRunning"
  /** Fail: the object is created, and not visible yet. */
  | "failNotVisible";

export function decideUpdate(situation: Situation): UpdateDecision {
  const { earlier, found, ownsObject } = situation;
  if (earlier === "running") return "failRunning";
  if (isShownLate(situation)) return "failNotVisible";
  switch (found) {
    case "ours":
      return "change";
    case "theirs":
      return "create";
    case "replaced":
      return ownsObject ? "create" : "change";
    case "absent":
      // Another insert would meet the object, and take it for somebody else's.
      return isAwaited(situation) ? "failNotVisible" : "create";
  }
}

/** The next move of a delete. */
export type DeleteDecision =
  /** Delete the object; one that is not there is a success. */
  | "delete"
  /** Fail: an operation is still running. */
  | "failRunning"
  /** Fail: the object is created, and not visible yet. */
  | "failNotVisible"
  /** Leave the object alone, because this stack did not create it. */
  | "leaveTheirs"
  /** Leave the object alone, because it is not the recorded one. */
  | "leaveReplaced";

export function decideDelete(situation: Situation): DeleteDecision {
  const { earlier, found } = situation;
  if (earlier === "running") return "failRunning";
  if (isShownLate(situation)) return "failNotVisible";
  switch (found) {
    case "theirs":
      return "leaveTheirs";
    case "replaced":
      return "leaveReplaced";
    case "ours":
    case "absent":
      // A late request may still create one that is absent, so a delete is sent all the same.
      return "delete";
  }
}

/** True if an insert is applied whose object no read may show yet. */
function isAwaited({ earlier, mayStillAppear, canClash }: Situation): boolean {
  return canClash && mayStillAppear && earlier === "applied";
}

/** True if a late read can show the object that an applied insert has replaced: it looks like one of somebody else. */
function isShownLate(situation: Situation): boolean {
  return isAwaited(situation) && situation.isOlder && situation.found === "theirs";
}

/** The situation of a create that the service refuses because an object of that name exists. */
export interface Clash {
  /** True if a request of this create may have created the object. */
  readonly mayBeOurs: boolean;
  /** True if the program describes the object as it is. */
  readonly matches: boolean;
  /** True if nothing but a difference is against adopting it. */
  readonly isAdoptable: boolean;
  /** True if the program asks to adopt an object that exists. */
  readonly asksToAdopt: boolean;
}

export type ClashDecision =
  /** Record the object as the one that this create has made. */
  | "record"
  /** Record the object as one that somebody else has made. */
  | "adopt"
  /** Fail: the object can never be adopted. */
  | "refuseUnadoptable"
  /** Fail: the object is not as the program says. */
  | "refuseDifferent"
  /** Fail: the program does not ask to adopt the object. */
  | "refuseUnasked";

/** The decision of a create for an object that exists. */
export function decideClash({ mayBeOurs, matches, isAdoptable, asksToAdopt }: Clash): ClashDecision {
  if (mayBeOurs && matches) return "record";
  if (!mayBeOurs && !isAdoptable) return "refuseUnadoptable";
  if (!matches) return "refuseDifferent";
  return asksToAdopt ? "adopt" : "refuseUnasked";
}
