import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/runtime/loader";
import { startKindProvider, type KindProvider } from "../support/kindProvider";
import { ProviderProcess, type Properties } from "../support/providerProcess";
import { failureOf, partialFailureOf } from "../support/routeProvider";

const policyPath = "locations/global/firewallPolicies/123456789";
const url = `https://www.googleapis.com/compute/v1/${policyPath}`;
const get = "GET firewallPolicies/123456789/getIamPolicy";
const set = "POST firewallPolicies/123456789/setIamPolicy";

const role = "roles/compute.viewer";
const [alice, bob, carol] = ["user:alice@example.com", "user:bob@example.com", "user:carol@example.com"];
const condition = { title: "until 2030", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" };

/** What is somebody else's in the policy, and has to stay just as it is. */
const theirs = {
  bindings: [
    { role: "roles/compute.orgFirewallPolicyAdmin", members: ["group:admins@example.com"] },
    {
      role,
      members: [carol],
      condition: { expression: "theirs", title: "until 2030", description: "d", location: "l" },
    },
  ],
  auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [alice] }] }],
};

const kinds = {
  binding: "FirewallPolicyIamBinding",
  member: "FirewallPolicyIamMember",
  policy: "FirewallPolicyIamPolicy",
} as const;

const plain = {
  binding: { firewallPolicy: policyPath, role, members: [alice, bob] },
  member: { firewallPolicy: policyPath, role, member: alice },
  policy: { firewallPolicy: policyPath, policyData: { bindings: [{ role, members: [alice] }] } },
};

type What = keyof typeof kinds;

interface Policy {
  bindings?: { role: string; members: string[]; condition?: object }[];
  auditConfigs?: object[];
  etag?: string;
}

interface IamProvider extends KindProvider {
  /** The policy as the service has it. */
  policy(): Policy;
  /** Replaces the policy from outside. */
  put(policy: Policy): void;
  made(args?: Properties): Promise<{ id: string; outs: Properties }>;
  /** What `get` does. */
  got(id: string): Promise<{ id: string; props: Properties }>;
}

async function start(what: What, iamPolicy?: Policy): Promise<IamProvider> {
  const started = await startKindProvider(kinds[what]);
  const { emulator, provider, inputs } = started;
  emulator.objects.put(policyPath, { shortName: "p", ...(iamPolicy && { iamPolicy: { ...iamPolicy } }) });
  return {
    ...started,
    // Repeats of a request are worth a debug message, and no more.
    told: () =>
      provider.logs
        .filter(({ severity, ephemeral }) => severity !== "debug" && !ephemeral)
        .map(({ message }) => message),
    policy: () => (emulator.objects.get(policyPath)?.iamPolicy ?? {}) as Policy,
    put: (policy) => {
      emulator.objects.patch(policyPath, { iamPolicy: { ...policy } });
    },
    got: (id) => provider.read(id, { __provider: loader(kinds[what]) }),
    async made(args = plain[what]) {
      const answer = await provider.create(await inputs(args));
      emulator.clearRequests();
      return answer;
    },
  };
}

/** Bindings of a policy other than those of the role without a condition. */
const others = ({ bindings = [] }: Policy) => bindings.filter((each) => each.role !== role || each.condition);

const lostAnswer = { match: { method: "POST" }, fault: { kind: "resetAfter" } } as const;

