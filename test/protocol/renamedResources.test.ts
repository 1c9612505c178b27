import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { loader } from "../../provider/src/program/loader";
import { group, path as groupPath } from "../support/groupPatchProvider";
import { alice, bob, policyPath, role, theirs, type Policy } from "../support/iamProvider";
import type { Properties } from "../support/providerProcess";
import { declaredRoute, plainRoute, project, routePath } from "../support/routeProvider";
import { startRuns, urnOf, type Declared } from "../support/runs";

const global = `projects/${project}/global`;
const disk = `projects/${project}/zones/us-central1-a/disks/d`;
const snapshotPath = `${global}/snapshots/s`;
const proxyPath = `${global}/targetSslProxies/mail`;

interface Renamed {
  what: string;
  kind: string;
  args: Properties;
  /** Arguments of the successor alone. */
  more?: Properties;
  /** Its end puts back what was there before the first of the two. */
  restores?: true;
  /** The service before the program has ever run, beside what the emulator has. */
  there?: Record<string, Properties>;
  /** What the program is about, as it is at the service. */
  live: (emulator: Emulator) => unknown;
}

const bindings = (emulator: Emulator) => (emulator.objects.get(policyPath)?.iamPolicy as Policy | undefined)?.bindings;
const policyThere = { [policyPath]: { shortName: "p", iamPolicy: theirs } };
const onPolicy = { firewallPolicy: policyPath };

/** Every kind whose resource can be made where another one has made just the same. */
const renamed: Renamed[] = [
  {
    what: "a route of a fixed name",
    kind: "Route",
    args: plainRoute,
    more: { adoptExisting: true },
    live: (emulator) => emulator.objects.get(routePath)?.id,
  },
  {
    what: "a snapshot of a fixed name",
    kind: "Snapshot",
    args: { name: "s", sourceDisk: disk },
    more: { adoptExisting: true },
    there: { [disk]: { sizeGb: "20" } },
    live: (emulator) => emulator.objects.get(snapshotPath)?.id,
  },
  {
    what: "a member",
    kind: "FirewallPolicyIamMember",
    args: { ...onPolicy, role, member: alice },
    there: policyThere,
    live: bindings,
  },
  {
    what: "a binding",
    kind: "FirewallPolicyIamBinding",
    args: { ...onPolicy, role, members: [alice, bob] },
    there: policyThere,
    live: bindings,
  },
  {
    what: "a whole policy",
    kind: "FirewallPolicyIamPolicy",
    restores: true,
    args: { ...onPolicy, policyData: { bindings: [{ role, members: [alice] }] } },
    there: policyThere,
    live: bindings,
  },
  {
    what: "a certificate map",
    kind: "TargetSslProxyCertificateMap",
    restores: true,
    args: { targetSslProxy: "mail", certificateMap: "m" },
    there: { [proxyPath]: { sslCertificates: [`${global}/sslCertificates/c`] } },
    live: (emulator) => emulator.objects.get(proxyPath)?.certificateMap,
  },
  {
    what: "an association",
    kind: "NetworkFirewallPolicyAssociation",
    args: { name: "guard", attachmentTarget: "default", firewallPolicy: "a" },
    more: { adoptExisting: true },
    there: { [`${global}/firewallPolicies/a`]: {} },
    live: (emulator) => emulator.objects.get(`${global}/networks/default`)?.firewallPolicy,
  },
  {
    what: "a patch that puts back what was there",
    kind: "RegionInstanceGroupManagerPatch",
    restores: true,
    args: { instanceGroupManager: "web", description: "ours", deletionPolicy: "RESTORE" },
    there: { [groupPath]: group },
    live: (emulator) => emulator.objects.get(groupPath)?.description,
  },
];

/** The case of a kind. */
function caseOf(wanted: string): Renamed {
  const found = renamed.find(({ kind }) => kind === wanted);
  if (found === undefined) throw new Error(`${wanted} has no case.`);
  return found;
}

/** Runs against a service that has what the case needs. */
async function arranged({ there = {} }: Renamed) {
  const runs = await startRuns();
  for (const [path, fields] of Object.entries(there)) runs.emulator.objects.put(path, { ...fields });
  return runs;
}

/** A run that has made the resource under its old name, and one that has made its successor and failed before the deletes. */
async function afterFailedRun(each: Renamed, from = "old", to = "new") {
  const { emulator, run } = await arranged(each);
  const { kind, args, more } = each;
  const old = await (await run()).create({ kind, name: from, args });
  const successor = await (await run()).create({ kind, name: to, args: { ...args, ...more } });
  return { emulator, run, old, successor };
}

