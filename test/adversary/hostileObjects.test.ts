import { describe, expect, it } from "vitest";
import { OperationFailedError } from "../../provider/src/compute/errors/operationError";
import { nothingIgnored } from "../../provider/src/fields/ignoredPaths";
import { managedPaths } from "../../provider/src/fields/shape";
import type { Values } from "../../provider/src/fields/values";
import { readErrorItems } from "../../provider/src/http/errors/errorBody";
import { planPatch } from "../../provider/src/parts/ownership";
import { groupShapes } from "../../provider/src/resources/instanceGroupManagerPatch/definition/fields";
import { dueLabels, differingLabels } from "../../provider/src/resources/labels";
import { alterations } from "../support/alteredValues";
import { appliedIn } from "../support/groups";
import { hostileObject, prototypeKeys } from "../support/hostileValues";
import { expectInWords } from "../support/mistakeWords";
import { refused } from "../support/refusal";

/*
 * An object of JSON whose members the language itself looks for, `toString` and `then` among them, in the place of each part of
 * what a service writes. Whatever makes a text or a number of it before its form is known throws, and blames this package.
 */

const everywhere = <T>(value: T): T[] =>
  [hostileObject, [hostileObject]].flatMap((other) => [...alterations(value, other)]);

describe("an object of JSON that no text can be made of", () => {
  const detail = {
    "@type": "type.googleapis.com/google.cloud.compute.v1.QuotaExceededInfo",
    ...{ limitName: "ROUTES", metricName: "routes", limit: "250", futureLimit: 500, rolloutStatus: "IN_PROGRESS" },
    dimensions: { region: "global" },
  };
  const details = [
    detail,
    { "@type": "x/google.rpc.ErrorInfo", reason: "ROUTES", domain: "compute", metadata: { limit: "250" } },
    { "@type": "x/google.rpc.Help", links: [{ description: "Quotas", url: "https://example.com/q" }] },
    { "@type": "x/google.rpc.RetryInfo", retryDelay: "1.5s" },
    { "@type": "x/google.rpc.PreconditionFailure", violations: [{ type: "TOS", subject: "s", description: "d" }] },
    { "@type": "x/google.rpc.DebugInfo", detail: "d", stackEntries: ["a"], deep: { b: { c: true } } },
  ];
  const entry = { reason: "quotaExceeded", code: "QUOTA", location: "name", message: "m", errorDetails: [detail] };

  it.each(details)("is refused in words in an error with $@type", (one) => {
    const body = { error: { code: 403, status: "PERMISSION_DENIED", message: "no", errors: [entry], details: [one] } };
    for (const wrong of everywhere(body)) {
      for (const status of [403, 404, 409, 503]) expectInWords(refused(status, wrong).message);
      const errors = readErrorItems(wrong.error.errors);
      const said = { status: 403, message: "no" };
      expectInWords(new OperationFailedError("insert", "operation-1", errors, "1", said).message);
    }
  });
});

describe.each(prototypeKeys)("a member of the name %s, which every object may seem to have", (key) => {
  const one = (value: unknown) => Object.fromEntries([[key, value]]);

  it("is a label like any other: it is set, changed and removed", () => {
    expect(dueLabels(one("a"), {}, [], nothingIgnored)).toEqual({ due: one("a"), gone: [], settled: {} });
    expect(dueLabels({}, one("a"), [], nothingIgnored)).toEqual({ due: {}, gone: [key], settled: {} });
    expect(dueLabels(one("a"), one("a"), [], nothingIgnored)).toEqual({ due: {}, gone: [], settled: one("a") });
    expect(dueLabels({}, {}, [key], nothingIgnored)).toEqual({ due: {}, gone: [key], settled: {} });
    expect(differingLabels(one("a"), {})).toEqual(one(undefined));
  });

  it("is a part of a group like any other", () => {
    const of = (metadata: Values) => ({ allInstancesConfig: { properties: { metadata } } });
    const patch = (declared: Values, own: Values, actual: Values) => {
      const record = { managedFields: managedPaths(groupShapes.region, of(own)), __own: [of(own)] };
      const applied = appliedIn(record);
      return planPatch(groupShapes.region, of(actual), { declared: of(declared), applied, previous: {}, context: {} })
        .body;
    };
    expect(patch(one("a"), {}, { x: "0" })).toEqual(of(one("a")));
    expect(patch({ x: "0" }, { x: "0", ...one("a") }, { x: "0", ...one("a") })).toEqual(of(one(null)));
  });
});
