import { beforeEach, describe, expect, it, vi } from "vitest";
import { requestRepeats } from "../../../provider/src/compute/repeats";
import { Deadline } from "../../../provider/src/http/deadline";
import type { ComputeError } from "../../../provider/src/http/errors/computeError";
import { toConnectionError, MalformedAnswerError } from "../../../provider/src/http/errors/connectionError";
import { DeadlinePassedError } from "../../../provider/src/http/errors/unsentError";
import { TokenError, type TokenFacts } from "../../../provider/src/http/errors/tokenError";
import { responseError } from "../../../provider/src/http/errors/responseError";
import { withRetries } from "../../../provider/src/http/retry";
import { createClient, captureFailure, fixedToken, insertRequest, within } from "../../support/computeCalls";
import { answers, refuses, scriptedServer, type Script } from "../../support/scriptedServer";

beforeEach(() => {
  // The shortest pauses that the back-off can have.
  vi.spyOn(Math, "random").mockReturnValue(0);
  return () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

/** As the service documents it. */
const tooManyAtOnce = answers(403, {
  error: {
    code: 403,
    message: "Quota exceeded",
    errors: [{ domain: "usageLimits", reason: "rateLimitExceeded", message: "Quota exceeded" }],
    details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "CONCURRENT_OPERATIONS_QUOTA_EXCEEDED" }],
  },
});
const peeringBusy = refuses(400, "badRequest", "There is a peering operation in progress on the local network.");

describe("an answer", () => {
  it.each<[what: string, script: Script, because: string]>([
    ["429 without a body", answers(429, ""), "too many requests"],
    ["502 as HTML", answers(502, "<title>Bad Gateway</title>"), "the service has trouble"],
    ["403 userRateLimitExceeded", refuses(403, "userRateLimitExceeded"), "the request rate is limited"],
    ["403 for too many parallel operations", tooManyAtOnce, "the request rate is limited"],
    ["400 peering operation in progress", peeringBusy, "another change is running on the network"],
  ])("%s is requested again", async (_what, script, because) => {
    const server = await scriptedServer(script, answers(200, { name: "operation-1" }));
    const onRetry = vi.fn();
    const answer = await createClient(server.origin).request(insertRequest, { ...within(60_000), onRetry });
    expect(answer).toEqual({ name: "operation-1" });
    expect(server.requests).toHaveLength(2);
    expect(onRetry).toHaveBeenCalledExactlyOnceWith(because, 1, expect.any(Error));
  });

  it.each<[facts: TokenFacts]>([[{}], [{ passing: "trouble", retryAfterSeconds: 3_600 }]])(
    "of a token server that refuses, or that asks to wait beyond the deadline (%j), is final",
    async (facts) => {
      const token = vi.fn(() => Promise.reject(new TokenError("no", facts)));
      const client = createClient("http://127.0.0.1:9", { tokens: { ...fixedToken, token } });
      const error = await captureFailure(client.request(insertRequest, within(60_000)));
      expect(error).toMatchObject({ name: "CredentialsUnavailableError", summary: "no", effect: "none" });
      expect(token).toHaveBeenCalledOnce();
    },
  );

  it.each<[what: string, script: Script, name: string]>([
    ["403 QUOTA_EXCEEDED", refuses(403, "QUOTA_EXCEEDED"), "ResponseError"],
    ["403 quotaExceeded", refuses(403, "quotaExceeded"), "ResponseError"],
    ["409 alreadyExists", refuses(409, "alreadyExists"), "AlreadyExistsError"],
    ["409", refuses(409, "conflict"), "ResponseError"],
  ])("%s is final, and nothing happened", async (_what, script, name) => {
    const server = await scriptedServer(script);
    const error = await captureFailure(createClient(server.origin).request(insertRequest, within(60_000)));
    expect(error).toMatchObject({ name, effect: "none" });
    expect(server.requests).toHaveLength(1);
  });

  it.each(["3600", "99999999999", new Date(Date.now() + 3_600_000).toUTCString()])(
    "that asks to wait beyond the deadline (%s) is final immediately, and says so",
    async (retryAfter) => {
      const server = await scriptedServer(refuses(429, undefined, "slow down", { "retry-after": retryAfter }));
      const error = await captureFailure(createClient(server.origin).request(insertRequest, within(60_000)));
      expect(error.details.at(-1)).toMatch(/^the service asks to wait \d+[hm]/);
    },
  );
});

