import { describe, expect, it } from "vitest";
import { OperationFailedError } from "../../../provider/src/compute/errors/operationError";
import { ComputeError } from "../../../provider/src/http/errors/computeError";
import { connectionError } from "../../../provider/src/http/errors/connectionError";
import { readErrorItems } from "../../../provider/src/http/errors/errorBody";
import type { Fault } from "../../../provider/src/http/errors/fault";
import { responseError } from "../../../provider/src/http/errors/responseError";
import { UnsentError } from "../../../provider/src/http/transport/transport";
import { fc, runs } from "../../support/property";

const action = "insert projects/p/global/routes/r";
const permissions = ["compute.routes.create", "compute.networks.updatePolicy"];

function refused(status: number, body: unknown, headers: Record<string, string | string[]> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return responseError({ status, headers, body: text }, { action, permissions });
}

const type = (name: string) => `type.googleapis.com/google.rpc.${name}`;

describe("a refused request", () => {
  it("says status, reason and message in one line, then every entry, place, quota, help link and detail", () => {
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
        `${action} failed: HTTP 403 quotaExceeded: Quota exceeded`,
        "  ROUTES-per-project: limit 250 (region global, compute.googleapis.com/routes)",
        "  help: Quotas https://example.com/q",
        "  Kontingent erschöpft",
        "  reason ROUTES (compute) limit=250",
        "  invalid at resource.destRange: Bad range",
      ].join("\n"),
    );
    expect(error).toMatchObject({ status: 403, serviceMessage: "Quota exceeded", fault: { kind: "quotaExceeded" } });
    expect(error.reasons).toEqual(["quotaExceeded", "invalid", "ROUTES"]);
  });

  const notOfService = "the answer is not an error of the service";
  it.each<[what: string, body: string, contentType: string, summary: string]>([
    ["a page", "<html><title>502\n Bad  Gateway</title>", "text/html", ` but a page titled "502 Bad Gateway"`],
    ["a page without a title", "<html>", "text/html; charset=x", " but text/html"],
    ["JSON of something else", '{"fault": 1}', "application/json", ""],
    ["half of an error", '{"error": {"code": 5', "application/json", ""],
  ])("whose body is %s says so", (_what, body, contentType, summary) => {
    expect(refused(502, body, { "content-type": contentType }).summary).toBe(`HTTP 502: ${notOfService}${summary}`);
    expect(refused(502, " \n").summary).toBe("HTTP 502: the answer has no body");
  });

  it.each<[what: string, status: number, error: object | undefined, fault: Fault | undefined]>([
    ["a rate", 403, { errors: [{ reason: "rateLimitExceeded" }] }, undefined],
    ["a bad value", 400, { errors: [{ reason: "invalid" }] }, undefined],
    ["the service itself", 404, undefined, { kind: "notFoundByOther" }],
  ])("that lacks %s states that", (_what, status, error, fault) => {
    const body = error === undefined ? "<title>Not Found</title>" : { error: { message: "no", ...error } };
    expect(refused(status, body).fault).toEqual(fault);
  });

  it.each<[header: string | string[], seconds: unknown]>([
    [" 17 ", 17],
    ["9".repeat(400), 31_536_000_000],
    ["Fri, 31 Dec 275759 23:59:59 GMT", 31_536_000_000],
    [["3", "9"], 3],
    ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
    ["1.5", undefined],
    ["later", undefined],
  ])("with Retry-After %j waits %j seconds", (header, seconds) => {
    expect(refused(503, "", { "retry-after": header })).toMatchObject({
      retryAfterSeconds: seconds,
      effect: "unknown",
    });
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
    const leaves = fc.constantFrom<unknown>(null, 0, -1, "", "x", true, [], {}, type("Help"), type("QuotaInfo"));
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "medium", withCrossShrink: true },
        leaves,
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
        const said = { status: undefined, message: undefined };
        const failed = new OperationFailedError("insert r", "projects/p/global/operations/o", items, undefined, said);
        expect(failed.message).toContain("operation o");
      }),
    );
  });
});

describe("a failure of the transport", () => {
  const attempt = { action: "get r", origin: "https://a.test", timeoutMs: 60_000 };
  const failure = (code: string, more: object = {}) =>
    Object.assign(new Error("raw words\nand more"), { code, ...more });

  it.each<[error: unknown, effect: string, summary: string]>([
    [failure("ECONNREFUSED"), "none", "nothing listens there (ECONNREFUSED, https://a.test)"],
    [failure("ENOTFOUND"), "none", "that host name does not exist (ENOTFOUND, https://a.test)"],
    [failure("ETIMEDOUT", { syscall: "connect" }), "none", "raw words (ETIMEDOUT, https://a.test)"],
    [failure("ETIMEDOUT", { syscall: "read" }), "unknown", "raw words (ETIMEDOUT, https://a.test)"],
    [failure("ECONNRESET"), "unknown", "the connection was reset (ECONNRESET, https://a.test)"],
    [failure("UND_ERR_SOCKET"), "unknown", "the other side closed the connection (UND_ERR_SOCKET, https://a.test)"],
    [failure("CERT_HAS_EXPIRED"), "none", "the certificate of https://a.test was not accepted (CERT_HAS_EXPIRED)"],
    [failure("HPE_INVALID"), "unknown", "the answer is not HTTP (HPE_INVALID, https://a.test)"],
    [failure("EPROTO", { syscall: "write" }), "none", "https://a.test does not speak TLS (EPROTO)"],
    [
      new UnsentError(failure("ECONNRESET")),
      "none",
      "the connection was reset before anything was sent (ECONNRESET, https://a.test)",
    ],
    [new UnsentError(failure("ERR_SSL_X")), "none", "the two sides do not agree on TLS (ERR_SSL_X, https://a.test)"],
    [new AggregateError([failure("ECONNREFUSED")]), "none", "nothing listens there (ECONNREFUSED, https://a.test)"],
    [new DOMException("aborted", "TimeoutError"), "unknown", "no complete answer within 1m (https://a.test)"],
    [undefined, "unknown", "undefined (Error, https://a.test)"],
  ])("%s has the effect %s", (error, effect, summary) => {
    expect(connectionError(attempt, error)).toMatchObject({ effect, summary });
  });

  it("that is the proxy's names the proxy", () => {
    const proxied = { ...attempt, proxy: "https://proxy.test" };
    expect(connectionError(proxied, failure("UND_ERR_PRX_TLS"))).toMatchObject({
      summary: "the certificate of the proxy https://proxy.test was not accepted (UND_ERR_PRX_TLS)",
      fault: { kind: "untrustedCertificate" },
    });
    expect(connectionError(proxied, new UnsentError(failure("UND_ERR_HEADERS_TIMEOUT")))).toMatchObject({
      summary:
        "the proxy did not answer in time (UND_ERR_HEADERS_TIMEOUT, https://a.test through the proxy https://proxy.test)",
      effect: "none",
    });
  });
});
