import { expect, it } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import { listVerbs } from "./budgets";

const policy = "locations/global/firewallPolicies/123456789";
const role = "roles/compute.viewer";
const members = Array.from({ length: 50 }, (_, index) => `user:u${String(index)}@example.com`);

it("fifty members that begin together take at most four requests, a refresh of them one, and a destroy four", async () => {
  const { emulator, provider, inputs } = await startKindProvider("FirewallPolicyIamMember", {
    others: { [policy]: {} },
  });
  emulator.latency({ requestMs: 20 });
  const shown = () => (emulator.objects.get(policy)?.iamPolicy as { bindings?: object[] } | undefined)?.bindings;
  const all = await Promise.all(members.map((member) => inputs({ firewallPolicy: policy, role, member })));
  const made = await Promise.all(all.map((one) => provider.create(one)));
  expect(listVerbs(emulator).length).toBeLessThanOrEqual(4);
  expect(shown()).toEqual([{ role, members: expect.arrayContaining(members) as unknown }]);

  emulator.clearRequests();
  const read = await Promise.all(made.map(({ id, outs }) => provider.read(id, outs)));
  expect(listVerbs(emulator)).toEqual(["getIamPolicy"]);
  expect(read.map(({ id }) => id)).toEqual(made.map(({ id }) => id));

  emulator.clearRequests();
  await Promise.all(made.map(({ id, outs }) => provider.delete(id, outs)));
  expect(listVerbs(emulator).length).toBeLessThanOrEqual(4);
  expect(shown() ?? []).toEqual([]);
});
