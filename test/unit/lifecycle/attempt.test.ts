import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OperationFailedError } from "../../../provider/src/compute/errors/operationError";
import type { Operation } from "../../../provider/src/compute/endpoints/operations";
import type { ComputeClient, ComputeRequest } from "../../../provider/src/http/client";
import { ComputeError } from "../../../provider/src/http/errors/computeError";
import { NotFoundError } from "../../../provider/src/http/errors/responseError";
import { attempt } from "../../../provider/src/lifecycle/changes/attempt";
import { deriveOutcome } from "../../../provider/src/lifecycle/job/journal";
import { jobFor } from "../../support/testJob";

const requestId = "11111111-1111-4111-8111-111111111111";
const minute = 60_000;

const operation = { name: "operation-1", status: "RUNNING", clientOperationId: requestId } as Operation;
const failure = (code: string) => ({ ...operation, status: "DONE", error: { errors: [{ code, message: code }] } });

const refused = new ComputeError({ action: "patch", summary: "refused", effect: "none" });
const lost = new ComputeError({ action: "patch", summary: "no answer", effect: "unknown" });
const denied = new ComputeError({ action: "list", summary: "denied", effect: "none" });
const gone = () =>
  new NotFoundError(
    { action: "wait", summary: "not known any more", effect: "none" },
    ...([404, ["notFound"], "not known any more", undefined, true] as const),
  );

/** The words of the service, and the end of the attempt. */
interface Row {
  readonly ends: string;
  readonly answer: Operation | ComputeError;
  /** True if an attempt under the same request id was sent before, and its answer is lost. */
  readonly isRepeat?: boolean;
  readonly list?: readonly Operation[] | ComputeError;
  readonly deadlineMs?: number;
  /** The end of the operation; "gone" if the service no longer knows it. */
  readonly operation?: Operation | "gone";
  /** True if a read shows the change after a failure. */
  readonly isApplied?: boolean;
  /** The states of the entries that stay, and the outcome. */
  readonly leaves: readonly string[];
  readonly outcome: ReturnType<typeof deriveOutcome>;
}

const done = { ...operation, status: "DONE" } as Operation;

const rows: readonly Row[] = [
  { ends: "its operation, which succeeds", answer: operation, operation: done, leaves: [], outcome: "changed" },
  { ends: "a refusal, the first time", answer: refused, leaves: [], outcome: "unchanged" },
  {
    ends: "a refusal after a lost answer, and the list shows the operation",
    answer: refused,
    isRepeat: true,
    list: [operation],
    operation: done,
    leaves: [],
    outcome: "changed",
  },
  {
    ends: "no answer, and the list shows the operation",
    answer: lost,
    list: [operation],
    operation: done,
    leaves: [],
    outcome: "changed",
  },
  {
    ends: "no answer, and the list lacks the operation past its delay",
    answer: lost,
    list: [],
    deadlineMs: 5 * minute,
    leaves: [],
    outcome: "unchanged",
  },
  {
    ends: "no answer, and it is too early for the list to prove anything",
    answer: lost,
    list: [],
    deadlineMs: minute,
    leaves: ["notListed"],
    outcome: "undetermined",
  },
  {
    ends: "no answer, and nobody can read the list",
    answer: lost,
    list: denied,
    leaves: ["sent"],
    outcome: "undetermined",
  },
  {
    ends: "a refusal after a lost answer, and nobody can read the list",
    answer: refused,
    isRepeat: true,
    list: denied,
    leaves: ["sent"],
    outcome: "undetermined",
  },
  {
    ends: "an answer that names no operation",
    answer: { status: "RUNNING" } as Operation,
    list: [],
    deadlineMs: 5 * minute,
    leaves: ["sent"],
    outcome: "undetermined",
  },
  {
    ends: "an operation that fails, and can have had no effect",
    answer: operation,
    operation: failure("RESOURCE_NOT_FOUND") as Operation,
    isApplied: true,
    leaves: [],
    outcome: "unchanged",
  },
  {
    ends: "an operation that fails, and a read shows the change",
    answer: operation,
    operation: failure("INTERNAL_ERROR") as Operation,
    isApplied: true,
    leaves: [],
    outcome: "changed",
  },
  {
    ends: "an operation that fails, and no read shows the change",
    answer: operation,
    operation: failure("INTERNAL_ERROR") as Operation,
    isApplied: false,
    leaves: ["effectPossible"],
    outcome: "effectPossible",
  },
  {
    ends: "an operation that the service forgets, and a read shows the change",
    answer: operation,
    operation: "gone",
    isApplied: true,
    leaves: [],
    outcome: "changed",
  },
  {
    ends: "an operation that the service forgets, and no read shows the change",
    answer: operation,
    operation: "gone",
    isApplied: false,
    leaves: ["expired"],
    outcome: "expired",
  },
  {
    ends: "an operation that does not end within the step",
    answer: operation,
    operation,
    deadlineMs: minute,
    leaves: ["accepted"],
    outcome: "running",
  },
];

/** A service that answers as the row says. */
function makeClient({ list = [], operation: end = operation }: Row): ComputeClient {
  const request = ({ method, path }: ComputeRequest) => {
    if (method === "GET" && path.endsWith("/operations"))
      return list instanceof ComputeError ? Promise.reject(list) : Promise.resolve({ items: list });
    return end === "gone" ? Promise.reject(gone()) : Promise.resolve(end);
  };
  return {
    request,
    serviceNowMs: 0,
    knowsServiceTime: false,
    isClosing: new AbortController().signal,
  } as unknown as ComputeClient;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

it.each(rows)("ends by $ends", async (row) => {
  const job = jobFor(row.deadlineMs ?? 10 * minute, { client: makeClient(row) });
  if (row.isRepeat === true)
    job.note({ type: "sent", entry: { state: "sent", action: "patch", requestId, sentAt: 0 } });
  const answer = () => (row.answer instanceof ComputeError ? Promise.reject(row.answer) : Promise.resolve(row.answer));
  const change = {
    action: "patch",
    project: "p",
    send: answer,
    ...(row.isApplied === undefined ? {} : { isApplied: () => Promise.resolve(row.isApplied === true) }),
  };
  const ended = attempt(job, change, { requestId, firstSent: () => undefined }).then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(11 * minute);
  const error = await ended;
  expect(job.journal.entries.map(({ state }) => state)).toEqual(row.leaves);
  expect(deriveOutcome(job.journal)).toBe(row.outcome);
  const succeeds = row.operation === done || (row.operation === "gone" && row.isApplied === true);
  expect(error instanceof ComputeError).toBe(!succeeds);
  // The error knows the effect that a read has shown, too.
  if (error instanceof OperationFailedError) expect(error.effect === "applied").toBe(row.outcome === "changed");
});
