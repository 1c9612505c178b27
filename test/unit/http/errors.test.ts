import { describe, expect, it } from "vitest";
import { OperationFailedError } from "../../../provider/src/compute/errors/operationError";
import { ComputeError } from "../../../provider/src/http/errors/computeError";
import { toConnectionError } from "../../../provider/src/http/errors/connectionError";
import { readErrorItems } from "../../../provider/src/http/errors/errorBody";
import type { Fault } from "../../../provider/src/http/errors/fault";
import { NotFoundError } from "../../../provider/src/http/errors/responseError";
import { saysNoAssociation } from "../../../provider/src/resources/networkFirewallPolicyAssociation/definition/networkAttachment";
import { UnsentError } from "../../../provider/src/http/transport/transport";
import { fc, runs } from "../../support/property";
import { errorType, refused as refusedWith } from "../../support/refusal";

const action = "insert projects/p/global/routes/r";
const permissions = ["compute.routes.create", "compute.networks.updatePolicy"];

const refused = (status: number, body: unknown, headers: Record<string, string | string[]> = {}) =>
  refusedWith(status, body, headers, { action, permissions });

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
          { "@type": errorType("Help"), links: [{ description: "Quotas", url: "https://example.com/q" }] },
          { "@type": errorType("LocalizedMessage"), locale: "de", message: "Kontingent erschöpft" },
          { "@type": errorType("ErrorInfo"), reason: "ROUTES", domain: "compute", metadata: { limit: "250" } },
          { "@type": errorType("DebugInfo"), detail: "of the service", stackEntries: ["a", "b", "c", "d", "e"] },
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
        "  DebugInfo: detail of the service, stackEntries a, stackEntries b, stackEntries c, and 2 more",
        "  invalid at resource.destRange: Bad range",
      ].join("\n"),
    );
    expect(error).toMatchObject({ status: 403, serviceMessage: "Quota exceeded", fault: { kind: "quotaExceeded" } });
    expect(error.reasons).toEqual(["quotaExceeded", "invalid", "ROUTES"]);
  });

  it("says what an entry says as well as the error once, and keeps its place", () => {
    const message = "Invalid value for field 'filter': 'nme ='.";
    const entry = { reason: "invalid", message, location: "filter", locationType: "parameter" };
    expect(refused(400, { error: { code: 400, message, errors: [entry] } }).message).toBe(
      [`${action} failed: HTTP 400 invalid: ${message}`, "  invalid at filter"].join("\n"),
    );
  });

  it.each<[name: string, members: object, lines: readonly string[]]>([
    [
      "PreconditionFailure",
      {
        violations: [
          { type: "TOS", subject: "google.com/cloud", description: "Terms of service not accepted" },
          { type: "VPC_SERVICE_CONTROLS", description: "u1" },
        ],
      },
      [
        "PreconditionFailure: Terms of service not accepted (type TOS, subject google.com/cloud)",
        "PreconditionFailure: u1 (type VPC_SERVICE_CONTROLS)",
      ],
    ],
    [
      "BadRequest",
      { fieldViolations: [{ field: "route.name", description: "is too long", localizedMessage: { locale: "de" } }] },
      ["BadRequest: is too long (field route.name, localizedMessage.locale de)"],
    ],
    [
      "ResourceInfo",
      { resourceType: "network", resourceName: "n", owner: "project:p", description: "no writer" },
      ["ResourceInfo: no writer (resourceType network, resourceName n, owner project:p)"],
    ],
    ["RetryInfo", { retryDelay: "2.500s" }, ["the service asks to wait 3s"]],
    ["Help", { links: [{ url: "https://example.com" }] }, ["help: https://example.com"]],
    ["OfTomorrow", { a: { b: { c: [1, true, null] } } }, ["OfTomorrow: a.b.c 1, a.b.c true"]],
  ])("shows what a detail of the kind %s says", (name, members, lines) => {
    const error = refused(400, { error: { message: "no", details: [{ "@type": errorType(name), ...members }] } });
    expect(error.details).toEqual(lines);
  });

  it("waits as long as the answer asks for, in a header or in a detail", () => {
    const body = { error: { message: "no", details: [{ "@type": errorType("RetryInfo"), retryDelay: "12s" }] } };
    expect(refused(503, body).retryAfterSeconds).toBe(12);
    expect(refused(503, body, { "retry-after": "3" }).retryAfterSeconds).toBe(3);
  });

  it.each<[reason: string, fault: Fault["kind"]]>([
    ["SERVICE_DISABLED", "apiDisabled"],
    ["RESOURCE_PROJECT_INVALID", "projectUnknown"],
    ["CONSUMER_SUSPENDED", "projectSuspended"],
    ["GCP_SUSPENDED", "projectSuspended"],
    ["RESOURCE_USAGE_RESTRICTION_VIOLATED", "organizationPolicy"],
    ["LOCATION_POLICY_VIOLATED", "organizationPolicy"],
    ["LOCATION_TAX_POLICY_VIOLATED", "organizationPolicy"],
    ["ORG_RESTRICTION_VIOLATION", "organizationPolicy"],
    ["RESOURCE_QUOTA_EXCEEDED", "quotaExceeded"],
    ["ACCESS_TOKEN_SCOPE_INSUFFICIENT", "scopeMissing"],
    ["IAM_PERMISSION_DENIED", "permissionMissing"],
  ])("with 403 and the reason %s in a detail states %s", (reason, kind) => {
    const details = [{ "@type": errorType("ErrorInfo"), reason, domain: "googleapis.com" }];
    const error = refused(403, { error: { message: "no", errors: [{ reason: "forbidden" }], details } });
    expect(error.fault?.kind).toBe(kind);
    expect(error.details).toContain(`reason ${reason} (googleapis.com)`);
  });

  it("with 403 and a reason that nobody has explained names no permission", () => {
    const details = [{ "@type": errorType("ErrorInfo"), reason: "USER_BLOCKED_BY_ADMIN" }];
    const error = refused(403, { error: { message: "no", errors: [{ reason: "forbidden" }], details } });
    expect(error.fault).toBeUndefined();
  });

  it.each<[kind: Fault["kind"], reason: string, message: string]>([
    [
      "outsidePerimeter",
      "forbidden",
      "Request is prohibited by organization's policy. vpcServiceControlsUniqueIdentifier: u1",
    ],
    ["scopeMissing", "forbidden", "Insufficient Permission: Request had insufficient authentication scopes."],
  ])("that is %s is known by its words too: %s: %s", (kind, reason, message) => {
    const error = refused(403, { error: { message, errors: [{ reason, message }] } });
    expect(error.fault).toEqual({ kind });
  });

  it.each([
    "The resource 'projects/p' was not found",
    "The resource 'projects/example.com:p' was not found",
    "The resource 'https://www.googleapis.com/compute/v1/projects/p' was not found",
    "The resource 'projects/p/regions/r' was not found",
    "The resource 'organizations/1' was not found",
    'The resource "folders/1" was not found',
    "The project 'p' was not found.",
    "Project p not found",
    "Failed to find project p",
  ])("with 404 that says “%s” says nothing of what is in there", (message) => {
    const error = refused(404, { error: { message, errors: [{ reason: "notFound", message }] } });
    expect(error).not.toBeInstanceOf(NotFoundError);
    expect(error.fault).toEqual({ kind: "projectUnknown" });
  });

  it("with 400 that says so of a project that the request names has the same fault", () => {
    const message =
      "Invalid value for field 'resource.network': 'projects/p/global/networks/n'. The project 'p' was not found.";
    const error = refused(400, { error: { message, errors: [{ reason: "invalid", message }] } });
    expect(error.fault).toEqual({ kind: "projectUnknown" });
    expect(saysNoAssociation(error)).toBe(false);
  });

  it.each([
    "The resource 'projects/p/global/routes/projects' was not found",
    "The resource 'https://www.googleapis.com/compute/v1/projects/p/global/routes/r' was not found",
    "The resource 'projects/p/regions/r/instanceGroupManagers/g' was not found",
    "The resource 'projects/p/zones/z/operations/operation-1' was not found",
    "The resource 'locations/global/firewallPolicies/1' was not found",
    "The resource 'firewallPolicies/1' was not found",
    "The resource 'projects/p/global/networks/folders' was not found in project p",
    "Not Found",
  ])("with 404 that says “%s” is about the object", (message) => {
    expect(refused(404, { error: { message, errors: [{ reason: "notFound", message }] } })).toBeInstanceOf(
      NotFoundError,
    );
  });

  const notOfService = "the answer is not an error of the service";
  it.each<[what: string, body: string, contentType: string, summary: string]>([
    ["a page", "<html><title>502\n Bad  Gateway</title>", "text/html", ` but a page titled "502 Bad Gateway"`],
    ["a page without a title", "<html>", "text/html; charset=x", " but text/html"],
    ["JSON of something else", '{"fault": 1}', "application/json", ""],
  ])("whose body is %s says so", (_what, body, contentType, summary) => {
    expect(refused(502, body, { "content-type": contentType }).summary).toBe(`HTTP 502: ${notOfService}${summary}`);
    expect(refused(502, " \n").summary).toBe("HTTP 502: the answer has no body");
  });

  it.each<[what: string, status: number, error: object | undefined, fault: Fault | undefined]>([
    ["a rate", 403, { errors: [{ reason: "rateLimitExceeded" }] }, undefined],
    ["a bad value", 400, { errors: [{ reason: "invalid" }] }, undefined],
    ["the service itself", 404, undefined, { kind: "notFoundByOther" }],
    ["the service itself", 403, undefined, { kind: "interposed" }],
  ])("that lacks %s states that", (_what, status, error, fault) => {
    const body = error === undefined ? "<title>Not Found</title>" : { error: { message: "no", ...error } };
    expect(refused(status, body).fault).toEqual(fault);
  });

  it.each<[header: string | string[], seconds: unknown]>([
    ["9".repeat(400), 31_536_000_000],
    ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
    ["1.5", undefined],
    ["later", undefined],
  ])("with Retry-After %j waits %j seconds", (header, seconds) => {
    expect(refused(503, "", { "retry-after": header })).toMatchObject({
      retryAfterSeconds: seconds,
      effect: "unknown",
    });
  });

  it("waits by the clock of the service, whatever the clock of this machine says", () => {
    const headers = { date: "Wed, 21 Oct 2015 07:28:00 GMT", "retry-after": "Wed, 21 Oct 2015 07:28:30 GMT" };
    expect(refused(503, "", headers).retryAfterSeconds).toBe(30);
  });

  it("is an error with a message, with any body", () => {
    const members = "error errors details message status reason links metadatas limit @type".split(" ");
    const leaves = fc.constantFrom<unknown>(
      ...[null, 0, -1, "", "x", true, [], {}],
      ...["Help", "QuotaInfo"].map(errorType),
    );
    const values = fc.anything({ key: fc.constantFrom(...members), values: [leaves], maxDepth: 5 });
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
  const failed = (message: string, errorDetails: object[] = []) => {
    const items = readErrorItems([{ code: "RESOURCE_NOT_FOUND", message, errorDetails }]);
    const http = { status: 404, message: "NOT FOUND" };
    return new OperationFailedError("delete r", "projects/p/global/operations/o", items, undefined, http);
  };

  it("that is about the project does not say that the object is gone", () => {
    expect(failed("The resource 'projects/p' was not found")).toMatchObject({
      saysNotFound: false,
      fault: { kind: "projectUnknown" },
    });
    expect(failed("The resource 'projects/p/global/routes/r' was not found").saysNotFound).toBe(true);
  });

  it("shows a detail of a kind that nobody knows", () => {
    const errorDetails = [{ quotaInfo: { limitName: "ROUTES", limit: 5 }, ofTomorrow: { why: "so" } }];
    expect(failed("no", errorDetails).details.slice(1, 3)).toEqual(["ROUTES: limit 5", "OfTomorrow: why so"]);
  });
});

