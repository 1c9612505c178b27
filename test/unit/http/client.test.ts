import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Deadline } from "../../../provider/src/http/deadline";
import { path } from "../../../provider/src/names/path";
import { CredentialsUnavailableError } from "../../../provider/src/http/errors/credentialsError";
import {
  clientOf,
  failureOf,
  fixedToken,
  getRequest,
  insertRequest,
  renewableTokens,
  secretToken,
  within,
} from "../../support/computeCalls";
import {
  answers,
  later,
  refuses,
  resets,
  scriptedServer,
  speaksGarbage,
  stalls,
  stallsInside,
  truncates,
  type Script,
} from "../../support/scriptedServer";

beforeEach(() => {
  // The shortest pauses that the back-off can have.
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a request", () => {
  it("carries the token, the user agent and the accepted types, and no optional header", async () => {
    const server = await scriptedServer(answers(200, { name: "r" }));
    expect(await clientOf(server.origin).request(getRequest, within(5_000))).toEqual({ name: "r" });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "GET", url: "/compute/v1/projects/p/global/routes/r", body: "" });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${secretToken}`,
      accept: "application/json",
      "user-agent": "pulumi-gce/test",
    });
    for (const absent of ["content-type", "x-goog-user-project", "x-goog-request-reason"]) {
      expect(request?.headers).not.toHaveProperty(absent);
    }
  });

  it("with a body says that it is JSON", async () => {
    const server = await scriptedServer(answers(200, {}));
    await clientOf(server.origin).request(insertRequest, within(5_000));
    expect(server.requests[0]?.headers["content-type"]).toBe("application/json");
    expect(server.requests[0]?.body).toBe('{"name":"r"}');
  });

  it("without a body that posts says that the body is empty", async () => {
    const server = await scriptedServer(answers(200, {}));
    await clientOf(server.origin).request({ ...getRequest, method: "POST" }, within(5_000));
    expect(server.requests[0]?.headers).toMatchObject({ "content-length": "0" });
    expect(server.requests[0]?.headers).not.toHaveProperty("content-type");
  });

  it.each([
    ["the billing project", "billed", "p", "billed"],
    ["the project of the request", true, "p", "p"],
    ["nothing when the request has no project", true, undefined, undefined],
    ["nothing when it is off", undefined, "p", undefined],
  ] as const)("charges %s", async (_what, userProject, project, expected) => {
    const server = await scriptedServer(answers(200, {}));
    const request = { ...getRequest, ...(project === undefined ? { project: undefined as never } : { project }) };
    await clientOf(server.origin, { userProject }).request(request, within(5_000));
    expect(server.requests[0]?.headers["x-goog-user-project"]).toBe(expected);
  });

  it("gives the reason for audit logs", async () => {
    const server = await scriptedServer(answers(200, {}));
    await clientOf(server.origin, { requestReason: "ticket 17" }).request(getRequest, within(5_000));
    expect(server.requests[0]?.headers["x-goog-request-reason"]).toBe("ticket 17");
  });

  it("encodes its query and leaves out what is undefined", async () => {
    const server = await scriptedServer(answers(200, {}));
    const query = { filter: 'name = "a&b"', maxResults: 0, partial: false, pageToken: undefined };
    await clientOf(server.origin).request({ ...getRequest, query }, within(5_000));
    const url = new URL(server.requests[0]?.url ?? "", server.origin);
    expect(Object.fromEntries(url.searchParams)).toEqual({ filter: 'name = "a&b"', maxResults: "0", partial: "false" });
  });

  it("arrives at its own path, with any values", async () => {
    const server = await scriptedServer(answers(200, {}));
    const made = path`projects/${"example.com:p"}/global/routes/${"a/../b?c#d%2e e"}`;
    await clientOf(server.origin).request({ ...getRequest, path: made }, within(5_000));
    expect(server.requests[0]?.url).toBe(
      "/compute/v1/projects/example.com%3Ap/global/routes/a%2F..%2Fb%3Fc%23d%252e%20e",
    );
  });

  it("is sent again byte for byte, with the same request id", async () => {
    const server = await scriptedServer(resets(), answers(200, {}));
    await clientOf(server.origin).request(insertRequest, within(5_000));
    const [first, second] = server.requests.map(({ method, url, body }) => ({ method, url, body }));
    expect(second).toEqual(first);
  });
});

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("%i is refused, and the token does not travel on", async (status) => {
    const other = await scriptedServer(answers(200, { name: "stolen" }));
    const location = `${other.origin}/login?session=hidden`;
    const server = await scriptedServer(answers(status, "moved", { location }));
    const error = await failureOf(clientOf(server.origin).request(insertRequest, within(5_000)));
    // Only these two send the request itself elsewhere; after any other it may have been acted on.
    expect(error).toMatchObject({
      effect: status === 307 || status === 308 ? "none" : "unknown",
      name: "MalformedAnswerError",
    });
    expect(error.message).toContain(`HTTP ${String(status)} to ${other.origin}), which this package does not follow`);
    expect(error.fault).toEqual({ kind: "redirected" });
    expect(error.message).not.toContain("hidden");
    expect(other.requests).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });
});

describe("an answer that is not the service's", () => {
  it.each<[what: string, script: Script, text: string, allowedMs?: number]>([
    ["HTML", answers(200, "<html><title>Sign in</title></html>"), "HTTP 200 with a body that is not a JSON object"],
    ["empty", answers(200, ""), "HTTP 200 with an empty body"],
    ["without content", answers(204, ""), "HTTP 204 with an empty body"],
    ["a JSON list", answers(200, []), "not a JSON object"],
    ["JSON null", answers(200, null), "not a JSON object"],
    ["no HTTP", speaksGarbage, "the answer is not HTTP"],
    ["larger than the limit", answers(200, "x".repeat(33 * 1024 * 1024)), "more than 32 MiB, the limit", 15_000],
  ])("%s is requested again a few times, and may have acted", async (_what, script, text, allowedMs = 1_600) => {
    const server = await scriptedServer(script);
    // Too short for all the repeats: that they end is shown with the rules.
    const error = await failureOf(clientOf(server.origin).request(insertRequest, within(allowedMs)));
    expect(error).toMatchObject({ name: "MalformedAnswerError", effect: "unknown" });
    expect(error.message).toContain(text);
    expect(server.requests.length).toBeGreaterThan(1);
  });

  it.each<[what: string, script: Script]>([
    ["cut short", truncates],
    ["reset", resets()],
  ])("%s is requested again until it is whole", async (_what, script) => {
    const server = await scriptedServer(script, script, answers(200, { name: "r" }));
    expect(await clientOf(server.origin).request(getRequest, within(5_000))).toEqual({ name: "r" });
    expect(server.requests).toHaveLength(3);
  });

  it.each<[what: string, script: Script]>([
    ["nothing comes", stalls],
    ["it stops in the middle", stallsInside],
  ])("is given up after the request timeout when %s, and asked for again", async (_what, script) => {
    const server = await scriptedServer(script, answers(200, { name: "r" }));
    const client = clientOf(server.origin, { requestTimeoutMs: 300 });
    expect(await client.request(getRequest, within(5_000))).toEqual({ name: "r" });
    expect(server.requests).toHaveLength(2);
  });

  it("has a longer timeout if the request sets one", async () => {
    const server = await scriptedServer(later(300, answers(200, { name: "r" })));
    const client = clientOf(server.origin, { requestTimeoutMs: 100 });
    await client.request({ ...getRequest, heldMs: 2_000 }, within(5_000));
    expect(server.requests).toHaveLength(1);
  });

  it("takes a request timeout beyond what a timer can hold", async () => {
    const server = await scriptedServer(later(20, answers(200, { name: "r" })));
    const client = clientOf(server.origin, { requestTimeoutMs: 1e15 });
    expect(await client.request(getRequest, within(1e15))).toEqual({ name: "r" });
  });
});

describe("a request that cannot be sent", () => {
  it("is final when a header may not be sent, and its value is not shown", async () => {
    const server = await scriptedServer(answers(200, {}));
    const client = clientOf(server.origin, { requestReason: "line\nhidden" });
    const error = await failureOf(client.request(insertRequest, within(5_000)));
    expect(error).toMatchObject({ effect: "none", lasting: true });
    expect(error.message).toContain("invalid x-goog-request-reason header");
    expect(error.message).not.toContain("hidden");
    expect(server.requests).toEqual([]);
  });

  it("is final when https meets a port that speaks plain http", async () => {
    const server = await scriptedServer(answers(200, {}));
    const client = clientOf(server.origin.replace("http:", "https:"));
    const error = await failureOf(client.request(insertRequest, within(5_000)));
    expect(error).toMatchObject({ effect: "none", lasting: true });
    expect(error.message).toContain("does not speak TLS");
    expect(error.fault).toEqual({ kind: "notTls" });
  });

  it("says that nothing listens, and where", async () => {
    const error = await failureOf(clientOf("http://127.0.0.1:1").request(insertRequest, within(500)));
    expect(error).toMatchObject({ effect: "none", code: "ECONNREFUSED" });
    expect(error.message).toBe(
      "insert projects/p/global/routes/r failed: nothing listens there (ECONNREFUSED, http://127.0.0.1:1)",
    );
    expect(error.fault).toEqual({ kind: "nothingListens", origin: "http://127.0.0.1:1" });
  });

  it("is not begun after the deadline", async () => {
    const server = await scriptedServer(answers(200, {}));
    const error = await failureOf(clientOf(server.origin).request(insertRequest, within(0)));
    expect(error).toMatchObject({ name: "DeadlinePassedError", effect: "none" });
    expect(server.requests).toEqual([]);
  });

  it.each([
    [
      "throws at once",
      () => {
        throw new Error("no key");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no key"))],
  ])("names the cause when the token source %s", async (_how, token) => {
    const server = await scriptedServer(answers(200, {}));
    const client = clientOf(server.origin, { tokens: { ...fixedToken, token } });
    const error = await failureOf(client.request(insertRequest, within(5_000)));
    expect(error).toBeInstanceOf(CredentialsUnavailableError);
    expect(error).toMatchObject({ effect: "none", summary: "no key" });
    expect(server.requests).toEqual([]);
  });

  it("does not wait for a token beyond the deadline", async () => {
    const server = await scriptedServer(answers(200, {}));
    const token = () => new Promise<string>(() => undefined);
    const client = clientOf(server.origin, { tokens: { ...fixedToken, token } });
    const error = await failureOf(client.request(insertRequest, within(200)));
    expect(error).toBeInstanceOf(CredentialsUnavailableError);
    expect(error.summary).toMatch(/^no access token came within \d+ms/);
  });

  it("waits for a token no longer than for an answer, and says that it was the token that did not come", async () => {
    const server = await scriptedServer(answers(200, {}));
    const token = () => new Promise<string>(() => undefined);
    const client = clientOf(server.origin, { tokens: { ...fixedToken, token }, requestTimeoutMs: 100 });
    const error = await failureOf(client.request(insertRequest, within(1_200_000)));
    expect(error).toBeInstanceOf(CredentialsUnavailableError);
    expect(error).toMatchObject({ effect: "none", summary: "no access token came within 100ms" });
    expect(error.fault).toEqual({ kind: "lateToken" });
    expect(server.requests).toEqual([]);
  });
});

describe("a request whose turn the service puts off beyond its deadline", () => {
  const slowDown = refuses(429, "rateLimitExceeded", "slow down", { "retry-after": "3600" });

  it("is not sent, and says that and for how long", async () => {
    const server = await scriptedServer(slowDown);
    const client = clientOf(server.origin);
    await failureOf(client.request(getRequest, within(60_000)));
    const error = await failureOf(client.request(insertRequest, within(1_200_000)));
    expect(error).toMatchObject({ name: "WaitTooLongError", effect: "none" });
    expect(error.message).toBe(
      "insert projects/p/global/routes/r failed: the service refused requests because there were too many, " +
        "and asks to wait 1h, which is longer than the remaining time (20m of 20m)",
    );
    expect(error.fault).toEqual({ kind: "waitTooLong" });
    expect(server.requests).toHaveLength(1);
  });

  it("says so also when an attempt of its own failed before", async () => {
    // Its repeat leaves the other request a second to be refused.
    const server = await scriptedServer(refuses(503, undefined, "busy", { "retry-after": "1" }), slowDown);
    const client = clientOf(server.origin);
    const onRetry = () => void client.request(getRequest, within(60_000)).catch(() => undefined);
    const error = await failureOf(client.request(insertRequest, { ...within(60_000), onRetry }));
    // What became of the first attempt is not known.
    expect(error).toMatchObject({ name: "WaitTooLongError", effect: "unknown" });
    expect(server.requests).toHaveLength(2);
  });
});

describe("a caller that gives up", () => {
  const reason = new Error("enough");

  it.each<[when: string, token: (controller: AbortController) => Promise<string>]>([
    [
      "while the token is on its way",
      (controller) => {
        setTimeout(() => {
          controller.abort(reason);
        });
        return new Promise(() => undefined);
      },
    ],
    [
      "at the moment when the token comes",
      (controller) => {
        controller.abort(reason);
        return Promise.resolve(secretToken);
      },
    ],
  ])("%s gets its reason, and nothing is sent", async (_when, token) => {
    const server = await scriptedServer(answers(200, {}));
    const controller = new AbortController();
    const tokens = { ...fixedToken, token: () => token(controller) };
    const deadline = Deadline.after(60_000, controller.signal);
    await expect(clientOf(server.origin, { tokens }).request(insertRequest, { deadline })).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });

  it("while the request waits for its turn gets its reason, and nothing is sent", async () => {
    const server = await scriptedServer(refuses(429, undefined, "slow down", { "retry-after": "30" }));
    const client = clientOf(server.origin);
    await failureOf(client.request(getRequest, within(10_000)));
    const controller = new AbortController();
    const request = client.request(insertRequest, { deadline: Deadline.after(60_000, controller.signal) });
    setTimeout(() => {
      controller.abort(reason);
    });
    await expect(request).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });
});

describe("the deadline", () => {
  it.each<[what: string, script: Script]>([
    ["silence", stalls],
    ["half an answer", stallsInside],
    ["errors", refuses(503)],
    ["slow errors", later(240, refuses(503))],
  ])("ends a request that meets only %s, and nothing is sent after it", async (_what, script) => {
    const server = await scriptedServer(script);
    const startedMs = performance.now();
    const error = await failureOf(clientOf(server.origin).request(insertRequest, within(900)));
    const endedMs = performance.now();
    expect(endedMs - startedMs).toBeLessThan(2_400);
    expect(error.effect).toBe("unknown");
    expect(Math.max(...server.requests.map(({ atMs }) => atMs))).toBeLessThan(startedMs + 900);
  });

  it("keeps the service's own words as the last error", async () => {
    const server = await scriptedServer(refuses(503, "backendError", "try later"));
    const error = await failureOf(clientOf(server.origin).request(getRequest, within(500)));
    expect(error.summary).toBe("HTTP 503 backendError: try later");
  });
});

describe("credentials that are refused", () => {
  it("are renewed once, and the request is sent with the new token", async () => {
    const server = await scriptedServer(refuses(401, "authError"), answers(200, { name: "r" }));
    const client = clientOf(server.origin, { tokens: renewableTokens() });
    expect(await client.request(getRequest, within(5_000))).toEqual({ name: "r" });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-1", "Bearer token-2"]);
  });

  it("twice are final", async () => {
    const server = await scriptedServer(refuses(401, "authError"));
    const client = clientOf(server.origin, { tokens: renewableTokens() });
    expect(await failureOf(client.request(getRequest, within(5_000)))).toMatchObject({ status: 401 });
    expect(server.requests).toHaveLength(2);
  });

  it("are final immediately if the token is fixed, and the error says where a short-lived one belongs", async () => {
    const server = await scriptedServer(refuses(401, "authError"));
    const error = await failureOf(clientOf(server.origin).request(insertRequest, within(5_000)));
    expect(error).toMatchObject({ name: "CredentialsRefusedError", effect: "none" });
    expect(error.fault).toEqual({ kind: "credentialsRefused" });
    expect(error.message).not.toContain(secretToken);
    expect(server.requests).toHaveLength(1);
  });
});
