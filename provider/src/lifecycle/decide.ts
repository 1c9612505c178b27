import type { Provenance } from "./provenance";

/** The situation at the service, once the earlier entries are settled. */
export interface Situation {
  /** The end of the earlier entries; `none` if there were none. */
  readonly earlier: "none" | "running" | "applied" | "ended";
  readonly found: "absent" | Provenance;
  /** True if an object that no read shows now may still appear. */
  readonly mayStillAppear: boolean;
  /** True if the resource owns the whole object, and not parts of somebody else's. */
  readonly isOwned: boolean;
  /** True if a create is refused where an object of that name exists. */
  readonly canClash: boolean;
}

export type Step = "read" | "update" | "delete";

/** The next move of a step. */
export type Decision =
  /** Record the object as it is. */
  | "record"
  /** Bring the object to what the program says. */
  | "change"
  /** Create the object. */
  | "create"
  /** Delete it; one that is not there is a success. */
  | "delete"
  /** Keep the record as it is: an operation is still running. */
  | "keepRunning"
  /** Keep the record as it is: the object may still appear. */
  | "keepAwaited"
  /** Fail: an operation is still running. */
  | "failRunning"
  /** Fail: the object is created, and not visible yet. */
  | "failNotVisible"
  /** Drop the record, because nothing is there. */
  | "forgetAbsent"
  /** Leave the object alone, because this stack did not create it. */
  | "leaveTheirs"
  /** Leave the object alone, because it is not the recorded one. */
  | "leaveReplaced";

const whereOurs: Readonly<Record<Step, Decision>> = { read: "record", update: "change", delete: "delete" };

/** The decision of each step for each situation. */
export function decide(step: Step, { earlier, found, mayStillAppear, isOwned, canClash }: Situation): Decision {
  if (earlier === "running") return step === "read" ? "keepRunning" : "failRunning";
  switch (found) {
    case "ours":
      return whereOurs[step];
    case "theirs":
      return step === "update" ? "create" : "leaveTheirs";
    case "replaced":
      if (step !== "update") return "leaveReplaced";
      return isOwned ? "create" : "change";
    case "absent":
      // A late request may still create the object, so a delete is sent all the same.
      if (step === "delete") return "delete";
      if (step === "read") return mayStillAppear ? "keepAwaited" : "forgetAbsent";
      // Another insert would meet the object, and take it for somebody else's.
      return canClash && mayStillAppear && earlier === "applied" ? "failNotVisible" : "create";
  }
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
