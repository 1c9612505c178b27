import { describe, expect, it } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { captureFailure, plainRoute, toClassUrn } from "../support/routeProvider";
import {
  global,
  group,
  mapNamed,
  network,
  policies,
  policy,
  proxy,
  proxies,
  references,
  role,
  theirGroup,
} from "./others";
import { answers } from "./userMessages/rows";

/*
 * A replacement that Pulumi decides on by itself, as for `--target-replace`, `pulumi state taint` or `replacementTrigger`: it
 * asks no diff, and check gets no earlier inputs.
 */

type Started = Awaited<ReturnType<typeof startKindProvider>>;
type At = Started["emulator"]["objects"];

/** The parts of objects of others that a resource sets: how they are read, and their values before and after. */
const borrowed = [
  {
    title: "a group patch that restores",
    kind: "RegionInstanceGroupManagerPatch",
    others: { ...references, [group]: theirGroup },
    args: { instanceGroupManager: "web", updatePolicy: { maxSurge: { fixed: 7 } }, deletionPolicy: "RESTORE" },
    see: (at: At) => at.get(group)?.updatePolicy,
    before: { maxSurge: { fixed: 4 } },
    set: { maxSurge: { fixed: 7 } },
    unknownSays: "updatePolicy.maxSurge is already as the program says: that counts as the earlier value",
  },
  {
    title: "a group patch that retains, and restores later",
    kind: "RegionInstanceGroupManagerPatch",
    others: { ...references, [group]: theirGroup },
    args: { instanceGroupManager: "web", description: "ours" },
    later: { deletionPolicy: "RESTORE" },
    see: (at: At) => ({ is: at.get(group)?.description }),
    before: { is: "theirs" },
    set: { is: "ours" },
    unknownSays: "description is already as the program says: that counts as the earlier value",
  },
  {
    title: "a certificate map",
    kind: "TargetSslProxyCertificateMap",
    others: { [proxy]: { ...proxies[proxy], certificateMap: mapNamed("theirs") } },
    args: { targetSslProxy: "mail", certificateMap: "m" },
    see: (at: At) => ({ is: at.get(proxy)?.certificateMap }),
    before: { is: mapNamed("theirs") },
    set: { is: mapNamed("m") },
    unknownSays: "the proxy has this certificate map already. That counts as the earlier map",
  },
] as const;

/** A resource of one URN in its first run, and the next run, which has checked it as the engine does for a replacement. */
async function startReplacement(kind: string, others: Readonly<Record<string, object>>, args: Properties) {
  const started = await startKindProvider(kind, { others });
  const { provider, inputs } = started;
  /** The inputs of another run. The first request of a process has no URN. */
  const nextInputs = async (more: Properties = {}) => {
    await started.nextRun();
    await inputs({ ...args, ...more });
    provider.urn = toClassUrn(kind);
    return inputs({ ...args, ...more });
  };
  const first = await provider.create(await nextInputs());
  const program = await nextInputs();
  started.emulator.clearRequests();
  provider.logs.length = 0;
  return { ...started, first, program, nextInputs };
}

describe.each(borrowed)("$title", ({ kind, others, args, see, before, set, unknownSays, ...more }) => {
  it("that is deleted first is not put back, and its replacement has its record, also after one that failed", async () => {
    const started = await startReplacement(kind, others, args);
    const { emulator, provider, first, program, nextInputs, nextRun, shownMessages } = started;
    await provider.delete(first.id, first.outs);
    expect(shownMessages()).toEqual([expect.stringContaining("the replacement goes on with what this one has set")]);
    expect(emulator.requests()).toEqual([]);
    answers(403, "forbidden", "no")(emulator);
    const { partial } = await captureFailure(provider.create(program));
    expect(partial).toMatchObject({ id: first.id, properties: first.outs });
    emulator.clearFaults();

    // Where a killed run has only deleted it, the engine asks a diff of what waits for its replacement.
    const again = await nextInputs("later" in more ? more.later : {});
    await provider.diff(first.id, first.outs, again);
    const { id, outs } = await provider.create(again);
    expect(see(emulator.objects)).toMatchObject(set);
    await nextRun();
    await provider.delete(id, outs);
    expect(see(emulator.objects)).toMatchObject(before);
  });

  it("whose replacement is made first says what is not known, why, and the option", async () => {
    const { emulator, provider, first, program, shownMessages } = await startReplacement(kind, others, args);
    await provider.create(program);
    await provider.delete(first.id, first.outs);
    expect(see(emulator.objects)).toMatchObject(set);
    const messages = shownMessages().join("\n");
    expect(messages).toContain(unknownSays);
    expect(messages).toContain("with the option deleteBeforeReplace: true, the replacement goes on with it");
    expect(messages).not.toMatch(/an earlier run|no record says|declares another resource|manages \S+ now/);
  });
});

describe.each([
  {
    title: "an association",
    kind: "NetworkFirewallPolicyAssociation",
    others: policies,
    args: { name: "guard", attachmentTarget: "default", firewallPolicy: "a" },
    see: (at: At) => at.get(`${global}/firewallPolicies/a`)?.associations,
    set: [{ name: "guard", attachmentTarget: network }],
  },
  {
    title: "a member",
    kind: "FirewallPolicyIamMember",
    others: { [policy]: { shortName: "p" } },
    args: { firewallPolicy: policy, role, member: "user:ours@example.com" },
    see: (at: At) => (at.get(policy)?.iamPolicy as Properties | undefined)?.bindings,
    set: [{ role, members: ["user:ours@example.com"] }],
  },
])("$title, which must never be missing", ({ kind, others, args, see, set }) => {
  it("is made anew without a moment between, and goes with its replacement", async () => {
    const { emulator, provider, first, program, shownMessages, nextRun } = await startReplacement(kind, others, args);
    // For the option `replaceOnChanges`.
    expect(await provider.diff(first.id, first.outs, program)).toMatchObject({ deleteBeforeReplace: false });
    const { id, outs } = await provider.create(program);
    await provider.delete(first.id, first.outs);
    expect(see(emulator.objects)).toMatchObject(set);
    expect(emulator.requests().filter(({ path }) => path.endsWith("/removeAssociation"))).toEqual([]);
    const messages = shownMessages().join("\n");
    expect(messages).toContain("left in place, because its replacement is of the same object");
    expect(messages).not.toMatch(/an earlier run|declares another resource/);
    await nextRun();
    await provider.delete(id, outs);
    expect(see(emulator.objects) ?? []).toEqual([]);
  });
});

it("names the option where a replacement meets the object of its own resource, whoever may list operations", async () => {
  const { emulator, provider, program } = await startReplacement("Route", {}, plainRoute);
  const option = "If this run replaces the resource, set the option deleteBeforeReplace: true.";
  expect((await captureFailure(provider.create(program))).message).toContain(option);
  answers(403, "forbidden", "no", { method: "GET", path: "/operations$" })(emulator);
  expect((await captureFailure(provider.create(program))).message).toContain(option);
});
