import { describe, expect, it } from "vitest";
import { OperationFailedError, UnfinishedError } from "../../../provider/src/compute/errors/operationError";
import { mutationFailure, PartialFailure } from "../../../provider/src/lifecycle/job/failure";
import type { Entry, JournalEvent, OpenOperation, OpenRequest } from "../../../provider/src/lifecycle/job/journal";
import { refusal } from "../../support/refusal";
import { jobFor } from "../../support/testJob";

const insert: OpenRequest = { state: "sent", action: "insert", requestId: "1", sentAt: 1 };
const patch: OpenRequest = { state: "sent", action: "patch", requestId: "1", sentAt: 1 };
const refused = refusal(403, "forbidden");

/** The failure of a job with these events, in the place of the entries that an earlier run has left behind. */
function failureAfter(events: readonly JournalEvent[], inherited: readonly Entry[] = [], error: Error = refused) {
  const job = jobFor(10_000, { inherited });
  for (const event of events) job.note(event);
  return mutationFailure(job, "insert", error, { id: "i", properties: {} });
}

describe("what becomes of a change that failed", () => {
  it("is nothing, and nothing is recorded, if no request is open", () => {
    const failure = failureAfter([]);
    expect(failure).not.toBeInstanceOf(PartialFailure);
    expect(failure.message).toContain("Nothing was created.");
  });

  const running = (request: OpenRequest): OpenOperation => ({ ...request, state: "accepted", operation: "o" });
  const accepted = (request: OpenRequest, operation = running(request)): JournalEvent[] => [
    { type: "sent", entry: request },
    { type: "accepted", entry: request, as: operation },
  ];
  const expired = (request: OpenRequest, operation = running(request)): JournalEvent[] => [
    ...accepted(request, operation),
    { type: "expired", entry: operation },
  ];
  const failed = new OperationFailedError("patch", "o", [], undefined, { status: 500, message: undefined });
  const waiting = new UnfinishedError({ action: "wait", summary: "not yet", effect: "none" });

  it.each<[words: string, events: JournalEvent[], inherited?: Entry | undefined, error?: Error]>([
    ["Nothing was created. The next `pulumi up` tries again.", [{ type: "notApplied", entry: insert }], insert],
    ["Nothing was changed. The next `pulumi up` tries again.", [{ type: "notApplied", entry: patch }], patch],
    [
      "This run changed nothing more. The next `pulumi up` tries again.",
      [{ type: "applied", entry: patch }, { type: "foundPresent" }],
      patch,
    ],
    [
      "It is not known whether the service received the request. The next `pulumi up` finds out, and never makes the change twice.",
      [{ type: "sent", entry: insert }],
    ],
    [
      "The state records the operation. To continue to wait, run `pulumi up` again, or raise `customTimeouts`.",
      accepted(insert),
    ],
    [
      "The object does not exist yet and may still appear. The state records it, and the next `pulumi up` takes it over or creates it.",
      expired(insert),
    ],
    ["The result is unknown. The next `pulumi up` checks, and makes the change if needed.", expired(patch)],
    [
      "The operation failed, and the service does not show the change so far. The state keeps what was there before. The next `pulumi up` looks again, and makes the change if needed.",
      [{ type: "effectPossible", entry: running(patch) }],
      undefined,
      failed,
    ],
    [
      "The operation failed, and the service shows the change all the same. The state records it, and the next `pulumi up` continues with it.",
      [{ type: "effectPossible", entry: running(patch) }, { type: "applied" }],
      undefined,
      failed,
    ],
    [
      "The service may have kept an object. The next `pulumi up` looks for it.",
      [{ type: "leftoverPossible", entry: insert }],
    ],
    [
      "The service kept an object. The state records it, and the next `pulumi up` continues with it.",
      [{ type: "leftoverFound", leftover: { object: {}, isUnusable: false } }],
    ],
    [
      "The state records it, and the next `pulumi up` replaces it.",
      [{ type: "leftoverFound", leftover: { object: {}, isUnusable: true } }],
    ],
    [
      "The change is done, but the provider could not read it back. The next `pulumi up` reads it.",
      [{ type: "applied" }],
    ],
    [
      "The change is done, and the state records it. To continue to wait, run `pulumi up` again, or raise `customTimeouts`.",
      [{ type: "applied" }],
      undefined,
      waiting,
    ],
  ])("is recorded, and the error ends with: %s", (words, events, inherited, error) => {
    const failure = failureAfter(events, inherited && [inherited], error);
    expect(failure.message).toContain(words);
    expect((failure as PartialFailure).properties.__pending).toHaveLength(1);
  });
});
