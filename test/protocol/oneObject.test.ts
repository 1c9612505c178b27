import { expect, it } from "vitest";
import { urnKey } from "../../provider/src/names/internalInputs";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { declared, toClassUrn } from "../support/routeProvider";
import { policy, role } from "./others";

const theirs = { role: "roles/compute.securityAdmin", members: ["group:security@example.com"] };
const member = "user:alice@example.com";

it("a whole policy takes the place of a member that leaves the program", async () => {
  const { emulator, provider, nextRun } = await startKindProvider("FirewallPolicyIamMember", {
    others: { [policy]: { iamPolicy: { bindings: [theirs] } } },
  });
  const bindings = () => (emulator.objects.get(policy)?.iamPolicy as { bindings?: object[] }).bindings ?? [];
  const check = async (kind: string, args: Properties) => {
    provider.urn = toClassUrn(kind);
    return provider.check({}, declared(kind, { firewallPolicy: policy, [urnKey]: provider.urn, ...args }));
  };
  await nextRun();
  const granted = await provider.create((await check("FirewallPolicyIamMember", { role, member })).inputs);
  expect(bindings()).toEqual([theirs, { role, members: [member] }]);

  await nextRun();
  const whole = await check("FirewallPolicyIamPolicy", { policyData: { bindings: [] } });
  expect(whole.failures).toEqual([]);
  await provider.create(whole.inputs);
  await provider.delete(granted.id, granted.outs);
  expect(bindings()).toEqual([]);
});
