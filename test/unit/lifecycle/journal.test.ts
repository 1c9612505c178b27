import { fc } from "../../support/property";
import { describe, expect, it } from "vitest";
import {
  advance,
  entriesToRecord,
  mayBeNewObject,
  deriveOutcome,
  pendingKey,
  readEntries,
  startJournal,
  type Entry,
  type Journal,
  type JournalEvent,
  type OpenOperation,
  type OpenRequest,
} from "../../../provider/src/lifecycle/job/journal";

const insert: OpenRequest = { state: "sent", action: "insert", requestId: "1", sentAt: 1 };
const operation: OpenOperation = {
  state: "accepted",
  action: "insert",
  operation: "projects/p/global/operations/o",
  target: { path: "projects/p/global/routes/r", id: "7", begunMs: 1_000 },
  sentAt: 1,
};

function after(events: readonly JournalEvent[], inherited: readonly Entry[] = []): Journal {
  return events.reduce(advance, startJournal(inherited));
}

const sent: JournalEvent = { type: "sent", entry: insert };
const accepted: JournalEvent = { type: "accepted", entry: insert, as: operation };

describe("the journal", () => {
  it("has one entry for a request that is sent again under its request id", () => {
    const again = { ...insert, sentAt: 9 };
    expect(after([sent, { type: "sent", entry: again }]).entries).toEqual([again]);
  });

  it("has an entry for each request without a request id", () => {
    const label: OpenRequest = { state: "sent", action: "setLabels", sentAt: 1 };
    const another = { ...label };
    expect(
      after([
        { type: "sent", entry: label },
        { type: "sent", entry: another },
      ]).entries,
    ).toHaveLength(2);
  });

  it("knows the created object once its operation is done or unknown, and not before", () => {
    expect(after([sent, accepted]).target).toBeUndefined();
    expect(after([sent, accepted, { type: "expired", entry: operation }]).target).toBe(operation.target);
    const done: JournalEvent = { type: "applied", entry: operation, target: operation.target };
    expect(after([sent, accepted, done]).target).toBe(operation.target);
  });

  it("takes what it finds for a new object only after it has found none", () => {
    expect(mayBeNewObject(after([sent]))).toBe(false);
    expect(mayBeNewObject(after([{ type: "foundAbsent" }, sent]))).toBe(true);
    // Its insert has ended, and the object is not read back yet.
    expect(mayBeNewObject(after([{ type: "foundAbsent" }, sent, { type: "applied" }]))).toBe(true);
  });

  const refused: JournalEvent = { type: "notApplied", entry: insert };
  it.each<[when: string, events: JournalEvent[], inherited: Entry[]]>([
    ["a refused insert of an earlier run, where nothing is found", [refused, { type: "foundAbsent" }], [insert]],
    ["a refused insert of an earlier run, where nothing was looked for", [refused], [insert]],
    [
      "a refused insert of this run, which has found the recorded object gone",
      [{ type: "foundAbsent" }, sent, refused],
      [],
    ],
  ])("remembers that an object is still to be created after %s", (_when, events, inherited) => {
    const journal = after(events, inherited);
    expect([deriveOutcome(journal), entriesToRecord(journal, "insert", 5)]).toEqual([
      "unchanged",
      [{ state: "createDue" }],
    ]);
  });

  it("records with each open insert what was seen under its name, and what the program has changed since", () => {
    const events: JournalEvent[] = [
      { type: "theirsSeen", id: "7" },
      { type: "programChanged", fields: ["labels"] },
      { type: "sent", entry: { ...insert, requestId: "2" } },
      { type: "theirsSeen", id: "8" },
    ];
    const deletion: OpenRequest = { ...insert, action: "delete", requestId: "3" };
    const due: Entry = { state: "createDue" };
    const recorded = entriesToRecord(after(events, [{ ...insert, theirs: ["6"] }, deletion, due]), "insert", 5);
    const theirs = ["6", "7", "8"];
    expect(recorded).toEqual([
      { ...insert, theirs, changedSince: ["labels"] },
      deletion,
      due,
      { ...insert, requestId: "2", theirs },
    ]);
    expect(startJournal(recorded).theirs).toEqual(theirs);
  });

  const entries = fc.constantFrom<Entry>(
    insert,
    operation,
    { state: "createDue" },
    { state: "readBackDue", sentAt: 1 },
  );
  const events = fc.constantFrom<JournalEvent>(
    sent,
    accepted,
    { type: "undetermined", entry: insert, sentAt: 2 },
    { type: "expired", entry: operation },
    { type: "applied" },
    { type: "applied", entry: operation, target: operation.target },
    { type: "notApplied", entry: insert },
    { type: "leftoverPossible", entry: insert },
    { type: "effectPossible", entry: operation },
    { type: "observed" },
    { type: "foundPresent" },
    { type: "foundAbsent" },
    { type: "leftoverFound", leftover: { object: {}, isUnusable: false } },
  );

  it("records something whenever a change may be open or applied, and reads it back from the state", () => {
    fc.assert(
      fc.property(fc.array(events), fc.array(entries, { maxLength: 2 }), (some, inherited) => {
        const journal = after(some, inherited);
        const recorded = entriesToRecord(journal, "insert", 5);
        if (deriveOutcome(journal) !== "unchanged") expect(recorded).not.toEqual([]);
        for (const entry of journal.entries) expect(recorded).toContain(entry);
        const state: unknown = JSON.parse(JSON.stringify({ [pendingKey]: recorded }));
        expect(readEntries(state as Record<string, unknown>)).toEqual(recorded);
      }),
    );
  });
});
