import { describe, expect, it } from "vitest";
import { requestIdPattern } from "../support/kindProvider";
import { failureOf } from "../support/routeProvider";
import {
  global,
  root,
  networkPath,
  networkUrl,
  id,
  policyUrl,
  plain,
  but,
  looking,
  startAssociation,
} from "../support/associationProvider";

/** Whether an earlier run of this stack made the association that holds the network. */
const evidence = ["GET firewallPolicies/theirs", "GET operations"];

describe("a swap", () => {
  it.each([
    ["another policy", { firewallPolicy: "b" }, "b as guard"],
    ["another name", { name: "other" }, "a as other"],
    ["another policy and another name", { firewallPolicy: "b", name: "other" }, "b as other"],
  ])("to %s is one request that replaces, and the network is never without a policy", async (_what, changes, after) => {
    const association = await startAssociation({ latency: { defaultMs: 100 } });
    const { outs } = await association.made();
    const attachedAt = Date.now();
    const updated = await association.provider.update(id, outs, await association.inputs(but(changes)));
    const { firewallPolicy: policy, name } = { ...plain, ...changes };
    expect(association.requests()).toEqual([
      looking,
      "GET firewallPolicies/a/getAssociation",
      `POST firewallPolicies/${policy}/addAssociation`,
      "POST wait",
      // Whether the policy from before has let go.
      ...(policy === "a" ? [] : ["GET firewallPolicies/a/getAssociation"]),
      `GET firewallPolicies/${policy}/getAssociation`,
    ]);
    const { query, body } = association.sent("/addAssociation");
    expect(body).toEqual({ name, attachmentTarget: networkUrl });
    expect(query).toEqual({
      requestId: expect.stringMatching(requestIdPattern) as string,
      replaceExistingAssociation: "true",
    });
    expect(association.holder()).toBe(after);
    expect(updated.outs).toMatchObject({
      firewallPolicy: policyUrl(policy),
      name,
      shortName: policy,
      __own: [{ firewallPolicy: policyUrl(policy), name }],
    });
    const since = association.emulator.history(networkPath).filter(({ at }) => at >= attachedAt);
    expect(since.length).toBeGreaterThan(0);
    for (const { object } of since) expect(object).toHaveProperty("firewallPolicy");
    expect(association.emulator.operations().map(({ operation }) => operation.operationType)).toEqual([
      "addAssociation",
      "addAssociation",
    ]);
  });

  it("to a name that the policy has for another network says so, and changes nothing", async () => {
    const association = await startAssociation();
    association.attachOutside("b", "guard", `${root}/networks/other`);
    const { outs } = await association.made();
    const news = await association.inputs(but({ firewallPolicy: "b" }));
    const { message } = await failureOf(association.provider.update(id, outs, news));
    expect(message).toContain(
      'swap failed: the policy b already has an association of the name "guard", with the network other',
    );
    expect(association.holder()).toBe("a as guard");
  });

  it("of only local settings makes no call", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    const changes = { replaceExistingAssociation: true, deletionPolicy: "ABANDON" };
    const updated = await association.provider.update(id, outs, await association.inputs(but(changes)));
    expect(updated.outs).toEqual({ ...outs, ...changes });
    expect(association.requests()).toEqual([]);
  });
});

describe("a network that another policy has taken over", () => {
  async function takenOver() {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.attachOutside("theirs", "t");
    association.emulator.clearRequests();
    const read = await association.provider.read(id, outs);
    expect(association.requests()).toEqual(["GET firewallPolicies/a/getAssociation", looking, ...evidence]);
    association.emulator.clearRequests();
    return { ...association, outs, read };
  }

  it("is taken back only with replaceExistingAssociation; otherwise the error names the holder", async () => {
    const { read, provider, inputs, holder, requests, emulator } = await takenOver();
    const { message, partial } = await failureOf(provider.update(id, read.props, await inputs(plain)));
    expect(message).toContain(
      `the network is held by another firewall policy\n  its policy is ${global}/firewallPolicies/theirs`,
    );
    expect(message).toContain("Set replaceExistingAssociation: true to take the network from that policy");
    expect(partial).toBeUndefined();
    expect(requests()).toEqual([looking, "GET firewallPolicies/a/getAssociation", ...evidence]);
    expect(holder()).toBe("theirs as t");
    emulator.clearRequests();
    const { outs } = await provider.update(id, read.props, await inputs(but({ replaceExistingAssociation: true })));
    // The permission makes the look superfluous.
    expect(requests()).toEqual([
      "POST firewallPolicies/a/addAssociation",
      "POST wait",
      "GET firewallPolicies/a/getAssociation",
    ]);
    expect(holder()).toBe("a as guard");
    expect(outs).toMatchObject({ firewallPolicy: policyUrl("a") });
  });
});

describe("an update after a swap that nobody recorded, because the provider was killed", () => {
  it("takes the association over, says so, and makes no second change", async () => {
    const { provider, inputs, made, emulator, requests, told } = await startAssociation();
    const { outs } = await made();
    const news = await inputs(but({ firewallPolicy: "b" }));
    await provider.update(id, outs, news);
    emulator.clearRequests();
    const updated = await provider.update(id, outs, news);
    expect(requests()).toEqual([
      looking,
      "GET firewallPolicies/a/getAssociation",
      "GET firewallPolicies/b",
      "GET operations",
      "GET firewallPolicies/a/getAssociation",
      "GET firewallPolicies/b/getAssociation",
    ]);
    expect(updated.outs.__own).toEqual([{ firewallPolicy: policyUrl("b"), name: "guard" }]);
    expect(told().at(-1)).toContain("and ended before the state recorded it; this resource takes it over.");
  });
});

describe("an association that somebody has made again at the policy, under another name,", () => {
  async function startRenamed() {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.attachOutside("a", "theirs");
    return { ...association, outs };
  }

  it("is replaced only with replaceExistingAssociation", async () => {
    const { provider, inputs, outs, holder } = await startRenamed();
    const { message, partial } = await failureOf(provider.update(id, outs, await inputs(but({ name: "other" }), soon)));
    expect(message).toContain(
      `swap failed: the network is held by an association that is not recorded as one of this resource\n  it is the association "theirs" of ${global}/firewallPolicies/a`,
    );
    expect(message).toContain("Set replaceExistingAssociation: true to replace that association, in one step");
    expect(partial).toBeUndefined();
    await provider.update(id, outs, await inputs(but({ name: "other", replaceExistingAssociation: true })));
    expect(holder()).toBe("a as other");
  });

  it("needs a look at the policy, and the error names the permission", async () => {
    const { provider, inputs, outs, emulator } = await startRenamed();
    emulator.fault({
      match: { method: "GET", path: "/a/getAssociation$" },
      times: "always",
      fault: { kind: "status", status: 403, reason: "forbidden" },
    });
    const { message } = await failureOf(provider.update(id, outs, await inputs(but({ firewallPolicy: "b" }))));
    expect(message).toContain("The caller needs compute.firewallPolicies.get.");
  });

  const soon = { update: "5s" };
});
