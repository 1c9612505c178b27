import { describe, expect, it } from "vitest";
import type { Entry } from "../../../provider/src/lifecycle/job/journal";
import { settle } from "../../../provider/src/lifecycle/observation/settle";
import { snapshotJob } from "../../support/testJob";

/** The end of one entry that an earlier step has left, when no request can tell more. */
async function settleEntry(entry: Entry) {
  const job = snapshotJob({ inherited: [entry] });
  const { isRunning, isApplied, mayStillAppear, evidence } = await settle(job);
  const left = job.journal.entries;
  return { isRunning, isApplied, mayStillAppear: mayStillAppear(), evidence: evidence[0]?.kind, left };
}

const unsure = { isRunning: false, isApplied: false };

describe("what an earlier step has left", () => {
  const labels = (secondsAgo: number): Entry => ({ state: "sent", action: "setLabels", sentAt: -secondsAgo });
  const insert = (secondsAgo: number): Entry => ({ state: "sent", action: "insert", sentAt: -secondsAgo });
  const read = (secondsAgo: number): Entry => ({ state: "readBackDue", sentAt: -secondsAgo });

  it.each<[what: string, entry: Entry, end: Omit<Awaited<ReturnType<typeof settleEntry>>, "left">, isLeft: boolean]>([
    [
      "that is still to be created is done, and has created nothing",
      { state: "createDue" },
      { ...unsure, mayStillAppear: false, evidence: "nothingCreated" },
      false,
    ],
    [
      "that is to be read back is applied, and may not be visible yet",
      read(5),
      { isRunning: false, isApplied: true, mayStillAppear: true, evidence: "readBack" },
      false,
    ],
    [
      "that was to be read back long ago is visible by now",
      read(3_600),
      { isRunning: false, isApplied: true, mayStillAppear: false, evidence: "readBack" },
      false,
    ],
    [
      "as a request without an id stays open, and may still arrive",
      labels(5),
      { ...unsure, mayStillAppear: true, evidence: "changed" },
      true,
    ],
    [
      "as a request without an id stays open, and arrives no more after a minute",
      labels(120),
      { ...unsure, mayStillAppear: false, evidence: "changed" },
      true,
    ],
    [
      "as an insert without an id stays open, and may have created an object",
      insert(5),
      { ...unsure, mayStillAppear: true, evidence: "mayHaveCreated" },
      true,
    ],
  ])("%s", async (_what, entry, end, isLeft) => {
    expect(await settleEntry(entry)).toEqual({ ...end, left: isLeft ? [entry] : [] });
  });
});
