import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { requestIdPattern } from "../support/kindProvider";
import { failureOf, loseForGood, partialFailureOf, project } from "../support/routeProvider";
import {
  kind,
  global,
  root,
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

  it("sends replaceExistingAssociation as it is given", async () => {
    const association = await startAssociation();
    await association.provider.create(await association.inputs(but({ replaceExistingAssociation: true })));
    expect(association.sent("/addAssociation").query).toMatchObject({ replaceExistingAssociation: "true" });
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
});

describe("read", () => {
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
});
