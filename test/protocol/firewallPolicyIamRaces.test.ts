import { describe, expect, it } from "vitest";
import { rivalDuring } from "../support/rival";
import { failureOf } from "../support/routeProvider";
import { get, set, role, bob, carol, theirs, plain, startIam } from "../support/iamProvider";

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
