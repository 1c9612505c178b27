import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ComputeClient } from "../../../provider/src/http/client";
import { Deadline } from "../../../provider/src/http/deadline";
import { NotFoundError } from "../../../provider/src/http/errors/responseError";
import { lookAtOperation, waitForOperation, waitForOperationPath } from "../../../provider/src/compute/operation";
import type { Operation } from "../../../provider/src/compute/endpoints/operations";
import { clientOf, failureOf, fixedToken, getRequest, secretToken, within } from "../../support/computeCalls";
import { answers, later, refuses, resets, scriptedServer, stalls, truncates } from "../../support/scriptedServer";

const path = "projects/p/global/operations/operation-1";
const running: Operation = { kind: "compute#operation", name: "operation-1", status: "RUNNING" };
const done: Operation = { ...running, status: "DONE", progress: 100, targetId: "17" };
const action = "insert projects/p/global/routes/r";
const waitContext = (milliseconds: number) => ({ ...within(milliseconds), action });

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("waiting for an operation", () => {
  it("makes no request when it was DONE at the first answer", async () => {
    const server = await scriptedServer(answers(500, {}));
    expect(await waitForOperation(clientOf(server.origin), "p", done, waitContext(5_000))).toEqual(done);
    expect(server.requests).toEqual([]);
  });

  it("ends at the moment the service answers, with one request", async () => {
    const server = await scriptedServer(later(300, answers(200, done)));
    const states: (string | undefined)[] = [];
    const startedMs = performance.now();
    await waitForOperation(clientOf(server.origin, { requestTimeoutMs: 100 }), "p", running, {
      ...waitContext(5_000),
      onState: ({ status }) => states.push(status),
    });
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    expect(server.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", `/compute/v1/${path}/wait`, ""],
    ]);
    expect(states).toEqual(["DONE"]);
  });

  it.each(["regions/europe-west1", "zones/europe-west1-b"])("asks at %s and charges the project", async (scope) => {
    const server = await scriptedServer(answers(200, done));
    const client = clientOf(server.origin, { userProject: true });
    await waitForOperationPath(client, `projects/example.com%3Ap/${scope}/operations/operation-1`, waitContext(5_000));
    expect(server.requests[0]?.url).toBe(`/compute/v1/projects/example.com%3Ap/${scope}/operations/operation-1/wait`);
    expect(server.requests[0]?.headers["x-goog-user-project"]).toBe("example.com:p");
  });

  it("asks again after an early answer, with a pause that grows", async () => {
    const server = await scriptedServer(
      answers(200, { ...running, status: "PENDING" }),
      answers(200, running),
      answers(200, running),
      answers(200, done),
    );
    // On a clock that stands still every answer comes at once, however busy the machine is.
    vi.useFakeTimers({ toFake: ["performance"] });
    const sleep = vi.spyOn(Deadline.prototype, "sleep").mockResolvedValue();
    onTestFinished(() => {
      vi.useRealTimers();
      sleep.mockRestore();
    });
    await waitForOperation(clientOf(server.origin), "p", running, waitContext(10_000));
    expect(server.requests).toHaveLength(4);
    expect(sleep.mock.calls).toEqual([[200], [300], [450]]);
  });

  it("asks again after the connection dropped, and never repeats the mutation", async () => {
    const server = await scriptedServer(resets(100), truncates, refuses(503), answers(200, done));
    await waitForOperation(clientOf(server.origin), "p", running, waitContext(10_000));
    expect(server.requests.map(({ url }) => url)).toEqual(Array(4).fill(`/compute/v1/${path}/wait`));
  });

  it("treats 404 for a new operation as not visible yet", async () => {
    const server = await scriptedServer(refuses(404, "notFound"), refuses(404, "notFound"), answers(200, done));
    expect(await waitForOperation(clientOf(server.origin), "p", running, waitContext(10_000))).toEqual(done);
  });

  it("treats repeated 404 for an operation of an earlier run as forgotten", async () => {
    const server = await scriptedServer(refuses(404, "notFound"));
    const error = await failureOf(waitForOperationPath(clientOf(server.origin), path, waitContext(1_200_000)));
    expect(error).toMatchObject({ name: "OperationVanishedError", operation: path, effect: "unknown" });
    expect(error.message).toBe(`${action} failed: the service no longer knows operation operation-1`);
    expect(server.requests).toHaveLength(4);
  });

  it("does not take the 404 page of something in between for a forgotten operation", async () => {
    const server = await scriptedServer(answers(404, "<title>Not here</title>"));
    const error = await failureOf(waitForOperation(clientOf(server.origin), "p", running, waitContext(10_000)));
    expect(error).toMatchObject({ name: "OperationAbandonedError", cause: { status: 404 } });
  });

  it.each([
    ["no answer comes", stalls],
    ["it is still running", answers(200, running)],
  ])("ends at the deadline when %s, and names the operation", async (_what, script) => {
    const server = await scriptedServer(script);
    const startedMs = performance.now();
    const error = await failureOf(waitForOperation(clientOf(server.origin), "p", running, waitContext(500)));
    expect(performance.now() - startedMs).toBeLessThan(1_500);
    expect(error).toMatchObject({ name: "OperationAbandonedError", operation: path, effect: "unknown" });
    expect(error.cause).toBeUndefined();
    expect(error.message).toBe(`${action} failed: not finished within 500ms`);
  });

  it.each([
    [
      "it may not be asked for",
      refuses(403, "forbidden"),
      { kind: "permissionMissing", permissions: ["compute.globalOperations.get"] },
    ],
    ["the token expired", refuses(401, "authError"), { kind: "credentialsRefused" }],
  ])("ends early with the cause when %s", async (_what, script, fault) => {
    const server = await scriptedServer(script);
    const error = await failureOf(waitForOperation(clientOf(server.origin), "p", running, waitContext(5_000)));
    expect(error).toMatchObject({ name: "OperationAbandonedError", operation: path, effect: "unknown", fault });
    expect(error.summary).toContain("the wait for the operation ended early: HTTP 40");
    expect(error.message).not.toContain(secretToken);
  });
});