describe("create", () => {
  it("of a binding reads with version 3, sets all of the policy under its etag, and takes what is answered", async () => {
    const iam = await start("binding", theirs);
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
    const iam = await start("member", { bindings: [...theirs.bindings, { role, members: [bob] }] });
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
    const iam = await start("policy", theirs);
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
    const iam = await start("policy");
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
      const iam = await start(what);
      await iam.provider.create(await iam.inputs(plain[what]));
      const members = what === "binding" ? [alice, bob] : [alice];
      expect(iam.sent("/setIamPolicy").body).toEqual({ policy: { etag: "ACAB", bindings: [{ role, members }] } });
    },
  );

  it.each(["binding", "member"] as const)("of a conditional %s sends version 3, and has its own id", async (what) => {
    const iam = await start(what, { bindings: [{ role, members: [carol] }] });
    const made = await iam.made({ ...plain[what], condition });
    expect(made.id).toMatch(/\/until%202030~[0-9a-f]{10}$/);
    expect(made.outs).toMatchObject({ condition });
    expect(iam.policy().bindings).toEqual([
      { role, members: [carol] },
      { role, members: what === "binding" ? [alice, bob] : [alice], condition },
    ]);
  });

  it("of a binding says from whom it took the role", async () => {
    const iam = await start("binding", { bindings: [{ role, members: [alice, carol] }] });
    await iam.made();
    expect(iam.policy().bindings).toEqual([{ role, members: [alice, bob] }]);
    expect(iam.told()).toEqual([
      `gce:FirewallPolicyIamBinding "123456789/${role}": it took the role from ${carol}: only the members that the program gives have it now.`,
    ]);
  });

  it.each(["binding", "member", "policy"] as const)(
    "of a %s that is there as it should be sets nothing",
    async (what) => {
      const bindings = [{ role, members: what === "binding" ? [alice, bob] : [alice] }];
      const iam = await start(what, { bindings });
      await iam.provider.create(await iam.inputs(plain[what]));
      expect(iam.requests()).toEqual([get]);
    },
  );

  it.each(["binding", "member", "policy"] as const)(
    "of a %s on a policy that is not there records nothing",
    async (what) => {
      const iam = await start(what);
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
    const iam = await start("member");
    iam.emulator.fault({ match: { method }, fault: { kind: "status", status: 403, reason: "forbidden" } });
    const { message, partial } = await failureOf(iam.provider.create(await iam.inputs(plain.member)));
    expect(message).toContain(`The caller needs compute.firewallPolicies.${permission}.`);
    expect(partial).toBeUndefined();
  });

  it("that is refused for the size of the policy tells that size, and what to do", async () => {
    const iam = await start("binding", theirs);
    iam.emulator.quota({ iamPolicyBytes: 300 });
    const { message, partial } = await failureOf(iam.provider.create(await iam.inputs(plain.binding)));
    const bytes = Buffer.byteLength(JSON.stringify((iam.sent("/setIamPolicy").body as { policy: object }).policy));
    expect(message).toContain("at most 300 are accepted");
    expect(message).toContain(`the policy that was sent has ${String(bytes)} bytes, 3 bindings`);
    expect(message).toContain("Grant the role to a group in place of its members");
    expect(partial).toBeUndefined();
  });

  it("that is refused for another reason does not speak of size", async () => {
    const iam = await start("member");
    const { message } = await failureOf(
      iam.provider.create(
        await iam.inputs({ ...plain.member, role: "roles/a_withcond" }).then((inputs) => ({ ...inputs, role: "x" })),
      ),
    );
    expect(message).toContain("HTTP 400 invalid");
    expect(message).not.toContain("bytes");
  });

  it("sends a large policy, however large, and leaves the refusal to the service", async () => {
    const iam = await start("binding");
    const members = Array.from({ length: 4000 }, (_value, n) => `user:u${String(n)}@example.com`);
    await iam.made({ ...plain.binding, members });
    expect(iam.policy().bindings?.[0]?.members).toHaveLength(4000);
  });
});

