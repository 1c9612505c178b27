import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Operation } from "../../../provider/src/compute/endpoints/operations";
import { OperationFailedError } from "../../../provider/src/compute/errors/operationError";
import { ComputeError } from "../../../provider/src/http/errors/computeError";
import { attempt } from "../../../provider/src/lifecycle/changes/attempt";
import { answeringClient, jobFor, type Answers } from "../../support/testJob";

const requestId = "11111111-1111-4111-8111-111111111111";
const minute = 60_000;

const running = { name: "operation-1", status: "RUNNING", clientOperationId: requestId } as Operation;
const done = { ...running, status: "DONE" } as Operation;
const failure = (code: string) => ({ ...done, error: { errors: [{ code, message: code }] } }) as unknown as Operation;

const refused = new ComputeError({ action: "patch", summary: "refused", effect: "none" });
const lost = new ComputeError({ action: "patch", summary: "no answer", effect: "unknown" });
const denied = new ComputeError({ action: "list", summary: "denied", effect: "none" });

interface Row extends Answers {
  /** The answer to the request. */
  readonly answer: Operation | ComputeError;
  /** True if an attempt under the same request id was sent before, and its answer is lost. */
  readonly isRepeat?: boolean;
  readonly minutes?: number;
  /** True if a read shows the change after a failure. */
  readonly isShown?: boolean;
}

/** The end of the journal: the request is over, or stays in it, with its operation or without. */
type End = "applied" | "notApplied" | "sent" | "accepted";

/** It comes after a lost answer. */
const late: Row = { answer: refused, isRepeat: true };
const notFound: Row = { answer: running, operation: failure("RESOURCE_NOT_FOUND") };
const failed: Row = { answer: running, operation: failure("INTERNAL_ERROR") };
const forgotten: Row = { answer: running };

it.each<[how: string, row: Row, end: End]>([
  ["its operation, which succeeds", { answer: running, operation: done }, "applied"],
  ["a refusal, the first time", { answer: refused }, "notApplied"],
  ["a late refusal, and the list shows the operation", { ...late, list: [running], operation: done }, "applied"],
  ["a late refusal, and nobody can read the list", { ...late, list: denied }, "sent"],
  ["a late refusal, and the list lacks the operation past its delay", { ...late, list: [] }, "notApplied"],
  ["no answer, and the list shows the operation", { answer: lost, list: [running], operation: done }, "applied"],
  ["no answer, and the list lacks the operation past its delay", { answer: lost, list: [], minutes: 5 }, "notApplied"],
  ["no answer, and it is too early for the list to prove anything", { answer: lost, list: [], minutes: 1 }, "sent"],
  ["no answer, and nobody can read the list", { answer: lost, list: denied }, "sent"],
  ["an answer that names no operation", { answer: { status: "RUNNING" } as Operation, list: [], minutes: 5 }, "sent"],
  ["an operation that fails, and can have had no effect", { ...notFound, isShown: true }, "notApplied"],
  ["an operation that fails, and a read shows the change", { ...failed, isShown: true }, "applied"],
  ["an operation that fails, and no read shows the change", { ...failed, isShown: false }, "accepted"],
  ["an operation that the service forgets, and a read shows the change", { ...forgotten, isShown: true }, "applied"],
  ["an operation that the service forgets, and no read shows the change", { ...forgotten, isShown: false }, "accepted"],
  ["an operation that does not end within the step", { answer: running, operation: running, minutes: 1 }, "accepted"],
])("ends by %s", async (_how, row, end) => {
  const { answer, isShown } = row;
  const job = jobFor((row.minutes ?? 10) * minute, { client: answeringClient(row) });
  if (row.isRepeat === true) job.journal.begin({ action: "patch", requestId, sentAt: 0 });
  const change = {
    action: "patch",
    project: "p",
    send: () => (answer instanceof ComputeError ? Promise.reject(answer) : Promise.resolve(answer)),
    ...(isShown === undefined ? {} : { isApplied: () => Promise.resolve(isShown) }),
  };
  const ended = attempt(job, change, requestId).then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(11 * minute);
  const error = await ended;
  const { open, isApplied } = job.journal;
  const operation = end === "accepted" ? "projects/p/global/operations/operation-1" : undefined;
  expect(open.map((one) => [one.requestId, one.operation])).toEqual(
    end === "sent" || end === "accepted" ? [[requestId, operation]] : [],
  );
  expect(isApplied).toBe(end === "applied");
  const hasFailed = error instanceof OperationFailedError;
  expect(error instanceof ComputeError).toBe(end !== "applied" || hasFailed);
  expect(hasFailed).toBe(row.operation?.error !== undefined);
  // The error knows the effect that a read has shown, too.
  if (hasFailed) expect(error.effect === "applied").toBe(isApplied);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});