it("a wait that the service delays for too long ends early with that cause, and its operation is still running", async () => {
  const server = await scriptedServer(refuses(429, undefined, "slow down", { "retry-after": "3600" }));
  const client = clientOf(server.origin);
  await failureOf(client.request(getRequest, within(60_000)));
  const error = await failureOf(waitForOperation(client, "p", running, waitContext(1_200_000)));
  expect(error).toMatchObject({ name: "OperationAbandonedError", operation: path, effect: "unknown" });
  expect(error.cause).toMatchObject({ name: "WaitTooLongError", effect: "none" });
  expect(error.summary).toContain(
    "the wait for the operation ended early: the service refused requests because there were too many",
  );
  expect(error.message).toContain("asks to wait 1h");
  expect(error.fault).toEqual({ kind: "waitTooLong" });
  expect(error.message).not.toContain("not finished within");
  expect(server.requests).toHaveLength(1);
});

describe("a loaded service that answers early", () => {
  /** A client that answers at once, or after a time, against a clock that jumps. */
  function loaded(tookMs: number, earlyAnswers: number) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const atMs: number[] = [];
    const request = async (): Promise<Operation> => {
      atMs.push(performance.now());
      if (tookMs > 0) await new Promise((resolve) => setTimeout(resolve, tookMs));
      return atMs.length > earlyAnswers ? done : running;
    };
    const end = waitForOperationPath({ request } as unknown as ComputeClient, path, {
      deadline: Deadline.after(20 * 60_000),
      action,
    });
    return { end, atMs };
  }

  it.each([0, 50, 300, 4_000])("after %i ms, twenty times, gets requests more and more slowly", async (tookMs) => {
    const { end, atMs } = loaded(tookMs, 20);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(await end).toEqual(done);
    expect(atMs).toHaveLength(21);
    const pauses = atMs.slice(1).map((time, index) => Math.floor(time - (atMs[index] ?? 0)));
    const floors = pauses.map((_, index) => Math.floor(Math.max(tookMs, Math.min(200 * 1.5 ** index, 1_000))));
    expect(pauses).toEqual(floors);
  });

  it("gets the next request immediately after it held the wait open for two minutes", async () => {
    const { end, atMs } = loaded(118_000, 5);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(await end).toEqual(done);
    expect(atMs.slice(1).map((time, index) => time - (atMs[index] ?? 0))).toEqual(Array(5).fill(118_000));
  });
});

