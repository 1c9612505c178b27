import { describe, expect, it } from "vitest";
import {
  firewallPolicyIamBinding as binding,
  firewallPolicyIamMember as member,
  firewallPolicyIamPolicy as policy,
} from "../../../provider/src/resources/firewallPolicyIam/definition";
import { check } from "../../../provider/src/lifecycle/check";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/definition";
import { diff } from "../../../provider/src/lifecycle/diff";
import { identityIn } from "../../../provider/src/lifecycle/fieldTable";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { offlineResource } from "../../support/offlineResource";
import {
  path,
  url,
  role,
  alice,
  condition,
  plainBinding,
  plainMember,
  plainPolicy,
  checked,
  expectRefusal,
} from "../../support/iamKinds";

const kinds: [name: string, definition: ResourceDefinition, plain: Values][] = [
  ["FirewallPolicyIamBinding", binding, plainBinding],
  ["FirewallPolicyIamMember", member, plainMember],
  ["FirewallPolicyIamPolicy", policy, plainPolicy],
];
const grants = kinds.slice(0, 2);

const project = "projects/my-project/global/firewallPolicies/f";

describe.each(kinds)("%s", (_name, definition, plain) => {
  const refused: [what: string, changes: Values, property: string, ...fragments: string[]][] = [
    ["no policy", { firewallPolicy: undefined }, "firewallPolicy", "is required", "hierarchical firewall policy"],
    ["an empty policy", { firewallPolicy: "" }, "firewallPolicy", "it is empty"],
    ["a number as policy", { firewallPolicy: 1 }, "firewallPolicy", "firewallPolicy cannot be 1."],
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

  it("takes all four members of a condition, known or not, and compares each of them", () => {
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
