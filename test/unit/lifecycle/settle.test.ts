import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Operation } from "../../../provider/src/compute/endpoints/operations";
import type { Values } from "../../../provider/src/fields/values";
import type { Pending } from "../../../provider/src/lifecycle/job/journal";
import { observe } from "../../../provider/src/lifecycle/observation/observe";
import { settle } from "../../../provider/src/lifecycle/observation/settle";
import { refusal } from "../../support/refusal";
import { answeringClient, snapshotJob, type Answers } from "../../support/testJob";

const path = "projects/p/global/operations/operation-1";
const target = { path: "projects/p/global/snapshots/s", id: "7" };
const running = { name: "operation-1", status: "RUNNING", clientOperationId: "r" } as Operation;
const done = { ...running, status: "DONE" } as Operation;
const numbered = { ...done, targetLink: `https://compute.googleapis.com/compute/v1/${target.path}`, targetId: "7" };
const failure = (code: string) => ({ ...done, targetId: "7", error: { errors: [{ code }] } }) as unknown as Operation;

/** Requests of earlier steps, sent so many seconds ago. */
const unnumbered = (action: string, secondsAgo: number): Pending => ({ action, sentAt: -secondsAgo });
const sent = (action: string, secondsAgo = 120): Pending => ({ ...unnumbered(action, secondsAgo), requestId: "r" });
const accepted = (action: string, secondsAgo = 120): Pending => ({ ...sent(action, secondsAgo), operation: path });
const readDue = (secondsAgo: number): Pending => ({ action: "read", sentAt: -secondsAgo, due: "read" });
const createDue: Pending = { action: "insert", sentAt: 0, due: "create" };

const isDone = { operation: done };
const hasEnded = { operation: { ...done, endTime: new Date(-3_600_000).toISOString() } };
const isListed = { list: [numbered] };
const hasFailed = { operation: failure("INTERNAL_ERROR") };
const isTaken = { operation: failure("RESOURCE_ALREADY_EXISTS") };
const isRefused = { list: [failure("RESOURCE_NOT_FOUND")] };
const isUnread = { list: refusal(403, "forbidden") };

const disk = "projects/p/zones/z/disks/d";
const recorded = { name: "s", project: "p", sourceDisk: disk };

function jobAfter(inherited: readonly Pending[], answers: Answers) {
  return snapshotJob({ inherited, client: answeringClient(answers) });
}

/** The end of work that needs time, of which there is plenty. */
async function endOf<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  return work;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("what an earlier step has left", () => {
  it.each<[what: string, pending: Pending, answers: Answers, end: string]>([
    ["that is still to be created has made nothing", createDue, {}, "nothing"],
    ["that is to be read back may not show yet", readDue(5), {}, "applied, may not show"],
    ["that was to be read back long ago shows by now", readDue(3_600), {}, "applied"],
    ["as a request without an id may still arrive", unnumbered("setLabels", 5), {}, "unknown, may not show, open"],
    ["as a request without an id arrives no more after a minute", unnumbered("insert", 120), {}, "unknown, open"],
    ["as a request that the list lacks past its delay has changed nothing", sent("insert"), {}, "nothing"],
    ["as a request of an hour ago stays open: the list proves nothing", sent("insert", 3_700), {}, "unknown, open"],
    ["as a request whose list nobody may read stays open", sent("insert", 5), isUnread, "unknown, may not show, open"],
    ["as a request whose operation is done is applied", sent("setLabels"), isListed, "applied"],
    ["as a request whose operation was refused has changed nothing", sent("setLabels"), isRefused, "nothing"],
    ["as an insert that is done may not show yet", accepted("insert", 5), isDone, "applied, may not show"],
    ["as an insert that has ended long ago shows by now", accepted("insert", 5), hasEnded, "applied"],
    ["as another change that is done shows at once", accepted("setLabels", 5), isDone, "applied"],
    ["as a change that fails has changed nothing, or shows it", accepted("setLabels"), hasFailed, "nothing"],
    ["as an insert that finds the name taken has made nothing", accepted("insert", 5), isTaken, "nothing"],
    ["as an insert that fails may leave an object", accepted("insert", 5), hasFailed, "nothing, may not show, open"],
    ["as an operation that the service forgets stays open", accepted("insert"), {}, "unknown, open"],
  ])("%s", async (_what, pending, answers, end) => {
    const job = jobAfter([pending], answers);
    const settled = await endOf(settle(job, recorded));
    const { open } = job.journal;
    expect([settled.end, ...(settled.appearsUntil > 0 ? ["may not show"] : []), ...open.map(() => "open")]).toEqual(
      end.split(", "),
    );
    for (const one of open) expect(one).toBe(pending);
  });

  it("is an operation that runs, which the list has told", async () => {
    const pending = sent("insert");
    const job = jobAfter([pending], { list: [running], operation: running });
    expect((await endOf(settle(job, recorded))).end).toBe("running");
    expect(job.journal.open).toEqual([{ ...pending, operation: path }]);
  });

  it("fails the step as a request that the list does not show yet, and stays open", async () => {
    const pending = sent("insert", 0);
    const job = jobAfter([pending], {});
    await expect(endOf(settle(job, recorded))).rejects.toThrow("too early for that to prove anything");
    expect(job.journal.open).toEqual([pending]);
  });

  it.each([
    ["is over behind a newer request that is applied", [accepted("setLabels"), unnumbered("insert", 5)], isDone, 0],
    ["is settled alone behind an unknown one", [unnumbered("patch", 5), accepted("patch")], hasFailed, 1],
  ])("%s", async (_what, inherited, answers, open) => {
    const job = jobAfter(inherited, answers);
    expect((await endOf(settle(job, recorded))).end).toBe(open === 0 ? "applied" : "unknown");
    expect(job.journal.open).toEqual(inherited.slice(0, open));
  });
});

