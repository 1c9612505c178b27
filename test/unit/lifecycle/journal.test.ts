import { describe, expect, it } from "vitest";
import { Journal, pendingKey, readPending, type Pending } from "../../../provider/src/lifecycle/job/journal";
import { fc } from "../../support/property";

const insert: Pending = { action: "insert", requestId: "1", sentAt: 1 };
const again: Pending = { ...insert, sentAt: 9 };
const patch: Pending = { action: "patch", requestId: "2", sentAt: 2 };
const label: Pending = { action: "setLabels", sentAt: 3 };
const target = { path: "projects/p/global/routes/r", id: "7" };
const operation = { operation: "projects/p/global/operations/o" };
const createDue: Pending = { action: "insert", sentAt: 0, due: "create" };
const readDue = (sentAt: number): Pending => ({ action: "read", sentAt, due: "read" });

const events = {
  insert: (journal: Journal) => void journal.begin(insert),
  again: (journal: Journal) => void journal.begin(again),
  patch: (journal: Journal) => void journal.begin(patch),
  label: (journal: Journal) => void journal.begin({ ...label }),
  learned: (journal: Journal) => void journal.learn(operation, journal.open[0] ?? insert),
  patchLearned: (journal: Journal) => void journal.learn(operation, patch),
  applied: (journal: Journal) => void journal.applied(),
  made: (journal: Journal) => void journal.applied(target),
  refused: (journal: Journal) => void journal.notApplied(),
  patchRefused: (journal: Journal) => void journal.notApplied(patch),
  present: (journal: Journal) => void journal.finds("present"),
  absent: (journal: Journal) => void journal.finds("absent"),
  left: (journal: Journal) => void journal.leaves({ object: {}, isUnusable: true }),
  undone: (journal: Journal) => void journal.undone(true),
  undoneToNothing: (journal: Journal) => void journal.undone(false),
};
type Event = keyof typeof events;

/** A journal of these events, after the requests that earlier steps left behind. */
function after(happened: readonly Event[], inherited: readonly Pending[] = []): Journal {
  const journal = new Journal(inherited);
  for (const event of happened) events[event](journal);
  return journal;
}

it("has no member of a request that nothing is known of", () => {
  const journal = after(["insert"]);
  expect(Object.keys(journal.learn({ ...operation, target: undefined }, insert))).not.toContain("target");
  expect(journal.open).toStrictEqual([{ ...insert, ...operation }]);
});

it("knows the object of its newest insert no more where it finds that none is there", () => {
  expect(after(["made", "present"]).target).toEqual(target);
  expect(after(["made", "absent"]).target).toBeUndefined();
});

it.each<[expected: boolean, when: string, happened: Event[]]>([
  [false, "an insert is sent without a look", ["insert"]],
  [false, "nothing is sent", ["absent"]],
  [false, "only another change is open", ["absent", "patch"]],
  [true, "an insert is open", ["absent", "insert"]],
  [true, "an insert is done", ["absent", "insert", "applied"]],
  [false, "only an earlier insert is done", ["applied", "absent"]],
])("says %s to a new object in the place of the recorded one where %s", (expected, _when, happened) => {
  expect(after(happened).mayBeNewObject).toBe(expected);
});

