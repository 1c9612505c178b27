import { describe, expect, it } from "vitest";
import { requestIdPattern } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { failureOf, partialFailureOf } from "../support/routeProvider";
import {
  kind,
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

  it("ends when the earlier policy no longer shows the association, so that the policy can be deleted", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    const still = { name: "guard", attachmentTarget: networkUrl };
    association.emulator.fault({
      match: { method: "GET", path: "/a/getAssociation$" },
      skip: 1,
      times: 3,
      fault: { kind: "status", status: 200, body: JSON.stringify(still) },
    });
    const updated = await association.provider.update(id, outs, await association.inputs(but({ firewallPolicy: "b" })));
    expect(updated.outs).toMatchObject({ firewallPolicy: policyUrl("b") });
    const looks = association.requests().filter((request) => request === "GET firewallPolicies/a/getAssociation");
    expect(looks).toHaveLength(5);
  });

  it.each([
    ["is deleted right after it", 404, "notFound"],
    ["may not be looked at", 403, "forbidden"],
    ["has trouble", 412, "conditionNotMet"],
  ])("succeeds if the earlier policy %s", async (_what, status, reason) => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.emulator.fault({
      match: { method: "GET", path: "/a/getAssociation$" },
      // Before the swap it shows that it has the association.
      skip: 1,
      times: "always",
      fault: { kind: "status", status, reason },
    });
    const updated = await association.provider.update(id, outs, await association.inputs(but({ firewallPolicy: "b" })));
    expect(updated.outs).toMatchObject({ firewallPolicy: policyUrl("b"), __own: [{ firewallPolicy: policyUrl("b") }] });
  });

  it("succeeds even if the earlier policy never stops showing the association", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    const still = { name: "guard", attachmentTarget: networkUrl };
    association.emulator.fault({
      match: { method: "GET", path: "/a/getAssociation$" },
      times: "always",
      fault: { kind: "status", status: 200, body: JSON.stringify(still) },
    });
    const news = await association.inputs(but({ firewallPolicy: "b" }), { update: "15s" });
    const { outs: swapped } = await association.provider.update(id, outs, news);
    expect(swapped).toMatchObject({ firewallPolicy: policyUrl("b") });
  });

  it("waits while the network still shows the state before an earlier swap", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    const before = { name: "default", firewallPolicy: policyUrl("theirs") };
    association.emulator.fault({
      match: { method: "GET", path: "/networks/default$" },
      times: 2,
      fault: { kind: "status", status: 200, body: JSON.stringify(before) },
    });
    await association.provider.update(id, outs, await association.inputs(but({ firewallPolicy: "b" })));
    expect(association.holder()).toBe("b as guard");
    expect(association.requests().filter((request) => request === looking)).toHaveLength(3);
  });

  it("that the service refuses leaves the old policy in force and recorded, and refresh works", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.emulator.fault({ fault: { kind: "operationError", errors: [{ code: "NO", message: "not today" }] } });
    const news = await association.inputs(but({ firewallPolicy: "b" }));
    const { message, partial } = await failureOf(association.provider.update(id, outs, news));
    expect(message).toContain(`gce:${kind} "default": swap failed: NO`);
    expect(partial).toBeUndefined();
    expect(association.holder()).toBe("a as guard");
    expect(await association.provider.read(id, outs)).toEqual({ id, props: outs, inputs: undefined });
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

  it.each([
    ["landed", [], "b as guard", ["b"]],
    ["failed", [{ code: "NO" }], "a as guard", ["b", "a"]],
  ])(
    "that was abandoned and then %s is read as it is, and destroy removes the current association",
    async (_what, errors, there, own) => {
      const association = await startAssociation();
      const { outs } = await association.made();
      association.emulator.latency({ defaultMs: 2500 });
      if (errors.length > 0) association.emulator.fault({ fault: { kind: "operationError", errors } });
      const news = await association.inputs(but({ firewallPolicy: "b" }), { update: "1s" });
      const { properties } = await partialFailureOf(association.provider.update(id, outs, news));
      expect(properties).toMatchObject({
        __own: [{ firewallPolicy: policyUrl("b") }, { firewallPolicy: policyUrl("a") }],
      });
      const recorded = { ...properties, __timeouts: { update: "20s" } };
      const { props } = await association.provider.read(id, recorded);
      expect(association.holder()).toBe(there);
      expect(props).toMatchObject({ firewallPolicy: policyUrl(there.slice(0, 1)), name: "guard" });
      expect(props).not.toHaveProperty("__pending");
      // What was replaced is not ours any more, should somebody put it back.
      expect(props.__own).toMatchObject(own.map((policy) => ({ firewallPolicy: policyUrl(policy) })));
      association.emulator.latency({ defaultMs: 0 });
      await association.provider.delete(id, props);
      expect(association.holder()).toBeUndefined();
    },
  );

  it("that fails after a swap with an unknown end still owns the earlier association", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    const fail = () => {
      association.emulator.fault({ fault: { kind: "operationError", errors: [{ code: "NO" }] } });
    };
    association.emulator.latency({ defaultMs: 2500 });
    fail();
    const soon = await association.inputs(but({ firewallPolicy: "b" }), { update: "1s" });
    const first = await partialFailureOf(association.provider.update(id, outs, soon));
    association.emulator.latency({ defaultMs: 0 });
    fail();
    const news = await association.inputs(but({ firewallPolicy: "b" }));
    const second = await association.provider.update(id, first.properties, news).then(
      () => expect.fail("it had to fail"),
      (error: unknown) => (error as { partial?: { properties: Properties } }).partial?.properties ?? first.properties,
    );
    expect(association.holder()).toBe("a as guard");
    expect(second.__own).toContainEqual({ firewallPolicy: policyUrl("a"), name: "guard" });
    const { outs: swapped } = await association.provider.update(id, second, news);
    expect(association.holder()).toBe("b as guard");
    expect(swapped.__own).toEqual([{ firewallPolicy: policyUrl("b"), name: "guard" }]);
  });

  it("of a network that another policy has taken over does not take it back without permission", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.attachOutside("theirs", "t");
    const news = await association.inputs(but({ firewallPolicy: "b" }));
    const { message, partial } = await failureOf(association.provider.update(id, outs, news));
    expect(message).toContain(
      `swap failed: the network is held by another firewall policy\n  its policy is ${global}/firewallPolicies/theirs`,
    );
    expect(partial).toBeUndefined();
    // The second look tells a taken network from one that is shown as it was before an earlier swap.
    expect(association.requests()).toEqual([looking, "GET firewallPolicies/a/getAssociation", ...evidence]);
  });

  it("of a network that no longer has a policy attaches the policy", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.emulator.objects.patch(`${global}/firewallPolicies/a`, { associations: null });
    await association.provider.update(id, outs, await association.inputs(but({ firewallPolicy: "b" })));
    expect(association.holder()).toBe("b as guard");
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

  it("reads as drift of firewallPolicy only, never as a missing object", async () => {
    const { read, provider, inputs } = await takenOver();
    expect(read.id).toBe(id);
    expect(read.inputs).toMatchObject({ firewallPolicy: policyUrl("theirs"), name: "guard" });
    expect(await provider.diff(id, read.props, await inputs(plain))).toEqual({
      changes: true,
      replaces: [],
      deleteBeforeReplace: true,
    });
  });

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

  it("is left alone by delete, whether a refresh has seen it or not", async () => {
    const { outs, read, provider, holder, requests } = await takenOver();
    await provider.delete(id, outs);
    await provider.delete(id, read.props);
    expect(holder()).toBe("theirs as t");
    const get = "GET firewallPolicies/a/getAssociation";
    const once = [get, "POST firewallPolicies/a/removeAssociation", get, looking, ...evidence];
    expect(requests()).toEqual([...once, ...once]);
  });

  it("is not drift once the program declares that policy", async () => {
    const { read, provider, inputs } = await takenOver();
    const news = await inputs(but({ firewallPolicy: "theirs" }));
    expect(await provider.diff(id, read.props, news)).toMatchObject({ changes: false });
  });
});
