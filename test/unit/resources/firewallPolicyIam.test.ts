import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { firewallPolicyIamBinding as binding } from "../../../provider/src/resources/firewallPolicyIam/definition/binding";
import { firewallPolicyIamMember as member } from "../../../provider/src/resources/firewallPolicyIam/definition/member";
import { firewallPolicyIamPolicy as policy } from "../../../provider/src/resources/firewallPolicyIam/definition/wholePolicy";
import { describeTables, type Refusal } from "../../support/kindTables";

const path = "locations/global/firewallPolicies/123456789";
const url = `https://www.googleapis.com/compute/v1/${path}`;
const role = "roles/compute.viewer";
const alice = "user:alice@example.com";
const group = "group:g@example.com";
const condition = { title: "until 2030", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" };
const project = "projects/my-project/global/firewallPolicies/f";

const plain = { firewallPolicy: path, role };
const policyData = {
  bindings: [
    { role, members: [alice, group] },
    { role, members: [alice], condition },
  ],
};
const recorded = { firewallPolicy: url };
const ofBinding = describeTables(
  binding,
  { ...plain, members: [alice, group] },
  { ...plain, ...recorded, members: [alice, group] },
);
const ofMember = describeTables(member, { ...plain, member: alice }, { ...plain, ...recorded, member: alice });
const ofPolicy = describeTables(policy, { firewallPolicy: path, policyData }, { ...recorded, policyData, etag: "e" });

/** Texts that are no principal, and what every message says of them. */
const noPrincipals: readonly (readonly [text: unknown, ...fragments: string[]])[] = [
  ["deleted:serviceaccount:a@b.com?uid=1", "deleted:serviceAccount:a@b.com?uid=1"],
  ["Domain:a@b", "of the form domain:DOMAIN"],
  ["allusers", "written allUsers"],
  ["user:", "of the form user:EMAIL"],
  ["user:alice@example.com\n", "of the form user:EMAIL"],
  ["https://example.com/alice", "a principal: user:EMAIL"],
  ["projectOwner:p", "a principal: user:EMAIL", "principalHierarchy://", "allAuthenticatedUsers"],
  [1, "a principal", " cannot be 1."],
];

/** Members that may be legal, and the nearest form that is known. */
const unknownForms: readonly (readonly [text: string, form: string])[] = [
  ["user:a b@example.com", "user:EMAIL"],
  ["domain:a@example.com", "domain:DOMAIN"],
  ["group:my-project.svc.id.goog:/allUsersOfNextYear/", "group:PROJECT.svc.id.goog:/allAuthenticatedUsers/"],
  ["principalSet:x", "principalSet://iam.googleapis.com/…"],
  ["deleted:user:a@b.com", "deleted:user:EMAIL?uid=NUMBER"],
  ["fleet:my-project/workloads", "user:EMAIL"],
];

const principals = [
  "user:o'hara+x@mail.example.co.uk",
  "serviceAccount:example.com:p.svc.id.goog[namespace/account]",
  "domain:example.com",
  "group:my-project.svc.id.goog:/allAuthenticatedUsers/",
  "group:example.com:p.svc.id.goog:/allAuthenticatedUsers/",
  "allAuthenticatedUsers",
  "principal://iam.googleapis.com/locations/global/workforcePools/P/subject/S@x.com",
  "principalSet://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/*",
  "principalHierarchy://cloudresourcemanager.googleapis.com/folders/1",
  "deleted:serviceAccount:a@b.iam.gserviceaccount.com?uid=1",
];

describe.each([
  ["FirewallPolicyIamBinding", ofBinding],
  ["FirewallPolicyIamMember", ofMember],
  ["FirewallPolicyIamPolicy", ofPolicy],
])("%s", (_name, tables) => {
  tables.refuses([
    [{ firewallPolicy: undefined }, "firewallPolicy", "is required", "hierarchical firewall policy"],
    [{ firewallPolicy: "locations/eu/firewallPolicies/1" }, "firewallPolicy", "something else"],
    [{ firewallPolicy: `https://example.com/compute/v1/${path}` }, "firewallPolicy", "its host"],
    [{ firewallPolicy: "My_Policy" }, "firewallPolicy", "digits, or 1 to 63 characters", "RFC 1035"],
    [{ deletionPolicy: "ABANDON" }, "deletionPolicy", "is not an argument"],
  ]);
  tables.findsNoChange([{ firewallPolicy: "123456789" }, { firewallPolicy: `//compute.googleapis.com/${path}` }]);
  tables.findsChange([
    [{ firewallPolicy: "987654321" }, ["firewallPolicy"]],
    [{ firewallPolicy: unknownValue }, ["firewallPolicy"]],
  ]);

  it("needs no configuration at all", () => {
    expect(tables.checked({}, {}).failures).toEqual([]);
  });
});

describe.each([
  ["FirewallPolicyIamBinding", ofBinding],
  ["FirewallPolicyIamMember", ofMember],
])("a grant of %s", (_name, tables) => {
  tables.refuses([
    [{ role: "folders/1/roles/x" }, "role", "organizations/NUMBER/roles/NAME"],
    [{ role: "roles/x_withcond_12ab" }, "role", "_withcond_"],
    [{ condition: {} }, "condition.expression", "is required", "Common Expression Language"],
    [{ condition: { expression: "x", tilte: "t" } }, "condition.tilte", "condition.title?"],
  ]);
  tables.accepts([{ role: "projects/my-project/roles/custom.role_1" }, { role: "organizations/12/roles/custom" }]);
  tables.warns([[{ role: "roles/compute.next-year" }, 'role is "roles/compute.next-year"', "It is sent as it is."]]);
  tables.findsChange([
    [{ role: "roles/viewer" }, ["role"]],
    [{ condition: { ...condition, description: unknownValue } }, ["condition"]],
  ]);
});

describe("the members of a binding", () => {
  ofBinding.refuses([
    [{ members: [] }, "members", "at least one principal", "remove this resource"],
    ...noPrincipals.map(([text, ...said]): Refusal => [{ members: [alice, text] }, "members[1]", ...said]),
  ]);
  ofBinding.accepts(principals.map((one) => ({ members: [one] })));
  ofBinding.warns(
    unknownForms.map(([one, form]) => [
      { members: [alice, one] },
      `members[1] is "${one}"`,
      `The nearest one is ${form}.`,
    ]),
  );
  ofBinding.findsNoChange([{ members: ["group:G@Example.com", "user:ALICE@example.com", alice] }]);
  ofBinding.findsChange([[{ members: [alice] }], [{ members: [alice, unknownValue] }]]);

  it.each(unknownForms)("are compared exactly where they are like %s", (one) => {
    const other = one.replace(/.$/, (last) => (last === "/" ? "" : last.toUpperCase()));
    const { changes } = ofBinding.compared(
      { members: [alice, other] },
      { ...plain, ...recorded, members: [alice, one] },
    );
    expect(changes).toBe(true);
  });

  it("are sent once where two spellings mean one", () => {
    const members = ["user:Alice@Example.com", alice, "principal://i.com/p/s", "principal://i.com/p/S"];
    expect(binding.fields.members?.kind.canonical(members, {})).toEqual([members[0], members[2], members[3]]);
  });
});

describe("the member of a grant", () => {
  ofMember.refuses(noPrincipals.map(([text, ...said]): Refusal => [{ member: text }, "member", ...said]));
  ofMember.refuses([
    [{ firewallPolicy: 2 ** 60 }, "firewallPolicy", "in quotes: the number has lost digits already"],
    [{ member: { member: alice, name: "x" } }, "member", "Give its member, and not the whole object."],
    [{ member: [alice] }, "member", "a list", `Write: "${alice}"`],
  ]);
  ofMember.accepts(principals.map((one) => ({ member: one })));
  ofMember.findsNoChange([{ member: "user:Alice@Example.com" }]);
  ofMember.findsChange([[{ member: "user:bob@example.com" }, ["member"]]]);
});

describe("policyData", () => {
  const data = (changes: unknown): Values => ({ policyData: changes });
  const log = { logType: "DATA_READ", exemptedMembers: [alice] };
  const audited = (auditLogConfigs: unknown, service?: string) =>
    data({ auditConfigs: [{ ...(service && { service }), auditLogConfigs }] });
  ofPolicy.refuses([
    [data("{bindings"), "policyData", "or the JSON of one"],
    [data([]), "policyData", "or the JSON of one"],
    [data({ binding: [] }), "policyData.binding", "policyData.bindings?"],
    [data({ bindings: [{ role: "x", members: [] }] }), "policyData.bindings[0].role", "roles/NAME"],
    [
      data('{"bindings":[{"role":"","members":["allUsers"]}]}'),
      "policyData.bindings[0].role",
      "role is required: a role",
    ],
    [audited([log]), "policyData.auditConfigs[0].service", "is required"],
    [audited([{}], "s"), "policyData.auditConfigs[0].auditLogConfigs[0].logType", "is required"],
    [
      audited([{ ...log, exemptedMembers: ["x"] }], "s"),
      "policyData.auditConfigs[0].auditLogConfigs[0].exemptedMembers[0]",
      "a principal",
    ],
  ]);
  ofPolicy.warns([
    [
      data(JSON.stringify({ bindings: [{ role, members: [alice, "user:bob"] }] })),
      'policyData.bindings[0].members[1] is "user:bob"',
    ],
    [audited([{ ...log, exemptedMembers: ["user:bob"] }], "s"), 'auditLogConfigs[0].exemptedMembers[0] is "user:bob"'],
    [audited([{ logType: "DATA_REED" }], "s"), 'logType is "DATA_REED"', "Did you mean DATA_READ?"],
  ]);
  ofPolicy.findsNoChange([
    data(JSON.stringify({ ...policyData, version: 1, etag: "BwX", x: null })),
    data({ bindings: [...policyData.bindings].reverse() }),
    data({
      bindings: [
        { role, members: ["group:G@example.com"] },
        { role, members: [alice, alice] },
        { role, members: [alice], condition: { ...condition, description: "" } },
      ],
    }),
  ]);
  const empty = {
    bindings: [{ role: "roles/viewer", members: [] }, ...policyData.bindings, { role }, {}],
    auditConfigs: [{ service: "allServices", auditLogConfigs: [] }, { service: "s" }, {}],
  };
  ofPolicy.findsNoChange([data(empty), data(JSON.stringify(empty))]);

  it("is sent without bindings that have no members, and without services that log nothing", () => {
    const kind = policy.fields.policyData?.kind;
    expect(kind?.canonical(empty, {})).toEqual({ ...policyData, auditConfigs: [] });
  });

  ofPolicy.findsChange([
    [data("{}")],
    [data({ bindings: policyData.bindings.slice(1) })],
    [data({ ...policyData, auditConfigs: [{ service: "s", auditLogConfigs: [log] }] })],
    [data(`{"bindings":[{"role":"${unknownValue}"}]}`)],
  ]);

  it("is sent as it is written, without version and etag", () => {
    const kind = policy.fields.policyData?.kind;
    expect(kind?.canonical(JSON.stringify({ ...policyData, version: 1, etag: "BwX" }), {})).toEqual(policyData);
  });
});

describe("an id of a grant", () => {
  const custom = "projects/my-project/roles/custom";
  const named = { firewallPolicy: "123456789", role: custom };
  const workforce = "principal://iam.googleapis.com/locations/global/workforcePools/P/subject/S";
  ofMember.reads({}, [
    [`${path}/${custom}/${workforce}/until 2030`, { ...named, rest: `${workforce}/until 2030` }],
    [`123456789  ${custom} ${alice}`, { ...named, rest: alice }],
  ]);
  const rule = /is not the id of a grant: .*NUMBER\/ROLE\/MEMBER\[\/CONDITION\], or the same parts with spaces/;
  ofMember.refusesIds({}, rule, ["", path, `${path}/viewer`, `${project} roles/x`, "roles/x", "My_P roles/x"]);
  ofPolicy.refusesIds({}, /is not a link to a hierarchical firewall policy: /, ["", project, "a b"]);
});
