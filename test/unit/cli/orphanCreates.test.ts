import { describe, expect, it } from "vitest";
import { exported, insertRoute, project, routeInputs, routes, routeThere, stack, startCli } from "./helpers";

const path = `${routes}/r-1234567`;
const certificateMap = "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/m";
const proxy = `projects/${project}/global/targetSslProxies/t`;
const group = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;
const policy = "locations/global/firewallPolicies/123456789";
const disk = `projects/${project}/zones/us-central1-a/disks/d`;
const snapshots = `projects/${project}/global/snapshots`;
const patchInputs = { project, region: "us-central1", instanceGroupManager: group, description: "ours" };
const pendingRoute = { resource: exported("Route", "r", routeInputs("r-1234567")) };

describe("a create whose end the engine did not see", () => {
  it("is listed if its object exists, with the arguments that adopt the object and the request that deletes it", async () => {
    const { emulator, write, report, orphans } = await startCli();
    emulator.objects.put(path, routeThere());
    write({ pending: [pendingRoute] });
    const { findings, open, code } = await report();
    expect({ open, code }).toEqual({ open: 1, code: 1 });
    expect(findings).toMatchObject([
      {
        kind: "Route",
        resource: "r",
        path,
        situation: "there",
        steps: [
          { do: "adopt", arguments: { name: "r-1234567", adoptExisting: true }, command: "pulumi up" },
          { do: "delete", request: { method: "DELETE", url: `${emulator.endpoint}/${path}` } },
        ],
      },
    ]);
    const { out } = await orphans();
    for (const part of [
      'gce:Route "r": the CLI ended while creating it',
      `${path}\n  exists at the service, and the state does not record it.`,
      '→ take it over: give "r" the arguments name: "r-1234567", adoptExisting: true',
      `curl -X DELETE -H "Authorization: Bearer $GOOGLE_OAUTH_ACCESS_TOKEN" ${emulator.endpoint}/${path}`,
      "When that is done: remove the pending create from the state.\n  pulumi refresh --clear-pending-creates",
      "1 of 1 needs a step from you.",
    ]) {
      expect(out).toContain(part);
    }
  });

  it("leaves only the pending create to clear if its object does not exist", async () => {
    const { write, report, orphans } = await startCli();
    write({ pending: [pendingRoute] });
    const { findings, code } = await report();
    expect(findings).toMatchObject([{ situation: "absent", steps: [] }]);
    expect(code).toBe(1);
    const { out } = await orphans();
    expect(out).toContain("does not exist, and no operation is making it.");
    expect(out).toContain("Nothing needs them any more: remove the pending create from the state.");
  });

  it("does not count as absent if the caller cannot list operations: its insert may still be running", async () => {
    const { emulator, write, report, orphans } = await startCli();
    const denied = { kind: "status", status: 403, reason: "forbidden", message: "no" } as const;
    emulator.fault({ match: { path: "/operations$" }, fault: denied, times: "always" });
    write({ pending: [pendingRoute] });
    expect(await report()).toMatchObject({ findings: [{ situation: "unknown", steps: [] }], code: 2 });
    const { out } = await orphans();
    expect(out).not.toContain("no operation is making it");
    expect(out).not.toContain("--clear-pending-creates");
    expect(out).toContain("Keep the pending operations in the state until this command can check every object");
  });

  it("asks the user to wait while its operation runs", async () => {
    const { emulator, write, report } = await startCli();
    emulator.latency({ byType: { insert: 60_000 } });
    await insertRoute(emulator, "r-1234567", stack);
    write({ pending: [pendingRoute] });
    expect((await report()).findings).toMatchObject([{ situation: "running", steps: [{ do: "wait" }] }]);
  });

  it("and which a later run has recorded needs nothing but clearing", async () => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(path, routeThere());
    const recorded = exported("Route", "r", routeInputs("r-1234567"), { id: path, outputs: {} });
    write({ pending: [pendingRoute], resources: [recorded] });
    expect((await report()).findings).toMatchObject([{ situation: "recorded", steps: [] }]);
  });

  it("and which a later run has made again under another name is only to be deleted", async () => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(path, routeThere());
    const again = exported("Route", "r", routeInputs("r-7654321"), { id: `${routes}/r-7654321`, outputs: {} });
    write({ pending: [pendingRoute], resources: [again] });
    expect((await report()).findings).toMatchObject([
      {
        path,
        situation: "there",
        notes: [`The resource "r" is now ${routes}/r-7654321.`],
        steps: [{ do: "delete" }],
      },
    ]);
  });

  it("is not offered for adoption if its object differs from the program", async () => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(path, routeThere({ priority: 7 }));
    write({ pending: [pendingRoute] });
    expect((await report()).findings).toMatchObject([
      { notes: ["It differs from the recorded inputs in priority."], steps: [{ do: "delete" }] },
    ]);
  });

  it("is not offered for adoption if its object is unusable, because an adoption would fail", async () => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(disk, {});
    emulator.objects.put(`${snapshots}/s-1234567`, { sourceDisk: disk, status: "FAILED" });
    const inputs = { __auto: true, project, name: "s-1234567", sourceDisk: disk };
    write({ pending: [{ resource: exported("Snapshot", "s", inputs) }] });
    expect((await report()).findings).toMatchObject([
      { situation: "there", notes: ["It cannot be taken over: its status is FAILED."], steps: [{ do: "delete" }] },
    ]);
  });

  it.each([
    { title: "that this stack asked for is its own", owner: stack, notes: 0 },
    { title: "that others asked for may be theirs", owner: undefined, notes: 1 },
  ])("and whose name is fixed: one $title", async ({ owner, notes }) => {
    const { emulator, write, report } = await startCli();
    await insertRoute(emulator, "fixed", owner);
    write({ pending: [{ resource: exported("Route", "r", routeInputs("fixed", { __auto: undefined })) }] });
    const { findings } = await report();
    expect(findings).toMatchObject([{ situation: "there", steps: [{ do: "adopt" }, { do: "delete" }] }]);
    expect(findings[0]?.notes).toHaveLength(notes);
    if (notes > 0) expect(findings[0]?.notes[0]).toContain("it may belong to somebody else: ask before you delete it");
  });

  it("is not confused with the earlier object that the replacement deleted", async () => {
    const { emulator, write, report } = await startCli();
    await insertRoute(emulator, "r-1234567", stack);
    const deleted = exported("Route", "r", routeInputs("r-1234567"), { id: path, pendingReplacement: true });
    write({ pending: [pendingRoute], resources: [deleted] });
    expect((await report()).findings).toMatchObject([
      { path, situation: "there", notes: [], steps: [{ do: "adopt" }, { do: "delete" }] },
    ]);
    write({ resources: [deleted] });
    expect((await report()).findings).toMatchObject([{ path, cause: { from: "serviceOperation" } }]);
  });

  it.each([
    { title: "another patch of the group", name: "other", more: {}, situation: "asDescribed" },
    { title: "the patch itself", name: "web", more: {}, situation: "recorded" },
    { title: "one that waits to be deleted", name: "web", more: { delete: true }, situation: "asDescribed" },
  ])("of a patch is $situation when the state has $title", async ({ name, more, situation }) => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(group, { description: "ours", targetSize: 3 });
    const kind = "RegionInstanceGroupManagerPatch";
    write({
      pending: [{ resource: exported(kind, "web", patchInputs) }],
      resources: [exported(kind, name, patchInputs, { id: group, outputs: patchInputs, ...more })],
    });
    const { findings } = await report();
    expect(findings).toMatchObject([{ path: group, situation }]);
    const notes = situation === "recorded" ? [] : [expect.stringContaining("give them as the argument `previous`")];
    expect(findings[0]?.notes).toEqual(notes);
  });

  it.each([
    { holds: true, situation: "asDescribed", say: "let Pulumi record it, which changes nothing" },
    { holds: false, situation: "otherwise", say: "let Pulumi make the change" },
  ])("of a part of another's object tells whether it holds: $holds", async ({ holds, situation, say }) => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(proxy, holds ? { certificateMap } : {});
    const inputs = { project, targetSslProxy: "t", certificateMap };
    write({ pending: [{ resource: exported("TargetSslProxyCertificateMap", "m", inputs) }] });
    const { findings } = await report();
    expect(findings).toMatchObject([{ situation, steps: [{ do: "up", say }] }]);
    expect(findings[0]?.notes.join()).toContain(holds ? "The earlier certificate map of the proxy is unknown" : "");
  });

  it.each([
    ["updating", "asDescribed"],
    ["deleting", "there"],
  ])("%s is settled by a refresh", async (type, situation) => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(path, routeThere());
    const recorded = exported("Route", "r", routeInputs("r-1234567"), { id: path, outputs: routeInputs("r-1234567") });
    write({ pending: [{ type, resource: recorded }], resources: [recorded] });
    expect((await report()).findings).toMatchObject([{ situation, steps: [{ do: "refresh" }] }]);
  });

  const bindings = (member: string) => ({ bindings: [{ role: "roles/viewer", members: [member] }] });

  describe.each([
    {
      kind: "TargetSslProxyCertificateMap",
      inputs: { project, targetSslProxy: "t", certificateMap },
      object: proxy,
      ours: { certificateMap },
      theirs: {},
    },
    {
      kind: "RegionInstanceGroupManagerPatch",
      inputs: patchInputs,
      object: group,
      ours: { description: "ours", targetSize: 3 },
      theirs: { description: "theirs", targetSize: 3 },
    },
    {
      kind: "FirewallPolicyIamPolicy",
      inputs: { firewallPolicy: policy, policyData: bindings("user:ours@example.com") },
      object: policy,
      ours: { iamPolicy: bindings("user:ours@example.com") },
      theirs: { iamPolicy: bindings("user:theirs@example.com") },
    },
  ])("deleting a $kind", ({ kind, inputs, object, ours, theirs }) => {
    it.each([
      { title: "was not put back", there: ours, situation: "asDescribed", said: "is still as the program said." },
      { title: "was put back", there: theirs, situation: "otherwise", said: "is no longer as the program said." },
    ])("tells that it $title", async ({ there, situation, said }) => {
      const { emulator, write, report, orphans } = await startCli();
      emulator.objects.put(object, there);
      const recorded = exported(kind, "part", inputs, { id: object, outputs: inputs });
      write({ pending: [{ type: "deleting", resource: recorded }], resources: [recorded] });
      expect((await report()).findings).toMatchObject([{ situation, steps: [{ do: "refresh" }] }]);
      expect((await orphans()).out).toContain(said);
    });
  });
});