describe("the record", () => {
  it.each<[what: string, happened: Event[], inherited: Pending[], recorded: Pending[], action?: string]>([
    ["is empty where nothing is sent", [], [], []],
    ["is as before where nothing is settled", [], [patch, readDue(1)], [patch, readDue(1)]],
    ["has the newest request, and the one behind it", ["label"], [insert], [label, insert]],
    ["has no third request", ["insert", "label"], [patch], [label, insert]],
    ["has an object to create where an earlier insert is refused", ["refused"], [insert], [createDue]],
    ["has an object to create where it is gone", ["refused", "absent"], [insert], [createDue]],
    ["has one to create where it is gone, and an insert is refused", ["absent", "insert", "refused"], [], [createDue]],
    ["has an object to read where a change is applied", ["patch", "applied"], [], [readDue(0)]],
    ["has since when one can be missed that was to be created", ["applied"], [insert], [readDue(5)]],
    ["has since when one can be missed that is created", ["insert", "applied"], [], [readDue(5)], "insert"],
    ["keeps since when one can be missed that is found", ["applied", "present"], [readDue(1)], [readDue(1)]],
    ["forgets since when one could be missed that is gone", ["absent", "applied"], [readDue(1)], [readDue(0)]],
    ["has an object to read where a failure has left one", ["left"], [], [readDue(0)]],
    ["has an object to read once the step has put all back", ["undone"], [], [readDue(0)]],
    ["is empty once the step has put all back to nothing", ["undoneToNothing"], [], []],
  ])("%s", (_what, happened, inherited, recorded, action = "patch") => {
    expect(after(happened, inherited).toRecord(action, 5)).toEqual(recorded);
  });

  const pending = fc.constantFrom(insert, patch, label, { ...insert, ...operation, target }, createDue, readDue(1));
  const event = fc.constantFrom(...(Object.keys(events) as Event[]).filter((one) => one !== "undoneToNothing"));

  it("has the newest of what is open, or that something is applied, and reads the same from the state", () => {
    fc.assert(
      fc.property(fc.array(event), fc.array(pending, { maxLength: 2 }), (happened, inherited) => {
        const journal = after(happened, inherited);
        const recorded = journal.toRecord("insert", 5);
        if (journal.open.length > 0) expect(recorded).toEqual(journal.open.slice(0, 2));
        if (journal.isApplied) expect(recorded).not.toEqual([]);
        const state: unknown = JSON.parse(JSON.stringify({ [pendingKey]: recorded }));
        expect(readPending(state as Record<string, unknown>)).toEqual(recorded);
      }),
    );
  });
});

describe("reading the record of an earlier step", () => {
  const accepted = { action: "insert", ...operation, sentAt: 4 };
  const full: Pending = { ...accepted, requestId: "1", project: "q", target };
  const hints = { firstSentAt: 0, theirs: ["8"], changedSince: ["labels"] };

  it.each<[form: string, recorded: unknown, last: readonly Pending[]]>([
    ["the newest first", [label, full, createDue, readDue(1)], [label, full, createDue, readDue(1)]],
    ["an object to create in the first form", [{ state: "createDue" }], [createDue]],
    ["an object to read in the first form", [{ state: "readBackDue", sentAt: 7 }], [readDue(7)]],
    [
      "requests in the first form, oldest first",
      [
        { state: "sent", ...insert, ...hints },
        { state: "notListed", ...patch },
      ],
      [patch, insert],
    ],
    [
      "work beside what lacks its time, in the first form",
      [{ state: "readBackDue" }, { state: "sent", action: "insert" }, { state: "sent", ...patch }],
      [patch],
    ],
    ["a number that is a text", [{ ...label, sentAt: "3" }], [label]],
    ["no member for null", [{ ...label, requestId: null }], [label]],
  ])("takes %s", (_form, recorded, read) => {
    const before = structuredClone(recorded);
    expect(readPending({ [pendingKey]: recorded })).toEqual(read);
    expect(recorded).toEqual(before);
  });

  it.each([[undefined], [null], ["x"], [{}], [[undefined, null, "x", 1, []]]])("takes nothing of %j", (recorded) => {
    expect(readPending({ [pendingKey]: recorded })).toEqual([]);
  });

  it.each<[problem: object]>([
    [{ action: undefined }],
    [{ sentAt: undefined }],
    [{ action: 1 }],
    [{ sentAt: "soon" }],
    [{ requestId: {} }],
    [{ due: "delete" }],
    [{ target: { path: target.path } }],
    [{ target: { id: "7" } }],
    [{ target: "r" }],
  ])("takes nothing of a request with %o, and the others", (problem) => {
    expect(readPending({ [pendingKey]: [label, { ...full, ...problem }, patch] })).toEqual([label, patch]);
  });
});
