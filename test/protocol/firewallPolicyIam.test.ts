import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { failureOf } from "../support/routeProvider";
import {
  policyPath,
  url,
  get,
  set,
  role,
  alice,
  bob,
  carol,
  condition,
  theirs,
  kinds,
  plain,
  startIam,
  others,
} from "../support/iamProvider";

describe("create", () => {
  it("of a binding reads with version 3, sets all of the policy under its etag, and takes what is answered", async () => {
    const iam = await startIam("binding", theirs);
    const { etag } = iam.policy();
    const made = await iam.provider.create(await iam.inputs(plain.binding));
    expect(iam.requests()).toEqual([get, set]);
    expect(iam.sent("/getIamPolicy").query).toEqual({ optionsRequestedPolicyVersion: "3" });
    expect(iam.sent("/setIamPolicy")).toEqual({
      query: {},
      body: {
        policy: {
          version: 3,
          etag,
          bindings: [...theirs.bindings, { role, members: [alice, bob] }],
          auditConfigs: theirs.auditConfigs,
        },
      },
    });
    expect(made).toEqual({
      id: `${policyPath}/${role}`,
      outs: { __provider: loader(kinds.binding), firewallPolicy: url, role, members: [alice, bob] },
    });
    expect(others(iam.policy())).toEqual(theirs.bindings);
    expect(iam.policy().auditConfigs).toEqual(theirs.auditConfigs);
    expect(iam.told()).toEqual([]);
  });

  it("of a member adds it to those who have the role already", async () => {
    const iam = await startIam("member", { bindings: [...theirs.bindings, { role, members: [bob] }] });
    const { etag } = iam.policy();
    const made = await iam.provider.create(await iam.inputs({ ...plain.member, member: "user:Alice@Example.com" }));
    expect(iam.sent("/setIamPolicy").body).toEqual({
      policy: {
        version: 3,
        etag,
        bindings: [theirs.bindings[0], { role, members: [bob, "user:Alice@Example.com"] }, theirs.bindings[1]],
      },
    });
    expect(made).toEqual({
      id: `${policyPath}/${role}/${alice}`,
      outs: { __provider: loader(kinds.member), firewallPolicy: url, role, member: alice },
    });
  });

  it("of a whole policy replaces everything, and remembers what was there as a whole", async () => {
    const iam = await startIam("policy", theirs);
    const { etag } = iam.policy();
    const made = await iam.provider.create(await iam.inputs(plain.policy));
    expect(iam.requests()).toEqual([get, set]);
    expect(iam.sent("/setIamPolicy").body).toEqual({
      policy: { version: 3, etag, bindings: [{ role, members: [alice] }] },
    });
    expect(made).toEqual({
      id: policyPath,
      outs: {
        __provider: loader(kinds.policy),
        __own: [expect.stringMatching(/^[0-9a-f]{32}$/)],
        firewallPolicy: url,
        policyData: { bindings: [{ role, members: [alice] }] },
        etag: iam.policy().etag,
        previousPolicyData: { bindings: theirs.bindings, auditConfigs: theirs.auditConfigs },
      },
    });
    expect(iam.policy()).not.toHaveProperty("auditConfigs");
  });

  it("of a whole policy takes JSON, conditions with all their members, and audit settings", async () => {
    const iam = await startIam("policy");
    const whole = {
      bindings: [{ role, members: [alice], condition: { ...condition, description: "d", location: "l" } }],
      auditConfigs: theirs.auditConfigs,
    };
    const { outs } = await iam.made({
      firewallPolicy: "123456789",
      policyData: JSON.stringify({ ...whole, etag: "BwX", version: 1 }),
    });
    expect(iam.policy()).toMatchObject(whole);
    expect(outs).toMatchObject({ policyData: whole, previousPolicyData: {} });
  });

  it.each(["binding", "member", "policy"] as const)(
    "of a %s without any condition anywhere sends no other version than was read",
    async (what) => {
      const iam = await startIam(what);
      await iam.provider.create(await iam.inputs(plain[what]));
      const members = what === "binding" ? [alice, bob] : [alice];
      expect(iam.sent("/setIamPolicy").body).toEqual({ policy: { etag: "ACAB", bindings: [{ role, members }] } });
    },
  );

  it.each(["binding", "member"] as const)("of a conditional %s sends version 3, and has its own id", async (what) => {
    const iam = await startIam(what, { bindings: [{ role, members: [carol] }] });
    const made = await iam.made({ ...plain[what], condition });
    expect(made.id).toMatch(/\/until%202030~[0-9a-f]{10}$/);
    expect(made.outs).toMatchObject({ condition });
    expect(iam.policy().bindings).toEqual([
      { role, members: [carol] },
      { role, members: what === "binding" ? [alice, bob] : [alice], condition },
    ]);
  });

  it("of a binding names the principals that lose the role", async () => {
    const iam = await startIam("binding", { bindings: [{ role, members: [alice, carol] }] });
    await iam.made();
    expect(iam.policy().bindings).toEqual([{ role, members: [alice, bob] }]);
    expect(iam.told()).toEqual([
      `gce:FirewallPolicyIamBinding "123456789/${role}": it took the role from ${carol}: only the members that the program gives have it now.`,
    ]);
  });

  it.each(["binding", "member", "policy"] as const)(
    "of a %s that already exists as declared sets nothing",
    async (what) => {
      const bindings = [{ role, members: what === "binding" ? [alice, bob] : [alice] }];
      const iam = await startIam(what, { bindings });
      await iam.provider.create(await iam.inputs(plain[what]));
      expect(iam.requests()).toEqual([get]);
    },
  );

  it.each(["binding", "member", "policy"] as const)(
    "of a %s on a policy that does not exist records nothing",
    async (what) => {
      const iam = await startIam(what);
      const { message, partial } = await failureOf(
        iam.provider.create(await iam.inputs({ ...plain[what], firewallPolicy: "99" })),
      );
      expect(message).toContain("setIamPolicy failed: HTTP 404 notFound");
      expect(message).toContain("Nothing was changed.");
      expect(partial).toBeUndefined();
    },
  );

  it.each([
    ["GET", "getIamPolicy"],
    ["POST", "setIamPolicy"],
  ])("whose %s is refused says which permission it needs", async (method, permission) => {
    const iam = await startIam("member");
    iam.emulator.fault({ match: { method }, fault: { kind: "status", status: 403, reason: "forbidden" } });
    const { message, partial } = await failureOf(iam.provider.create(await iam.inputs(plain.member)));
    expect(message).toContain(`The caller needs compute.firewallPolicies.${permission}.`);
    expect(partial).toBeUndefined();
  });

  it("that is refused because of the size of the policy shows the size, and what to do", async () => {
    const iam = await startIam("binding", theirs);
    iam.emulator.quota({ iamPolicyBytes: 300 });
    const { message, partial } = await failureOf(iam.provider.create(await iam.inputs(plain.binding)));
    const bytes = Buffer.byteLength(JSON.stringify((iam.sent("/setIamPolicy").body as { policy: object }).policy));
    expect(message).toContain("at most 300 are accepted");
    expect(message).toContain(`the policy that was sent has ${String(bytes)} bytes, 3 bindings`);
    expect(message).toContain("Grant the role to a group in place of its members");
    expect(partial).toBeUndefined();
  });

  it("that is refused for another reason does not speak of size", async () => {
    const iam = await startIam("member");
    const { message } = await failureOf(
      iam.provider.create(
        await iam.inputs({ ...plain.member, role: "roles/a_withcond" }).then((inputs) => ({ ...inputs, role: "x" })),
      ),
    );
    expect(message).toContain("HTTP 400 invalid");
    expect(message).not.toContain("bytes");
  });

  it("sends a large policy, however large, and leaves the refusal to the service", async () => {
    const iam = await startIam("binding");
    const members = Array.from({ length: 4000 }, (_value, n) => `user:u${String(n)}@example.com`);
    await iam.made({ ...plain.binding, members });
    expect(iam.policy().bindings?.[0]?.members).toHaveLength(4000);
  });
});

describe("update", () => {
  it("that takes away the last condition still sends version 3", async () => {
    const iam = await startIam("policy");
    const conditional = { bindings: [{ role, members: [alice], condition }] };
    const { id, outs } = await iam.made({ ...plain.policy, policyData: conditional });
    await iam.provider.update(id, outs, await iam.inputs(plain.policy));
    expect(iam.sent("/setIamPolicy").body).toEqual({
      policy: { version: 3, etag: outs.etag, ...plain.policy.policyData },
    });
  });

  it("of only a timeout makes no call", async () => {
    const iam = await startIam("binding");
    const { id, outs } = await iam.made();
    const updated = await iam.provider.update(id, outs, await iam.inputs(plain.binding, { delete: "1m" }));
    expect(updated.outs).toEqual({ ...outs, __timeouts: { delete: "1m" } });
    expect(iam.requests()).toEqual([]);
  });
});
