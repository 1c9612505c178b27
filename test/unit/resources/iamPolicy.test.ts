import { fc } from "../../support/property";
import { describe, expect, it } from "vitest";
import { exactMembers, furtherMembers, memberSpellings } from "../../support/whatPeopleWrite/members";
import type { ApiBinding, ApiPolicy } from "../../../provider/src/compute/endpoints/firewallPolicies";
import {
  conditionId,
  findGrant,
  readMembers,
  withMembers,
  type Grant,
} from "../../../provider/src/resources/firewallPolicyIam/definition/iamPolicy";

const [alice, bob] = ["user:alice@example.com", "user:bob@example.com"];
const role = "roles/viewer";
const condition = { expression: "x", title: "t" };

const conditions = fc.option(
  fc.record(
    {
      expression: fc.constantFrom("x", "y"),
      title: fc.constantFrom("t", "u", ""),
      description: fc.constantFrom("d", ""),
      location: fc.constant("l"),
    },
    { requiredKeys: ["expression"] },
  ),
  { nil: undefined },
);
const roles = fc.constantFrom("roles/a", "roles/b", "roles/c");
const members = fc.uniqueArray(fc.constantFrom(...memberSpellings.flat(), ...exactMembers, ...furtherMembers), {
  minLength: 1,
  maxLength: 6,
});
const bindings: fc.Arbitrary<ApiBinding> = fc
  .record({ role: roles, members, condition: conditions })
  .map(({ condition: when, ...rest }) => (when === undefined ? rest : { ...rest, condition: when }));
const policies: fc.Arbitrary<ApiPolicy> = fc.record(
  {
    etag: fc.constantFrom("ACAB", "BwX"),
    version: fc.constantFrom(1, 3),
    bindings: fc.array(bindings, { maxLength: 8 }),
    auditConfigs: fc.constant([
      { service: "s", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [alice] }] },
    ]),
  },
  { requiredKeys: ["etag"] },
);
const grants: fc.Arbitrary<Grant> = fc.record({ role: roles, condition: conditions });

/** The bindings of a policy but those of a grant. */
function others({ bindings: all = [] }: ApiPolicy, grant: Grant): ApiBinding[] {
  return all.filter((binding) => readMembers({ bindings: [binding] }, grant).length === 0);
}

describe("a policy with other members for one grant", () => {
  it("has exactly these, and everything else unchanged, in its order", () => {
    fc.assert(
      fc.property(policies, grants, fc.oneof(members, fc.constant([])), (policy, grant, wanted) => {
        const before = structuredClone(policy);
        const after = withMembers(policy, grant, wanted);
        expect(policy).toEqual(before);
        expect(readMembers(after, grant)).toEqual(wanted);
        expect(others(after, grant)).toEqual(others(policy, grant));
        expect({ ...after, bindings: undefined }).toEqual({ ...policy, bindings: undefined });
        expect(after.bindings?.filter(({ members: none }) => none?.length === 0)).toEqual([]);
      }),
    );
  });
});

describe("the grant that an id names", () => {
  const other = { expression: "y", title: "t" };
  const spaced = { expression: "z", title: "until 2030" };
  const untitled = { expression: "x" };
  const policy = {
    bindings: [
      { role, members: [alice, "principal://i.com/p/t"] },
      { role: "roles/x", members: [bob], condition },
      ...[condition, other, spaced, untitled].map((when) => ({ role, members: [bob], condition: when })),
    ],
  };
  const bindingOf = (rest: string) => findGrant(policy, role, rest, "binding")?.grant.condition;
  const memberOf = (rest: string) => {
    const found = findGrant(policy, role, rest, "member");
    return found && [found.member, found.grant.condition?.expression];
  };

  it("is found by the condition's id, or by its title if that is unique", () => {
    expect(findGrant(policy, role, "", "binding")).toMatchObject({ grant: { role, condition: undefined } });
    for (const when of [condition, other, spaced, untitled]) expect(bindingOf(conditionId(when))).toEqual(when);
    expect(bindingOf("until 2030")).toEqual(spaced);
    expect(bindingOf("nothing")).toBeUndefined();
    expect(findGrant(policy, "roles/y", "", "binding")).toBeUndefined();
    expect(() => bindingOf("t")).toThrow(
      `several conditions have that title: give ${conditionId(condition)} or ${conditionId(other)} in the id instead`,
    );
  });

  it("is found by its member, without regard to letter case", () => {
    expect(memberOf(alice)).toEqual([alice, undefined]);
    expect(memberOf("user:Alice@Example.COM")).toEqual([alice, undefined]);
    expect(memberOf("principal://i.com/p/t")).toEqual(["principal://i.com/p/t", undefined]);
    expect(memberOf("principal://i.com/p/T")).toBeUndefined();
    expect(memberOf(bob)).toBeUndefined();
    expect(memberOf("")).toBeUndefined();
    for (const rest of [`user:BOB@example.com/${conditionId(spaced)}`, `${bob}/until 2030`, `${bob} until 2030`])
      expect(memberOf(rest)).toEqual([bob, "z"]);
    expect(memberOf(`${bob}/${conditionId(untitled)}`)).toEqual([bob, "x"]);
    expect(() => memberOf(`${bob} t`)).toThrow("several conditions have that title");
  });
});
