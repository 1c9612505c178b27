import { describe, expect, it } from "vitest";
import { UnfinishedError } from "../../../provider/src/compute/errors/operationError";
import { mutationFailure, PartialFailure } from "../../../provider/src/lifecycle/failure";
import type { Ledger } from "../../../provider/src/lifecycle/ledger";
import type { Pending } from "../../../provider/src/lifecycle/pending";
import { refusal } from "../../support/refusal";
import { jobFor } from "../../support/testJob";

const insert: Pending = { action: "insert", requestId: "1", sentAt: 1 };
const patch: Pending = { action: "patch", requestId: "1", sentAt: 1 };
const refused = refusal(403, "forbidden");

/** The failure of a job that has done so much, in the place of work that an earlier run has left behind. */
function failureAfter(work: (ledger: Ledger) => void, inherited?: readonly Pending[], error: Error = refused) {
  const job = jobFor();
  work(job.ledger);
  const recorded = { id: "i", properties: {}, ...(inherited && { inherited }) };
  return mutationFailure(job, "insert", error, recorded);
}

describe("what becomes of a change that failed", () => {
  it("is nothing, and nothing is recorded, if no request is open", () => {
    const failure = failureAfter(() => undefined);
    expect(failure).not.toBeInstanceOf(PartialFailure);
    expect(failure.message).toContain("Nothing was created.");
  });

  const done = (ledger: Ledger) => void ledger.markApplied();
  const forgotten = (pending: Pending) => (ledger: Ledger) => {
    ledger.sends(pending);
    ledger.markExpired(pending);
  };
  const waiting = new UnfinishedError({ action: "wait", summary: "not yet", effect: "none" });

  it.each<[words: string, work: (ledger: Ledger) => void, inherited?: Pending | undefined, error?: Error]>([
    ["Nothing was created. The next `pulumi up` tries again.", () => undefined, insert],
    ["Nothing was changed. The next `pulumi up` tries again.", () => undefined, patch],
    [
      "This run changed nothing more. The next `pulumi up` tries again.",
      (ledger) => {
        ledger.inherits([patch]);
        ledger.markApplied(patch);
        ledger.beginsChange();
      },
      patch,
    ],
    [
      "It is not known whether the service received the request. The next `pulumi up` finds out, and never makes the change twice.",
      (ledger) => void ledger.sends(insert),
    ],
    [
      "The state records the operation. To continue to wait, run `pulumi up` again, or raise `customTimeouts`.",
      (ledger) => void ledger.sends({ ...insert, operation: "o" }),
    ],
    [
      "The object does not exist yet and may still appear. The state records it, and the next `pulumi up` takes it over or creates it.",
      forgotten(insert),
    ],
    ["The result is unknown. The next `pulumi up` checks, and makes the change if needed.", forgotten(patch)],
    [
      "The service may have kept an object. The next `pulumi up` looks for it.",
      (ledger) => void ledger.markPossibleLeftover(insert),
    ],
    [
      "The service kept an object. The state records it, and the next `pulumi up` continues with it.",
      (ledger) => void ledger.leaves({ object: {}, unusable: false }),
    ],
    [
      "The state records it, and the next `pulumi up` replaces it.",
      (ledger) => void ledger.leaves({ object: {}, unusable: true }),
    ],
    ["The change is done, but the provider could not read it back. The next `pulumi up` reads it.", done],
    [
      "The change is done, and the state records it. To continue to wait, run `pulumi up` again, or raise `customTimeouts`.",
      done,
      undefined,
      waiting,
    ],
  ])("is recorded, and the error ends with: %s", (words, work, inherited, error) => {
    const failure = failureAfter(work, inherited && [inherited], error);
    expect(failure.message).toContain(words);
    expect((failure as PartialFailure).properties.__pending).toHaveLength(1);
  });
});
