import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RateLimiter } from "../../../provider/src/http/pace/limiter";
import { Deadline } from "../../../provider/src/http/deadline";
import type { ComputeError } from "../../../provider/src/http/errors/computeError";
import { connectionError, MalformedAnswerError } from "../../../provider/src/http/errors/connectionError";
import { DeadlinePassedError } from "../../../provider/src/http/errors/deadlineError";
import { responseError } from "../../../provider/src/http/errors/responseError";
import { retryRules, rulesOfAll, rulesOfOne, withRetries, type RetryOptions } from "../../../provider/src/http/retry";
import { clientOf, failureOf, insertRequest, within } from "../../support/computeCalls";
import { answers, refuses, scriptedServer, type Script } from "../../support/scriptedServer";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const details = (reason: string) => [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }];

/** As the service documents it. */
const tooManyAtOnce = answers(403, {
  error: {
    code: 403,
    message: "Quota exceeded",
    errors: [{ domain: "usageLimits", reason: "rateLimitExceeded", message: "Quota exceeded" }],
    details: details("CONCURRENT_OPERATIONS_QUOTA_EXCEEDED"),
  },
});

it("a refusal for too many parallel operations delays only its own request", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const refused = vi.spyOn(RateLimiter.prototype, "refused");
  const sleep = vi.spyOn(Deadline.prototype, "sleep");
  const server = await scriptedServer(tooManyAtOnce, answers(200, {}));
  await clientOf(server.origin).request(insertRequest, within(5_000));
  expect(server.requests).toHaveLength(2);
  expect(refused).not.toHaveBeenCalled();
  expect(sleep).toHaveBeenCalledExactlyOnceWith(200, expect.any(AbortSignal));
});

