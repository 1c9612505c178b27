import { describe, expect, it } from "vitest";
import {
  firewallPolicyIamBinding as binding,
  firewallPolicyIamMember as member,
  firewallPolicyIamPolicy as policy,
} from "../../../provider/src/resources/firewallPolicyIam/definition";
import { check } from "../../../provider/src/lifecycle/check";
import { diff } from "../../../provider/src/lifecycle/diff";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { offlineResource } from "../../support/offlineResource";
import {
  url,
  role,
  alice,
  plainBinding,
  plainMember,
  plainPolicy,
  checked,
  expectRefusal,
} from "../../support/iamKinds";

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
  ["User:alice@example.com", "the type user, with exactly these letters"],
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
  [1, "a principal", " cannot be 1."],
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
    // What was deleted has its type in front of its name.
    const [type = text] = /^(deleted:)?\w+:/.exec(text) ?? [];
    const shouted = type + text.slice(type.length).toUpperCase();
    const insensitive = /^(deleted:)?(user|group|serviceAccount|domain):/.test(text);
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
