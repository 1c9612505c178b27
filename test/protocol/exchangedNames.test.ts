import { describe, expect, it } from "vitest";
import { captureFailure } from "../support/routeProvider";
import type { Properties } from "../support/providerProcess";
import { global, group, mapNamed, policies, proxies, proxy, references, theirGroup } from "./others";
import { startRuns } from "./twoRuns";

/*
 * Names that change places: in one run, a resource of a program is to get what another one has until then.
 */

const others = {
  ...references,
  ...policies,
  [`${global}/networks/n2`]: { autoCreateSubnetworks: false },
  ...proxies,
  [`${proxy}2`]: { ...proxies[proxy], certificateMap: mapNamed("theirs") },
  [group]: theirGroup,
  [`${group}2`]: theirGroup,
};

const twoRuns =
  "Make the change in two runs: first give these resources names that nobody has, and then the final ones.";
const route = { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
/** Routes of a program, by their names in it and at the service. */
const named = (names: Readonly<Record<string, string>>, more: Properties = {}) =>
  Object.fromEntries(Object.entries(names).map(([own, name]) => [own, { ...route, name, ...more }]));
const path = (name: string) => `${global}/routes/${name}`;

describe("routes whose names change places", () => {
  const first = { a: "n1", b: "n2", c: "n3" } as const;
  const three = named(first);

  type Own = keyof typeof first;
  it.each<[what: string, next: Record<string, string>, asked: [Own, Own], taker: Own, giver: Own, more?: Properties]>([
    ["two, in one order", { a: "n2", b: "n1" }, ["a", "b"], "b", "a"],
    ["two, in the other order", { a: "n2", b: "n1" }, ["b", "a"], "a", "b"],
    ["three", { a: "n2", b: "n3", c: "n1" }, ["a", "c"], "c", "a"],
    ["one that gets what another one gives up", { a: "new", b: "n1" }, ["a", "b"], "b", "a"],
    ["one that gives up what another one gets", { a: "new", b: "n1" }, ["b", "a"], "b", "a"],
    ["two of a project by its number", { a: "n2", b: "n1" }, ["a", "b"], "b", "a", { project: "921927000001" }],
  ])("are refused in the preview, if they are %s", async (_what, next, [one, other], taker, giver, more) => {
    const { diff, emulator } = await startRuns(others, "Route", three, named(next, more));
    expect(await diff(one)).toMatchObject({ changes: true, deleteBeforeReplace: false });
    const { message } = await captureFailure(diff(other));
    const says = `"${taker}" of this program is to get what "${giver}" has`;
    expect(message).toMatch(new RegExp(`${says}: projects/[^/]+/global/routes/${first[giver]}\\.`));
    expect(message.replaceAll(/\s+/g, " ")).toContain(twoRuns);
    expect(message).not.toContain("deleteBeforeReplace: true");
    expect(emulator.requests()).toEqual([]);
  });

  it.each([
    ["names that nobody has", named({ a: "t1", b: "t2" })],
    [
      "no name, which keeps the one that they have",
      { a: { ...route, name: null }, b: { ...three.b, description: "b" } },
    ],
    ["a name that the program no longer has a resource for", named({ a: "n3", b: "n2" })],
    ["what they may take over", named({ a: "n2", b: "n1" }, { adoptExisting: true })],
  ])("are let through with %s", async (_what, next) => {
    const { diff } = await startRuns(others, "Route", three, next);
    await diff("a");
    await diff("b");
  });

  it("are told whose the object is that a create meets, and never to delete first", async () => {
    const { diff, check, create, emulator } = await startRuns(
      others,
      "Route",
      three,
      named({ a: "n2", b: "n1", c: "n3" }),
    );
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

  it.each([
    ["for one that has another object", { a: "n2", b: "n1" }, ["a", "b"]],
    ["and an alias has given both another name", { x: "n2", y: "n1" }, ["x", "y"]],
  ] as const)("stay recorded, if they are deleted first %s", async (_what, next, [giver, taker]) => {
    const { check, diff, remove, emulator, rename } = await startRuns(others, "Route", three, named(next));
    rename(giver, "a");
    rename(taker, "b");
    await diff(giver);
    await captureFailure(diff(taker));
    await check(taker);
    const { message } = await captureFailure(remove("a"));
    expect(message).toContain(
      `gce:Route "n1": it is not deleted, because "${taker}" of this program is for the same object, and does not have it.`,
    );
    expect(message.replaceAll(/\s+/g, " ")).toContain(twoRuns);
    expect(emulator.requests()).toEqual([]);
  });

  it("are left to a resource that takes them over, and not to one that has failed to", async () => {
    const first = named({ old: "n1", former: "n2" });
    const { a, b } = named({ a: "n1", b: "n2" }, { adoptExisting: true });
    const next = { a: { ...a }, b: { ...b, destRange: "10.9.0.0/16" } };
    const { check, create, remove, emulator, shownMessages } = await startRuns(others, "Route", first, next);
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

describe("associations", () => {
  const association = (attachmentTarget: string, more: Properties) => ({
    attachmentTarget,
    firewallPolicy: "a",
    ...more,
  });
  const first = {
    a: association("default", { name: "one" }),
    b: association("n2", { name: "two", firewallPolicy: "b" }),
  };
  const swapped = (more: Properties = {}) => ({
    a: association("n2", { name: "one", ...more }),
    b: association("default", { name: "two", firewallPolicy: "b", ...more }),
  });
  it("that change networks are told to change their other arguments", async () => {
    const { diff } = await startRuns(others, "NetworkFirewallPolicyAssociation", first, swapped());
    await diff("a");
    const { message } = await captureFailure(diff("b"));
    expect(message.replaceAll(/\s+/g, " ")).toContain(
      "Instead, leave attachmentTarget as it is in both, and let their other arguments change places. Those change in place.",
    );
  });

  it("that may replace each other are let through", async () => {
    const next = swapped({ replaceExistingAssociation: true });
    const { diff } = await startRuns(others, "NetworkFirewallPolicyAssociation", first, next);
    await diff("a");
    await diff("b");
  });

  it("that change names at one policy are warned of what the service refuses", async () => {
    const named = (one: string, two: string) => ({
      a: association("default", { name: one }),
      b: association("n2", { name: two }),
    });
    const { diff, shownMessages } = await startRuns(
      others,
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

const patches = "RegionInstanceGroupManagerPatch";
const patch = (instanceGroupManager: string, more: Properties = {}) => ({
  instanceGroupManager,
  description: instanceGroupManager,
  deletionPolicy: "RESTORE",
  ...more,
});
const map = (targetSslProxy: string) => ({ targetSslProxy, certificateMap: "m" });

it.each<[what: string, kind: string, target: string, first: Properties, second: Properties, isWarned: boolean]>([
  ["patches of two groups", patches, "instanceGroupManager", patch("web"), patch("web2"), true],
  [
    "patches of two groups that restore nothing",
    patches,
    "instanceGroupManager",
    patch("web", { deletionPolicy: "RETAIN" }),
    patch("web2", { deletionPolicy: "RETAIN" }),
    false,
  ],
  [
    "patches of other fields",
    patches,
    "instanceGroupManager",
    patch("web"),
    patch("web2", { description: null, targetSize: 12 }),
    false,
  ],
  [
    "certificate maps of two proxies",
    "TargetSslProxyCertificateMap",
    "targetSslProxy",
    map("mail"),
    map("mail2"),
    true,
  ],
])("%s that change places are warned of a lost earlier value", async (_what, kind, target, first, second, isWarned) => {
  const next = { a: { ...first, [target]: second[target] }, b: { ...second, [target]: first[target] } };
  const { diff, shownMessages } = await startRuns(others, kind, { a: first, b: second }, next);
  await diff("a");
  await diff("b");
  const warnings = shownMessages().filter((message) => message.includes("is to get what"));
  expect(warnings).toHaveLength(isWarned ? 1 : 0);
  for (const warning of warnings) {
    expect(warning).toContain('"b" of this program is to get what "a" has');
    expect(warning).toContain(`nobody knows the one before. To keep it, leave ${target} as it is in both`);
  }
});