/** An object that is as recorded, and one that is not. */
const same: Values = { name: "s", id: "7", sourceDisk: disk, status: "READY" };
const differing = { ...same, sourceDisk: "projects/p/zones/z/disks/other" };
const anotherId = { ...same, id: "8" };

type Found = Values | undefined;

it.each<[whose: string, what: string, found: Found, pending: Pending[], answers?: Answers, numericId?: string]>([
  ["absent", "that is not there", undefined, [createDue]],
  ["ours", "that has the recorded number, whatever else it has", differing, [createDue], {}, "7"],
  ["replaced", "that has another number than the recorded one", same, [readDue(5)], {}, "8"],
  ["ours", "where no request and no number is recorded", same, []],
  ["ours", "that an insert has made, whatever else it has", differing, [sent("insert")], isListed],
  ["ours", "that an insert has made after the recorded one", same, [sent("insert")], isListed, "8"],
  ["theirs", "that is another one than an insert has made", anotherId, [sent("insert")], isListed],
  ["ours", "as recorded, where an operation tells no number", same, [accepted("insert")], isDone],
  ["theirs", "not as recorded, where an operation tells no number", differing, [accepted("insert")], isDone],
  ["ours", "as recorded, where it is to be read back", same, [readDue(5)]],
  ["theirs", "not as recorded, where it is to be read back", differing, [readDue(5)]],
  ["theirs", "where it is still to be created", same, [createDue]],
  ["theirs", "where the service never got the insert", same, [sent("insert")]],
  ["ours", "that a change was sent to", differing, [unnumbered("setLabels", 5)]],
  ["unsure", "where nobody knows of an insert", same, [unnumbered("insert", 5)]],
  ["unsure", "where nobody knows of a change after an insert", same, [unnumbered("patch", 5), unnumbered("insert", 5)]],
  ["ours", "that a forgotten insert has named", differing, [{ ...accepted("insert"), target }]],
  ["unsure", "where a forgotten insert has named none", same, [accepted("insert")]],
  ["ours", "that a failed insert has left", { ...anotherId, status: "FAILED" }, [accepted("insert")], hasFailed],
  ["theirs", "that no failed insert leaves", anotherId, [accepted("insert")], hasFailed],
])("takes for %s an object %s", async (whose, _what, object, pending, answers, numericId) => {
  const job = jobAfter(pending, { ...answers, object });
  const observed = await endOf(observe(job, (situation) => situation, recorded, { ...recorded, numericId }));
  expect([observed.move.whose, observed.object]).toEqual([whose, object]);
});

it.each([
  ["that it has left", { ...same, status: "FAILED" }],
  ["of somebody else", anotherId],
])("keeps a failed insert open no longer than until a look shows an object %s", async (_whose, object) => {
  for (const pending of [accepted("insert"), sent("insert")]) {
    const job = jobAfter([pending], { ...hasFailed, list: [hasFailed.operation], object });
    await endOf(observe(job, () => undefined, recorded, recorded));
    expect(job.journal.open).toEqual([]);
  }
});
