import { describe, expect, it } from "vitest";
import { conditionId, findGrant } from "../../../provider/src/resources/firewallPolicyIam/definition/iamPolicy";

const [alice, bob] = ["user:alice@example.com", "user:bob@example.com"];
const role = "roles/viewer";
const condition = { expression: "x", title: "t" };

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
