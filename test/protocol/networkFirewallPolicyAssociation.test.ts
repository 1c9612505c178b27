import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { requestIdPattern, type KindProvider } from "../support/kindProvider";
import { failureOf, loseForGood, partialFailureOf, project } from "../support/routeProvider";
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

const reading = "GET firewallPolicies/a/getAssociation";

describe("create", () => {
  it("adds the association with its two fields, waits, and reads it back", async () => {
    const association = await startAssociation();
    const made = await association.provider.create(await association.inputs(plain));
    expect(association.requests()).toEqual(["POST firewallPolicies/a/addAssociation", "POST wait", reading]);
    const { query, body } = association.sent("/addAssociation");
    expect(body).toEqual({ name: "guard", attachmentTarget: networkUrl });
    expect(query).toEqual({ requestId: expect.stringMatching(requestIdPattern) as string });
    expect(made).toEqual({
      id,
      outs: {
        __provider: loader(kind),
        __own: [{ firewallPolicy: policyUrl("a"), name: "guard" }],
        project,
        name: "guard",
        attachmentTarget: networkUrl,
        firewallPolicy: policyUrl("a"),
        shortName: "a",
      },
    });
  });

  it("of a network that another policy holds is refused, and names that policy", async () => {
    const association = await startAssociation();
    association.attachOutside("theirs", "t");
    const { message, partial } = await failureOf(association.provider.create(await association.inputs(plain)));
    expect(message).toContain(
      `gce:${kind} "default": insert failed: the network is held by another firewall policy\n  its policy is ${global}/firewallPolicies/theirs`,
    );
    expect(message).toContain("An association with that attachment target already exists.");
    expect(message).toContain("Nothing was created. Set replaceExistingAssociation: true to take the network");
    expect(partial).toBeUndefined();
    expect(association.holder()).toBe("theirs as t");
    expect(association.requests()).toEqual([
      "POST firewallPolicies/a/addAssociation",
      looking,
      // Whether an earlier run of this stack made it.
      looking,
      "GET firewallPolicies/theirs",
      "GET operations",
    ]);
  });

  it("with replaceExistingAssociation takes the network from the policy that holds it", async () => {
    const association = await startAssociation();
    association.attachOutside("theirs", "t");
    const { outs } = await association.made(but({ replaceExistingAssociation: true }));
    expect(outs).toMatchObject({ firewallPolicy: policyUrl("a"), replaceExistingAssociation: true });
    expect(association.holder()).toBe("a as guard");
  });

  it("sends replaceExistingAssociation as it is given", async () => {
    const association = await startAssociation();
    await association.provider.create(await association.inputs(but({ replaceExistingAssociation: true })));
    expect(association.sent("/addAssociation").query).toMatchObject({ replaceExistingAssociation: "true" });
  });

  it("that loses the race while it runs says who holds the network", async () => {
    const association = await startAssociation({ latency: { defaultMs: 400 } });
    const creating = failureOf(association.provider.create(await association.inputs(plain)));
    while (association.emulator.operations().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    association.attachOutside("theirs", "t");
    const { message, partial } = await creating;
    expect(message).toContain("the network is held by another firewall policy");
    expect(message).toContain("INVALID_FIELD_VALUE");
    expect(partial).toBeUndefined();
  });

  it("of an equal association is refused, and takes it over with adoptExisting", async () => {
    const association = await startAssociation();
    association.attachOutside("a", "guard");
    const { message } = await failureOf(association.provider.create(await association.inputs(plain)));
    expect(message).toContain("The object matches the program. To take it over, set adoptExisting: true");
    association.emulator.clearRequests();
    const { outs } = await association.provider.create(await association.inputs(but({ adoptExisting: true })));
    expect(outs).toMatchObject({ name: "guard", __own: [{ firewallPolicy: policyUrl("a"), name: "guard" }] });
    expect(association.told()).toEqual([
      expect.stringContaining("The resource adopted it, so destroy deletes it") as string,
    ]);
    expect(association.requests().filter((request) => request.startsWith("POST"))).toHaveLength(1);
  });

  it.each([false, true])(
    "of a network that is attached under another name says which (adoptExisting: %s)",
    async (adoptExisting) => {
      const association = await startAssociation();
      association.attachOutside("a", "old");
      const { message } = await failureOf(
        association.provider.create(await association.inputs(but({ adoptExisting }))),
      );
      expect(message).toContain('the network is already attached to this policy, under the name "old"');
      expect(message).toContain("Set that name and adoptExisting: true to take the association over");
    },
  );

  it("under a name that the policy uses for another network names that network", async () => {
    const association = await startAssociation();
    association.attachOutside("a", "guard", `${root}/networks/other`);
    const { message } = await failureOf(association.provider.create(await association.inputs(plain)));
    expect(message).toContain('the policy a already has an association of the name "guard", with the network other');
    expect(message).toContain("Choose another name, or leave it out.");
  });

  it("that is refused for a reason that cannot be read shows the message of the service", async () => {
    const association = await startAssociation();
    association.attachOutside("theirs", "t");
    association.emulator.fault({
      match: { method: "GET" },
      fault: { kind: "status", status: 403, reason: "forbidden" },
    });
    const { message } = await failureOf(association.provider.create(await association.inputs(plain)));
    expect(message).toContain("insert failed: HTTP 400 invalid:\n  Invalid value");
  });

  it("with a policy or a network that does not exist records nothing", async () => {
    const association = await startAssociation();
    const { provider, inputs } = association;
    const noPolicy = await failureOf(provider.create(await inputs(but({ firewallPolicy: "none" }))));
    expect(noPolicy.message).toContain("HTTP 404 notFound");
    const noNetwork = await failureOf(provider.create(await inputs(but({ attachmentTarget: "none" }))));
    expect(noNetwork.message).toContain("insert failed: HTTP 40");
    expect([noPolicy.partial, noNetwork.partial]).toEqual([undefined, undefined]);
  });

  it("without permission names the two that the specification lists", async () => {
    const association = await startAssociation();
    association.emulator.fault({
      match: { method: "POST" },
      fault: { kind: "status", status: 403, reason: "forbidden" },
    });
    const { message } = await failureOf(association.provider.create(await association.inputs(plain)));
    expect(message).toContain("The caller needs compute.firewallPolicies.use, compute.networks.setFirewallPolicy.");
  });

  it("that is abandoned is finished by the next run", async () => {
    const association = await startAssociation({ latency: { defaultMs: 2500 } });
    const inputs = await association.inputs(plain, { create: "1s" });
    const { properties } = await partialFailureOf(association.provider.create(inputs));
    association.emulator.clearRequests();
    const later = { ...inputs, __timeouts: { create: "20s" } };
    const { outs } = await association.provider.update(id, properties, later);
    expect(association.requests()).toEqual(["POST wait", reading]);
    expect(outs).toMatchObject({ firewallPolicy: policyUrl("a"), name: "guard" });
    expect(outs).not.toHaveProperty("__pending");
  });

  it("whose answers are lost is found by its request id, and makes one association", async () => {
    const association = await startAssociation();
    loseForGood(association.emulator, { method: "POST" });
    const inputs = await association.inputs(plain, { create: "1s" });
    const { properties } = await partialFailureOf(association.provider.create(inputs));
    association.emulator.clearFaults();
    association.emulator.clearRequests();
    const { outs } = await association.provider.update(id, properties, inputs);
    expect(association.requests()).toEqual(["GET operations", "POST wait", reading]);
    expect(association.emulator.operations()).toHaveLength(1);
    expect(outs).toMatchObject({ firewallPolicy: policyUrl("a") });
  });

  it("whose answers are lost is found before the program asks for another policy, and then swapped", async () => {
    const association = await startAssociation();
    loseForGood(association.emulator, { method: "POST" });
    const { properties } = await partialFailureOf(
      association.provider.create(await association.inputs(plain, { create: "1s" })),
    );
    association.emulator.clearFaults();
    const changed = await association.inputs(but({ firewallPolicy: "b" }));
    const { outs } = await association.provider.update(id, properties, changed);
    expect(association.holder()).toBe("b as guard");
    expect(outs).toMatchObject({ firewallPolicy: policyUrl("b") });
    expect(outs).not.toHaveProperty("__pending");
    expect(await association.provider.diff(id, outs, changed)).toMatchObject({ changes: false });
    await association.provider.delete(id, outs);
    expect(association.holder()).toBeUndefined();
  });

  it("whose answers are lost stays known if the next change is refused, and the error says what was changed", async () => {
    const association = await startAssociation();
    loseForGood(association.emulator, { method: "POST" });
    const { properties } = await partialFailureOf(
      association.provider.create(await association.inputs(plain, { create: "1s" })),
    );
    association.emulator.clearFaults();
    const denied = { kind: "status", status: 403, reason: "forbidden" } as const;
    association.emulator.fault({ match: { path: "/addAssociation$" }, fault: denied });
    const changed = await association.inputs(but({ firewallPolicy: "b" }));
    const failed = await partialFailureOf(association.provider.update(id, properties, changed));
    expect(failed.message).toContain("Nothing was changed. The next `pulumi up` tries again.");
    expect(await association.provider.read(id, failed.properties)).toMatchObject({ id, props: { name: "guard" } });
    await association.provider.delete(id, failed.properties);
    expect(association.holder()).toBeUndefined();
  });

  it("whose answers are lost is looked for among the operations of the policy's project", async () => {
    const association = await startAssociation();
    const { emulator, provider } = association;
    const theirs = "projects/policies-1/global";
    emulator.objects.put(`${theirs}/firewallPolicies/p`, {});
    loseForGood(emulator, { method: "POST" });
    const inputs = await association.inputs(but({ firewallPolicy: `${theirs}/firewallPolicies/p` }), {
      create: "1s",
    });
    const { properties } = await partialFailureOf(provider.create(inputs));
    emulator.clearFaults();
    emulator.clearRequests();
    const { props } = await provider.read(id, properties);
    expect(association.requests()[0]).toMatch(/^GET .*operations$/);
    expect(emulator.requests()[0]?.path).toBe(`/compute/v1/${theirs}/operations`);
    expect(props).toMatchObject({
      firewallPolicy: `https://www.googleapis.com/compute/v1/${theirs}/firewallPolicies/p`,
    });
    expect(props).not.toHaveProperty("__pending");
    // A refresh that finds nothing pending has settled it; so does a destroy.
    emulator.clearRequests();
    await provider.delete(id, properties);
    expect(emulator.requests()[0]?.path).toBe(`/compute/v1/${theirs}/operations`);
    expect(association.holder()).toBeUndefined();
  });

  it("whose answers are lost is recognized even after the service has forgotten the request id", async () => {
    const association = await startAssociation();
    loseForGood(association.emulator, { method: "POST" });
    const inputs = await association.inputs(plain, { create: "1s" });
    const { properties } = await partialFailureOf(association.provider.create(inputs));
    association.emulator.clearFaults();
    association.emulator.expireRequestIds();
    const { outs } = await association.provider.update(id, properties, inputs);
    expect(outs).toMatchObject({ firewallPolicy: policyUrl("a"), name: "guard" });
    expect(association.emulator.operations()).toHaveLength(1);
  });
});

describe("read", () => {
  it("gives a blank id when the network has no policy, and when the network is gone", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.emulator.objects.patch(`${global}/firewallPolicies/a`, { associations: null });
    expect(await association.provider.read(id, outs)).toMatchObject({ id: "" });
    association.emulator.objects.delete(networkPath);
    expect(await association.provider.read(id, outs)).toMatchObject({ id: "" });
  });

  it("shows an association under another name of the same policy", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.attachOutside("a", "renamed");
    const { inputs } = await association.provider.read(id, outs);
    expect(inputs).toMatchObject({ firewallPolicy: policyUrl("a"), name: "renamed" });
  });

  it("knows a policy by its name although the network's link has the number", async () => {
    const association = await startAssociation();
    const { __own, ...outs } = (await association.made()).outs;
    expect(__own).toBeDefined();
    const number = String(association.emulator.objects.get(`${global}/firewallPolicies/a`)?.id);
    const shown = JSON.stringify({ name: "default", firewallPolicy: policyUrl(number) });
    association.emulator.fault({ match: { path: "/networks/" }, fault: { kind: "status", status: 200, body: shown } });
    association.emulator.clearRequests();
    // Not of our making: the policy is found by what the network says.
    const { props } = await association.provider.read(id, outs);
    expect(props).toMatchObject({ firewallPolicy: policyUrl("a"), shortName: "a", name: "guard" });
    expect(association.requests()).toEqual([looking, `GET firewallPolicies/${number}`, reading]);
  });

  it.each([
    id,
    `https://www.googleapis.com/compute/v1/${id}`,
    `${global}/firewallPolicies/a/associations/guard`,
    `${project}/a/guard`,
    "a/guard",
  ])("gets it by the id %s, and gives the canonical one", async (given) => {
    const association = await startAssociation();
    association.attachOutside("a", "guard");
    const { props, ...read } = await association.provider.read(given, { __provider: loader(kind) });
    expect(read.id).toBe(id);
    expect(props).toMatchObject({
      project,
      name: "guard",
      attachmentTarget: networkUrl,
      firewallPolicy: policyUrl("a"),
      shortName: "a",
    });
  });

  const nameOfTerraform = `${global}/networks/default`;

  it.each([
    `${global}/firewallPolicies/a/associations/${nameOfTerraform}`,
    `${project}/a/${nameOfTerraform}`,
    `a/${nameOfTerraform}`,
  ])("gets the one that Terraform has named after the network, by the id %s", async (given) => {
    const association = await startAssociation();
    association.attachOutside("a", nameOfTerraform);
    const { props, ...read } = await association.provider.read(given, { __provider: loader(kind) });
    expect(read.id).toBe(id);
    expect(props).toMatchObject({
      name: nameOfTerraform,
      attachmentTarget: networkUrl,
      firewallPolicy: policyUrl("a"),
    });
    expect(association.sent("/getAssociation").query).toEqual({ name: nameOfTerraform });
  });

  it.each([nameOfTerraform, networkUrl, "a&name=b c+d%2F#ü?"])(
    "the name %j is adopted, swapped, found again and removed",
    async (name) => {
      const { provider, inputs, attachOutside, holder, sent } = await startAssociation();
      attachOutside("a", name);
      const { outs } = await provider.create(await inputs(but({ name, adoptExisting: true })));
      expect(sent("/addAssociation").body).toEqual({ name, attachmentTarget: networkUrl });
      await provider.update(id, outs, await inputs(but({ name, firewallPolicy: "b" })));
      expect(holder()).toBe(`b as ${name}`);
      // The state still has the first policy.
      await provider.delete(id, outs);
      expect(sent("/removeAssociation").query).toMatchObject({ name });
      expect(holder()).toBeUndefined();
    },
  );

  it("gets it by the number of its policy, and gives the policy's name", async () => {
    const association = await startAssociation();
    association.attachOutside("a", "guard");
    const number = String(association.emulator.objects.get(`${global}/firewallPolicies/a`)?.id);
    const { props, ...read } = await association.provider.read(`${number}/guard`, { __provider: loader(kind) });
    expect(read.id).toBe(id);
    expect(props).toMatchObject({ firewallPolicy: policyUrl("a"), shortName: "a" });
  });

  it.each([
    [id, `${id} does not exist.`],
    ["a/none", `"a/none": read failed: ${global}/firewallPolicies/a/associations/none does not exist.`],
  ])("says that there is nothing by the id %s", async (given, words) => {
    const association = await startAssociation();
    const { message } = await failureOf(association.provider.read(given, { __provider: loader(kind) }));
    expect(message).toContain(words);
  });

  it.each([
    ["neither the policy nor the network", "", "compute.networks.get"],
    ["the policy that holds the network", "getAssociation$", "compute.firewallPolicies.get"],
  ])("keeps the record if the caller cannot read %s", async (_what, path, permission) => {
    const association = await startAssociation();
    const { outs } = await association.made();
    const denial = { kind: "status", status: 403, reason: "forbidden" } as const;
    association.emulator.fault({ match: { path }, times: "always", fault: denial });
    const { message } = await failureOf(association.provider.read(id, outs));
    expect(message).toContain(`The recorded state is unchanged. The caller needs ${permission}.`);
  });

  it("needs no permission on a policy that does not hold the network", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    const denial = { kind: "status", status: 403, reason: "forbidden" } as const;
    association.emulator.fault({ match: { path: "/b/getAssociation$" }, times: "always", fault: denial });
    const own = [{ firewallPolicy: policyUrl("b"), name: "guard" }, ...(outs.__own as object[])];
    const { props } = await association.provider.read(id, { ...outs, __own: own });
    expect(props).toEqual({ ...outs, __own: own });
  });
});

