import { expect, it } from "vitest";
import {
  decideDelete,
  decideRead,
  decideUpdate,
  type DeleteMove,
  type ReadMove,
  type Situation,
  type UpdateMove,
} from "../../../provider/src/lifecycle/observation/decide";

/** A route whose earlier requests have ended. */
const usual: Situation = {
  isRunning: false,
  whose: "ours",
  isApplied: false,
  mayStillAppear: false,
  ownsObject: true,
  canClash: true,
};
const borrowed = { ownsObject: false, canClash: false };
const justApplied = { isApplied: true, mayStillAppear: true };

it.each<[situation: string, changes: Partial<Situation>, moves: [ReadMove, UpdateMove, DeleteMove]]>([
  [
    "an earlier operation still runs",
    { isRunning: true, whose: "absent" },
    ["keepRunning", "failRunning", "failRunning"],
  ],
  ["the own object is there", {}, ["record", "change", "delete"]],
  ["a recent insert has made the object that is there", justApplied, ["record", "change", "delete"]],
  ["an open request may have made the object", { whose: "unsure" }, ["keepUnsure", "create", "leaveUnsure"]],
  ["somebody else has made the object", { whose: "theirs" }, ["leaveTheirs", "create", "leaveTheirs"]],
  [
    "somebody else has made the object that follows the own one",
    { whose: "theirs", ...justApplied },
    ["leaveTheirs", "create", "leaveTheirs"],
  ],
  ["another object is in its place", { whose: "replaced" }, ["leaveReplaced", "create", "leaveReplaced"]],
  [
    "the object with the borrowed values is another one",
    { whose: "replaced", ...borrowed },
    ["leaveReplaced", "change", "leaveReplaced"],
  ],
  ["nothing is there", { whose: "absent" }, ["forget", "create", "delete"]],
  [
    "the object of an applied insert is gone for good",
    { whose: "absent", isApplied: true },
    ["forget", "create", "delete"],
  ],
  [
    "a request without a known end may still arrive",
    { whose: "absent", mayStillAppear: true },
    ["keepAwaited", "create", "delete"],
  ],
  [
    "the object of an applied insert does not show yet",
    { whose: "absent", ...justApplied },
    ["keepAwaited", "failNotVisible", "delete"],
  ],
  [
    "an applied change that no create can clash with does not show yet",
    { whose: "absent", ...justApplied, canClash: false },
    ["keepAwaited", "create", "delete"],
  ],
])("where %s, a read, an update and a delete each have their move", (_situation, changes, moves) => {
  const situation = { ...usual, ...changes };
  expect([decideRead(situation), decideUpdate(situation), decideDelete(situation)]).toEqual(moves);
});
