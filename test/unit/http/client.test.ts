import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  createClient,
  captureFailure,
  fixedToken,
  getRequest,
  insertRequest,
  secretToken,
  within,
} from "../../support/computeCalls";
import { withLongEnoughDeadline } from "../../support/longEnough";
import { answers, later, refuses, scriptedServer } from "../../support/scriptedServer";

beforeEach(() => {
  // The shortest pauses that the back-off can have.
  vi.spyOn(Math, "random").mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

describe("a request", () => {
  it("carries the token, the user agent and the accepted types, and no optional header", async () => {
    const server = await scriptedServer(answers(200, { name: "r" }));
    await createClient(server.origin).request({ ...getRequest, method: "POST" }, within(60_000));
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", url: "/compute/v1/projects/p/global/routes/r", body: "" });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${secretToken}`,
      accept: "application/json",
      "user-agent": "pulumi-gce/test",
      "content-length": "0",
    });
    for (const absent of ["content-type", "x-goog-user-project", "x-goog-request-reason"])
      expect(request?.headers).not.toHaveProperty(absent);
  });

  it.each([
    ["an hour behind", -3_600_000, -3_600_000],
    ["an hour ahead", 3_600_000, 3_600_000],
    ["right but for two seconds", 2_000, 0],
  ])("tells the time by the clock of a service that is %s", async (_what, offsetMs, expectedMs) => {
    const date = new Date(Date.now() + offsetMs).toUTCString();
    const client = createClient((await scriptedServer(answers(200, { name: "r" }, { date }))).origin);
    await client.request(getRequest, within(60_000));
    expect(Math.abs(client.serviceNowMs - Date.now() - expectedMs)).toBeLessThan(60_000);
  });

  it("that the service holds has a time of its own, also beyond what a timer can hold", async () => {
    const server = await scriptedServer(later(300, answers(200, { name: "r" })));
    const client = createClient(server.origin, { requestTimeoutMs: 100 });
    await client.request({ ...getRequest, longPollMs: 1e15 }, within(1e15));
    expect(server.requests).toHaveLength(1);
  });

  it.each([301, 307])("never follows a redirect (%i) with the token", async (status) => {
    const other = await scriptedServer(answers(200, { name: "stolen" }));
    const server = await scriptedServer(answers(status, "moved", { location: `${other.origin}/login?session=hidden` }));
    const error = await captureFailure(createClient(server.origin).request(insertRequest, within(60_000)));
    expect(error.fault).toEqual({ kind: "redirected" });
    expect(error.message).not.toContain("hidden");
    expect([server.requests.length, other.requests.length]).toEqual([1, 0]);
  });
});

describe("a request that cannot be sent", () => {
  it("is final when a header may not be sent, and its value is not shown", async () => {
    const server = await scriptedServer(answers(200, {}));
    const client = createClient(server.origin, { requestReason: "line\nhidden" });
    const error = await captureFailure(client.request(insertRequest, within(60_000)));
    expect(error).toMatchObject({ effect: "none", lasting: true });
    expect(error.message).toContain("invalid x-goog-request-reason header");
    expect(error.message).not.toContain("hidden");
  });

  it("is final when https meets a port that speaks plain http", async () => {
    const server = await scriptedServer(answers(200, {}));
    const client = createClient(server.origin.replace("http:", "https:"));
    const error = await captureFailure(client.request(insertRequest, within(60_000)));
    expect(error).toMatchObject({ effect: "none", lasting: true, fault: { kind: "notTls" } });
    expect(error.message).toContain("does not speak TLS");
  });

  it.each<[what: string, token: () => Promise<string>, says: RegExp, requestTimeoutMs?: number]>([
    ["fails", () => Promise.reject(new Error("no key")), /^no key$/],
    ["does not end before the deadline", () => new Promise(() => undefined), /^no access token came within \d+m?s/],
    ["does not end in time", () => new Promise(() => undefined), /^no access token came within 100ms/, 100],
  ])("names its source of tokens when that %s", async (_how, token, says, requestTimeoutMs = 60_000) => {
    const server = await scriptedServer(answers(200, {}));
    const client = createClient(server.origin, { tokens: { ...fixedToken, token }, requestTimeoutMs });
    await withLongEnoughDeadline(async (deadlineMs) => {
      const error = await captureFailure(client.request(insertRequest, within(deadlineMs)));
      expect(error).toMatchObject({ name: "CredentialsUnavailableError", effect: "none" });
      expect(error.summary).toMatch(says);
    });
    expect(server.requests).toEqual([]);
  });

  it("says for how long the service puts off its turn beyond its deadline", async () => {
    const server = await scriptedServer(refuses(429, "rateLimitExceeded", "slow down", { "retry-after": "3600" }));
    const client = createClient(server.origin);
    await captureFailure(client.request(getRequest, within(60_000)));
    const error = await captureFailure(client.request(insertRequest, within(1_200_000)));
    expect(error).toMatchObject({ name: "WaitTooLongError", effect: "none", fault: { kind: "waitTooLong" } });
    expect(error.message).toBe(
      "insert projects/p/global/routes/r failed: the service refused requests because there were too many, " +
        "and asks to wait 1h, which is longer than the remaining time (20m of 20m)",
    );
    expect(server.requests).toHaveLength(1);
  });
});
