import { expect, it } from "vitest";
import {
  OperationFailedError,
  OperationVanishedError,
  UnfinishedError,
} from "../../../provider/src/compute/errors/operationError";
import { mutationFailure, PartialFailure } from "../../../provider/src/lifecycle/job/failure";
import { pendingKey, type Journal, type Pending } from "../../../provider/src/lifecycle/job/journal";
import { refusal } from "../../support/refusal";
import { jobFor } from "../../support/testJob";

const insert: Pending = { action: "insert", requestId: "1", sentAt: 1 };
const patch: Pending = { action: "patch", requestId: "1", sentAt: 1 };

const failed = new OperationFailedError("patch", "o", [], undefined, { status: 500, message: undefined });
const vanished = new OperationVanishedError("patch", "o");
const unfinished = (endedBy?: UnfinishedError["endedBy"]) =>
  new UnfinishedError({ action: "wait", summary: "not yet", effect: "none", endedBy });

const newest = ({ open: [newest] }: Journal) => newest ?? insert;

const events = {
  inserted: (journal: Journal) => void journal.begin(insert),
  patched: (journal: Journal) => void journal.begin(patch),
  accepted: (journal: Journal) => void journal.learn({ operation: "projects/p/global/operations/o" }, newest(journal)),
  applied: (journal: Journal) => void journal.applied(),
  refused: (journal: Journal) => void journal.notApplied(),
  found: (journal: Journal) => void journal.finds("present"),
  left: (journal: Journal) => void journal.leaves({ object: {}, isUnusable: false }),
  unusable: (journal: Journal) => void journal.leaves({ object: {}, isUnusable: true }),
  undoing: (journal: Journal) => void (journal.undo = "begun"),
  looked: (journal: Journal) => void (journal.undoSays = looks),
  undone: (journal: Journal) => void journal.undone(true),
  undoneToNothing: (journal: Journal) => void journal.undone(false),
};
const again = "The next `pulumi up` tries again.";
const continues = "The state records it, and the next `pulumi up` continues with it.";
const waits = "To continue to wait, run `pulumi up` again, or raise `customTimeouts`.";
const looks = "The look at the group says this.";
const isDone = "The change is done, and the state records it.";

interface Course {
  /** The words at the end of the failure. */
  readonly says: string;
  readonly events?: readonly (keyof typeof events)[];
  readonly error?: Error;
  /** The request that an earlier run has left behind. */
  readonly inherited?: Pending;
}

/** The failure of a job that has gone so. */
function failureOf({ events: happened = [], error = refusal(403, "forbidden"), inherited }: Course) {
  const job = jobFor(10_000, { inherited: inherited === undefined ? [] : [inherited] });
  for (const event of happened) events[event](job.journal);
  return mutationFailure(job, "insert", error, { id: "i", properties: {} });
}

it.each<Course>([
  { says: "Nothing was created." },
  { events: ["undoneToNothing", "looked"], says: `${looks} The state records nothing. ${again}` },
])("records nothing of a change after $events, and says: $says", (course) => {
  const failure = failureOf(course);
  expect(failure).not.toBeInstanceOf(PartialFailure);
  expect(failure.message.endsWith(course.says)).toBe(true);
});

it.each<Course>([
  { inherited: insert, events: ["refused"], says: `Nothing was created. ${again}` },
  { inherited: patch, events: ["refused"], says: `Nothing was changed. ${again}` },
  { inherited: patch, events: ["applied", "found"], says: `This run changed nothing more. ${again}` },
  {
    events: ["inserted"],
    says: "It is not known whether the service received the request. The next `pulumi up` finds out, and never makes the change twice.",
  },
  { events: ["inserted", "accepted"], says: `The state records the operation. ${waits}` },
  {
    ...{ events: ["inserted", "accepted"], error: vanished },
    says: "The object does not exist yet and may still appear. The state records it, and the next `pulumi up` looks for it.",
  },
  {
    ...{ events: ["patched", "accepted"], error: vanished },
    says: "The result is unknown. The next `pulumi up` checks, and makes the change if needed.",
  },
  {
    ...{ events: ["inserted", "accepted"], error: failed },
    says: "The service may have kept an object. The next `pulumi up` looks for it.",
  },
  {
    ...{ events: ["patched", "accepted"], error: failed },
    says: "The operation failed, and the service does not show the change so far. The state keeps what was there before. The next `pulumi up` looks again, and makes the change if needed.",
  },
  {
    ...{ events: ["applied"], error: failed },
    says: `The operation failed, and the service shows the change all the same. ${continues}`,
  },
  { events: ["left"], says: `The service kept an object. ${continues}` },
  { events: ["unusable"], says: "The state records it, and the next `pulumi up` replaces it.", error: failed },
  {
    events: ["applied"],
    says: "The change is done, but the provider could not read it back. The next `pulumi up` reads it.",
  },
  { events: ["applied"], error: unfinished(), says: `${isDone} ${waits}` },
  {
    ...{ events: ["applied"], error: unfinished("progressDeadline") },
    says: `${isDone} To continue to wait, run \`pulumi up\` again, or raise \`progressDeadlineSec\`.`,
  },
  {
    ...{ events: ["applied"], error: unfinished("lastingErrors") },
    says: `${isDone} To continue to wait, run \`pulumi up\` again.`,
  },
  {
    events: ["applied", "undoing", "looked"],
    says: `${looks} The state keeps the earlier values, and the next \`pulumi up\` that fails puts them back.`,
  },
  { events: ["undone", "looked"], says: `${looks} The state records that. ${again}` },
  {
    events: ["applied", "undoing", "patched", "accepted", "looked"],
    says: `${looks} The state records the operation. ${waits}`,
  },
  {
    ...{ events: ["applied"], error: unfinished("refusal") },
    says: `${isDone} The service goes on with it, and the next \`pulumi up\` continues to wait.`,
  },
  {
    ...{ events: ["applied"], error: unfinished("others") },
    says: "The state records what is there. Agree on who sets it; the next `pulumi up` sets what the program says.",
  },
])("records a change after $events, and says: $says", (course) => {
  const failure = failureOf(course);
  expect(failure).toBeInstanceOf(PartialFailure);
  expect(failure.message.endsWith(course.says)).toBe(true);
  expect((failure as PartialFailure).properties[pendingKey]).toHaveLength(1);
});
