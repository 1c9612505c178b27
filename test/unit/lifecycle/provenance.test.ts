import { expect, it } from "vitest";
import type { OpenRequest } from "../../../provider/src/lifecycle/journal";
import { mayHaveCreated } from "../../../provider/src/lifecycle/provenance";
import { jobFor } from "../../support/testJob";

/** The clock of the job's service stands at 1970, so that seconds before it are negative. */
const daySeconds = 24 * 60 * 60;

function lostInsert(sentSecondsAgo: number, state: "sent" | "notListed" = "sent"): OpenRequest {
  return { state, action: "insert", requestId: "r", sentAt: -sentSecondsAgo };
}

/** The request is of an earlier step where there is an entry of it, and else of this one. */
it.each<[object: string, entry: OpenRequest | undefined, createdSecondsAgo: number, expected: boolean]>([
  ["an object of an earlier step", lostInsert(daySeconds), daySeconds + 1200, true],
  ["an object of an earlier step whose clock was ahead", lostInsert(-3600), 600, true],
  ["an object from long before an earlier step", lostInsert(daySeconds), 3 * daySeconds, false],
  ["an object that the list of operations will tell of", lostInsert(0, "notListed"), 0, false],
  ["an object of this step", undefined, 0, true],
  ["an object of a minute ago, by another clock", undefined, 60, true],
  ["an object from before this step", undefined, 3600, false],
])("tells if an open request may have created %s", (_object, entry, secondsAgo, expected) => {
  const job = jobFor(10_000, { inherited: entry === undefined ? [] : [entry] });
  if (entry === undefined) job.noteSent(lostInsert(0));
  const creationTimestamp = new Date(-secondsAgo * 1000).toISOString();
  expect(mayHaveCreated(job, { creationTimestamp })).toBe(expected);
});
