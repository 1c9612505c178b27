import { fc, runs } from "../../support/property";
import { describe, expect, it } from "vitest";
import { UnsentError } from "../../../provider/src/http/transport/transport";
import { ComputeError } from "../../../provider/src/http/errors/computeError";
import { connectionError } from "../../../provider/src/http/errors/connectionError";
import type { Fault } from "../../../provider/src/http/errors/fault";
import { readErrorItems } from "../../../provider/src/http/errors/errorBody";
import { describeErrorItem, describeQuota } from "../../../provider/src/http/errors/errorDetail";
import { OperationFailedError } from "../../../provider/src/compute/errors/operationError";
import { isTooFast, responseError } from "../../../provider/src/http/errors/responseError";
import { describeWarning } from "../../../provider/src/compute/warning";

const context = {
  action: "insert projects/p/global/routes/r",
  permissions: ["compute.routes.create", "compute.networks.updatePolicy"],
};

function refused(status: number, body: unknown, headers: Record<string, string | string[]> = {}) {
  return responseError({ status, headers, body: typeof body === "string" ? body : JSON.stringify(body) }, context);
}

const type = (name: string) => `type.googleapis.com/google.rpc.${name}`;
const errorInfo = (reason: string) => ({ "@type": type("ErrorInfo"), reason, domain: "compute.googleapis.com" });

/** As the service documents it: the reason of a rate, and the exact one in the details. */
const tooManyAtOnce = {
  errors: [{ domain: "usageLimits", reason: "rateLimitExceeded", message: "Quota exceeded" }],
  details: [errorInfo("CONCURRENT_OPERATIONS_QUOTA_EXCEEDED")],
};

