import { describe, expect, it } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import { captureFailure, declared } from "../support/routeProvider";
import type { Properties } from "../support/providerProcess";
import {
  disk,
  disks,
  global,
  group,
  mapNamed,
  policies,
  policy,
  proxies,
  proxy,
  references,
  role,
  theirGroup,
} from "./others";

/*
 * Names that change places: in one run, a resource of a program is to get what another one has until then.
 */

const route = (name: string, more: Properties = {}) => ({
  network: "default",
  destRange: "10.1.0.0/16",
  nextHopIp: "10.0.0.9",
  name,
  ...more,
});
const snapshot = (name: string) => ({ sourceDisk: disk, name });
const association = (attachmentTarget: string, more: Properties) => ({
  attachmentTarget,
  firewallPolicy: "a",
  ...more,
});
const secondGroup = `${group}2`;
const secondPolicy = "locations/global/firewallPolicies/200";
const others = {
  ...references,
  ...disks,
  ...policies,
  [`${global}/networks/n2`]: { autoCreateSubnetworks: false },
  [proxy]: proxies[proxy] ?? {},
  [`${proxy}2`]: { ...proxies[proxy], certificateMap: mapNamed("theirs") },
  [group]: theirGroup,
  [secondGroup]: theirGroup,
  [policy]: { shortName: "p" },
  [secondPolicy]: { shortName: "q" },
};

/** The resources of a program by their names there, as an earlier run has made them, and the next run. */
async function startRun(
  kind: string,
  first: Readonly<Record<string, Properties>>,
  next: Readonly<Record<string, Properties>>,
) {
  const { emulator, provider, nextRun, shownMessages } = await startKindProvider(kind, { others });
  const about = (name: string) => {
    provider.urn = `urn:pulumi:dev::test-project::pulumi-nodejs:dynamic/gce:${kind}::${name}`;
  };
  const made: Record<string, { id: string; outs: Properties; inputs: Properties }> = {};
  for (const [name, args] of Object.entries(first)) {
    about(name);
    // The very first request of a process has no URN.
    await provider.check({}, declared(kind, args));
    const { inputs } = await provider.check({}, declared(kind, args));
    made[name] = { ...(await provider.create(inputs)), inputs };
  }
  await nextRun();
  const [any = ""] = Object.keys(next);
  about(any);
  await provider.check({}, declared(kind, next[any] ?? {}));
  provider.logs.length = 0;
  emulator.clearRequests();
  const old = (name: string) => made[name] ?? { id: "", outs: {}, inputs: {} };
  /** Asks as the engine does for each resource, one after the other. */
  const check = async (name: string) => {
    about(name);
    const { inputs, failures } = await provider.check(old(name).inputs, declared(kind, next[name] ?? {}));
    expect(failures).toEqual([]);
    return inputs;
  };
  return {
    emulator,
    shownMessages,
    check,
    /** A resource of the program is one of the state: it has an alias. */
    rename: (name: string, former: string) => {
      made[name] = old(former);
    },
    diff: async (name: string) => provider.diff(old(name).id, old(name).outs, await check(name)),
    async create(name: string) {
      const inputs = await check(name);
      return provider.create(inputs);
    },
    async remove(name: string) {
      about(name);
      await provider.delete(old(name).id, old(name).outs);
    },
  };
}

const twoRuns =
  "Make the change in two runs: first give these resources names that nobody has, and then the final ones.";
const path = (name: string) => `${global}/routes/${name}`;

