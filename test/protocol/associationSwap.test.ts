import { expect, it } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import { network, policies } from "./others";

const guard = { name: "guard", attachmentTarget: "default", firewallPolicy: "a" };

/** An association that is made, a swap to another policy, and what the swap has asked for. */
async function startSwap() {
  const { emulator, provider, inputs } = await startKindProvider("NetworkFirewallPolicyAssociation", {
    others: policies,
  });
  const { id, outs } = await provider.create(await inputs(guard));
  const news = await inputs({ ...guard, firewallPolicy: "b" });
  const swap = () => provider.update(id, outs, news);
  const added = () =>
    emulator
      .requests()
      .filter(({ path }) => path.endsWith("/addAssociation"))
      .map(({ query }) => query.replaceExistingAssociation);
  emulator.clearRequests();
  return { emulator, swap, added };
}

it("replaces the association that it has just seen to be its own, in one request", async () => {
  const { swap, added } = await startSwap();
  await swap();
  expect(added()).toEqual(["true"]);
});

it("replaces its own association after an old answer that showed none", async () => {
  const { emulator, swap, added } = await startSwap();
  emulator.fault({
    match: { method: "GET", path: "/networks/default$" },
    times: 1,
    fault: { kind: "replaceAnswer", status: 200, body: JSON.stringify({ name: "default", selfLink: network }) },
  });
  await swap();
  expect(added()).toEqual([undefined, "true"]);
});