describe("a refused request", () => {
  it("says status, reason and message in one line", () => {
    const message = "The resource 'projects/p/global/routes/r' was not found";
    const error = refused(404, { error: { code: 404, message, errors: [{ reason: "notFound", message }] } });
    const [first] = error.message.split("\n");
    expect(first).toBe(`${context.action} failed: HTTP 404 notFound: ${message}`);
    expect(error).toMatchObject({ status: 404, reason: "notFound", serviceMessage: message, effect: "none" });
  });

  it("adds every entry, place, quota, help link, translation and detail", () => {
    const error = refused(403, {
      error: {
        code: 403,
        message: "Quota exceeded",
        errors: [
          { reason: "quotaExceeded", message: "Quota exceeded", domain: "usageLimits" },
          { reason: "invalid", message: "Bad range", location: "resource.destRange", locationType: "parameter" },
        ],
        details: [
          {
            "@type": "type.googleapis.com/google.cloud.compute.v1.QuotaExceededInfo",
            metricName: "compute.googleapis.com/routes",
            limitName: "ROUTES-per-project",
            limit: "250",
            dimensions: { region: "global" },
          },
          { "@type": type("Help"), links: [{ description: "Quotas", url: "https://example.com/q" }] },
          { "@type": type("LocalizedMessage"), locale: "de", message: "Kontingent erschöpft" },
          { "@type": type("ErrorInfo"), reason: "ROUTES", domain: "compute", metadata: { limit: "250" } },
          { "@type": type("DebugInfo"), detail: "not for people" },
        ],
      },
    });
    expect(error.message).toBe(
      [
        `${context.action} failed: HTTP 403 quotaExceeded: Quota exceeded`,
        "  ROUTES-per-project: limit 250 (region global, compute.googleapis.com/routes)",
        "  help: Quotas https://example.com/q",
        "  Kontingent erschöpft",
        "  reason ROUTES (compute) limit=250",
        "  invalid at resource.destRange: Bad range",
      ].join("\n"),
    );
    expect(error.fault).toEqual({ kind: "quotaExceeded" });
    expect(error.reasons).toEqual(["quotaExceeded", "invalid", "ROUTES"]);
  });

  it("without entries takes its status for the reason", () => {
    const error = refused(409, { error: { code: 409, message: "exists", status: "ALREADY_EXISTS" } });
    expect(error.message).toBe(`${context.action} failed: HTTP 409 ALREADY_EXISTS: exists`);
    expect(error.name).toBe("AlreadyExistsError");
  });

  it.each<[what: string, status: number, body: string, contentType: string | undefined, summary: string]>([
    [
      "a page",
      502,
      "<html><title>502\n Bad  Gateway</title>",
      "text/html",
      'HTTP 502: the answer is not an error of the service but a page titled "502 Bad Gateway"',
    ],
    [
      "a page without a title",
      502,
      "<html>",
      "text/html; charset=x",
      "HTTP 502: the answer is not an error of the service but text/html",
    ],
    ["text", 500, "oops", undefined, "HTTP 500: the answer is not an error of the service"],
    [
      "JSON of something else",
      500,
      '{"fault": 1}',
      "application/json",
      "HTTP 500: the answer is not an error of the service",
    ],
    ["nothing", 503, " \n", "text/html", "HTTP 503: the answer has no body"],
    [
      "half of an error",
      500,
      '{"error": {"code": 5',
      "application/json",
      "HTTP 500: the answer is not an error of the service",
    ],
  ])("whose body is %s says so", (_what, status, body, contentType, summary) => {
    const error = refused(status, body, contentType === undefined ? {} : { "content-type": contentType });
    expect(error.summary).toBe(summary);
    expect(error.reason).toBeUndefined();
  });

  it.each<[what: string, status: number, error: object, fault: Fault | undefined]>([
    [
      "a permission",
      403,
      { errors: [{ reason: "forbidden" }] },
      { kind: "permissionMissing", permissions: context.permissions },
    ],
    ["quota", 403, { errors: [{ reason: "QUOTA_EXCEEDED" }] }, { kind: "quotaExceeded" }],
    ["the API", 403, { errors: [{ reason: "accessNotConfigured" }] }, { kind: "apiDisabled" }],
    [
      "a scope",
      403,
      { details: [{ "@type": type("ErrorInfo"), reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }] },
      { kind: "scopeMissing" },
    ],
    ["a rate", 403, { errors: [{ reason: "rateLimitExceeded" }] }, undefined],
    ["credentials", 401, { errors: [{ reason: "authError" }] }, { kind: "credentialsRefused" }],
    ["a bad value", 400, { errors: [{ reason: "invalid" }] }, undefined],
    ["an object", 404, { errors: [{ reason: "notFound" }] }, { kind: "notFound" }],
  ])("that lacks %s states that", (_what, status, error, fault) => {
    expect(refused(status, { error: { message: "no", ...error } }).fault).toEqual(fault);
  });

  it("with a 404 that is not the service's does not say that the object is gone", () => {
    const error = refused(404, "<title>Error 404 (Not Found)!!1</title>");
    expect(error.name).toBe("ResponseError");
    expect(error.fault).toEqual({ kind: "notFoundByOther" });
  });

  it.each([
    [400, "none"],
    [403, "none"],
    [408, "unknown"],
    [409, "none"],
    [429, "none"],
    [500, "unknown"],
    [503, "unknown"],
  ])("with status %i has the effect %s", (status, effect) => {
    expect(refused(status, "").effect).toBe(effect);
  });

  it.each<[what: string, status: number, error: object, tooFast: boolean]>([
    ["429", 429, {}, true],
    ["429 with a reason", 429, { errors: [{ reason: "rateLimitExceeded" }] }, true],
    ["403 rateLimitExceeded", 403, { errors: [{ reason: "rateLimitExceeded" }] }, true],
    ["403 userRateLimitExceeded", 403, { errors: [{ reason: "userRateLimitExceeded" }] }, true],
    ["403 RATE_LIMIT_EXCEEDED in its details", 403, { details: [errorInfo("RATE_LIMIT_EXCEEDED")] }, true],
    ["403 for too many operations at once", 403, tooManyAtOnce, false],
    ["429 for too many operations at once", 429, tooManyAtOnce, false],
    ["403 that says no", 403, { errors: [{ reason: "forbidden" }] }, false],
    ["503", 503, { errors: [{ reason: "rateLimitExceeded" }] }, false],
  ])("%s is one of requests that came too fast, or is not", (_what, status, error, tooFast) => {
    expect(isTooFast(refused(status, { error: { message: "no", ...error } }))).toBe(tooFast);
  });

  it.each<[header: string | string[] | undefined, seconds: unknown]>([
    ["0", 0],
    [" 17 ", 17],
    ["31536000000", 31_536_000_000],
    ["9".repeat(400), 31_536_000_000],
    ["Fri, 31 Dec 275759 23:59:59 GMT", 31_536_000_000],
    [["3", "9"], 3],
    ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
    ["2", 2],
    ["1.5", undefined],
    ["later", undefined],
    [undefined, undefined],
  ])("with Retry-After %j waits %j seconds", (header, seconds) => {
    expect(refused(503, "", header === undefined ? {} : { "retry-after": header }).retryAfterSeconds).toBe(seconds);
  });

  it("is an error with a message, with any body", () => {
    const members = [
      "error",
      "errors",
      "details",
      "message",
      "status",
      "reason",
      "links",
      "metadatas",
      "limit",
      "@type",
    ];
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "medium", withCrossShrink: true },
        fc.constantFrom<unknown>(
          null,
          0,
          -1,
          "",
          "x",
          true,
          [],
          {},
          type("Help"),
          type("ErrorInfo"),
          type("QuotaInfo"),
        ),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...members), tie("value"), { maxKeys: 5 }),
      ),
    })).value;
    const bodies = fc.oneof(
      fc.string(),
      fc.json(),
      values.map((error) => JSON.stringify({ error })),
    );
    fc.assert(
      fc.property(bodies, fc.integer({ min: 400, max: 599 }), (body, status) => {
        const error = refused(status, body);
        expect(error).toBeInstanceOf(ComputeError);
        expect(error.message).toContain(`HTTP ${String(status)}`);
        expect(error.message).not.toMatch(/undefined|\[object Object\]/);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe("an entry of an operation's error", () => {
  it("is read in any form", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const items = readErrorItems([value, { errorDetails: [value, { help: value, quotaInfo: value }] }]);
        expect(items.flatMap(describeErrorItem).every((line) => typeof line === "string")).toBe(true);
        const failed = new OperationFailedError("insert r", "projects/p/global/operations/o", items, undefined, {
          status: undefined,
          message: undefined,
        });
        expect(failed.message).toContain("operation o");
      }),
    );
  });

  it.each<[lines: string[], item: object]>([
    [["CODE at field: words"], { code: "CODE", location: "field", message: "words" }],
    [["CODE"], { code: "CODE" }],
    [["words"], { message: "words" }],
    [["CODE: übersetzt"], { code: "CODE", errorDetails: [{ localizedMessage: { message: "übersetzt" } }] }],
    [[], {}],
    [["reason not given"], { errorDetails: [{ errorInfo: {} }] }],
  ])("reads %j", (lines, item) => {
    expect(readErrorItems([item]).flatMap(describeErrorItem)).toEqual(lines);
  });

  it.each([
    [{}, "quota: limit not given"],
    [{ metricName: "m" }, "m: limit not given"],
    [{ limitName: "l", metricName: "m", limit: 0 }, "l: limit 0 (m)"],
    [
      { limitName: "l", limit: 250, futureLimit: 500, dimensions: { region: "r" } },
      "l: limit 250 (region r, future limit 500)",
    ],
  ])("describes the quota %j", (quota, text) => {
    expect(describeQuota(quota)).toBe(text);
  });
});