describe("an operation that the service does not know yet", () => {
  /** A service that answers after a time since the first question, and 404 before, against a clock that jumps. */
  function unknownUntil(
    knownAfterMs: number,
    allowedMs: number,
    known?: Operation,
    after: Operation[] = [done],
    { operation = path, mayBeNew = false } = {},
  ) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const startedMs = performance.now();
    const atMs: number[] = [];
    const left = [...after];
    const request = (): Promise<Operation> => {
      const nowMs = performance.now() - startedMs;
      atMs.push(nowMs);
      const answer = nowMs < knownAfterMs ? undefined : left.shift();
      if (answer !== undefined) return Promise.resolve(answer);
      const options = { action, summary: "HTTP 404 notFound", effect: "none" } as const;
      return Promise.reject(new NotFoundError(options, 404, ["notFound"], "", undefined, true));
    };
    const context = { deadline: Deadline.after(allowedMs), action, mayBeNew };
    const end = waitForOperationPath({ request } as unknown as ComputeClient, operation, context, known);
    const settled = end.catch((error: unknown) => error as Error);
    return { settled, atMs };
  }

  const twentyMinutes = 20 * 60_000;

  it.each([1_000, 10_000, 30_000, 59_000])("for %i ms is not forgotten if it is new", async (unknownMs) => {
    const { settled, atMs } = unknownUntil(unknownMs, twentyMinutes, running);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await settled).toEqual(done);
    // Ever less often: some twenty questions in a minute.
    expect(atMs.length).toBeLessThanOrEqual(20);
    const pauses = atMs.slice(1, -1).map((time, index) => time - (atMs[index] ?? 0));
    expect(pauses).toEqual([...pauses].sort((left, right) => left - right));
    expect(atMs.at(-1)).toBeLessThanOrEqual(unknownMs + 5_000);
  });

  it("is forgotten after a minute if it is new", async () => {
    const { settled, atMs } = unknownUntil(Infinity, twentyMinutes, running);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await settled).toMatchObject({ name: "OperationVanishedError", operation: path });
    expect(atMs.at(-1)).toBeGreaterThan(59_000);
    expect(atMs.at(-1)).toBeLessThan(61_500);
  });

  it("is given up after a tenth of the step, so that time is left to look at the object", async () => {
    const { settled, atMs } = unknownUntil(Infinity, 100_000, running);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(await settled).toMatchObject({ name: "OperationVanishedError" });
    expect(atMs.at(-1)).toBeGreaterThanOrEqual(10_000);
    expect(atMs.at(-1)).toBeLessThan(11_500);
  });

  it.each([
    ["of this moment", (nowMs: number) => `operation-${String(nowMs)}-5f3a-0a1b`, true],
    ["of a clock that is ahead", (nowMs: number) => `operation-${String(nowMs + 20_000)}-5f3a-0a1b`, true],
    ["of two minutes ago", (nowMs: number) => `operation-${String(nowMs - 120_000)}-5f3a-0a1b`, false],
    ["without a time", () => "operation-1", false],
    ["that is a number", (nowMs: number) => String(nowMs), false],
  ])("may be new if somebody else began it, and its name is one %s", async (_what, nameAt, isNew) => {
    const { settled, atMs } = unknownUntil(30_000, twentyMinutes, undefined, [done], {
      operation: path.replace("operation-1", nameAt(Date.now())),
      mayBeNew: true,
    });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await settled).toMatchObject(isNew ? done : { name: "OperationVanishedError" });
    expect(atMs.length).toBeGreaterThanOrEqual(isNew ? 10 : 4);
  });

  it("is requested four times if an earlier run recorded it", async () => {
    const { settled, atMs } = unknownUntil(Infinity, twentyMinutes);
    await vi.advanceTimersByTimeAsync(twentyMinutes);
    expect(await settled).toMatchObject({ name: "OperationVanishedError" });
    expect(atMs).toEqual([0, 250, 750, 1_500]);
  });

  it("is forgotten, when it was known before", async () => {
    const { settled, atMs } = unknownUntil(0, twentyMinutes, running, [running]);
    await vi.advanceTimersByTimeAsync(twentyMinutes);
    expect(await settled).toMatchObject({ name: "OperationVanishedError" });
    expect(atMs.slice(1).map((time) => time - (atMs[1] ?? 0))).toEqual([0, 250, 750, 1_500]);
  });
});

