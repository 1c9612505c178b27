import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Operation } from "../../../provider/src/compute/endpoints/operations";
import { OperationFailedError } from "../../../provider/src/compute/errors/operationError";
import type { ComputeClient, ComputeRequest } from "../../../provider/src/http/client";
import type { ComputeError } from "../../../provider/src/http/errors/computeError";
import type { Job } from "../../../provider/src/lifecycle/job";
import { operate } from "../../../provider/src/lifecycle/operate";
import { refusal } from "../../support/refusal";
import { jobFor } from "../../support/testJob";

/** A service of which only the operations answer: each look lists what comes next, and the last one again. */
function operationsOf(...looks: (Operation[] | Error)[]) {
  const asked: string[] = [];
  const client = {
    request: ({ action }: ComputeRequest) => {
      asked.push(action);
      if (action.startsWith("wait")) return Promise.resolve({ name: "operation-1", status: "DONE" });
      const look = looks.length > 1 ? looks.shift() : looks[0];
      return look instanceof Error ? Promise.reject(look) : Promise.resolve({ items: look });
    },
  } as unknown as ComputeClient;
  return { client, asked };
}

/** A job whose request has this id, with a deadline of which a tenth is waited for an operation that is not listed. */
const idOf = (number: number) => `1111111${String(number)}-1111-4111-8111-111111111111`;
function jobWith(client: ComputeClient, milliseconds = 1_000): Job {
  let made = 0;
  return jobFor(milliseconds, { client, newRequestId: () => idOf(made++) });
}

const running = { name: "operation-1", status: "RUNNING", clientOperationId: idOf(0) } as const;
const failed: Operation = { ...running, status: "DONE", error: { errors: [{ code: "QUOTA_EXCEEDED" }] } };

/** As the client throws it when an earlier attempt of the request had no answer. */
function afterLost(error: ComputeError): ComputeError {
  error.effect = "unknown";
  return error;
}

const insert = (job: Job, error: Error) => operate(job, "insert", "p", () => Promise.reject(error));

const refusals: [what: string, refusal: () => ComputeError][] = [
  ["a bad value", () => refusal(400, "invalid")],
  ["another change of the object", () => refusal(400, "resourceNotReady")],
  ["a missing object", () => refusal(404, "notFound")],
  ["an object that exists", () => refusal(409, "alreadyExists")],
  ["a stale fingerprint", () => refusal(412, "conditionNotMet")],
  ["a missing permission", () => refusal(403, "forbidden")],
];

describe.each(refusals)("a request whose answer was lost, and whose repeat is refused for %s", (_what, refused) => {
  it("ends as its operation ends", async () => {
    const { client, asked } = operationsOf([running]);
    const job = jobWith(client);
    await insert(job, afterLost(refused()));
    expect(asked).toEqual(["list projects/p/global/operations", "wait for projects/p/global/operations/operation-1"]);
    expect([job.ledger.pending, job.ledger.hasChanged]).toEqual([[], true]);
  });

  it("is found if the service lists its operation late", async () => {
    const { client, asked } = operationsOf([], [], [{ ...running, status: "DONE" }]);
    const job = jobWith(client, 60_000);
    await insert(job, afterLost(refused()));
    expect(asked).toHaveLength(3);
    expect([job.ledger.pending, job.ledger.hasChanged]).toEqual([[], true]);
  });

  it("changed nothing if its operation is still missing after a minute", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const job = jobWith(operationsOf([]).client, 1_200_000);
    const error = afterLost(refused());
    const end = expect(insert(job, error)).rejects.toBe(error);
    // A change of a busy object is then sent again until the deadline.
    await vi.advanceTimersByTimeAsync(1_200_000);
    await end;
    expect([error.effect, job.ledger.pending]).toEqual(["none", []]);
  });

  it("stays recorded if the operations cannot be read", async () => {
    const job = jobWith(operationsOf(refusal(403, "forbidden")).client);
    const error = afterLost(refused());
    await expect(insert(job, error)).rejects.toBe(error);
    expect([error.effect, job.ledger.pending]).toMatchObject(["unknown", [{ action: "insert", requestId: idOf(0) }]]);
  });
});

describe("a request whose answer was lost", () => {
  it("fails as its operation has failed", async () => {
    const job = jobWith(operationsOf([failed]).client);
    await expect(insert(job, afterLost(refusal(412, "conditionNotMet")))).rejects.toThrow(OperationFailedError);
    expect(job.ledger.pending).toEqual([]);
  });

  it("stays recorded if the deadline is too short for the absence of its operation to prove anything", async () => {
    const job = jobWith(operationsOf([]).client, 60_000);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const error = afterLost(refusal(412, "conditionNotMet"));
    const end = expect(insert(job, error)).rejects.toBe(error);
    await vi.advanceTimersByTimeAsync(60_000);
    await end;
    expect([error.effect, job.ledger.pending]).toMatchObject(["unknown", [{ requestId: idOf(0) }]]);
  });

  it("stays recorded beside each later one of the same step, whatever becomes of those", async () => {
    const job = jobWith(operationsOf(refusal(403, "forbidden")).client);
    for (const number of [0, 1, 2]) {
      const lost = afterLost(refusal(503, "backendError"));
      await expect(insert(job, lost)).rejects.toBe(lost);
      expect(job.ledger.pending).toHaveLength(number + 1);
    }
    const refused = refusal(400, "invalid");
    await expect(insert(job, refused)).rejects.toBe(refused);
    expect(job.ledger.pending.map(({ requestId }) => requestId)).toEqual([0, 1, 2].map(idOf));
    expect(refused.effect).toBe("unknown");
  });

  it("is looked for again when it is attempted again under its request id", async () => {
    const { client, asked } = operationsOf(refusal(403, "forbidden"), [running]);
    const job = jobWith(client);
    const answers = [afterLost(refusal(503, "backendError")), refusal(400, "resourceNotReady")];
    const send = () => Promise.reject(answers.shift() ?? new Error("too many"));
    await operate(job, "insert", "p", send, { attempts: (attempt) => attempt().catch(attempt) });
    expect(asked.filter((action) => action.startsWith("list"))).toHaveLength(2);
    expect([job.ledger.pending, job.ledger.hasChanged]).toEqual([[], true]);
  });
});

describe("a request that is refused immediately", () => {
  it("leaves no record, and lists no operations", async () => {
    const { client, asked } = operationsOf([running]);
    const job = jobWith(client);
    const thrown = refusal(400, "resourceNotReady");
    await expect(insert(job, thrown)).rejects.toBe(thrown);
    expect([thrown.effect, job.ledger.pending, asked]).toEqual(["none", [], []]);
  });
});

describe("an answer without the name of an operation", () => {
  it("is as good as a lost one", async () => {
    const job = jobWith(operationsOf([running]).client);
    await operate(job, "insert", "p", () => Promise.resolve({} as Operation));
    expect([job.ledger.pending, job.ledger.hasChanged]).toEqual([[], true]);
  });

  it("says that the service acts, so that the request stays recorded if no operation is listed", async () => {
    const job = jobWith(operationsOf([]).client);
    await expect(operate(job, "insert", "p", () => Promise.resolve({} as Operation))).rejects.toThrow("without naming");
    expect(job.ledger.pending).toMatchObject([{ requestId: idOf(0) }]);
  });
});
