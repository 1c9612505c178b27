import { describe, expect, it } from "vitest";
import { parsePlan } from "../../provider/src/cli/plan/plan";
import { planMarkdown } from "../../provider/src/cli/plan/markdown";
import { describeObject } from "../../provider/src/cli/adopt/describe";
import { parseStackExport } from "../../provider/src/cli/stack/stackExport";
import { OperationFailedError } from "../../provider/src/compute/errors/operationError";
import { configurationProblems } from "../../provider/src/engine/plugin/configuration";
import { listDetails } from "../../provider/src/engine/steps/details";
import { describeArguments } from "../../provider/src/engine/steps/imported";
import { previewCreate, previewUpdate } from "../../provider/src/engine/steps/preview";
import { isValues, type Values } from "../../provider/src/fields/values";
import { functionNames, invoke } from "../../provider/src/functions/invoke";
import { readErrorItems } from "../../provider/src/http/errors/errorBody";
import { check } from "../../provider/src/lifecycle/steps/check";
import { diff } from "../../provider/src/lifecycle/steps/diff";
import { describeUnexpected } from "../../provider/src/lifecycle/job/failure";
import { makeForm } from "../../provider/src/lifecycle/schema/field";
import { dueLabels, differingLabels } from "../../provider/src/resources/labels";
import { groupShapes } from "../../provider/src/resources/instanceGroupManagerPatch/definition/fields";
import { snapshot } from "../../provider/src/resources/snapshot/definition";
import { nothingIgnored } from "../../provider/src/fields/ignoredPaths";
import { managedPaths } from "../../provider/src/fields/shape";
import { planPatch } from "../../provider/src/parts/ownership";
import { appliedIn } from "../support/groups";
import { memberText } from "../../provider/src/types/memberText";
import { Settings } from "../../provider/src/settings/settings";
import { settingKeys } from "../../provider/src/settings/settingKeys";
import { conform } from "../../provider/src/types/form";
import { everyKind, nameOf } from "../kinds/every";
import { alterations } from "../support/alteredValues";
import { exported, provider, run, secret, startCli } from "../support/cli";
import { makeSample } from "../support/formSamples";
import { hostileObject, prototypeKeys } from "../support/hostileValues";
import { expectInWords } from "../support/mistakeWords";
import { offlineResource, testConfiguration } from "../support/offlineResource";
import { refused } from "../support/refusal";
import { writeFileSync } from "node:fs";

/*
 * An object of JSON whose members the language itself looks for, `toString` and `then` among them, in the place of each part of
 * what others have written. Whatever makes a text or a number of it before its form is known throws, and blames this package.
 */

/** The hostile values that stand in the place of another one. */
const hostile = [hostileObject, [hostileObject]];

const everywhere = <T>(value: T): T[] => hostile.flatMap((other) => [...alterations(value, other)]);

/** The text that a person sees of an action, whether it succeeds or not. */
function wordsOf(action: () => unknown): string {
  try {
    return JSON.stringify(action()) ?? "";
  } catch (error) {
    return describeUnexpected("Route", error, false);
  }
}

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

  it.each(details.map((one) => [one["@type"], one] as const))(
    "is refused in words in an error with %s",
    (_type, one) => {
      const body = {
        error: { code: 403, status: "PERMISSION_DENIED", message: "no", errors: [entry], details: [one] },
      };
      for (const wrong of everywhere(body)) {
        for (const status of [403, 404, 409, 503]) expectInWords(refused(status, wrong).message);
        const errors = readErrorItems(wrong.error.errors);
        expectInWords(
          new OperationFailedError("insert", "operation-1", errors, "1", { status: 403, message: "no" }).message,
        );
      }
    },
  );

  it("is shown, or left out, in a plan", () => {
    const state = {
      inputs: { name: "r", tags: ["a"], deletionPolicy: "DELETE" },
      outputs: { name: "r" },
      id: "r",
      parent: "p",
    };
    const step = {
      ...{ op: "update", urn: "urn:pulumi:dev::t::gce:index:Route::r", replaceReasons: ["name"] },
      ...{ oldState: { ...state, retainOnDelete: true }, newState: state },
      detailedDiff: { "tags[0]": { kind: "update", inputDiff: true } },
    };
    const document = {
      steps: [step, { ...step, op: "delete", detailedDiff: undefined }],
      diagnostics: [{ message: "error: m", severity: "error", prefix: "p", urn: "u" }],
      changeSummary: { update: 1, delete: 1 },
      ...{ oldOutputs: { o: 1 }, newOutputs: { o: 2 } },
    };
    const events = [
      { sequence: 1, resourcePreEvent: { metadata: { ...step, old: state, new: state, keys: ["name"] } } },
      { sequence: 2, diagnosticEvent: { prefix: "error: ", message: "m", severity: "error" } },
      { sequence: 3, summaryEvent: { resourceChanges: { update: 1 } } },
      ...[
        { policyEvent: { message: "m", enforcementLevel: "mandatory", exceptions: [{ id: "1" }] } },
        { policyRemediationEvent: { before: { name: "r" }, after: { name: "s" } } },
      ].map((event) => {
        const [[kind = "", values] = []] = Object.entries(event);
        const names = { resourceUrn: step.urn, policyName: "n", policyPackName: "p" };
        return { sequence: 4, [kind]: { ...names, ...values } };
      }),
    ];
    const plans = [
      ...everywhere(document).map((wrong) => JSON.stringify(wrong)),
      ...everywhere(events).map((wrong) => wrong.map((event) => JSON.stringify(event)).join("\n")),
    ];
    for (const plan of plans) expectInWords(wordsOf(() => planMarkdown(parsePlan(plan))));
  });

  it("is no reason to miss an orphan, in the export of a state", async () => {
    const { file } = await startCli();
    const route = exported(
      "Route",
      "r",
      { project: "my-project", name: "r", network: "default", __auto: true },
      {
        ...{ id: "projects/my-project/global/routes/r", outputs: { name: "r", numericId: "17", selfLink: "s" } },
        ...{ provider: "urn::id", delete: false, pendingReplacement: false },
      },
    );
    const deployment = {
      resources: [{ urn: "urn:pulumi:dev::t::pulumi:pulumi:Stack::t-dev", type: "pulumi:pulumi:Stack" }, route],
      pending_operations: [{ type: "creating", resource: route }],
    };
    const withProvider = { resources: [provider({ project: secret({ plaintext: '"p"' }) })], pending_operations: [] };
    for (const wrong of [...everywhere({ deployment }), ...everywhere({ deployment: withProvider })]) {
      expectInWords(wordsOf(() => parseStackExport(JSON.stringify(wrong))));
      writeFileSync(file, JSON.stringify(wrong));
      const { out, error } = await run("orphans", "--file", file, "--since", "1h");
      expectInWords(out.replaceAll("undefined", "") + error);
    }
  });

  it.each(functionNames)("is refused as an argument of %s", async (name) => {
    const names = [
      "project",
      "region",
      "filter",
      "pageSize",
      "maxResults",
      "parentId",
      "operation",
      "timeout",
      "priority",
    ];
    for (const argument of [...names, "instanceGroupManager", "firewallPolicy", "toString", "__proto__"]) {
      for (const value of hostile) {
        const error: unknown = await invoke(name, Object.fromEntries([[argument, value]]), {
          settings: new Settings((key) => testConfiguration[key], {}),
          client: () => {
            throw new Error("no call is made");
          },
          log: { message: () => undefined, status: () => undefined },
          isPreview: false,
          hasSecretArguments: false,
        }).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ message: expect.stringMatching(/^gce\./) as unknown });
        expectInWords((error as Error).message);
      }
    }
  });

  it.each(settingKeys)("is refused as the setting %s of the plugin", (key) => {
    const name = key.slice("gcp:".length);
    for (const value of [...hostile, { toString: 1 }, [[hostileObject]]]) {
      for (const { reason } of configurationProblems({ project: "my-project", [name]: value }, {}))
        expectInWords(reason);
    }
  });
});