describe("the pauses", () => {
  const error = (status: number) =>
    responseError({ status, headers: {}, body: "" }, { action: "insert r", permissions: [] });
  const withCode = (code: string, origin = "https://compute.example.com") =>
    toConnectionError({ action: "insert r", origin, timeoutMs: 1_000 }, Object.assign(new Error(code), { code }));
  const policyRefusal = (message: string) =>
    responseError(
      { status: 400, headers: {}, body: JSON.stringify({ error: { message } }) },
      { action: "setIamPolicy locations/global/firewallPolicies/1", permissions: [] },
    );

  /** Runs against a clock that jumps: when each attempt began, and how it ended. */
  async function run(failure: (attemptNumber: number) => unknown, allowedMs: number) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
    const startedMs = performance.now();
    const atMs: number[] = [];
    const attempt = async () => {
      atMs.push(performance.now() - startedMs);
      throw await failure(atMs.length);
    };
    const retry = { deadline: Deadline.after(allowedMs), rules: requestRepeats.plain };
    const end = withRetries(attempt, retry).catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(allowedMs);
    return { atMs, pausesMs: atMs.slice(1).map((at, index) => at - (atMs[index] ?? 0)), error: await end };
  }

  it.each([
    ["was begun too late", () => new DeadlinePassedError("insert r", 2_000)],
    ["was cut short by it", () => withCode("TimeoutError")],
  ])("keep the earlier cause if the last attempt before the deadline %s", async (_what, ofDeadline) => {
    const slow = async (number: number) => {
      if (number === 1) throw error(503);
      await new Promise((resolve) => setTimeout(resolve, 1_800));
      throw ofDeadline();
    };
    expect((await run(slow, 2_000)).error).toMatchObject({ status: 503 });
  });

  it.each<[what: string, failure: ComputeError, leastMs: number, mostMs: number]>([
    ["the service cannot be reached", withCode("ECONNREFUSED"), 40_000, 60_000],
    ["nothing listens on this machine", withCode("ECONNREFUSED", "http://127.0.0.1:1"), 2_500, 10_000],
    ...[
      "Service account new@p.iam.gserviceaccount.com does not exist.",
      "Identity Pool does not exist (p.svc.id.goog). Please check that you specified a valid resource name.",
    ].map((message): [string, ComputeError, number, number] => [message, policyRefusal(message), 40_000, 60_000]),
    ["the connection breaks", withCode("ECONNRESET"), 9 * 60_000, 10 * 60_000],
  ])("end in time if %s", async (_what, failure, leastMs, mostMs) => {
    const { atMs, error: last } = await run(() => failure, 10 * 60_000);
    expect(Math.max(...atMs)).toBeGreaterThan(leastMs);
    expect(Math.max(...atMs)).toBeLessThanOrEqual(mostMs);
    expect(last).toBe(failure);
  });

  it.each([
    ["are four for an answer that is not the service's", 4],
    ["are absent for a role that does not exist", 0, policyRefusal("Role roles/group.user does not exist.")],
    ["are absent for a certificate that is not trusted", 0, withCode("CERT_HAS_EXPIRED")],
    ["are absent for a header that cannot be sent", 0, withCode("UND_ERR_INVALID_ARG")],
    ["are absent for a fault of this package", 0, new RangeError("ours")],
  ])("%s", async (_what, count, failure = new MalformedAnswerError({ action: "", summary: "", effect: "unknown" })) => {
    const { pausesMs, error: last } = await run(() => failure, 10 * 60_000);
    expect(pausesMs).toHaveLength(count);
    expect(last).toBe(failure);
  });
});