describe.each(renamed)("$what that got a new name in a run which failed before its deletes", (each) => {
  it("stays when the next run deletes the old resource, and goes with the new one", async () => {
    const { emulator, run, old, successor } = await afterFailedRun(each);
    const before = each.live(emulator);
    expect(before).toBeDefined();
    const next = await run();
    await next.keep(successor);
    await next.remove(old);
    expect(each.live(emulator)).toEqual(before);
    expect(next.told()).toContain(each.kind.endsWith("Patch") ? "leaves the value as it is" : "it is left in place");
    // The end of a stack: no program declares it.
    await (await run()).remove(each.restores ? old : successor);
    expect(each.live(emulator)).not.toEqual(before);
  });
});

const providers = ["Route", "FirewallPolicyIamMember", "RegionInstanceGroupManagerPatch"].map(caseOf);

describe.each(providers)("$what whose old resource is another provider's", (each) => {
  it("stays in the next run, although its process knows no declarations and its first request has no URN", async () => {
    const { emulator, run, old, successor } = await afterFailedRun(each);
    const before = each.live(emulator);
    const next = await run();
    await next.keep(successor);
    await (await run({ beside: next })).remove(old);
    expect(each.live(emulator)).toEqual(before);
  });

  it("stays in the run that makes the successor, also when its process has another resource in the program", async () => {
    const { emulator, run } = await arranged(each);
    const first = await run();
    const old = await first.create({ kind: each.kind, name: "old", args: each.args });
    const other = await first.create(unrelated);
    const before = each.live(emulator);
    const next = await run();
    const beside = await run({ beside: next });
    await beside.keep(other);
    await next.create({ kind: each.kind, name: "new", args: { ...each.args, ...each.more } });
    await beside.remove(old);
    expect(each.live(emulator)).toEqual(before);
  });

  it("stays if it is the same resource, which has moved to another provider", async () => {
    const { emulator, run, old, successor } = await afterFailedRun(each, "same", "same");
    const before = each.live(emulator);
    const next = await run();
    await next.keep(successor);
    await (await run({ beside: next })).remove(old);
    expect(each.live(emulator)).toEqual(before);
  });
});

const unrelated: Declared = { kind: "Route", name: "unrelated", args: { ...plainRoute, name: "unrelated" } };

describe("a grant that goes from a resource of one kind to one of another", () => {
  const member = { kind: "FirewallPolicyIamMember", name: "member", args: { ...onPolicy, role, member: alice } };
  const binding = { kind: "FirewallPolicyIamBinding", name: "binding", args: { ...onPolicy, role, members: [alice] } };
  const policyData = { bindings: [...theirs.bindings, { role, members: [alice] }] };
  const policy = { kind: "FirewallPolicyIamPolicy", name: "policy", args: { ...onPolicy, policyData } };

  it.each([
    [member, binding],
    [member, policy],
    [binding, member],
    [binding, policy],
    [policy, member],
    [policy, binding],
  ])("stays when the old one is deleted in a later run (%#)", async (from, to) => {
    const { emulator, run } = await arranged(caseOf("FirewallPolicyIamMember"));
    const old = await (await run()).create(from);
    const successor = await (await run()).create(to);
    const next = await run();
    await next.keep(successor);
    await next.remove(old);
    expect(bindings(emulator)).toContainEqual({ role, members: [alice] });
    expect(bindings(emulator)).toEqual(expect.arrayContaining(theirs.bindings));
  });

  it("does not keep a member that no resource declares", async () => {
    const { emulator, run } = await arranged(caseOf("FirewallPolicyIamMember"));
    const old = await (await run()).create({ ...binding, args: { ...onPolicy, role, members: [alice, bob] } });
    const next = await run();
    await next.create(member);
    await next.remove(old);
    expect(bindings(emulator)).toContainEqual({ role, members: [alice] });
  });
});

