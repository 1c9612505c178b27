import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/src/fields/values";
import type { OpenRequest, Sending } from "../../../provider/src/lifecycle/job/journal";
import { mayHaveCreated } from "../../../provider/src/lifecycle/observation/creator";
import { judge, type Evidence } from "../../../provider/src/lifecycle/observation/provenance";
import { snapshotJob } from "../../support/testJob";

const daySeconds = 24 * 60 * 60;

function lostInsert(sentSecondsAgo: number, more: Partial<OpenRequest> = {}): OpenRequest {
  return { state: "sent", action: "insert", requestId: "r", sentAt: -sentSecondsAgo, ...more };
}

const createdAgo = (seconds: number): Values => ({ creationTimestamp: new Date(-seconds * 1000).toISOString() });

/** The request is of an earlier step where there is an entry of it, and else of this one. */
it.each<[object: string, entry: OpenRequest | undefined, createdSecondsAgo: number, expected: boolean]>([
  ["an object of an earlier step", lostInsert(daySeconds), daySeconds + 1200, true],
  ["an object of an earlier step whose clock was ahead", lostInsert(-3600), 600, true],
  ["an object from long before an earlier step", lostInsert(daySeconds), 3 * daySeconds, false],
  ["an object that the list of operations will tell of", lostInsert(0, { state: "notListed" }), 0, false],
  ["an object of this step", undefined, 0, true],
  ["an object of a minute ago, by another clock", undefined, 60, true],
  ["an object from before this step", undefined, 3600, false],
  ["an object that another request than an insert has met", lostInsert(0, { action: "delete" }), 0, false],
])("tells if an open request may have created %s", (_object, entry, secondsAgo, expected) => {
  const job = snapshotJob({ inherited: entry === undefined ? [] : [entry] });
  if (entry === undefined) job.noteSent(lostInsert(0));
  expect(mayHaveCreated(job, createdAgo(secondsAgo))).toBe(expected);
});

describe("a request whose first and last attempt are recorded", () => {
  const hour = 3600;
  // Repeated for a quarter of an hour, two days ago.
  const sending: Sending = { firstSentAt: -48 * hour, sentAt: -47.75 * hour };

  it.each<[object: string, createdSecondsAgo: number, expected: boolean]>([
    ["three hours before the first one", 51 * hour, false],
    ["two minutes before the first one", 48 * hour + 120, false],
    ["by a clock that is a little behind", 48 * hour + 50, true],
    ["between them", 47.9 * hour, true],
    ["by an operation that took as long as a snapshot may take", 46.75 * hour, true],
    ["two hours after the last one", 45.75 * hour, false],
  ])("may have created an object %s: %s s ago is %s", (_object, secondsAgo, expected) => {
    const job = snapshotJob({ inherited: [lostInsert(0, sending)] });
    expect(mayHaveCreated(job, createdAgo(secondsAgo))).toBe(expected);
    const evidence: Evidence[] = [{ kind: "mayHaveCreated", sending }];
    expect(judge(job, createdAgo(secondsAgo), {}, evidence)).toBe(expected ? "ours" : "theirs");
  });

  it("has not created an object that an earlier step has seen", () => {
    const job = snapshotJob({ inherited: [lostInsert(0, { ...sending, theirs: ["7"] })] });
    const [seen, other] = ["7", "8"].map((id) => ({ ...createdAgo(47.9 * hour), id }));
    expect([seen, other].map((object) => mayHaveCreated(job, object ?? {}))).toEqual([false, true]);
    const evidence: Evidence[] = [{ kind: "mayHaveCreated", sending }];
    expect([seen, other].map((object) => judge(job, object ?? {}, {}, evidence))).toEqual(["theirs", "ours"]);
  });
});

const disk = "projects/p/zones/z/disks/d";
const recorded = { name: "s", project: "p", sourceDisk: disk, labels: { team: "a" } };
const recent: Sending = { firstSentAt: 0, sentAt: 0 };
const period = { fromMs: -60_000, toMs: 60_000 };

it.each<[object: string, object: Values, evidence: Evidence, expected: string]>([
  [
    "with other labels, after a lost request",
    { labels: { team: "b" } },
    { kind: "mayHaveCreated", sending: recent },
    "theirs",
  ],
  ["without its labels, after a lost request", {}, { kind: "mayHaveCreated", sending: recent }, "theirs"],
  [
    "with other labels, after a lost request, where the program has changed them since",
    { labels: { team: "b" } },
    { kind: "mayHaveCreated", sending: { ...recent, changedSince: ["labels"] } },
    "ours",
  ],
  [
    "with a label that somebody has added, after a lost request",
    { labels: { team: "a", cost: "1" } },
    { kind: "mayHaveCreated", sending: recent },
    "ours",
  ],
  // Others may have changed the labels of the own object since.
  [
    "with other labels, after an operation that is done",
    { labels: { team: "b" } },
    { kind: "createdIn", period },
    "ours",
  ],
  ["of another time than the operation", createdAgo(3600), { kind: "createdIn", period }, "theirs"],
  ["that was made after the change was done", createdAgo(-3600), { kind: "readBack", doneAt: 1 }, "theirs"],
  ["at an unknown time after the change was done", createdAgo(-3600), { kind: "readBack", doneAt: 0 }, "ours"],
  [
    "that failed long before the own insert did",
    { status: "FAILED", ...createdAgo(3600) },
    { kind: "failed", targetId: undefined, sending: recent },
    "theirs",
  ],
  [
    "that failed with the own insert",
    { status: "FAILED", ...createdAgo(0) },
    { kind: "failed", targetId: undefined, sending: recent },
    "ours",
  ],
])("judges a snapshot %s", (_object, object, evidence, expected) => {
  expect(judge(snapshotJob(), { name: "s", sourceDisk: disk, ...object }, recorded, [evidence])).toBe(expected);
});
