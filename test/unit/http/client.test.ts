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

  it("names its source of tokens when that does not end in time", async () => {
    const server = await scriptedServer(answers(200, {}));
    const tokens = { ...fixedToken, token: () => new Promise<string>(() => undefined) };
    const client = createClient(server.origin, { tokens, requestTimeoutMs: 100 });
    const error = await captureFailure(client.request(insertRequest, within(60_000)));
    expect(error).toMatchObject({ name: "CredentialsUnavailableError", effect: "none" });
    expect(error.summary).toMatch(/^no access token came within 100ms/);
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
