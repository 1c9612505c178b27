/*
 * The next move of a step by what it finds, once the requests of earlier steps are settled:
 *
 *   found                       read              update                          delete
 *   an operation that runs      keeps the record  fails                           fails
 *   the own object              records it        changes it                      deletes it
 *   one that may be own         keeps the record  creates, which that refuses     leaves it
 *   somebody else's             forgets, leaves   creates, which that may refuse  leaves it
 *   another one of its name     forgets, leaves   creates; changes what is        leaves it
 *                                                 borrowed
 *   nothing                     forgets           creates                         deletes: a late request may create it
 *   nothing yet                 keeps the record  creates; fails where an insert  deletes
 *                                                 is applied
 *
 * Before any of it, a request that the service does not list yet fails each step, and a delete that leaves the object looks at no request.
 */

/** The owner of an object, for a resource with recorded outputs. */
export type Whose =
  /** Its number is the recorded one, or that of the target of a recorded request. */
  | "ours"
  /** Another one than the recorded one: somebody has deleted that one, and created another under its name. */
  | "replaced"
  /** No request of this resource has created it. */
  | "theirs"
  /** A request is open of which nobody can tell what became of it. */
  | "unsure"
  | "absent";

/** The situation at the service, once the requests of earlier steps are settled. */
export interface Situation {
  readonly isRunning: boolean;
  readonly whose: Whose;
  /** True if an earlier request is applied. */
  readonly isApplied: boolean;
  /** True if an object that no read shows now may still appear. */
  readonly mayStillAppear: boolean;
  /** True if the resource owns the whole object, and not parts of somebody else's. */
  readonly ownsObject: boolean;
  /** True if a create is refused where an object of that name exists. */
  readonly canClash: boolean;
}

/** The next move of a read: to record the object, to keep the record as it is, or to forget it. */
export type ReadMove =
  | "record"
  | "keepRunning"
  | "keepAwaited"
  | "keepUnsure"
  | "forget"
  | "leaveTheirs"
  | "leaveReplaced";

export function decideRead({ isRunning, whose, mayStillAppear }: Situation): ReadMove {
  if (isRunning) return "keepRunning";
  if (whose === "absent") return mayStillAppear ? "keepAwaited" : "forget";
  return ({ ours: "record", unsure: "keepUnsure", theirs: "leaveTheirs", replaced: "leaveReplaced" } as const)[whose];
}

/** The next move of an update. */
export type UpdateMove = "change" | "create" | "failRunning" | "failNotVisible";

export function decideUpdate(situation: Situation): UpdateMove {
  const { isRunning, whose, isApplied, mayStillAppear, ownsObject, canClash } = situation;
  if (isRunning) return "failRunning";
  // Another insert would meet the object, and take it for somebody else's.
  if (whose === "absent" && canClash && isApplied && mayStillAppear) return "failNotVisible";
  return whose === "ours" || (whose === "replaced" && !ownsObject) ? "change" : "create";
}

/** The next move of a delete. */
export type DeleteMove = "delete" | "failRunning" | "leaveUnsure" | "leaveTheirs" | "leaveReplaced";

export function decideDelete({ isRunning, whose }: Situation): DeleteMove {
  if (isRunning) return "failRunning";
  if (whose === "unsure") return "leaveUnsure";
  if (whose === "theirs") return "leaveTheirs";
  // A late request may still create one that is absent, so a delete is sent all the same.
  return whose === "replaced" ? "leaveReplaced" : "delete";
}