describe("an answer", () => {
  beforeEach(() => {
    vi.spyOn(Math, "random").mockReturnValue(0);
  });

  it.each<[what: string, script: Script, because: string]>([
    ["408", refuses(408), "the request took too long to arrive"],
    ["429", refuses(429, "rateLimitExceeded"), "too many requests"],
    ["429 without a body", answers(429, ""), "too many requests"],
    ["500", refuses(500, "internalError"), "the service has trouble"],
    ["502 as HTML", answers(502, "<title>Bad Gateway</title>"), "the service has trouble"],
    ["503", refuses(503, "backendError"), "the service has trouble"],
    ["504 without a body", answers(504, ""), "the service has trouble"],
    ["599", refuses(599), "the service has trouble"],
    ["403 rateLimitExceeded", refuses(403, "rateLimitExceeded"), "the request rate is limited"],
    ["403 userRateLimitExceeded", refuses(403, "userRateLimitExceeded"), "the request rate is limited"],
    [
      "403 CONCURRENT_OPERATIONS_QUOTA_EXCEEDED",
      refuses(403, "CONCURRENT_OPERATIONS_QUOTA_EXCEEDED"),
      "the request rate is limited",
    ],
    [
      "403 with that reason only in its details",
      answers(403, {
        error: {
          code: 403,
          message: "Quota exceeded",
          errors: [{ reason: "forbidden", message: "Quota exceeded" }],
          details: details("CONCURRENT_OPERATIONS_QUOTA_EXCEEDED"),
        },
      }),
      "the request rate is limited",
    ],
    ["403 rateLimitExceeded with that reason in its details", tooManyAtOnce, "the request rate is limited"],
    [
      "400 route operation in progress",
      refuses(
        400,
        "badRequest",
        "There is a route operation in progress on the local or peer network. Try again later.",
      ),
      "another change is running on the network",
    ],
    [
      "400 peering operation in progress",
      refuses(400, "badRequest", "There is a peering operation in progress on the local or peer network."),
      "another change is running on the network",
    ],
    ["400 resourceNotReady", refuses(400, "resourceNotReady"), "the resource is not ready"],
  ])("%s is requested again", async (_what, script, because) => {
    const server = await scriptedServer(script, answers(200, { name: "operation-1" }));
    const onRetry = vi.fn();
    const answer = await clientOf(server.origin).request(insertRequest, { ...within(5_000), onRetry });
    expect(answer).toEqual({ name: "operation-1" });
    expect(server.requests).toHaveLength(2);
    expect(onRetry).toHaveBeenCalledExactlyOnceWith(because, 1, expect.any(Error));
  });

  it.each<[what: string, script: Script, name: string]>([
    ["400", refuses(400), "ResponseError"],
    ["400 invalid", refuses(400, "invalid"), "ResponseError"],
    ["400 resourceInUseByAnotherResource", refuses(400, "resourceInUseByAnotherResource"), "ResponseError"],
    ["401", refuses(401, "authError"), "CredentialsRefusedError"],
    ["403 forbidden", refuses(403, "forbidden"), "PermissionDeniedError"],
    ["403 as HTML", answers(403, "<title>Blocked</title>"), "PermissionDeniedError"],
    ["403 accessNotConfigured", refuses(403, "accessNotConfigured"), "PermissionDeniedError"],
    ["403 QUOTA_EXCEEDED", refuses(403, "QUOTA_EXCEEDED"), "ResponseError"],
    ["403 quotaExceeded", refuses(403, "quotaExceeded"), "ResponseError"],
    ["404", refuses(404, "notFound"), "NotFoundError"],
    ["404 as HTML", answers(404, "<title>Error 404</title>"), "ResponseError"],
    ["405", refuses(405), "ResponseError"],
    ["409 alreadyExists", refuses(409, "alreadyExists"), "AlreadyExistsError"],
    ["409", refuses(409, "conflict"), "ResponseError"],
    ["412 conditionNotMet", refuses(412, "conditionNotMet"), "ConditionNotMetError"],
    ["418", refuses(418, "rateLimitExceeded"), "ResponseError"],
  ])("%s is final, and nothing happened", async (_what, script, name) => {
    const server = await scriptedServer(script);
    const onRetry = vi.fn();
    const error = await failureOf(clientOf(server.origin).request(insertRequest, { ...within(5_000), onRetry }));
    expect(error).toMatchObject({ name, effect: "none" });
    expect(server.requests).toHaveLength(1);
    expect(onRetry).not.toHaveBeenCalled();
  });

  it.each([
    ["in seconds", () => "1"],
    ["as a date", () => new Date(Date.now() + 3_000).toUTCString()],
  ])("that names a time to wait %s is requested again no sooner", async (_how, retryAfter) => {
    const server = await scriptedServer(
      refuses(503, undefined, "busy", { "retry-after": retryAfter() }),
      answers(200, {}),
    );
    await clientOf(server.origin).request(insertRequest, within(10_000));
    const [first, second] = server.requests;
    const waitedMs = (second?.atMs ?? 0) - (first?.atMs ?? 0);
    expect(waitedMs).toBeGreaterThan(900);
    expect(waitedMs).toBeLessThan(4_000);
  });

  it.each(["3600", "99999999999", new Date(Date.now() + 3_600_000).toUTCString()])(
    "that asks to wait beyond the deadline (%s) is final immediately, and says so",
    async (retryAfter) => {
      const server = await scriptedServer(refuses(429, undefined, "slow down", { "retry-after": retryAfter }));
      const onRetry = vi.fn();
      const startedMs = performance.now();
      const error = await failureOf(clientOf(server.origin).request(insertRequest, { ...within(60_000), onRetry }));
      expect(performance.now() - startedMs).toBeLessThan(1_000);
      expect(error.effect).toBe("none");
      expect(error.details.at(-1)).toMatch(/^the service asks to wait \d+[hm]/);
      expect(onRetry).not.toHaveBeenCalled();
    },
  );

  it.each(["soon", "-5", "5 potatoes", ""])("has the usual pause if its time to wait is invalid (%j)", async (text) => {
    const server = await scriptedServer(refuses(503, undefined, "busy", { "retry-after": text }), answers(200, {}));
    await clientOf(server.origin).request(insertRequest, within(2_000));
    expect(server.requests).toHaveLength(2);
  });
});