describe("a race", () => {
  it.each([409, 412])("that is lost with %i is run again on what is there then", async (status) => {
    const iam = await start("member", theirs);
    iam.emulator.fault({
      match: { method: "POST" },
      times: 2,
      fault: { kind: "status", status, reason: status === 409 ? "aborted" : "conditionNotMet" },
    });
    await iam.provider.create(await iam.inputs(plain.member));
    expect(iam.requests()).toEqual([get, set, get, set, get, set]);
    expect(iam.policy().bindings).toContainEqual({ role, members: [alice] });
    expect(others(iam.policy())).toEqual(theirs.bindings);
  });

  it("that is never won ends at the deadline, and records nothing", async () => {
    const iam = await start("member");
    iam.emulator.fault({
      match: { method: "POST" },
      times: "always",
      fault: { kind: "status", status: 409, reason: "aborted", message: "concurrent policy changes" },
    });
    const inputs = await iam.inputs(plain.member, { create: "1s" });
    const { message, partial } = await failureOf(iam.provider.create(inputs));
    expect(message).toContain("somebody else was faster each time, for the whole 1s of this step");
    expect(message).toContain("concurrent policy changes");
    expect(partial).toBeUndefined();
  });

  it("of fifty bindings in one process loses none, and needs no second attempt", async () => {
    const iam = await start("binding", theirs);
    const roles = Array.from({ length: 50 }, (_value, n) => `roles/r${String(n)}`);
    const inputs = await Promise.all(roles.map((each) => iam.inputs({ ...plain.binding, role: each })));
    const made = await Promise.all(inputs.map((each) => iam.provider.create(each)));
    expect(iam.policy().bindings?.filter(({ members }) => members.includes(bob))).toHaveLength(50);
    expect(iam.policy().bindings).toEqual(expect.arrayContaining(theirs.bindings));
    expect(iam.policy().auditConfigs).toEqual(theirs.auditConfigs);
    expect(iam.requests().filter((request) => request === set)).toHaveLength(50);
    await Promise.all(made.map(({ id, outs }) => iam.provider.delete(id, outs)));
    expect(iam.policy().bindings).toHaveLength(2);
    expect(iam.policy().bindings).toEqual(expect.arrayContaining(theirs.bindings));
  });

  it("between two processes is won by both", async () => {
    const iam = await start("member", theirs);
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
    const iam = await start(what, theirs);
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
  ] as const)("where %s is sent again as it was", async (_what, fault) => {
    const iam = await start("member", theirs);
    iam.emulator.fault({ match: { method: "POST" }, fault });
    await iam.provider.create(await iam.inputs(plain.member));
    expect(iam.requests().filter((request) => request === get)).toHaveLength(1);
    expect(iam.policy().bindings).toContainEqual({ role, members: [alice] });
  });

  it("until the deadline is recorded, and the next run finds that it was done", async () => {
    const iam = await start("policy", theirs);
    iam.emulator.fault({ ...lostAnswer, times: "always" });
    iam.emulator.fault({ match: { method: "POST" }, skip: 1, times: "always", fault: { kind: "resetBefore" } });
    const inputs = await iam.inputs(plain.policy, { create: "500ms" });
    const { message, properties } = await partialFailureOf(iam.provider.create(inputs));
    expect(message).toContain("Whether the service received it is not known; the next `pulumi up` finds out");
    expect(properties).toMatchObject({
      __pending: { action: "setIamPolicy" },
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

  it.each(["binding", "member"] as const)(
    "of a %s until the deadline, which never arrived, is made by the next run",
    async (what) => {
      const iam = await start(what, theirs);
      iam.emulator.fault({ match: { method: "POST" }, times: "always", fault: { kind: "resetBefore" } });
      const inputs = await iam.inputs(plain[what], { create: "500ms" });
      const { id, properties } = await partialFailureOf(iam.provider.create(inputs));
      iam.emulator.clearFaults();
      const { outs } = await iam.provider.update(id, properties, inputs);
      expect(outs).not.toHaveProperty("__pending");
      expect(iam.policy().bindings).toHaveLength(3);
      expect(await iam.provider.diff(id, outs, await iam.inputs(plain[what]))).toMatchObject({ replaces: [] });
    },
  );
});

describe("update", () => {
  it("of a binding sets its members, whoever else came in between, and keeps everything else", async () => {
    const iam = await start("binding", theirs);
    const { id, outs } = await iam.made();
    iam.put({ ...iam.policy(), bindings: [...(iam.policy().bindings ?? []), { role: "roles/x", members: [carol] }] });
    const news = await iam.inputs({ ...plain.binding, members: [carol] });
    const updated = await iam.provider.update(id, outs, news);
    expect(iam.requests()).toEqual([get, set]);
    expect(iam.sent("/setIamPolicy").body).toMatchObject({ policy: { version: 3, auditConfigs: theirs.auditConfigs } });
    expect(updated.outs).toEqual({ ...outs, members: [carol] });
    expect(iam.policy().bindings).toHaveLength(4);
    expect(iam.policy().bindings).toContainEqual({ role, members: [carol] });
  });

  it("of a whole policy keeps what was there before the first", async () => {
    const iam = await start("policy", theirs);
    const { id, outs } = await iam.made();
    const policyData = { bindings: [{ role, members: [bob] }], auditConfigs: theirs.auditConfigs };
    const updated = await iam.provider.update(id, outs, await iam.inputs({ ...plain.policy, policyData }));
    expect(iam.requests()).toEqual([get, set]);
    expect(updated.outs).toMatchObject({ policyData, previousPolicyData: theirs });
    expect(updated.outs.__own).not.toEqual(outs.__own);
    const emptied = await iam.provider.update(id, updated.outs, await iam.inputs({ ...plain.policy, policyData: {} }));
    expect(iam.sent("/setIamPolicy").body).toEqual({ policy: { version: 1, etag: updated.outs.etag } });
    expect(emptied.outs).toMatchObject({ policyData: {}, previousPolicyData: theirs });
    await iam.provider.delete(id, emptied.outs);
    expect(iam.policy()).toMatchObject(theirs);
  });

  it("that takes away the last condition still sends version 3", async () => {
    const iam = await start("policy");
    const conditional = { bindings: [{ role, members: [alice], condition }] };
    const { id, outs } = await iam.made({ ...plain.policy, policyData: conditional });
    await iam.provider.update(id, outs, await iam.inputs(plain.policy));
    expect(iam.sent("/setIamPolicy").body).toEqual({
      policy: { version: 3, etag: outs.etag, ...plain.policy.policyData },
    });
  });

  it("that fails leaves what is recorded", async () => {
    const iam = await start("binding");
    const { id, outs } = await iam.made();
    iam.emulator.fault({ match: { method: "POST" }, fault: { kind: "status", status: 400, reason: "invalid" } });
    const { partial } = await failureOf(
      iam.provider.update(id, outs, await iam.inputs({ ...plain.binding, members: [carol] })),
    );
    expect(partial).toBeUndefined();
    expect(iam.policy().bindings).toEqual([{ role, members: [alice, bob] }]);
  });

  it.each(["landed", "failed"])(
    "of a whole policy that was abandoned and had %s is put back by delete",
    async (end) => {
      const iam = await start("policy", theirs);
      const { id, outs } = await iam.made();
      iam.emulator.fault({ match: { method: "POST" }, times: "always", fault: { kind: "resetBefore" } });
      const news = await iam.inputs({ ...plain.policy, policyData: {} }, { update: "500ms" });
      const { properties } = await partialFailureOf(iam.provider.update(id, outs, news));
      expect(properties.__own).toHaveLength(2);
      iam.emulator.clearFaults();
      if (end === "landed") iam.put({});
      await iam.provider.delete(id, { ...properties, __timeouts: {} });
      expect(iam.policy()).toMatchObject(theirs);
    },
  );

  it("of only a timeout makes no call", async () => {
    const iam = await start("binding");
    const { id, outs } = await iam.made();
    const updated = await iam.provider.update(id, outs, await iam.inputs(plain.binding, { delete: "1m" }));
    expect(updated.outs).toEqual({ ...outs, __timeouts: { delete: "1m" } });
    expect(iam.requests()).toEqual([]);
  });
});

describe("read", () => {
  it.each(["binding", "member", "policy"] as const)(
    "of a %s finds nothing changed, in whatever order",
    async (what) => {
      const iam = await start(what, theirs);
      const { id, outs } = await iam.made();
      iam.put({ ...iam.policy(), bindings: [...(iam.policy().bindings ?? [])].reverse() });
      const { props, ...read } = await iam.provider.read(id, outs);
      expect(read).toEqual({ id, inputs: undefined });
      expect({ ...props, etag: undefined }).toEqual({ ...outs, etag: undefined });
      expect(iam.requests()).toEqual([get]);
    },
  );

  it("of a binding shows members that came and went", async () => {
    const iam = await start("binding", theirs);
    const { id, outs } = await iam.made();
    const checked = await iam.inputs(plain.binding);
    iam.put({ bindings: [...theirs.bindings, { role, members: [alice, carol] }] });
    const { props, inputs } = await iam.provider.read(id, outs);
    expect(inputs).toMatchObject({ members: [alice, carol], firewallPolicy: url, role });
    expect(await iam.provider.diff(id, props, checked)).toMatchObject({ changes: true, replaces: [] });
    await iam.provider.update(id, props, checked);
    expect(iam.policy().bindings).toContainEqual({ role, members: [alice, bob] });
  });

  it("of a whole policy shows what others changed", async () => {
    const iam = await start("policy");
    const { id, outs } = await iam.made();
    iam.put(theirs);
    const { props, inputs } = await iam.provider.read(id, outs);
    expect(inputs).toMatchObject({ policyData: theirs });
    expect(props).toMatchObject({ policyData: theirs, previousPolicyData: {}, __own: outs.__own });
  });

  it.each(["binding", "member"] as const)("of a %s that is gone gives a blank id", async (what) => {
    const iam = await start(what, theirs);
    const { id, outs } = await iam.made();
    iam.put(theirs);
    expect((await iam.provider.read(id, outs)).id).toBe("");
  });

  it.each(["binding", "member"] as const)("of a %s is not content with one under another condition", async (what) => {
    const iam = await start(what);
    const { id, outs } = await iam.made({ ...plain[what], condition });
    iam.put({ bindings: [{ role, members: [alice, bob], condition: { ...condition, expression: "true" } }] });
    expect((await iam.provider.read(id, outs)).id).toBe("");
  });

  it.each(["binding", "member", "policy"] as const)(
    "of a %s on a policy that is gone gives a blank id",
    async (what) => {
      const iam = await start(what);
      const { id, outs } = await iam.made();
      iam.emulator.objects.delete(policyPath);
      expect((await iam.provider.read(id, outs)).id).toBe("");
    },
  );

  it("that is refused keeps what is recorded", async () => {
    const iam = await start("binding");
    const { id, outs } = await iam.made();
    iam.emulator.fault({ fault: { kind: "status", status: 403, reason: "forbidden" } });
    const { message } = await failureOf(iam.provider.read(id, outs));
    expect(message).toContain("Its recorded state was kept.");
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
    const iam = await start("binding", there);
    expect(await iam.got(given)).toEqual({
      id: `${policyPath}/${role}`,
      props: { __provider: loader(kinds.binding), firewallPolicy: url, role, members: [alice, bob] },
      inputs: undefined,
    });
  });

  it("reads a conditional binding or member by title or id, and says when a title is not enough", async () => {
    const binding = await start("binding", there);
    for (const given of [...ids("/always on"), ...ids(" always on")]) {
      const { id, props } = await binding.got(given);
      expect(props).toMatchObject({ members: [alice], condition: { expression: "true", title: "always on" } });
      expect((await binding.got(id)).id).toBe(id);
    }
    const member = await start("member", there);
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
    const iam = await start("policy", theirs);
    const { id, props } = await iam.got("123456789");
    expect(id).toBe(policyPath);
    expect(props).toMatchObject({ firewallPolicy: url, policyData: theirs, etag: iam.policy().etag });
    expect(props).not.toHaveProperty("previousPolicyData");
  });

  it("fails for what is not there", async () => {
    const iam = await start("member", there);
    const { message } = await failureOf(iam.got(`123456789 ${role} ${carol}`));
    expect(message).toContain(`${policyPath}/${role}/${carol} does not exist.`);
  });
});

describe("delete", () => {
  it.each(["binding", "member"] as const)("of a %s takes away what is its own, and nothing else", async (what) => {
    const iam = await start(what, theirs);
    const { id, outs } = await iam.made();
    const { etag } = iam.policy();
    await iam.provider.delete(id, outs);
    expect(iam.requests()).toEqual([get, set]);
    expect(iam.sent("/setIamPolicy").body).toEqual({ policy: { version: 3, etag, ...theirs } });
    expect(iam.policy()).toMatchObject(theirs);
  });

  it("of a member leaves the others who have the role", async () => {
    const iam = await start("member", { bindings: [{ role, members: [bob] }] });
    const { id, outs } = await iam.made();
    await iam.provider.delete(id, outs);
    expect(iam.sent("/setIamPolicy").body).toMatchObject({ policy: { bindings: [{ role, members: [bob] }] } });
  });

  it("of a conditional binding leaves the same role under other conditions", async () => {
    const iam = await start("binding", theirs);
    const { id, outs } = await iam.made({ ...plain.binding, condition });
    expect(iam.policy().bindings).toHaveLength(3);
    await iam.provider.delete(id, outs);
    expect(iam.policy()).toMatchObject(theirs);
  });

  it.each(["binding", "member"] as const)("of a %s that is gone sets nothing", async (what) => {
    const iam = await start(what, theirs);
    const { id, outs } = await iam.made();
    iam.put(theirs);
    await iam.provider.delete(id, outs);
    expect(iam.requests()).toEqual([get]);
  });

  it.each(["binding", "member", "policy"] as const)("of a %s on a policy that is gone is a success", async (what) => {
    const iam = await start(what);
    const { id, outs } = await iam.made();
    iam.emulator.objects.delete(policyPath);
    await iam.provider.delete(id, outs);
    expect(iam.requests()).toEqual([get]);
  });

  it("of a whole policy puts back the one from before, under the etag of the one that is there", async () => {
    const iam = await start("policy", theirs);
    const { id, outs } = await iam.made();
    await iam.provider.delete(id, outs);
    expect(iam.requests()).toEqual([get, set]);
    expect(iam.sent("/setIamPolicy").body).toEqual({ policy: { version: 3, etag: outs.etag, ...theirs } });
    expect(iam.policy()).toMatchObject(theirs);
  });

  it("of a whole policy where there was none sets an empty one with the etag", async () => {
    const iam = await start("policy");
    const { id, outs } = await iam.made();
    await iam.provider.delete(id, outs);
    expect(iam.sent("/setIamPolicy").body).toEqual({ policy: { version: 1, etag: outs.etag } });
    expect(iam.policy()).not.toHaveProperty("bindings");
  });

  it("of a whole policy leaves one that somebody else has changed, with a warning, refreshed or not", async () => {
    const iam = await start("policy", theirs);
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

  it.each(["binding", "member", "policy"] as const)("of a %s whose answer is lost is done once", async (what) => {
    const iam = await start(what, theirs);
    const { id, outs } = await iam.made();
    iam.emulator.fault(lostAnswer);
    await iam.provider.delete(id, outs);
    expect(iam.requests()).toEqual([get, set, set, get]);
    expect(iam.policy()).toMatchObject(theirs);
    expect(iam.told()).toEqual([]);
  });

  it("that is refused keeps what is recorded", async () => {
    const iam = await start("member");
    const { id, outs } = await iam.made();
    iam.emulator.fault({ match: { method: "POST" }, fault: { kind: "status", status: 403, reason: "forbidden" } });
    const { message } = await failureOf(iam.provider.delete(id, outs));
    expect(message).toContain("HTTP 403 forbidden");
    expect(message).toContain("It stays recorded");
  });
});