describe("routes whose names change places", () => {
  const three = { a: route("n1"), b: route("n2"), c: route("n3") };
  it.each([
    [
      "two, in one order",
      { a: route("n2"), b: route("n1") },
      ["a", "b"],
      '"b" of this program is to get what "a" has',
      "n1",
    ],
    [
      "two, in the other order",
      { a: route("n2"), b: route("n1") },
      ["b", "a"],
      '"a" of this program is to get what "b" has',
      "n2",
    ],
    [
      "three",
      { a: route("n2"), b: route("n3"), c: route("n1") },
      ["a", "c"],
      '"c" of this program is to get what "a" has',
      "n1",
    ],
    [
      "one that gets what another one gives up",
      { a: route("new"), b: route("n1") },
      ["a", "b"],
      '"b" of this program is to get what "a" has',
      "n1",
    ],
    [
      "one that gives up what another one gets",
      { a: route("new"), b: route("n1") },
      ["b", "a"],
      '"b" of this program is to get what "a" has',
      "n1",
    ],
    [
      "two of a project that is given by its number",
      { a: route("n2", { project: "921927000001" }), b: route("n1", { project: "921927000001" }) },
      ["a", "b"],
      '"b" of this program is to get what "a" has',
      "n1",
    ],
  ])("are refused in the preview, if they are %s", async (_what, next, [one = "", other = ""], says, name) => {
    const { diff, emulator } = await startRun("Route", three, next);
    expect(await diff(one)).toMatchObject({ changes: true, deleteBeforeReplace: false });
    const { message } = await captureFailure(diff(other));
    expect(message).toMatch(new RegExp(`${says}: projects/[^/]+/global/routes/${name}\\.`));
    expect(message.replaceAll(/\s+/g, " ")).toContain(twoRuns);
    expect(message).not.toContain("deleteBeforeReplace: true");
    expect(emulator.requests()).toEqual([]);
  });

  it.each([
    ["names that nobody has", { a: route("t1"), b: route("t2") }],
    [
      "no name, which keeps the one that they have",
      { a: { ...route(""), name: null }, b: route("n2", { description: "b" }) },
    ],
    ["a name that the program no longer has a resource for", { a: route("n3"), b: route("n2") }],
    ["what they may take over", { a: route("n2", { adoptExisting: true }), b: route("n1", { adoptExisting: true }) }],
  ])("are let through with %s", async (_what, next) => {
    const { diff } = await startRun("Route", three, next);
    await diff("a");
    await diff("b");
  });

  it("are told whose the object is that a create meets, and never to delete first", async () => {
    const { diff, check, create, emulator } = await startRun("Route", three, {
      a: route("n2"),
      b: route("n1"),
      c: route("n3"),
    });
    await diff("a");
    await check("b");
    const early = await captureFailure(create("a"));
    expect(early.message).toContain("an object of that name exists already");
    expect(early.message).not.toContain("deleteBeforeReplace: true");
    expect(early.message).toContain(
      "If a run of this stack has replaced that object and failed before it deleted it, choose another name for now",
    );
    await captureFailure(diff("b"));
    const { message } = await captureFailure(create("a"));
    expect(message).toContain('"b", another resource of this program, has an object of that name in the state');
    expect(message.replaceAll(/\s+/g, " ")).toContain(twoRuns);
    expect(message).not.toContain("deleteBeforeReplace: true");
    expect(emulator.objects.list(`${global}/routes/`)).toHaveLength(3);
  });

  it("stay recorded, if they are deleted first for one that has another object", async () => {
    const { diff, check, remove, emulator } = await startRun("Route", three, { a: route("n2"), b: route("n1") });
    await diff("a");
    await check("b");
    const { message } = await captureFailure(remove("a"));
    expect(message).toContain(
      'gce:Route "n1": it is not deleted, because "b" of this program is for the same object, and does not have it.',
    );
    expect(message.replaceAll(/\s+/g, " ")).toContain(twoRuns);
    expect(emulator.requests()).toEqual([]);
  });

  it("stay recorded, if they are deleted first and an alias has given both another name", async () => {
    const { check, diff, remove, emulator, rename } = await startRun("Route", three, {
      x: route("n2"),
      y: route("n1"),
    });
    rename("x", "a");
    rename("y", "b");
    await diff("x");
    await captureFailure(diff("y"));
    await check("y");
    emulator.clearRequests();
    const { message } = await captureFailure(remove("a"));
    expect(message).toContain('"y" of this program is for the same object, and does not have it');
    expect(emulator.requests()).toEqual([]);
  });

  it("are deleted for their own replacement that an alias has given another name, without a difference", async () => {
    const next = { renamed: route("n1") };
    const { check, create, remove, emulator } = await startRun("Route", { former: route("n1") }, next);
    await check("renamed");
    await remove("former");
    expect(emulator.objects.get(path("n1"))).toBeUndefined();
    await create("renamed");
    expect(emulator.objects.get(path("n1"))).toBeDefined();
  });

  it("are left to a resource that takes them over, and not to one that has failed to", async () => {
    const next = {
      a: route("n1", { adoptExisting: true }),
      b: route("n2", { adoptExisting: true, destRange: "10.9.0.0/16" }),
    };
    const { check, create, remove, emulator, shownMessages } = await startRun(
      "Route",
      { old: route("n1"), former: route("n2") },
      next,
    );
    await check("a");
    await remove("old");
    expect(shownMessages().join()).toContain(
      "it is left in place, because the program declares another resource for the same object",
    );
    await create("a");
    await remove("old");
    await captureFailure(create("b"));
    const { message } = await captureFailure(remove("former"));
    expect(message).toContain('"b" of this program is for the same object, and does not have it');
    expect(emulator.objects.get(path("n2"))?.destRange).toBe("10.1.0.0/16");
  });
});