describe("the pauses", () => {
  const error = (status: number, headers = {}) =>
    responseError({ status, headers, body: "" }, { action: "insert r", permissions: [] });
  const withCode = (code: string, origin = "https://compute.example.com") =>
    connectionError({ action: "insert r", origin, timeoutMs: 1_000 }, Object.assign(new Error(code), { code }));
  const malformed = new MalformedAnswerError({ action: "insert r", summary: "no JSON", effect: "unknown" });

  /** Runs against a clock that jumps: when each attempt began, and how it ended. */
  async function run(failure: (attemptNumber: number) => unknown, allowedMs: number, options = {}) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
    const startedMs = performance.now();
    const atMs: number[] = [];
    const retry: RetryOptions = { deadline: Deadline.after(allowedMs), canRefreshCredentials: false, ...options };
    const attempt = async () => {
      atMs.push(performance.now() - startedMs);
      throw await failure(atMs.length);
    };
    const end = withRetries(attempt, retry).catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(allowedMs);
    return { atMs, pausesMs: atMs.slice(1).map((at, index) => at - (atMs[index] ?? 0)), last: await end };
  }

  it("double from 200 ms to 10 s, each with as much again by chance", async () => {
    const { pausesMs } = await run(() => error(503), 20 * 60_000);
    expect(pausesMs.length).toBeGreaterThan(60);
    for (const [index, pauseMs] of pausesMs.entries()) {
      const least = Math.min(200 * 2 ** index, 10_000);
      expect(pauseMs).toBeGreaterThanOrEqual(least - 1);
      expect(pauseMs).toBeLessThanOrEqual(least * 2 + 1);
    }
    expect(new Set(pausesMs.slice(8).map(Math.round)).size).toBeGreaterThan(5);
  });

  it("never last to the deadline: no attempt is made that it would cut short, or after it", async () => {
    for (let round = 0; round < 50; round += 1) {
      const { atMs, last } = await run(() => error(503), 1_000);
      expect(Math.max(...atMs)).toBeLessThanOrEqual(801);
      expect(last).toMatchObject({ status: 503 });
      vi.useRealTimers();
    }
  });

  it.each([
    ["was begun too late", () => new DeadlinePassedError("insert r", 2_000)],
    ["was cut short by it", () => withCode("TimeoutError")],
  ])("keep the earlier cause if the last attempt before the deadline %s", async (_what, ofDeadline) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const slow = async (number: number) => {
      if (number === 1) throw error(503);
      await new Promise((resolve) => setTimeout(resolve, 1_800));
      throw ofDeadline();
    };
    expect((await run(slow, 2_000)).last).toMatchObject({ status: 503 });
  });

  it("that the attempt makes itself end as soon as the attempt finds that none ends before the deadline", async () => {
    const deadline = Deadline.after(600);
    const refused = responseError({ status: 429, headers: {}, body: "" }, { action: "list", permissions: [] });
    const attempt = vi
      .fn<() => Promise<never>>()
      .mockRejectedValueOnce(refused)
      .mockRejectedValue(new DeadlinePassedError("list", deadline.allowedMs));
    const options = { deadline, canRefreshCredentials: false, isPaced: () => true };
    await expect(withRetries(attempt, options)).rejects.toBe(refused);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it("report the deadline if no other cause is known", async () => {
    const slow = () => new Promise((_, reject) => setTimeout(reject, 2_000, withCode("TimeoutError")));
    expect((await run(slow, 2_000)).last).toMatchObject({ code: "TimeoutError" });
  });

  it("take the longer of the back-off and what the service asks for, not both", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { pausesMs } = await run(() => error(503, { "retry-after": "2" }), 60_000);
    expect(pausesMs.slice(0, 6).map(Math.round)).toEqual([2_000, 2_000, 2_000, 2_000, 3_200, 6_400]);
  });

  it.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"])(
    "end after about a minute when the service cannot be reached (%s)",
    async (code) => {
      const { atMs, last } = await run(() => withCode(code), 20 * 60_000);
      expect(Math.max(...atMs)).toBeGreaterThan(40_000);
      expect(Math.max(...atMs)).toBeLessThanOrEqual(60_000);
      expect(last).toMatchObject({ code, effect: "none" });
    },
  );

  it("end within ten seconds if nothing listens on this machine, because an emulator was not started", async () => {
    const { atMs, last } = await run(() => withCode("ECONNREFUSED", "http://127.0.0.1:1"), 20 * 60_000);
    // The last pause is of 3.2 to 6.4 seconds, and is left out if it would end after ten.
    expect(Math.max(...atMs)).toBeGreaterThan(3_500);
    expect(Math.max(...atMs)).toBeLessThanOrEqual(10_000);
    expect(last).toMatchObject({ code: "ECONNREFUSED", effect: "none" });
  });

  const ofPolicy = (action: string, message: string, status = 400) =>
    responseError(
      {
        status,
        headers: {},
        body: JSON.stringify({ error: { code: status, message, errors: [{ reason: "badRequest" }] } }),
      },
      { action, permissions: [] },
    );
  const setPolicy = "setIamPolicy locations/global/firewallPolicies/1";
  const isNone = "Service account new@p.iam.gserviceaccount.com does not exist.";

  it("end after about a minute when a policy names a service account that is not known yet", async () => {
    const { atMs, last } = await run(() => ofPolicy(setPolicy, isNone), 20 * 60_000);
    expect(Math.max(...atMs)).toBeGreaterThan(40_000);
    expect(Math.max(...atMs)).toBeLessThanOrEqual(60_000);
    expect(last).toMatchObject({ status: 400, serviceMessage: isNone });
  });

  it.each([
    ["of another request", ofPolicy("insert projects/p/global/routes/r", isNone)],
    ["about somebody else", ofPolicy(setPolicy, "User nobody@example.com does not exist.")],
    ["that says something else of the account", ofPolicy(setPolicy, "Service account a@b.com is disabled.")],
    ["that is no bad request", ofPolicy(setPolicy, isNone, 403)],
  ])("are absent for such a refusal %s", async (_what, refusal) => {
    expect((await run(() => refusal, 60_000)).pausesMs).toEqual([]);
  });

  it.each([
    { rules: rulesOfAll, name: "what may be the fault of one of several", unknownAccount: false, trouble: true },
    { rules: rulesOfOne, name: "anything else", unknownAccount: true, trouble: false },
  ])("leave out $name if the caller says so", async ({ rules, unknownAccount, trouble }) => {
    const repeats = async (failure: ComputeError) => (await run(() => failure, 60_000, { rules })).pausesMs.length > 0;
    expect(await repeats(ofPolicy(setPolicy, isNone))).toBe(unknownAccount);
    expect(await repeats(error(503))).toBe(trouble);
  });

  it("count that minute from when it could not be reached, not from the first attempt", async () => {
    // Long trouble, then a restart during which nothing listens, then trouble again.
    const { atMs } = await run(
      (number) => (number >= 20 && number <= 22 ? withCode("ECONNREFUSED") : error(503)),
      10 * 60_000,
    );
    expect(atMs[19]).toBeGreaterThan(60_000);
    expect(atMs.length).toBeGreaterThan(25);
  });

  it("continue to the deadline if the connection breaks", async () => {
    const { atMs } = await run(() => withCode("ECONNRESET"), 10 * 60_000);
    expect(Math.max(...atMs)).toBeGreaterThan(9 * 60_000);
  });

  it("are four for an answer that is not the service's", async () => {
    expect((await run(() => malformed, 10 * 60_000)).pausesMs).toHaveLength(4);
  });

  it.each([
    ["renewable", true, 1],
    ["fixed", false, 0],
  ])("number as expected for refused credentials that are %s", async (_what, canRefreshCredentials, expected) => {
    expect((await run(() => error(401), 60_000, { canRefreshCredentials })).pausesMs).toHaveLength(expected);
  });

  it.each(["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID", "UND_ERR_INVALID_ARG"])(
    "are absent for an error that no repeat helps (%s)",
    async (code) => {
      const { pausesMs, last } = await run(() => withCode(code), 60_000);
      expect(pausesMs).toEqual([]);
      expect(last).toMatchObject({ code, effect: "none" });
    },
  );

  it("are absent for a fault of this package", async () => {
    const { pausesMs, last } = await run(() => new RangeError("ours"), 60_000);
    expect(pausesMs).toEqual([]);
    expect(last).toBeInstanceOf(RangeError);
  });
});

it("every rule has a reason of its own, to be shown to the user", () => {
  expect(new Set(retryRules.map(({ because }) => because)).size).toBe(retryRules.length);
});
