import { expect, it } from "vitest";
import {
  decideClash,
  decideDelete,
  decideRead,
  decideUpdate,
  type Clash,
  type Situation,
} from "../../../provider/src/lifecycle/observation/decide";

/** A route whose earlier entries have ended. */
const usual: Situation = {
  earlier: "none",
  found: "ours",
  mayStillAppear: false,
  isOlder: false,
  ownsObject: true,
  canClash: true,
};

it.each<[situation: string, changes: Partial<Situation>, read: string, update: string, remove: string]>([
  ["the own object is there", {}, "record", "change", "delete"],
  ["an earlier operation is running", { earlier: "running" }, "keepRunning", "failRunning", "failRunning"],
  ["nothing is there", { found: "absent" }, "forgetAbsent", "create", "delete"],
  [
    "an applied insert is not visible yet",
    { earlier: "applied", found: "absent", mayStillAppear: true },
    "keepAwaited",
    "failNotVisible",
    "delete",
  ],
  ["an applied insert is gone for good", { earlier: "applied", found: "absent" }, "forgetAbsent", "create", "delete"],
  [
    "an insert without a known end may still arrive",
    { earlier: "ended", found: "absent", mayStillAppear: true },
    "keepAwaited",
    "create",
    "delete",
  ],
  [
    "an applied change of a kind that cannot clash is not visible yet",
    { earlier: "applied", found: "absent", mayStillAppear: true, canClash: false },
    "keepAwaited",
    "create",
    "delete",
  ],
  [
    "a late read shows the object that an applied insert has replaced",
    { earlier: "applied", found: "theirs", mayStillAppear: true, isOlder: true },
    "keepAwaited",
    "failNotVisible",
    "failNotVisible",
  ],
  ["somebody else has created the object", { found: "theirs" }, "leaveTheirs", "create", "leaveTheirs"],
  [
    "somebody else has created a newer object",
    { earlier: "applied", found: "theirs", mayStillAppear: true },
    "leaveTheirs",
    "create",
    "leaveTheirs",
  ],
  [
    "somebody else has put another object in its place",
    { found: "replaced" },
    "leaveReplaced",
    "create",
    "leaveReplaced",
  ],
  [
    "the object with the borrowed values is another one",
    { found: "replaced", ownsObject: false, canClash: false },
    "leaveReplaced",
    "change",
    "leaveReplaced",
  ],
])("where %s, each step has its decision", (_situation, changes, read, update, remove) => {
  const situation = { ...usual, ...changes };
  expect([decideRead(situation), decideUpdate(situation), decideDelete(situation)]).toEqual([read, update, remove]);
});

/** An object that somebody else has made, and that the program describes. */
const usualClash: Clash = { mayBeOurs: false, matches: true, isAdoptable: true, asksToAdopt: false };

it.each<[clash: string, changes: Partial<Clash>, decision: string]>([
  ["this create may have made a matching object", { mayBeOurs: true }, "record"],
  ["this create may have made an object that differs", { mayBeOurs: true, matches: false }, "refuseDifferent"],
  ["the program asks to adopt a matching object", { asksToAdopt: true }, "adopt"],
  ["the program does not ask to adopt it", {}, "refuseUnasked"],
  ["the program asks to adopt one that differs", { asksToAdopt: true, matches: false }, "refuseDifferent"],
  ["the object can never be adopted", { asksToAdopt: true, matches: false, isAdoptable: false }, "refuseUnadoptable"],
])("where %s, a create has its decision", (_clash, changes, decision) => {
  expect(decideClash({ ...usualClash, ...changes })).toBe(decision);
});
