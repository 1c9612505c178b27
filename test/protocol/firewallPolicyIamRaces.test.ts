import { describe, expect, it } from "vitest";
import { ProviderProcess } from "../support/providerProcess";
import { rivalDuring } from "../support/rival";
import { failureOf, partialFailureOf } from "../support/routeProvider";
import {
  policyPath,
  get,
  set,
  role,
  alice,
  bob,
  carol,
  theirs,
  plain,
  startIam,
  others,
  lostAnswer,
} from "../support/iamProvider";

describe("a new service account", () => {
  const newcomer = "serviceAccount:new@my-project.iam.gserviceaccount.com";
  const unknown = {
    kind: "status",
    status: 400,
    reason: "badRequest",
    message: "Service account new@my-project.iam.gserviceaccount.com does not exist.",
  } as const;

  it("gets the role as soon as the service knows the account", async () => {
    const iam = await startIam("member", theirs);
    iam.emulator.fault({ match: { method: "POST" }, times: 3, fault: unknown });
    await iam.provider.create(await iam.inputs({ ...plain.member, member: newcomer }));
    expect(iam.requests()).toEqual([get, set, get, set, get, set, get, set]);
    expect(iam.policy().bindings).toContainEqual({ role, members: [newcomer] });
  });

  it("does not keep those waiting that came before it and share its request", async () => {
    const iam = await startIam("member", theirs);
    iam.emulator.latency({ requestMs: 50 });
    iam.emulator.fault({ match: { method: "POST" }, skip: 1, fault: unknown });
    const members = [alice, bob, newcomer];
    const inputs = await Promise.all(members.map((member) => iam.inputs({ ...plain.member, member })));
    const [first, ...others] = inputs.map((each) => () => iam.provider.create(each));
    const begun = first?.();
    await expect.poll(() => iam.requests()).toEqual([get]);
    await Promise.all([begun, ...others.map((create) => create())]);
    // The third is refused. Each of the two goes on alone, and only the first of them reads.
    expect(iam.requests()).toEqual([get, set, set, get, set, set]);
    const granted = iam.policy().bindings?.find((each) => each.role === role && each.condition === undefined);
    expect(granted?.members).toEqual(expect.arrayContaining(members));
  });

  it.each(["size", "long-term", "limit"])(
    "named %s is refused for itself, not for the size of the policy",
    async (name) => {
      const iam = await startIam("member");
      const email = `${name}@my-project.iam.gserviceaccount.com`;
      const fault = { ...unknown, message: `Service account ${email} does not exist.` };
      iam.emulator.fault({ match: { method: "POST" }, fault });
      const member = `serviceAccount:${email}`;
      await iam.provider.create(await iam.inputs({ ...plain.member, member }));
      expect(iam.policy().bindings).toEqual([{ role, members: [member] }]);
    },
  );

  it.each(["binding", "policy"] as const)("in a %s is known a moment later, too", async (kind) => {
    const iam = await startIam(kind);
    iam.emulator.fault({ match: { method: "POST" }, times: 2, fault: unknown });
    await iam.provider.create(await iam.inputs(plain[kind]));
    expect(iam.requests()).toEqual([get, set, get, set, get, set]);
  });

  it("that stays unknown is an error with the message of the service, and records nothing", async () => {
    const iam = await startIam("member");
    iam.emulator.fault({ match: { method: "POST" }, times: "always", fault: unknown });
    const inputs = await iam.inputs({ ...plain.member, member: newcomer }, { create: "2s" });
    const { message, partial } = await failureOf(iam.provider.create(inputs));
    expect(message).toContain(unknown.message);
    expect(message).toContain("Nothing was changed.");
    expect(partial).toBeUndefined();
  });
});

