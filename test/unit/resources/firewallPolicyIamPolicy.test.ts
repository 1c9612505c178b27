import { describe, expect, it } from "vitest";
import { firewallPolicyIamPolicy as policy } from "../../../provider/src/resources/firewallPolicyIam/definition";
import { check } from "../../../provider/src/lifecycle/check";
import { diff } from "../../../provider/src/lifecycle/diff";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { offlineResource } from "../../support/offlineResource";
import { url, role, alice, condition, plainPolicy, expectRefusal } from "../../support/iamKinds";

describe("policyData", () => {
  const grant = { role, members: [alice, "group:g@example.com"] };
  const audit = {
    service: "allServices",
    auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [alice] }, { logType: "ADMIN_READ" }],
  };
  const whole = {
    bindings: [grant, { ...grant, condition }, { role: "roles/x", members: ["allUsers"] }],
    auditConfigs: [audit],
  };

  const refused: [what: string, policyData: unknown, property: string, ...fragments: string[]][] = [
    ["nothing", undefined, "policyData", "is required"],
    ["a number", 1, "policyData", "or the JSON of one"],
    ["a list", [], "policyData", "or the JSON of one"],
    ["a text that is no JSON", "{bindings", "policyData", "or the JSON of one"],
    ["the JSON of a list", "[]", "policyData", "or the JSON of one"],
    ["an unknown member", { rules: [] }, "policyData.rules", "is not an argument"],
    ["a word of another provider", { binding: [] }, "policyData.binding", "policyData.bindings?"],
    ["a binding without a role", { bindings: [{ members: [alice] }] }, "policyData.bindings[0].role", "is required"],
    ["a binding without members", { bindings: [{ role }] }, "policyData.bindings[0].members", "is required"],
    ["a binding of nobody", { bindings: [{ role, members: [] }] }, "policyData.bindings[0].members", "is required"],
    ["a bad role", { bindings: [{ ...grant, role: "x" }] }, "policyData.bindings[0].role", "roles/NAME"],
    [
      "a condition without expression",
      { bindings: [grant, { ...grant, condition: { title: "t" } }] },
      "policyData.bindings[1].condition.expression",
      "is required",
    ],
    ["the JSON of a bad role", '{"bindings":[{"role":"x","members":["allUsers"]}]}', "policyData.bindings[0].role"],
    [
      "an audit setting without a service",
      { auditConfigs: [{ auditLogConfigs: [{ logType: "DATA_READ" }] }] },
      "policyData.auditConfigs[0].service",
    ],
    ["an audit setting of nothing", { auditConfigs: [{ service: "s" }] }, "policyData.auditConfigs[0].auditLogConfigs"],
    [
      "a log without a type",
      { auditConfigs: [{ service: "s", auditLogConfigs: [{ exemptedMembers: [alice] }] }] },
      "policyData.auditConfigs[0].auditLogConfigs[0].logType",
    ],
    [
      "a bad exempted member",
      { auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: ["x"] }] }] },
      "policyData.auditConfigs[0].auditLogConfigs[0].exemptedMembers[0]",
      "a principal",
    ],
  ];
  it.each(refused)("is refused as %s", (_what, policyData, property, ...fragments) => {
    expectRefusal(policy, { ...plainPolicy, policyData }, property, fragments);
  });

  const same: [what: string, policyData: unknown][] = [
    ["itself", whole],
    ["its JSON", JSON.stringify(whole)],
    ["its JSON with a version, an etag and null", JSON.stringify({ ...whole, version: 1, etag: "BwX", x: null })],
    ["another order", { auditConfigs: [audit], bindings: [...whole.bindings].reverse() }],
    [
      "members in another order and other letters, and twice",
      {
        ...whole,
        bindings: [
          { role, members: ["group:G@example.com"] },
          { role, members: [alice, alice] },
          ...whole.bindings.slice(1),
        ],
      },
    ],
    [
      "logs in another order and apart",
      {
        ...whole,
        auditConfigs: [...audit.auditLogConfigs]
          .reverse()
          .map((log) => ({ service: "allServices", auditLogConfigs: [log] })),
      },
    ],
    [
      "empty texts in a condition",
      { ...whole, bindings: [grant, { ...grant, condition: { ...condition, description: "" } }, whole.bindings[2]] },
    ],
  ];
  const difference = (policyData: unknown, there: Values = whole) => {
    const resource = offlineResource(policy);
    const { inputs, failures } = check(resource, {}, { ...plainPolicy, policyData });
    expect(failures).toEqual([]);
    return diff(resource, { firewallPolicy: url, policyData: there, etag: "e" }, inputs);
  };
  it.each(same)("does not change as %s", (_what, policyData) => {
    expect(difference(policyData)).toEqual({ changes: false, replaces: [], deleteBeforeReplace: false });
  });

  it.each([
    ["without audit settings", { bindings: whole.bindings }],
    ["with another member", { ...whole, bindings: [grant, { ...grant, members: [alice], condition }] }],
    ["with another condition", { ...whole, bindings: [grant, { ...grant, condition: { expression: "x" } }] }],
    ["of nothing", {}],
    ["with a part that is not known", { ...whole, bindings: [{ role, members: [alice, unknownValue] }] }],
    ["with JSON that is not known", `{"bindings":[{"role":"${unknownValue}"}]}`],
    [
      "with an exempted member less",
      {
        ...whole,
        auditConfigs: [{ ...audit, auditLogConfigs: [{ logType: "DATA_READ" }, { logType: "ADMIN_READ" }] }],
      },
    ],
  ])("is updated in place when it is one %s", (_what, policyData) => {
    expect(difference(policyData)).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
  });

  it.each([{}, "{}", { bindings: [] }, '{"bindings":[],"auditConfigs":[]}'])(
    "%j is nothing, which may be given",
    (empty) => {
      expect(difference(empty, {}).changes).toBe(false);
      expect(difference(empty).changes).toBe(true);
      expect(difference(whole, {}).changes).toBe(true);
    },
  );

  it("is sent as it is written, without version and etag", () => {
    const kind = policy.fields.policyData?.kind;
    expect(kind?.canonical({ ...whole, version: 1, etag: "BwX" }, {})).toEqual(whole);
    expect(kind?.canonical(JSON.stringify(whole), {})).toEqual(whole);
    expect(kind?.canonical("{}", {})).toEqual({});
  });
});
