import { expect, it } from "vitest";
import { unknownValue } from "../../provider/src/fields/unknown";
import { urnKey } from "../../provider/src/names/internalInputs";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { declared } from "../support/routeProvider";
import { policy, role } from "./others";

const theirs = { role: "roles/compute.securityAdmin", members: ["group:security@example.com"] };
const member = "user:alice@example.com";

it("refuses a whole policy beside one of its members, and takes the place of a member that leaves the program", async () => {
  const { emulator, provider, nextRun } = await startKindProvider("FirewallPolicyIamMember", {
    others: { [policy]: { iamPolicy: { bindings: [theirs] } } },
  });
  const bindings = () => (emulator.objects.get(policy)?.iamPolicy as { bindings?: object[] }).bindings ?? [];
  const check = async (kind: string, args: Properties) => {
    provider.urn = `urn:pulumi:dev::test-project::pulumi-nodejs:dynamic/gce:${kind}::${kind}`;
    return provider.check({}, declared(kind, { firewallPolicy: policy, [urnKey]: provider.urn, ...args }));
  };
  const checkWhole = () => check("FirewallPolicyIamPolicy", { policyData: { bindings: [] } });
  const checkMember = (member: unknown) => check("FirewallPolicyIamMember", { role, member });
  const orders = [
    [checkWhole, () => checkMember(unknownValue)],
    [() => checkMember(unknownValue), checkWhole],
  ] as const;
  for (const [first, second] of orders) {
    await nextRun();
    expect((await first()).failures).toEqual([]);
    expect((await second()).failures).toMatchObject([
      { reason: expect.stringMatching(/^firewallPolicy means locations/) },
    ]);
  }

  await nextRun();
  const granted = await provider.create((await checkMember(member)).inputs);
  expect(bindings()).toEqual([theirs, { role, members: [member] }]);

  await nextRun();
  const whole = await checkWhole();
  expect(whole.failures).toEqual([]);
  await provider.create(whole.inputs);
  await provider.delete(granted.id, granted.outs);
  expect(bindings()).toEqual([]);
});