describe("a race", () => {
  it("that is lost is repeated on the new policy", async () => {
    const iam = await startIam("member", theirs);
    rivalDuring(iam.emulator, { method: "POST" }, 2, (number) => {
      iam.put({ ...theirs, bindings: [...theirs.bindings, { role: `roles/r${String(number)}`, members: [carol] }] });
    });
    await iam.provider.create(await iam.inputs(plain.member));
    expect(iam.requests()).toEqual([get, set, get, set, get, set]);
    expect(iam.policy().bindings).toContainEqual({ role, members: [alice] });
    expect(others(iam.policy())).toEqual(expect.arrayContaining(theirs.bindings));
  });

  it("that is never won ends at the deadline, and records nothing", async () => {
    const iam = await startIam("member");
    rivalDuring(iam.emulator, { method: "POST" }, "always", (number) => {
      iam.put({ bindings: [{ role: `roles/r${String(number)}`, members: [carol] }] });
    });
    const inputs = await iam.inputs(plain.member, { create: "2s" });
    const { message, partial } = await failureOf(iam.provider.create(inputs));
    expect(message).toContain("somebody else changed the object before each attempt, for the whole 2s of this step");
    expect(partial).toBeUndefined();
  });

  it.each([409, 412])("that no repeat can win ends with the words of the service, after %i", async (status) => {
    const iam = await startIam("member", theirs);
    const message = "One or more users named in the policy do not belong to a permitted customer.";
    const reason = status === 409 ? "aborted" : "conditionNotMet";
    iam.emulator.fault({
      match: { method: "POST" },
      times: "always",
      fault: { kind: "status", status, reason, message },
    });
    const failed = await failureOf(iam.provider.create(await iam.inputs(plain.member)));
    expect(failed.message).toContain(`setIamPolicy failed: HTTP ${String(status)} ${reason}: ${message}`);
    expect(failed.message).toContain("Nothing was changed.");
    expect(iam.requests().filter((request) => request === set)).toHaveLength(1);
  });

  it("of fifty bindings in one process keeps all of them, and needs few requests", async () => {
    const iam = await startIam("binding", theirs);
    iam.emulator.latency({ requestMs: 50 });
    const roles = Array.from({ length: 50 }, (_value, n) => `roles/r${String(n)}`);
    const inputs = await Promise.all(roles.map((each) => iam.inputs({ ...plain.binding, role: each })));
    const made = await Promise.all(inputs.map((each) => iam.provider.create(each)));
    expect(iam.policy().bindings?.filter(({ members }) => members.includes(bob))).toHaveLength(50);
    expect(iam.policy().bindings).toEqual(expect.arrayContaining(theirs.bindings));
    expect(iam.policy().auditConfigs).toEqual(theirs.auditConfigs);
    expect(iam.requests().filter((request) => request === get)).toHaveLength(1);
    expect(iam.requests().filter((request) => request === set).length).toBeLessThan(25);
    await Promise.all(made.map(({ id, outs }) => iam.provider.delete(id, outs)));
    expect(iam.policy().bindings).toHaveLength(2);
    expect(iam.policy().bindings).toEqual(expect.arrayContaining(theirs.bindings));
  });

  it.each([
    ["no audit settings", { bindings: theirs.bindings, etag: "newer" }],
    ["no etag", theirs],
  ])("in one process begins with a read after an answer with %s", async (_what, answer) => {
    const iam = await startIam("member", theirs);
    iam.emulator.latency({ requestMs: 50 });
    const body = JSON.stringify({
      ...answer,
      bindings: [...theirs.bindings, { role, members: [alice] }],
    });
    iam.emulator.fault({ match: { method: "POST" }, fault: { kind: "replaceAnswer", status: 200, body } });
    const inputs = await Promise.all([alice, bob].map((member) => iam.inputs({ ...plain.member, member })));
    const [first, second] = inputs.map((each) => () => iam.provider.create(each));
    const begun = first?.();
    await expect.poll(() => iam.requests()).toEqual([get]);
    await Promise.all([begun, second?.()]);
    expect(iam.requests()).toEqual([get, set, get, set]);
    expect(iam.policy().auditConfigs).toEqual(theirs.auditConfigs);
    expect(others(iam.policy())).toEqual(theirs.bindings);
  });

  it("between two processes is won by both", async () => {
    const iam = await startIam("member", theirs);
    const second = await ProviderProcess.start({
      config: { "gcp:accessToken": "t", "gcp:computeCustomEndpoint": iam.emulator.endpoint },
    });
    try {
      const names = Array.from({ length: 10 }, (_value, n) => `user:u${String(n)}@example.com`);
      const inputs = await Promise.all(names.map((member) => iam.inputs({ ...plain.member, member })));
      await Promise.all(inputs.map((each, n) => (n % 2 === 0 ? iam.provider : second).create(each)));
      expect(iam.policy().bindings?.find((each) => each.role === role && !each.condition)?.members).toEqual(names);
      expect(others(iam.policy())).toEqual(theirs.bindings);
    } finally {
      await second.stop();
    }
  });
});