describe("a failure of the transport", () => {
  const attempt = { action: "get r", origin: "https://compute.googleapis.com", timeoutMs: 60_000 };
  const failure = (code: string, more: object = {}) =>
    connectionError(attempt, Object.assign(new Error("raw words"), { code, ...more }));

  it.each<[code: string, more: object, effect: string, summary: string]>([
    ["ECONNREFUSED", {}, "none", "nothing listens there (ECONNREFUSED, https://compute.googleapis.com)"],
    ["ENOTFOUND", {}, "none", "that host name does not exist (ENOTFOUND, https://compute.googleapis.com)"],
    ["ETIMEDOUT", { syscall: "connect" }, "none", "raw words (ETIMEDOUT, https://compute.googleapis.com)"],
    ["EACCES", { syscall: "connect" }, "none", "raw words (EACCES, https://compute.googleapis.com)"],
    ["ETIMEDOUT", { syscall: "read" }, "unknown", "raw words (ETIMEDOUT, https://compute.googleapis.com)"],
    ["ECONNRESET", {}, "unknown", "the connection was reset (ECONNRESET, https://compute.googleapis.com)"],
    [
      "UND_ERR_SOCKET",
      {},
      "unknown",
      "the other side closed the connection (UND_ERR_SOCKET, https://compute.googleapis.com)",
    ],
    [
      "CERT_HAS_EXPIRED",
      {},
      "none",
      "the certificate of https://compute.googleapis.com was not accepted (CERT_HAS_EXPIRED)",
    ],
    [
      "HPE_INVALID_CONSTANT",
      {},
      "unknown",
      "the answer is not HTTP (HPE_INVALID_CONSTANT, https://compute.googleapis.com)",
    ],
    ["EPROTO", { syscall: "write" }, "none", "https://compute.googleapis.com does not speak TLS (EPROTO)"],
  ])("%s %j has the effect %s", (code, more, effect, summary) => {
    expect(failure(code, more)).toMatchObject({ effect, summary });
  });

  it.each<[code: string, summary: string]>([
    ["ECONNRESET", "the connection was reset before anything was sent (ECONNRESET, https://compute.googleapis.com)"],
    [
      "UND_ERR_SOCKET",
      "the other side closed the connection before anything was sent (UND_ERR_SOCKET, https://compute.googleapis.com)",
    ],
    ["HPE_INVALID_CONSTANT", "the answer is not HTTP (HPE_INVALID_CONSTANT, https://compute.googleapis.com)"],
    [
      "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
      "the two sides do not agree on TLS (ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE, https://compute.googleapis.com)",
    ],
    ["CERT_HAS_EXPIRED", "the certificate of https://compute.googleapis.com was not accepted (CERT_HAS_EXPIRED)"],
    ["EOTHER", "raw words (EOTHER, https://compute.googleapis.com)"],
  ])("%s before anything was sent has no effect", (code, summary) => {
    const cause = Object.assign(new Error("raw words\nand more of them"), { code });
    expect(connectionError(attempt, new UnsentError(cause))).toMatchObject({
      name: "ConnectionError",
      effect: "none",
      summary,
    });
  });

  it("of a host with several addresses is the failure of the first address", () => {
    const both = new AggregateError([Object.assign(new Error("x"), { code: "ECONNREFUSED" }), new Error("y")]);
    expect(connectionError(attempt, both)).toMatchObject({ code: "ECONNREFUSED", effect: "none" });
  });

  it("that is a time-out says how long was waited", () => {
    expect(connectionError(attempt, new DOMException("aborted", "TimeoutError"))).toMatchObject({
      effect: "unknown",
      summary: "no complete answer within 1m (https://compute.googleapis.com)",
    });
  });

  it.each([undefined, "words", 5, null])("may be anything (%j)", (thrown) => {
    expect(connectionError(attempt, thrown)).toMatchObject({ effect: "unknown" });
  });
});

it.each([
  [{ code: "C", message: "m", data: [{ key: "scope", value: "zone" }, {}] }, "C: m (scope=zone, =)"],
  [{ code: "C" }, "C"],
  [{}, "warning without a text"],
])("the warning %j reads well", (warning, text) => {
  expect(describeWarning(warning)).toBe(text);
});
