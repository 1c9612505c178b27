import { expect, it } from "vitest";
import type { OpenRequest } from "../../../provider/src/lifecycle/journal";
import { mayHaveCreated } from "../../../provider/src/lifecycle/provenance";
import { jobFor } from "../../support/testJob";

/** The clock of the job's service stands at 1970, so that seconds before it are negative. */
const daySeconds = 24 * 60 * 60;

function created(secondsAgo: number) {
  return { creationTimestamp: new Date(-secondsAgo * 1000).toISOString() };
}

function lostInsert(sentSecondsAgo: number, state: "sent" | "notListed" = "sent"): OpenRequest {
  return { state, action: "insert", requestId: "r", sentAt: -sentSecondsAgo };
}

it.each<[object: string, entry: OpenRequest, createdSecondsAgo: number, expected: boolean]>([
  ["an object of that step", lostInsert(daySeconds), daySeconds + 1200, true],
  ["an object of a step whose clock was ahead", lostInsert(-3600), 600, true],
  ["an object from long before it", lostInsert(daySeconds), 3 * daySeconds, false],
  ["an object that the list of operations will tell of", lostInsert(0, "notListed"), 0, false],
])("tells if an open request of an earlier step may have created %s", (_object, entry, secondsAgo, expected) => {
  expect(mayHaveCreated(jobFor(10_000, { inherited: [entry] }), created(secondsAgo))).toBe(expected);
});

it.each<[object: string, createdSecondsAgo: number, expected: boolean]>([
  ["an object of this step", 0, true],
  ["an object of a minute ago, by another clock", 60, true],
  ["an object from before this step", 3600, false],
])("tells if an open request of this step may have created %s", (_object, secondsAgo, expected) => {
  const job = jobFor();
  job.noteSent(lostInsert(0));
  expect(mayHaveCreated(job, created(secondsAgo))).toBe(expected);
});
