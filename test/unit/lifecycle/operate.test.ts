import { describe, expect, it } from "vitest";
import type { Operation } from "../../../provider/src/compute/endpoints/operations";
import type { ComputeClient, ComputeRequest } from "../../../provider/src/http/client";
import { operate } from "../../../provider/src/lifecycle/operate";
import { refusal } from "../../support/refusal";
import { jobFor } from "../../support/testJob";

const requestId = "11111110-1111-4111-8111-111111111111";
const running: Operation = { name: "operation-1", status: "RUNNING", clientOperationId: requestId };

/** A job with a service that lists these operations and does nothing else, and the actions that it was asked for. */
function jobWith(...items: Operation[]) {
  const asked: string[] = [];
  const client = {
    request: ({ action }: ComputeRequest) => {
      asked.push(action);
      return Promise.resolve(action.startsWith("wait") ? { name: "operation-1", status: "DONE" } : { items });
    },
  } as unknown as ComputeClient;
  return { job: jobFor(1_000, { client, newRequestId: () => requestId }), asked };
}

it("a request that is refused immediately leaves no record, and lists no operations", async () => {
  const { job, asked } = jobWith(running);
  const thrown = refusal(400, "resourceNotReady");
  await expect(operate(job, "insert", "p", () => Promise.reject(thrown))).rejects.toBe(thrown);
  expect([thrown.effect, job.ledger.pending, asked]).toEqual(["none", [], []]);
});

describe("an answer without the name of an operation", () => {
  const unnamed = () => Promise.resolve({} as Operation);

  it("is as good as a lost one", async () => {
    const { job } = jobWith(running);
    await operate(job, "insert", "p", unnamed);
    expect([job.ledger.pending, job.ledger.hasChanged]).toEqual([[], true]);
  });

  it("says that the service acts, so that the request stays recorded if no operation is listed", async () => {
    const { job } = jobWith();
    await expect(operate(job, "insert", "p", unnamed)).rejects.toThrow("without naming");
    expect(job.ledger.pending).toMatchObject([{ requestId }]);
  });
});