describe("delete", () => {
  it("removes the association by its name", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    await association.provider.delete(id, outs);
    expect(association.requests()).toEqual([
      "GET firewallPolicies/a/getAssociation",
      "POST firewallPolicies/a/removeAssociation",
      "POST wait",
    ]);
    const { query, body } = association.sent("/removeAssociation");
    expect(query).toEqual({ name: "guard", requestId: expect.stringMatching(requestIdPattern) as string });
    expect(body).toBeUndefined();
    expect(association.holder()).toBeUndefined();
  });

  it.each([
    [
      "the association",
      ({ emulator }: KindProvider) => emulator.objects.patch(`${global}/firewallPolicies/a`, { associations: null }),
    ],
    ["the policy", ({ emulator }: KindProvider) => emulator.objects.delete(`${global}/firewallPolicies/a`)],
  ])("is a success when %s is gone", async (_what, remove) => {
    const association = await startAssociation();
    const { outs } = await association.made();
    remove(association);
    await association.provider.delete(id, outs);
    // One that is not seen may only be too young, and an earlier run may have given the network to another policy.
    expect(association.requests()).toEqual([reading, "POST firewallPolicies/a/removeAssociation", reading, looking]);
  });

  it("removes an association that the first look does not show yet", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.emulator.fault({
      match: { path: "/getAssociation$" },
      fault: { kind: "status", status: 400, reason: "invalid" },
    });
    await association.provider.delete(id, outs);
    expect(association.holder()).toBeUndefined();
  });

  it("leaves alone an association of that name that now belongs to another network", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.attachOutside("a", "guard", `${root}/networks/other`);
    await association.provider.delete(id, outs);
    expect(association.requests()).toEqual([reading, looking]);
  });

  it("succeeds if another policy takes the network over while the removal runs", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.emulator.latency({ defaultMs: 400 });
    const deleting = association.provider.delete(id, outs);
    while (association.emulator.operations().length === 1) await new Promise((resolve) => setTimeout(resolve, 5));
    association.attachOutside("theirs", "t");
    await deleting;
    expect(association.holder()).toBe("theirs as t");
  });

  it("succeeds if the removed association stays visible for a moment", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.emulator.fault({
      fault: { kind: "operationError", errors: [{ code: "RESOURCE_NOT_FOUND" }], httpErrorStatusCode: 404 },
    });
    association.emulator.fault({
      match: { method: "POST" },
      skip: 1,
      fault: { kind: "delay", ms: 300 },
    });
    const deleting = association.provider.delete(id, outs);
    while (association.emulator.operations().length === 1) await new Promise((resolve) => setTimeout(resolve, 5));
    setTimeout(() => {
      association.emulator.objects.patch(`${global}/firewallPolicies/a`, { associations: null });
    }, 1_000);
    await deleting;
    const looks = association.requests().filter((request) => request === reading);
    expect(looks.length).toBeGreaterThan(3);
  });

  it("fails if the operation fails and the association still exists", async () => {
    const association = await startAssociation();
    const { outs } = await association.made();
    association.emulator.fault({ fault: { kind: "operationError", errors: [{ code: "NO" }] } });
    const { message } = await failureOf(association.provider.delete(id, outs));
    expect(message).toContain("delete failed: NO");
    expect(association.holder()).toBe("a as guard");
  });
});
