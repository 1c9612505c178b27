import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { rivalDuring } from "../support/rival";
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
  type Policy,
  startIam,
} from "../support/iamProvider";

describe("read", () => {
  it.each(["binding", "member", "policy"] as const)(
    "of a %s finds nothing changed, in whatever order",
    async (what) => {
      const iam = await startIam(what, theirs);
      const { id, outs } = await iam.made();
      iam.put({ ...iam.policy(), bindings: [...(iam.policy().bindings ?? [])].reverse() });
      const { props, ...read } = await iam.provider.read(id, outs);
      expect(read).toEqual({ id, inputs: undefined });
      expect({ ...props, etag: undefined }).toEqual({ ...outs, etag: undefined });
      expect(iam.requests()).toEqual([get]);
    },
  );

  it.each(["binding", "member"] as const)("of a %s does not accept a grant with another condition", async (what) => {
    const iam = await startIam(what);
    const { id, outs } = await iam.made({ ...plain[what], condition });
    iam.put({ bindings: [{ role, members: [alice, bob], condition: { ...condition, expression: "true" } }] });
    expect((await iam.provider.read(id, outs)).id).toBe("");
  });

  it("that is refused keeps what is recorded", async () => {
    const iam = await startIam("binding");
    const { id, outs } = await iam.made();
    iam.emulator.fault({ fault: { kind: "status", status: 403, reason: "forbidden" } });
    const { message } = await failureOf(iam.provider.read(id, outs));
    expect(message).toContain("The recorded state is unchanged.");
  });
});

describe("get", () => {
  const there: Policy = {
    bindings: [
      ...theirs.bindings,
      { role, members: [alice, bob] },
      { role, members: [alice], condition: { expression: "true", title: "always on" } },
    ],
  };
  const ids = (tail: string) =>
    [policyPath, "123456789", url].flatMap((policy) => [`${policy}/${role}${tail}`, `${policy} ${role}${tail}`]);

  it.each(ids(""))("reads a binding by the id %s", async (given) => {
    const iam = await startIam("binding", there);
    expect(await iam.got(given)).toEqual({
      id: `${policyPath}/${role}`,
      props: { __provider: loader(kinds.binding), firewallPolicy: url, role, members: [alice, bob] },
      inputs: undefined,
    });
  });

  it("reads a conditional binding or member by title or id, and says when a title is not enough", async () => {
    const binding = await startIam("binding", there);
    for (const given of [...ids("/always on"), ...ids(" always on")]) {
      const { id, props } = await binding.got(given);
      expect(props).toMatchObject({ members: [alice], condition: { expression: "true", title: "always on" } });
      expect((await binding.got(id)).id).toBe(id);
    }
    const member = await startIam("member", there);
    for (const given of [
      ...ids(`/${alice}/always on`),
      ...ids(` ${alice} always on`),
      ...ids("/user:ALICE@example.com"),
    ]) {
      const { id, props } = await member.got(given);
      expect(props).toMatchObject({ member: alice });
      expect((await member.got(id)).id).toBe(id);
    }
    binding.put({ bindings: [...theirs.bindings, { role, members: [alice], condition }] });
    const { message } = await failureOf(binding.got(`123456789 ${role} until 2030`));
    expect(message).toMatch(/several conditions have that title: give until%202030~\w+ or until%202030~\w+/);
  });

  it("reads a whole policy", async () => {
    const iam = await startIam("policy", theirs);
    const { id, props } = await iam.got("123456789");
    expect(id).toBe(policyPath);
    expect(props).toMatchObject({ firewallPolicy: url, policyData: theirs, etag: iam.policy().etag });
    expect(props).not.toHaveProperty("previousPolicyData");
  });

  it("fails for a grant or policy that does not exist", async () => {
    const iam = await startIam("member", there);
    const { message } = await failureOf(iam.got(`123456789 ${role} ${carol}`));
    expect(message).toContain(`${policyPath}/${role}/${carol} does not exist.`);
  });
});

describe("delete", () => {
  it.each(["binding", "member"] as const)("of a %s removes its own grant, and nothing else", async (what) => {
    const iam = await startIam(what, theirs);
    const { id, outs } = await iam.made();
    const { etag } = iam.policy();
    await iam.provider.delete(id, outs);
    expect(iam.requests()).toEqual([get, set]);
    expect(iam.sent("/setIamPolicy").body).toEqual({ policy: { version: 3, etag, ...theirs } });
    expect(iam.policy()).toMatchObject(theirs);
  });

  it("of a whole policy restores the earlier policy, with the etag of the current one", async () => {
    const iam = await startIam("policy", theirs);
    const { id, outs } = await iam.made();
    await iam.provider.delete(id, outs);
    expect(iam.requests()).toEqual([get, set]);
    expect(iam.sent("/setIamPolicy").body).toEqual({ policy: { version: 3, etag: outs.etag, ...theirs } });
    expect(iam.policy()).toMatchObject(theirs);
  });

  it("of a whole policy sets an empty policy with the etag if there was none", async () => {
    const iam = await startIam("policy");
    const { id, outs } = await iam.made();
    await iam.provider.delete(id, outs);
    expect(iam.sent("/setIamPolicy").body).toEqual({ policy: { version: 1, etag: outs.etag } });
    expect(iam.policy()).not.toHaveProperty("bindings");
  });

  it("of a whole policy leaves one that somebody else has changed, with a warning, refreshed or not", async () => {
    const iam = await startIam("policy", theirs);
    const { id, outs } = await iam.made();
    const changed = { bindings: [{ role, members: [alice, carol] }] };
    iam.put(changed);
    const { props } = await iam.provider.read(id, outs);
    iam.emulator.clearRequests();
    await iam.provider.delete(id, outs);
    await iam.provider.delete(id, props);
    expect(iam.requests()).toEqual([get, get]);
    expect(iam.policy()).toMatchObject(changed);
    const warning =
      'gce:FirewallPolicyIamPolicy "123456789": the policy is no longer the one that this resource set; it is left alone.';
    expect(iam.told()).toEqual([warning, warning]);
  });

  it("that is refused keeps what is recorded", async () => {
    const iam = await startIam("member");
    const { id, outs } = await iam.made();
    iam.emulator.fault({ match: { method: "POST" }, fault: { kind: "status", status: 403, reason: "forbidden" } });
    const { message } = await failureOf(iam.provider.delete(id, outs));
    expect(message).toContain("HTTP 403 forbidden");
    expect(message).toContain("It stays recorded");
  });
});

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
});
