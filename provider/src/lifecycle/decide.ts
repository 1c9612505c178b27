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
