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
const notVisible = { whose: "absent", ...justApplied } as const;
const canNotClash = { ...notVisible, canClash: false };

it.each<[situation: string, changes: Partial<Situation>, moves: [ReadMove, UpdateMove, DeleteMove]]>([
  ["an earlier operation runs", { isRunning: true, whose: "absent" }, ["keepRunning", "failRunning", "failRunning"]],
  ["the own object is there", {}, ["record", "change", "delete"]],
  ["a recent insert has made the object that is there", justApplied, ["record", "change", "delete"]],
  ["an open request may have made the object", { whose: "unsure" }, ["keepUnsure", "create", "leaveUnsure"]],
  ["somebody else has made the object", { whose: "theirs" }, ["leaveTheirs", "create", "leaveTheirs"]],
  [
    "that of somebody else follows the own one",
    { whose: "theirs", ...justApplied },
    ["leaveTheirs", "create", "leaveTheirs"],
  ],
  ["another object is in its place", { whose: "replaced" }, ["leaveReplaced", "create", "leaveReplaced"]],
  [
    "another object has the borrowed values",
    { whose: "replaced", ...borrowed },
    ["leaveReplaced", "change", "leaveReplaced"],
  ],
  ["nothing is there", { whose: "absent" }, ["forget", "create", "delete"]],
  ["an applied insert is gone for good", { whose: "absent", isApplied: true }, ["forget", "create", "delete"]],
  ["a request may still arrive", { whose: "absent", mayStillAppear: true }, ["keepAwaited", "create", "delete"]],
  ["an applied insert does not show yet", notVisible, ["keepAwaited", "failNotVisible", "delete"]],
  ["a change that no create clashes with does not either", canNotClash, ["keepAwaited", "create", "delete"]],
])("where %s, a read, an update and a delete each have their move", (_situation, changes, moves) => {
  const situation = { ...usual, ...changes };
  expect([decideRead(situation), decideUpdate(situation), decideDelete(situation)]).toEqual(moves);
});