describe("a lost answer", () => {
  it.each(["binding", "member", "policy"] as const)("of a %s that was set is settled by reading", async (what) => {
    const iam = await startIam(what, theirs);
    iam.emulator.fault(lostAnswer);
    const { outs } = await iam.provider.create(await iam.inputs(plain[what]));
    // The second attempt is refused for its etag; what is there is what was wanted.
    expect(iam.requests()).toEqual([get, set, set, get]);
    expect(iam.told()).toEqual([]);
    expect(outs).not.toHaveProperty("__pending");
    if (what === "policy") expect(outs.previousPolicyData).toEqual(theirs);
    else expect(others(iam.policy())).toEqual(theirs.bindings);
  });

  it.each([
    ["the connection breaks before the service acts", { kind: "resetBefore" }],
    ["the service has trouble", { kind: "status", status: 503 }],
    ["the rate is limited", { kind: "status", status: 403, reason: "rateLimitExceeded" }],
  ] as const)("is sent again unchanged if %s", async (_what, fault) => {
    const iam = await startIam("member", theirs);
    iam.emulator.fault({ match: { method: "POST" }, fault });
    await iam.provider.create(await iam.inputs(plain.member));
    expect(iam.requests().filter((request) => request === get)).toHaveLength(1);
    expect(iam.policy().bindings).toContainEqual({ role, members: [alice] });
  });

  it("that stays lost until the deadline is recorded, and the next run finds the change done", async () => {
    const iam = await startIam("policy", theirs);
    iam.emulator.fault({ ...lostAnswer, times: "always" });
    iam.emulator.fault({ match: { method: "POST" }, skip: 1, times: "always", fault: { kind: "resetBefore" } });
    const inputs = await iam.inputs(plain.policy, { create: "1s" });
    const { message, properties } = await partialFailureOf(iam.provider.create(inputs));
    expect(message).toContain(
      "It is not known whether the service received the request. The next `pulumi up` finds out",
    );
    expect(properties).toMatchObject({
      __pending: [{ action: "setIamPolicy" }],
      __own: [expect.any(String)],
      previousPolicyData: theirs,
    });
    iam.emulator.clearFaults();
    iam.emulator.clearRequests();
    const { outs } = await iam.provider.update(policyPath, properties, inputs);
    expect(iam.requests()).toEqual([get]);
    expect(outs).toMatchObject({ previousPolicyData: theirs, policyData: plain.policy.policyData });
    expect(outs).not.toHaveProperty("__pending");
    await iam.provider.delete(policyPath, outs);
    expect(iam.policy()).toMatchObject(theirs);
  });

  it.each(["binding", "member"] as const)("of a %s that never arrived is made by the next run", async (what) => {
    const iam = await startIam(what, theirs);
    iam.emulator.fault({ match: { method: "POST" }, times: "always", fault: { kind: "resetBefore" } });
    const inputs = await iam.inputs(plain[what], { create: "1s" });
    const { id, properties } = await partialFailureOf(iam.provider.create(inputs));
    iam.emulator.clearFaults();
    const { outs } = await iam.provider.update(id, properties, inputs);
    expect(outs).not.toHaveProperty("__pending");
    expect(iam.policy().bindings).toHaveLength(3);
    expect(await iam.provider.diff(id, outs, await iam.inputs(plain[what]))).toMatchObject({ replaces: [] });
  });
});
