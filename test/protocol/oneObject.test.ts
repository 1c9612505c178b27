import { expect, it } from "vitest";
import { unknownValue } from "../../provider/src/fields/unknown";
import { urnKey } from "../../provider/src/names/internalInputs";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { declared, toClassUrn } from "../support/routeProvider";
import { policy, role } from "./others";

const theirs = { role: "roles/compute.securityAdmin", members: ["group:security@example.com"] };
const member = "user:alice@example.com";
const unknownMember = { role, member: unknownValue };
const whole = { policyData: { bindings: [] } };

it("a whole policy is refused beside one of its members, and takes the place of one that leaves the program", async () => {
  const { emulator, provider, nextRun } = await startKindProvider("FirewallPolicyIamMember", {
    others: { [policy]: { iamPolicy: { bindings: [theirs] } } },
  });
  const bindings = () => (emulator.objects.get(policy)?.iamPolicy as { bindings?: object[] }).bindings ?? [];
  const check = async (kind: string, args: Properties) => {
    provider.urn = toClassUrn(kind);
    return provider.check({}, declared(kind, { firewallPolicy: policy, [urnKey]: provider.urn, ...args }));
  };
  for (const [kind, args, other, others] of [
    ["FirewallPolicyIamPolicy", whole, "FirewallPolicyIamMember", unknownMember],
    ["FirewallPolicyIamMember", unknownMember, "FirewallPolicyIamPolicy", whole],
  ] as const) {
    await nextRun();
    expect((await check(kind, args)).failures).toEqual([]);
    expect((await check(other, others)).failures).toMatchObject([
      { reason: expect.stringMatching(/^firewallPolicy means locations/) },
    ]);
  }

  await nextRun();
  const granted = await provider.create((await check("FirewallPolicyIamMember", { role, member })).inputs);
  expect(bindings()).toEqual([theirs, { role, members: [member] }]);

  await nextRun();
  const { inputs, failures } = await check("FirewallPolicyIamPolicy", whole);
  expect(failures).toEqual([]);
  await provider.create(inputs);
  await provider.delete(granted.id, granted.outs);
  expect(bindings()).toEqual([]);
});