describe("a delete", () => {
  const route = caseOf("Route");
  const isThere = (emulator: Emulator) => emulator.objects.get(routePath) !== undefined;

  it("in a run without declarations deletes, whatever an earlier run has declared", async () => {
    const { emulator, run, old } = await afterFailedRun(route);
    await (await run()).remove(old);
    expect(isThere(emulator)).toBe(false);
  });

  it("of an object that was only compared, as in a refresh, deletes", async () => {
    const { emulator, run, old } = await afterFailedRun(route);
    const next = await run();
    next.provider.urn = urnOf("Route", "new");
    const { props } = await next.provider.read(old.id, old.outs);
    expect(await next.provider.diff(old.id, props, { ...route.args, ...old.outs })).toMatchObject({ changes: false });
    await next.remove(old);
    expect(isThere(emulator)).toBe(false);
  });

  it("of an object that the program does not declare deletes it", async () => {
    const { emulator, run, old } = await afterFailedRun(route);
    const next = await run();
    await next.create(unrelated);
    await next.remove(old);
    expect(isThere(emulator)).toBe(false);
  });

  it.each(["the same process", "that of another provider"])(
    "to make room for its own replacement deletes, in %s",
    async (where) => {
      const { emulator, run } = await arranged(route);
      const old = await (await run()).create({ kind: "Route", name: "same", args: route.args });
      const next = await run();
      const deleting = where === "the same process" ? next : await run({ beside: next });
      next.provider.urn = urnOf("Route", "same");
      const news = { ...declaredRoute({ ...route.args, priority: 7 }), __as: "same" };
      const { inputs } = await next.provider.check({}, news);
      expect(await next.provider.diff(old.id, old.outs, inputs)).toMatchObject({ deleteBeforeReplace: true });
      await deleting.remove(old);
      expect(isThere(emulator)).toBe(false);
      await next.provider.create(inputs);
      expect(emulator.objects.get(routePath)).toMatchObject({ priority: 7 });
    },
  );
});

describe("two patches of one group in one program, children of one name of two components", () => {
  const kind = "RegionInstanceGroupManagerPatch";
  const componentOf = (type: string) => ({ type: `app:${type}`, urn: `urn:pulumi:dev::p::app:${type}::shop` });

  it.each([
    ["the first of which is what its process is told first", 0],
    ["when the process was told of others before", 1],
  ])("are refused when they manage the same, %s", async (_when, before) => {
    const { run } = await startRuns();
    const { provider } = await run();
    const checked = async (parent: { type?: string; urn?: string }, name: string, args: Properties) => {
      provider.urn = urnOf(kind, name, parent.type === undefined ? "" : `${parent.type}$`);
      const inside = parent.urn === undefined ? {} : { __in: parent.urn };
      const declared = { __provider: loader(kind), __as: name, ...inside, instanceGroupManager: "web", ...args };
      return (await provider.check({}, declared)).failures;
    };
    for (let count = 0; count < before; count += 1) await checked({}, "other", { baseInstanceName: "ours" });
    const [web, api] = [componentOf("Web"), componentOf("Api")];
    expect(await checked(web, "settings", { description: "a" })).toEqual([]);
    // The engine may ask again about the same resource.
    expect(await checked(web, "settings", { description: "a" })).toEqual([]);
    expect(await checked(api, "settings", { targetSize: 3 })).toEqual([]);
    expect(await checked(api, "settings", { description: "b" })).toEqual([
      {
        property: "",
        reason: expect.stringContaining(
          `description is managed by "settings" of ${web.urn} too,\n  a resource of this program`,
        ) as string,
      },
    ]);
  });

  it("are refused when their providers differ", async () => {
    const { run } = await startRuns();
    const one = await run();
    const other = await run({ beside: one });
    const declared = { __provider: loader(kind), instanceGroupManager: "web", description: "a" };
    one.provider.urn = urnOf(kind, "one");
    expect((await one.provider.check({}, { ...declared, __as: "one" })).failures).toEqual([]);
    other.provider.urn = urnOf(kind, "other");
    expect((await other.provider.check({}, { ...declared, __as: "other" })).failures).toMatchObject([
      { property: "", reason: expect.stringContaining('is managed by "one" too') as string },
    ]);
  });
});

it("leaves nothing in the temporary folder when the engine ends the process", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-gce-test-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const { run } = await startRuns();
  const { provider, create } = await run({ environment: { TMPDIR: folder, TEMP: folder } });
  await create(unrelated);
  const written = () => readdirSync(folder, { recursive: true }).filter((file) => file.includes(String(provider.pid)));
  expect(written()).toHaveLength(1);
  process.kill(provider.pid, "SIGINT");
  await expect.poll(written).toEqual([]);
  await expect.poll(() => provider.end).toBe("SIGINT");
});