describe.each(everyKind.map((kind) => [nameOf(kind), kind] as const))("a hostile record of %s", (_name, kind) => {
  const { definition } = kind;

  it("is compared, previewed, imported and adopted, or refused in words", () => {
    const resource = offlineResource(definition);
    const { inputs } = check(resource, {}, kind.plain.args(0));
    const sample = makeSample(makeForm(definition.fields));
    const outputs = {
      ...inputs,
      ...(isValues(sample) ? sample : {}),
      ...inputs,
      numericId: "1",
      __own: [],
      __filled: ["name"],
    };
    const steps: ((record: Values) => unknown)[] = [
      (record) => check(resource, record, kind.plain.args(0)),
      (record) => diff(resource, record, inputs),
      (record) => listDetails(resource, record, inputs, record, diff(resource, record, inputs)),
      (record) => previewUpdate(resource, record, inputs),
    ];
    // An object that was read has its form.
    const readSteps: typeof steps = [
      (record) => describeArguments(resource, record),
      (record) => describeObject(resource, record, "my-project", undefined),
    ];
    const form = makeForm(definition.fields);
    for (const wrong of everywhere(outputs)) {
      for (const step of conform(form, wrong) === undefined ? [...steps, ...readSteps] : steps) {
        expectInWords(
          wordsOf(() => step(wrong)),
          step.toString() + JSON.stringify(wrong),
        );
      }
    }
    for (const wrong of everywhere(kind.plain.args(0))) {
      const checked = check(resource, {}, wrong);
      for (const { reason } of checked.failures) expectInWords(reason);
      if (checked.failures.length === 0) expectInWords(wordsOf(() => previewCreate(resource, checked.inputs)));
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

  it("is shown in the details of a difference, and in a plan", () => {
    const resource = offlineResource(snapshot);
    const plain = { name: "s", sourceDisk: "projects/p/zones/z/disks/d", labels: { a: "b" } };
    const { inputs } = check(resource, {}, { ...plain, labels: { a: "b", ...one("x") } });
    const before = check(resource, {}, plain).inputs;
    expect(listDetails(resource, before, inputs, before, diff(resource, before, inputs))?.paths).toContain(
      memberText("labels", key),
    );
    const states = {
      oldState: { inputs: { labels: { a: "b" } } },
      newState: { inputs: { labels: { a: "b", ...one("x") } } },
    };
    const detailedDiff = Object.fromEntries([[memberText("labels", key), { kind: "add", inputDiff: true }]]);
    for (const detailed of [{ detailedDiff }, {}]) {
      const step = { op: "update", urn: "urn:pulumi:dev::t::gce:index:Snapshot::s", ...states, ...detailed };
      expect(planMarkdown(parsePlan(JSON.stringify({ steps: [step] })))).toMatch(
        new RegExp(`labels.*${key.replace(".", ".")}.*"x"`),
      );
    }
  });
});