describe("a failure of the transport", () => {
  const attempt = { action: "get r", origin: "https://a.test", timeoutMs: 60_000 };
  const failure = (code: string, more: object = {}) =>
    Object.assign(new Error("raw words\nand more"), { code, ...more });

  it.each<[error: unknown, effect: string, summary: string]>([
    [failure("ENOTFOUND"), "none", "that host name does not exist (ENOTFOUND, https://a.test)"],
    [failure("ETIMEDOUT", { syscall: "connect" }), "none", "raw words (ETIMEDOUT, https://a.test)"],
    [failure("ETIMEDOUT", { syscall: "read" }), "unknown", "raw words (ETIMEDOUT, https://a.test)"],
    [failure("ECONNRESET"), "unknown", "the connection was reset (ECONNRESET, https://a.test)"],
    [failure("CERT_HAS_EXPIRED"), "none", "the certificate of https://a.test was not accepted (CERT_HAS_EXPIRED)"],
    [failure("EPROTO", { syscall: "write" }), "none", "https://a.test does not speak TLS (EPROTO)"],
    [
      new UnsentError(failure("ECONNRESET")),
      "none",
      "the connection was reset before anything was sent (ECONNRESET, https://a.test)",
    ],
    [new UnsentError(failure("ERR_SSL_X")), "none", "the two sides do not agree on TLS (ERR_SSL_X, https://a.test)"],
    [new AggregateError([failure("ECONNREFUSED")]), "none", "nothing listens there (ECONNREFUSED, https://a.test)"],
    [new DOMException("aborted", "TimeoutError"), "unknown", "no complete answer within 1m (https://a.test)"],
  ])("%s has the effect %s", (error, effect, summary) => {
    expect(toConnectionError(attempt, error)).toMatchObject({ effect, summary });
  });

  it("that is the proxy's names the proxy", () => {
    const proxied = { ...attempt, proxy: "https://proxy.test" };
    expect(toConnectionError(proxied, failure("UND_ERR_PRX_TLS"))).toMatchObject({
      summary: "the certificate of the proxy https://proxy.test was not accepted (UND_ERR_PRX_TLS)",
      fault: { kind: "untrustedCertificate" },
    });
    expect(toConnectionError(proxied, new UnsentError(failure("UND_ERR_HEADERS_TIMEOUT")))).toMatchObject({
      summary:
        "the proxy did not answer in time (UND_ERR_HEADERS_TIMEOUT, https://a.test through the proxy https://proxy.test)",
      effect: "none",
    });
  });
});