describe("an operation that failed", () => {
  it("says everything that the service says", async () => {
    const failed = {
      ...done,
      httpErrorStatusCode: 403,
      httpErrorMessage: "FORBIDDEN",
      error: {
        errors: [
          {
            code: "QUOTA_EXCEEDED",
            location: "route.destRange",
            message: "Quota 'ROUTES' exceeded.  Limit: 250.0 globally.",
            errorDetails: [
              {
                quotaInfo: {
                  metricName: "compute.googleapis.com/routes",
                  limitName: "ROUTES-per-project",
                  dimensions: { region: "global" },
                  limit: 250,
                  futureLimit: 500,
                  rolloutStatus: "IN_PROGRESS",
                },
              },
              {
                errorInfo: {
                  reason: "ROUTES_EXHAUSTED",
                  domain: "compute.googleapis.com",
                  metadatas: { zone: "a", n: "2" },
                },
              },
              {
                help: {
                  links: [{ description: "Ask here", url: "https://example.com/quota" }, { url: "https://e.org" }],
                },
              },
              { localizedMessage: { locale: "de", message: "Kontingent erschöpft" } },
            ],
          },
          { code: "OTHER" },
          { code: "QUOTA_EXCEEDED", message: "again" },
          { message: "without a code" },
        ],
      },
    };
    const server = await scriptedServer(answers(200, failed));
    const error = await failureOf(waitForOperation(clientOf(server.origin), "p", running, waitContext(5_000)));
    expect(error).toMatchObject({ name: "OperationFailedError", operation: path, targetId: "17", effect: "none" });
    expect(error.message).toBe(
      [
        `${action} failed: QUOTA_EXCEEDED, OTHER, without a code`,
        "  QUOTA_EXCEEDED at route.destRange: Quota 'ROUTES' exceeded.  Limit: 250.0 globally.",
        "  ROUTES-per-project: limit 250 (region global, future limit 500, rollout IN_PROGRESS, compute.googleapis.com/routes)",
        "  reason ROUTES_EXHAUSTED (compute.googleapis.com) zone=a, n=2",
        "  help: Ask here https://example.com/quota",
        "  help: https://e.org",
        "  Kontingent erschöpft",
        "  QUOTA_EXCEEDED: again",
        "  HTTP 403 FORBIDDEN",
        "  operation operation-1",
      ].join("\n"),
    );
    expect(error.fault).toEqual({ kind: "quotaExceeded" });
  });

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
    const client = clientOf("http://127.0.0.1:1");
    expect(await failureOf(waitForOperation(client, "p", known, waitContext(5_000)))).toMatchObject({ summary });
  });

  it.each<Partial<Operation>>([{ httpErrorStatusCode: 200 }, { error: null as never }, { warnings: [{ code: "W" }] }])(
    "is not seen in %j",
    async (more) => {
      const known = { ...done, ...more };
      expect(await waitForOperation(clientOf("http://127.0.0.1:1"), "p", known, waitContext(1_000))).toEqual(known);
    },
  );
});

it("an operation that comes too soon for its disk says so", async () => {
  const failed = {
    ...done,
    error: { errors: [{ code: "RESOURCE_OPERATION_RATE_EXCEEDED", message: "too frequent" }] },
  };
  const error = await failureOf(waitForOperation(clientOf("http://127.0.0.1:1"), "p", failed, waitContext(5_000)));
  expect(error.summary).toBe("RESOURCE_OPERATION_RATE_EXCEEDED");
  expect(error.fault).toEqual({ kind: "operationsTooOften" });
});

it.each<[failure: Partial<Operation>, expected: boolean]>([
  [{ error: { errors: [{ code: "RESOURCE_NOT_FOUND" }] } }, true],
  [{ error: { errors: [{ code: "OTHER" }] }, httpErrorStatusCode: 404 }, true],
  [{ httpErrorStatusCode: 404 }, true],
  [{ error: { errors: [{ code: "OTHER" }] }, httpErrorStatusCode: 409 }, false],
])("an operation that ended so says that its object is not there: %j, %s", async (failure, expected) => {
  const client = clientOf("http://127.0.0.1:1");
  const error = await failureOf(waitForOperation(client, "p", { ...done, ...failure }, waitContext(5_000)));
  expect(error).toMatchObject({ name: "OperationFailedError", saysNotFound: expected });
});

describe("one look at an operation", () => {
  it("gives its state", async () => {
    const server = await scriptedServer(answers(200, running));
    expect(await lookAtOperation(clientOf(server.origin), path, within(5_000))).toEqual(running);
    expect(server.requests[0]).toMatchObject({ method: "GET", url: `/compute/v1/${path}` });
  });

  it("gives nothing when it is forgotten", async () => {
    const server = await scriptedServer(refuses(404, "notFound"));
    expect(await lookAtOperation(clientOf(server.origin), path, within(5_000))).toBeUndefined();
  });

  it("is an error when it may not be looked at", async () => {
    const server = await scriptedServer(refuses(403, "forbidden"));
    const error = await failureOf(lookAtOperation(clientOf(server.origin), path, within(5_000)));
    expect(error.fault).toEqual({ kind: "permissionMissing", permissions: ["compute.globalOperations.get"] });
  });
});

it("a wait never shows the token in any error", async () => {
  const server = await scriptedServer(resets());
  const client = clientOf(server.origin, { tokens: fixedToken });
  const error = await failureOf(waitForOperation(client, "p", running, waitContext(300)));
  expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toContain(secretToken);
});
