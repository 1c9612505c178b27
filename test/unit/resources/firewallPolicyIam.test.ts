import { describe, expect, it } from "vitest";
import {
  firewallPolicyIamBinding as binding,
  firewallPolicyIamMember as member,
  firewallPolicyIamPolicy as policy,
} from "../../../provider/src/resources/firewallPolicyIam/lifecycle";
import { check } from "../../../provider/src/runtime/check";
import type { ResourceDefinition } from "../../../provider/src/runtime/definition";
import { diff } from "../../../provider/src/runtime/diff";
import { identityIn } from "../../../provider/src/runtime/fields";
import { unknownValue } from "../../../provider/src/runtime/unknown";
import type { Values } from "../../../provider/src/runtime/values";
import { offlineResource } from "../../support/offlineResource";

const path = "locations/global/firewallPolicies/123456789";
const url = `https://www.googleapis.com/compute/v1/${path}`;
const role = "roles/compute.viewer";
const alice = "user:alice@example.com";
const condition = { title: "until 2030", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" };

const plainBinding: Values = { firewallPolicy: path, role, members: [alice] };
const plainMember: Values = { firewallPolicy: path, role, member: alice };
const plainPolicy: Values = { firewallPolicy: path, policyData: { bindings: [{ role, members: [alice] }] } };

const kinds: [name: string, definition: ResourceDefinition, plain: Values][] = [
  ["FirewallPolicyIamBinding", binding, plainBinding],
  ["FirewallPolicyIamMember", member, plainMember],
  ["FirewallPolicyIamPolicy", policy, plainPolicy],
];
const grants = kinds.slice(0, 2);

function checked(definition: ResourceDefinition, news: Values) {
  return check(offlineResource(definition, {}), {}, news);
}

function expectRefusal(definition: ResourceDefinition, news: Values, property: string, fragments: readonly string[]) {
  const { failures } = checked(definition, news);
  expect(failures.map((problem) => problem.property)).toEqual([property]);
  for (const fragment of fragments) expect(failures[0]?.reason).toContain(fragment);
}

const project = "projects/my-project/global/firewallPolicies/f";

describe.each(kinds)("%s", (_name, definition, plain) => {
  const refused: [what: string, changes: Values, property: string, ...fragments: string[]][] = [
    ["no policy", { firewallPolicy: undefined }, "firewallPolicy", "is required", "hierarchical firewall policy"],
    ["an empty policy", { firewallPolicy: "" }, "firewallPolicy", "it is empty"],
    ["a number as policy", { firewallPolicy: 1 }, "firewallPolicy", "it is 1"],
    ["a policy of a project", { firewallPolicy: project }, "firewallPolicy", "policy of a project", "gcp.projects.IAM"],
    [
      "the URL of a policy of a project",
      { firewallPolicy: `https://compute.googleapis.com/compute/v1/${project}` },
      "firewallPolicy",
      "policy of a project",
    ],
    [
      "a policy of a region",
      { firewallPolicy: "projects/p/regions/r/firewallPolicies/f" },
      "firewallPolicy",
      "policy of a project",
    ],
    ["something else", { firewallPolicy: "locations/global/networks/n" }, "firewallPolicy", "something else"],
    ["another location", { firewallPolicy: "locations/eu/firewallPolicies/1" }, "firewallPolicy", "something else"],
    ["a policy without a name", { firewallPolicy: "locations/global/firewallPolicies/" }, "firewallPolicy", "else"],
    ["another host", { firewallPolicy: `https://example.com/compute/v1/${path}` }, "firewallPolicy", "its host"],
    ["a bad name", { firewallPolicy: "My_Policy" }, "firewallPolicy", "digits, or 1 to 63 characters", "RFC 1035"],
    ["a deletionPolicy", { deletionPolicy: "ABANDON" }, "deletionPolicy", "is not an argument"],
    ["adoptExisting", { adoptExisting: true }, "adoptExisting", "is not an argument"],
    ["a project", { project: "p" }, "project", "is not an argument"],
    ["the word of another provider", { policy: path }, "policy", "Did you mean firewallPolicy?"],
    ["an output", { etag: "ACAB" }, "etag", "is not an argument"],
  ];
  it.each(refused)("is refused before any call with %s", (_what, changes, property, ...fragments) => {
    expectRefusal(definition, { ...plain, ...changes }, property, fragments);
  });

  it("needs no project, and no configuration at all", () => {
    expect(checked(definition, plain)).toEqual({ inputs: plain, failures: [] });
  });

  it.each(Object.keys(plain))("takes a value of %s that is not known yet", (field) => {
    const { failures, inputs } = checked(definition, { ...plain, [field]: unknownValue });
    expect(failures).toEqual([]);
    expect(inputs[field]).toBe(unknownValue);
  });

  it.each([
    path,
    "123456789",
    url,
    `https://compute.googleapis.com/compute/v1/${path}`,
    `//compute.googleapis.com/${path}`,
  ])("does not change when its policy is spelt %s", (firewallPolicy) => {
    const resource = offlineResource(definition);
    const { inputs } = check(resource, {}, { ...plain, firewallPolicy });
    expect(diff(resource, { ...plain, firewallPolicy: url }, inputs)).toEqual({
      changes: false,
      replaces: [],
      deleteBeforeReplace: false,
    });
  });

  it.each(["other", unknownValue, `locations/global/firewallPolicies/${unknownValue}`])(
    "is replaced for the policy %s, the new one first",
    (firewallPolicy) => {
      const resource = offlineResource(definition);
      const { inputs } = check(resource, {}, { ...plain, firewallPolicy });
      expect(diff(resource, { ...plain, firewallPolicy: url }, inputs)).toEqual({
        changes: true,
        replaces: ["firewallPolicy"],
        deleteBeforeReplace: false,
      });
    },
  );
});

describe.each(grants)("%s", (_name, definition, plain) => {
  const refused: [what: string, changes: Values, property: string, ...fragments: string[]][] = [
    ["no role", { role: undefined }, "role", "is required", "roles/NAME"],
    ["a bare role", { role: "viewer" }, "role", "roles/NAME, projects/PROJECT/roles/NAME"],
    ["an empty role", { role: "" }, "role", "roles/NAME"],
    ["a role of a folder", { role: "folders/1/roles/x" }, "role", "organizations/NUMBER/roles/NAME"],
    ["a role with a space", { role: "roles/a b" }, "role", "roles/NAME"],
    ["a role as it is shown without conditions", { role: "roles/x_withcond_12ab" }, "role", "_withcond_"],
    ["a condition without expression", { condition: { title: "t" } }, "condition.expression", "is required"],
    ["an empty condition", { condition: {} }, "condition.expression", "is required", "Common Expression Language"],
    ["an empty expression", { condition: { expression: "" } }, "condition.expression", "is required"],
    ["a text as condition", { condition: "x" }, "condition", "an object with expression, title"],
    ["a number as title", { condition: { expression: "x", title: 1 } }, "condition.title", "a text"],
    ["a misspelt member", { condition: { expression: "x", tilte: "t" } }, "condition.tilte", "condition.title?"],
  ];
  it.each(refused)("is refused before any call with %s", (_what, changes, property, ...fragments) => {
    expectRefusal(definition, { ...plain, ...changes }, property, fragments);
  });

  it.each([role, "projects/my-project/roles/custom.role_1", "organizations/12/roles/custom"])(
    "takes the role %s",
    (taken) => {
      expect(checked(definition, { ...plain, role: taken }).failures).toEqual([]);
    },
  );

  it("takes all four members of a condition, known or not, and tells conditions apart by each of them", () => {
    const resource = offlineResource(definition);
    const whole = { ...condition, description: "d", location: "l" };
    const there = { ...plain, condition: whole };
    const differs = (news: Values) => diff(resource, there, check(resource, {}, news).inputs).replaces;
    expect(differs(there)).toEqual([]);
    expect(differs({ ...plain })).toEqual(["condition"]);
    for (const key of Object.keys(whole)) {
      for (const value of ["other", unknownValue]) {
        expect(differs({ ...plain, condition: { ...whole, [key]: value } })).toEqual(["condition"]);
      }
    }
    expect(diff(resource, { ...plain, condition }, { ...plain, condition: { ...condition, description: "" } })).toEqual(
      {
        changes: false,
        replaces: [],
        deleteBeforeReplace: false,
      },
    );
  });
});

const principals = [
  alice,
  "user:o'hara+x@mail.example.co.uk",
  "serviceAccount:app@my-project.iam.gserviceaccount.com",
  "serviceAccount:my-project.svc.id.goog[namespace/account]",
  "serviceAccount:example.com:p.svc.id.goog[namespace/account]",
  "group:admins@example.com",
  "domain:example.com",
  "allUsers",
  "allAuthenticatedUsers",
  "principal://iam.googleapis.com/locations/global/workforcePools/P/subject/S@x.com",
  "principalSet://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/attribute.a/b-c",
  "principalSet://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/*",
  "principalHierarchy://cloudresourcemanager.googleapis.com/folders/1",
  "deleted:user:alice@example.com?uid=123",
  "deleted:serviceAccount:a@b.iam.gserviceaccount.com?uid=1",
  "deleted:group:g@example.com?uid=1",
  "deleted:principal://iam.googleapis.com/locations/global/workforcePools/p/subject/s",
];

const noPrincipals: [text: unknown, ...fragments: string[]][] = [
  ["alice@example.com", "prefixed with its type", "user:alice@example.com, group:alice@example.com"],
  ["User:alice@example.com", "the type user, in just these letters"],
  ["serviceaccount:a@b.com", "the type serviceAccount"],
  ["allusers", "the type allUsers"],
  ["user:alice", "of the form user:EMAIL"],
  ["user:", "of the form user:EMAIL"],
  ["user:a b@example.com", "of the form user:EMAIL"],
  ["group:admins", "of the form group:EMAIL"],
  ["serviceAccount:app", "of the form serviceAccount:EMAIL"],
  ["domain:example", "of the form domain:DOMAIN"],
  ["domain:a@example.com", "of the form domain:DOMAIN"],
  ["principal:iam.googleapis.com/x", "of the form principal://"],
  ["principalSet:x", "of the form principalSet://"],
  ["deleted:user:a@b.com", "of the form deleted:user:EMAIL?uid=NUMBER"],
  ["deleted:domain:b.com?uid=1", "of the form deleted:"],
  ["projectOwner:p", "a principal: user:EMAIL", "principalHierarchy://", "allAuthenticatedUsers"],
  ["constructor:x", "a principal"],
  ["", "a principal"],
  [1, "a principal", "it is 1"],
  [null, "a principal"],
];

describe("a principal", () => {
  it.each(principals)("may be %s", (principal) => {
    expect(checked(member, { ...plainMember, member: principal }).failures).toEqual([]);
    expect(checked(binding, { ...plainBinding, members: [alice, principal] }).failures).toEqual([]);
    const auditLogConfigs = [{ logType: "DATA_READ", exemptedMembers: [principal] }];
    const policyData = { auditConfigs: [{ service: "allServices", auditLogConfigs }] };
    expect(checked(policy, { ...plainPolicy, policyData }).failures).toEqual([]);
  });

  it.each(noPrincipals.filter(([text]) => text !== null && text !== ""))("is not %j", (text, ...fragments) => {
    expectRefusal(member, { ...plainMember, member: text }, "member", fragments);
    expectRefusal(binding, { ...plainBinding, members: [alice, text] }, "members[1]", fragments);
    const bindings = [{ role, members: [text] }];
    expectRefusal(policy, { ...plainPolicy, policyData: { bindings } }, "policyData.bindings[0].members[0]", fragments);
  });

  it.each(principals)("%s is the same in other letters only behind user, group, serviceAccount and domain", (text) => {
    const colon = text.indexOf(":");
    const shouted = text.slice(0, colon + 1) + text.slice(colon + 1).toUpperCase();
    const insensitive = /^(user|group|serviceAccount|domain):/.test(text);
    const kind = member.fields.member?.kind;
    expect(kind?.same(text, shouted, {})).toBe(insensitive || shouted === text);
    expect(kind?.canonical(shouted, {})).toBe(shouted);
    const list = binding.fields.members?.kind;
    expect(list?.same([alice, text], [shouted, alice], {})).toBe(insensitive || shouted === text);
  });
});

describe("the members of a binding", () => {
  const noMembers: [what: string, members: unknown, ...fragments: string[]][] = [
    ["none", undefined, "is required"],
    ["an empty list", [], "at least one principal", "remove this resource"],
    ["a text", alice, "a list of principals"],
  ];
  it.each(noMembers)("are refused as %s", (_what, members, ...fragments) => {
    expectRefusal(binding, { ...plainBinding, members }, "members", fragments);
  });

  it("have no order and count once, and are updated in place", () => {
    const resource = offlineResource(binding);
    const there = { ...plainBinding, firewallPolicy: url, members: [alice, "group:g@example.com"] };
    const difference = (members: unknown[]) =>
      diff(resource, there, check(resource, {}, { ...plainBinding, members }).inputs);
    expect(difference(["group:G@Example.com", "user:ALICE@example.com", alice])).toMatchObject({ changes: false });
    for (const members of [[alice], [alice, unknownValue], [alice, "group:g@example.com", "allUsers"]]) {
      expect(difference(members)).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    }
  });

  it("may come as the single one of a member, which the message turns into the right word", () => {
    expectRefusal(binding, { ...plainBinding, member: alice }, "member", ["Did you mean members?"]);
    expectRefusal(member, { ...plainMember, members: [alice] }, "members", ["Did you mean member?"]);
    expectRefusal(policy, { ...plainPolicy, bindings: [] }, "bindings", ["policyData: { bindings }"]);
  });
});

it("a change of a member, or of the role, is a replacement that is made before the old grant goes", () => {
  const resource = offlineResource(member);
  const there = { ...plainMember, firewallPolicy: url };
  for (const changes of [{ member: "user:bob@example.com" }, { role: "roles/viewer" }, { condition }]) {
    const { inputs } = check(resource, {}, { ...plainMember, ...changes });
    expect(diff(resource, there, inputs)).toEqual({
      changes: true,
      replaces: Object.keys(changes),
      deleteBeforeReplace: false,
    });
  }
});

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

describe("an id", () => {
  const context = { hosts: ["127.0.0.1:8080"] };
  const spellings = [path, "123456789", url, `http://127.0.0.1:8080/compute/v1/${path}`];
  const custom = "projects/my-project/roles/custom";
  const workforce = "principal://iam.googleapis.com/locations/global/workforcePools/P/subject/S";

  it.each(spellings)("of a policy may be %s", (id) => {
    expect(policy.parseId(id, context)).toEqual({ firewallPolicy: "123456789" });
    expect(policy.path(policy.parseId(id, context))).toBe(path);
  });

  it.each(spellings)("of a grant names its policy as %s", (spelling) => {
    for (const separator of ["/", " ", "  "]) {
      for (const named of [role, custom, "organizations/1/roles/x"]) {
        expect(binding.parseId([spelling, named].join(separator), context)).toEqual({
          firewallPolicy: "123456789",
          role: named,
          rest: "",
        });
        for (const who of [alice, workforce]) {
          expect(member.parseId([spelling, named, who, "until 2030"].join(separator), context)).toEqual({
            firewallPolicy: "123456789",
            role: named,
            rest: [who, "until 2030"].join(separator),
          });
        }
      }
    }
  });

  it.each([
    "",
    path,
    `${path}/viewer`,
    "https://example.com/x roles/x",
    `${project} roles/x`,
    "roles/x",
    "My_P roles/x",
  ])("of a grant is not %j", (id) => {
    expect(() => binding.parseId(id, context)).toThrow(/is not the id of a grant: .*NAME\/ROLE\[\/CONDITION\], or/);
    expect(() => member.parseId(id, context)).toThrow(
      /NAME\/ROLE\/MEMBER\[\/CONDITION\], or the same parts with spaces/,
    );
  });

  it.each(["", project, "a b", "https://example.com/x", "locations/global/firewallPolicies/1/roles/x"])(
    "of a policy is not %j",
    (id) => {
      expect(() => policy.parseId(id, context)).toThrow(/is not a link to a hierarchical firewall policy: /);
    },
  );

  it("is the path of the policy, the role, the member, and the title and a hash of the condition", () => {
    const idOf = (definition: ResourceDefinition, values: Values) => {
      const identity = identityIn(definition, values, {});
      return identity && definition.path(identity);
    };
    expect(idOf(policy, plainPolicy)).toBe(path);
    expect(idOf(binding, plainBinding)).toBe(`${path}/${role}`);
    expect(idOf(member, { ...plainMember, member: "user:Alice@Example.com" })).toBe(`${path}/${role}/${alice}`);
    const conditional = idOf(member, { ...plainMember, condition });
    expect(conditional).toMatch(/^locations.*\/user:alice@example\.com\/until%202030~[0-9a-f]{10}$/);
    expect(idOf(member, { ...plainMember, condition: { ...condition, location: "" } })).toBe(conditional);
    expect(idOf(binding, { ...plainBinding, condition: { expression: "x" } })).toMatch(/viewer\/~[0-9a-f]{10}$/);
    const ids = [condition, { ...condition, location: "l" }, { ...condition, description: "l" }].map((each) =>
      idOf(binding, { ...plainBinding, condition: each }),
    );
    expect(new Set(ids).size).toBe(3);
    expect(idOf(binding, { ...plainBinding, condition: unknownValue })).toBeUndefined();
    expect(idOf(member, { ...plainMember, member: undefined })).toBeUndefined();
  });
});