it("snapshots whose names change places are refused, too", async () => {
  const { diff } = await startRun(
    "Snapshot",
    { a: snapshot("s1"), b: snapshot("s2") },
    { a: snapshot("s2"), b: snapshot("s1") },
  );
  await diff("a");
  const { message } = await captureFailure(diff("b"));
  expect(message).toContain('"b" of this program is to get what "a" has: projects/my-project/global/snapshots/s1');
});

describe("associations", () => {
  const first = {
    a: association("default", { name: "one" }),
    b: association("n2", { name: "two", firewallPolicy: "b" }),
  };
  const swapped = (more: Properties = {}) => ({
    a: association("n2", { name: "one", ...more }),
    b: association("default", { name: "two", firewallPolicy: "b", ...more }),
  });
  it("that change networks are told to change their other arguments", async () => {
    const { diff } = await startRun("NetworkFirewallPolicyAssociation", first, swapped());
    await diff("a");
    const { message } = await captureFailure(diff("b"));
    expect(message.replaceAll(/\s+/g, " ")).toContain(
      "Instead, leave attachmentTarget as it is in both, and let their other arguments change places. Those change in place.",
    );
  });

  it("that may replace each other are let through", async () => {
    const next = swapped({ replaceExistingAssociation: true });
    const { diff } = await startRun("NetworkFirewallPolicyAssociation", first, next);
    await diff("a");
    await diff("b");
  });

  it("that change names at one policy are warned of what the service refuses", async () => {
    const named = (one: string, two: string) => ({
      a: association("default", { name: one }),
      b: association("n2", { name: two }),
    });
    const { diff, shownMessages } = await startRun(
      "NetworkFirewallPolicyAssociation",
      named("one", "two"),
      named("two", "one"),
    );
    await diff("a");
    expect(await diff("b")).toMatchObject({ replaces: [] });
    const warnings = shownMessages().filter((message) => message.includes("is to get what"));
    expect(warnings).toEqual([
      expect.stringMatching(
        /"b" of this program is to get what "a" has: projects\/[^ ]*\/firewallPolicies\/a\/associations\/one\. The service refuses that as long as "a" has it\./,
      ),
    ]);
  });
});

const patch = (instanceGroupManager: string, more: Properties = {}) => ({
  instanceGroupManager,
  description: instanceGroupManager,
  deletionPolicy: "RESTORE",
  ...more,
});
const map = (targetSslProxy: string, more: Properties = {}) => ({ targetSslProxy, certificateMap: "m", ...more });
const whole = (firewallPolicy: string) => ({
  firewallPolicy,
  policyData: { bindings: [{ role, members: ["user:a@example.com"] }] },
});
const binding = (granted: string) => ({ firewallPolicy: policy, role: granted, members: ["user:a@example.com"] });
const borrowers = [
  ["patches of two groups", "RegionInstanceGroupManagerPatch", patch("web"), patch("web2"), "instanceGroupManager"],
  [
    "patches of two groups that restore nothing",
    "RegionInstanceGroupManagerPatch",
    patch("web", { deletionPolicy: "RETAIN" }),
    patch("web2", { deletionPolicy: "RETAIN" }),
    undefined,
  ],
  [
    "patches of other fields",
    "RegionInstanceGroupManagerPatch",
    patch("web"),
    patch("web2", { description: null, targetSize: 12 }),
    undefined,
  ],
  ["certificate maps of two proxies", "TargetSslProxyCertificateMap", map("mail"), map("mail2"), "targetSslProxy"],
  ["whole IAM policies", "FirewallPolicyIamPolicy", whole(policy), whole(secondPolicy), "firewallPolicy"],
  ["bindings of two roles", "FirewallPolicyIamBinding", binding(role), binding("roles/compute.admin"), undefined],
] as const;

it.each(borrowers)(
  "%s that change places are warned of a lost earlier value",
  async (_what, kind, one, two, property) => {
    const target = {
      RegionInstanceGroupManagerPatch: "instanceGroupManager",
      TargetSslProxyCertificateMap: "targetSslProxy",
      FirewallPolicyIamPolicy: "firewallPolicy",
      FirewallPolicyIamBinding: "role",
    }[kind];
    const [first, second]: readonly Properties[] = [one, two];
    const next = { a: { ...first, [target]: second?.[target] }, b: { ...second, [target]: first?.[target] } };
    const { diff, shownMessages } = await startRun(kind, { a: one, b: two }, next);
    await diff("a");
    await diff("b");
    const warnings = shownMessages().filter((message) => message.includes("is to get what"));
    const says = `"b" of this program is to get what "a" has`;
    expect(warnings).toEqual(property === undefined ? [] : [expect.stringContaining(says)]);
    if (property !== undefined)
      expect(warnings[0]).toContain(`nobody knows the one before. To keep it, leave ${property} as it is in both`);
  },
);
