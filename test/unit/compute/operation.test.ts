import { describe, expect, it } from "vitest";
import { mayHaveActed, waitForOperation } from "../../../provider/src/compute/operation";
import type { Operation } from "../../../provider/src/compute/endpoints/operations";
import { createClient, captureFailure, secretToken, within } from "../../support/computeCalls";
import { refuses, scriptedServer } from "../../support/scriptedServer";

const path = "projects/p/global/operations/operation-1";
const running: Operation = { kind: "compute#operation", name: "operation-1", status: "RUNNING" };
const done: Operation = { ...running, status: "DONE", progress: 100, targetId: "17" };
const action = "insert projects/p/global/routes/r";
const waitContext = (milliseconds: number) => ({ ...within(milliseconds), action });

describe("waiting for an operation", () => {
  it.each([
    [
      "it may not be asked for",
      refuses(403, "forbidden"),
      { kind: "permissionMissing", permissions: ["compute.globalOperations.get"] },
    ],
    ["the token expired", refuses(401, "authError"), { kind: "credentialsRefused" }],
  ])("ends early with the cause when %s", async (_what, script, fault) => {
    const server = await scriptedServer(script);
    const error = await captureFailure(
      waitForOperation(createClient(server.origin), path, waitContext(5_000), running),
    );
    expect(error).toMatchObject({ name: "OperationAbandonedError", operation: path, effect: "unknown", fault });
    expect(error.summary).toContain("the wait for the operation ended early: HTTP 40");
    expect(error.message).not.toContain(secretToken);
  });
});

describe("an operation that failed", () => {
  it.each<[what: string, failure: Partial<Operation>, summary: string]>([
    ["only a status", { httpErrorStatusCode: 404, httpErrorMessage: "NOT FOUND" }, "HTTP 404 NOT FOUND"],
    ["only a status without words", { httpErrorStatusCode: 500 }, "HTTP 500"],
    ["an error without entries", { error: {} }, "the operation ended with an error that has no code and no message"],
    [
      "entries that are none",
      { error: { errors: [null, 5] as never } },
      "the operation ended with an error that has no code and no message",
    ],
  ])("with %s is still a failure", async (_what, failure, summary) => {
    const known = { ...done, ...failure };
    const client = createClient("http://127.0.0.1:1");
    expect(await captureFailure(waitForOperation(client, path, waitContext(5_000), known))).toMatchObject({ summary });
  });
});

it.each<[failure: Partial<Operation>, expected: boolean]>([
  [{ error: { errors: [{ code: "RESOURCE_NOT_FOUND" }] } }, true],
  [{ error: { errors: [{ code: "OTHER" }] }, httpErrorStatusCode: 404 }, true],
  [{ httpErrorStatusCode: 404 }, true],
  [{ error: { errors: [{ code: "OTHER" }] }, httpErrorStatusCode: 409 }, false],
])("an operation that ended so says that its object is not there: %j, %s", async (failure, expected) => {
  const client = createClient("http://127.0.0.1:1");
  const error = await captureFailure(waitForOperation(client, path, waitContext(5_000), { ...done, ...failure }));
  expect(error).toMatchObject({ name: "OperationFailedError", saysNotFound: expected });
});

it.each<[failure: Partial<Operation>, isPossible: boolean]>([
  [{}, true],
  [{ error: { errors: [{ code: "INTERNAL_ERROR" }] }, httpErrorStatusCode: 500 }, true],
  [{ error: { errors: [{ code: "INVALID_FIELD_VALUE" }] }, httpErrorStatusCode: 400 }, true],
  [{ error: { errors: [{ code: "RESOURCE_NOT_READY" }, { code: "INTERNAL_ERROR" }] } }, true],
  [{ error: {} }, true],
  [{ httpErrorStatusCode: 503 }, true],
  [{ error: { errors: [{ code: "RESOURCE_NOT_READY" }] }, httpErrorStatusCode: 400 }, false],
  [{ error: { errors: [{ code: "CONDITION_NOT_MET" }] }, httpErrorStatusCode: 412 }, false],
  [{ error: { errors: [{ code: "RESOURCE_ALREADY_EXISTS" }] } }, false],
  [{ error: { errors: [{ code: "QUOTA_EXCEEDED" }] } }, false],
  [{ error: { errors: [{ code: "OTHER", message: "Constraint constraints/compute.x violated" }] } }, false],
  [{ httpErrorStatusCode: 404 }, false],
])("an operation that ended so may have had its effect: %j, %s", (failure, isPossible) => {
  expect(mayHaveActed({ ...done, ...failure })).toBe(isPossible);
});
