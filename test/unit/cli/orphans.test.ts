import { describe, expect, it, vi } from "vitest";
import {
  exported,
  insert,
  insertRoute,
  project,
  routeInputs,
  routes,
  routeThere,
  run,
  stack,
  startCli,
} from "./helpers";

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
  it("and whose object is there is named, with the arguments that adopt it and the request that deletes it", async () => {
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
      `${path}\n  is there, and the state does not know it.`,
      '→ take it over: give "r" the arguments name: "r-1234567", adoptExisting: true',
      `curl -X DELETE -H "Authorization: Bearer $GOOGLE_OAUTH_ACCESS_TOKEN" ${emulator.endpoint}/${path}`,
      "When that is done: take the pending create out of the state.\n  pulumi refresh --clear-pending-creates",
      "1 of 1 needs a step of yours.",
    ]) {
      expect(out).toContain(part);
    }
  });

  it("and whose object is not there leaves only the pending create to clear", async () => {
    const { write, report, orphans } = await startCli();
    write({ pending: [pendingRoute] });
    const { findings, code } = await report();
    expect(findings).toMatchObject([{ situation: "absent", steps: [] }]);
    expect(code).toBe(1);
    const { out } = await orphans();
    expect(out).toContain("is not there, and nothing is on its way.");
    expect(out).toContain("Nothing needs them any more: take the pending create out of the state.");
  });

  it("and whose operation nobody may look for is not called absent: its insert may still be at work", async () => {
    const { emulator, write, report, orphans } = await startCli();
    const denied = { kind: "status", status: 403, reason: "forbidden", message: "no" } as const;
    emulator.fault({ match: { path: "/operations$" }, fault: denied, times: "always" });
    write({ pending: [pendingRoute] });
    expect(await report()).toMatchObject({ findings: [{ situation: "unknown", steps: [] }], code: 2 });
    const { out } = await orphans();
    expect(out).not.toContain("nothing is on its way");
    expect(out).not.toContain("--clear-pending-creates");
    expect(out).toContain("Leave what is pending in the state until all of it could be looked at");
  });

  it("and whose operation still runs is to be waited for", async () => {
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
        notes: [`Since then "r" is ${routes}/r-7654321.`],
        steps: [{ do: "delete" }],
      },
    ]);
  });

  it("and whose object differs from what was asked for is not offered for adoption", async () => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(path, routeThere({ priority: 7 }));
    write({ pending: [pendingRoute] });
    expect((await report()).findings).toMatchObject([
      { notes: ["It differs from what was asked for in priority."], steps: [{ do: "delete" }] },
    ]);
  });

  it("and whose object is of no use is not offered for adoption, which would be refused", async () => {
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
    if (notes > 0) expect(findings[0]?.notes[0]).toContain("it may be somebody else's: ask before you delete it");
  });

  it("and which was to take the place of one that was deleted first is not taken for that", async () => {
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
    const notes = situation === "recorded" ? [] : [expect.stringContaining("give it as the argument `previous`")];
    expect(findings[0]?.notes).toEqual(notes);
  });

  it.each([
    { holds: true, situation: "asDescribed", say: "have it recorded; nothing will be changed" },
    { holds: false, situation: "otherwise", say: "have it made" },
  ])("of a part of another's object tells whether it holds: $holds", async ({ holds, situation, say }) => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(proxy, holds ? { certificateMap } : {});
    const inputs = { project, targetSslProxy: "t", certificateMap };
    write({ pending: [{ resource: exported("TargetSslProxyCertificateMap", "m", inputs) }] });
    const { findings } = await report();
    expect(findings).toMatchObject([{ situation, steps: [{ do: "up", say }] }]);
    expect(findings[0]?.notes.join()).toContain(holds ? "What the proxy had before is not known" : "");
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

describe("an object of this stack that no pending operation names", () => {
  it("is found by the mark of the request that made it", async () => {
    const { emulator, write, report, orphans } = await startCli();
    await insertRoute(emulator, "lost-1234567", stack);
    await insertRoute(emulator, "theirs", `${stack}-other`);
    await insertRoute(emulator, "plain", undefined);
    write({});
    expect(await report()).toMatchObject({
      code: 1,
      findings: [
        {
          kind: "Route",
          path: `${routes}/lost-1234567`,
          cause: { from: "serviceOperation" },
          situation: "there",
          steps: [{ do: "adopt", arguments: { name: "lost-1234567", adoptExisting: true } }, { do: "delete" }],
        },
      ],
    });
    expect((await orphans()).out).toContain("ask before you delete");
  });

  it("is found while it is being made", async () => {
    const { emulator, write, report } = await startCli();
    emulator.latency({ byType: { insert: 60_000 } });
    await insertRoute(emulator, "coming", stack);
    write({});
    expect((await report()).findings).toMatchObject([{ path: `${routes}/coming`, situation: "running" }]);
  });

  it("is found in a project that is configured by its number, on its way and when it is there", async () => {
    const { emulator, write, report } = await startCli();
    const number = emulator.projectNumber(project);
    vi.stubEnv("GOOGLE_PROJECT", number);
    const collection = `projects/${number}/global/routes`;
    await insertRoute(emulator, "there", stack, { collection });
    await expect.poll(() => emulator.objects.get(`${routes}/there`)).toBeDefined();
    emulator.latency({ byType: { insert: 60_000 } });
    await insertRoute(emulator, "coming", stack, { collection });
    write({});
    expect((await report()).findings).toMatchObject([
      { path: `${collection}/there`, situation: "there" },
      { path: `${collection}/coming`, situation: "running" },
    ]);
    const inputs = routeInputs("there", { project: number });
    write({ resources: [exported("Route", "r", inputs, { id: `${collection}/there`, outputs: {} })] });
    expect((await report()).findings).toMatchObject([{ path: `${collection}/coming`, situation: "running" }]);
  });

  const sawTheEnd = { timeout: 10_000 };

  it("is none when the insert failed, and somebody else has made one of that name since", async () => {
    const { emulator, write, orphans } = await startCli();
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "QUOTA_EXCEEDED" }] } });
    await insertRoute(emulator, "wanted", stack);
    await expect.poll(() => emulator.operations()[0]?.doneAt, sawTheEnd).toBeDefined();
    emulator.objects.put(`${routes}/wanted`, routeThere());
    write({});
    expect(await orphans()).toMatchObject({ code: 0, out: "Nothing was left behind.\n" });
  });

  it.each([
    { path: `${routes}/left`, body: { tags: [], ...routeThere() }, landsAs: {}, notes: [], steps: ["adopt", "delete"] },
    {
      path: `${snapshots}/left`,
      body: { sourceDisk: disk },
      landsAs: { status: "FAILED" },
      notes: ["It cannot be taken over: its status is FAILED."],
      steps: ["delete"],
    },
  ])("is also what an insert that failed has left: $path", async ({ path: left, body, landsAs, notes, steps }) => {
    const { emulator, write, report } = await startCli();
    emulator.objects.put(disk, { sizeGb: "20" });
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "INTERNAL_ERROR" }], landsAs } });
    await insert(emulator, left, body, stack);
    await expect.poll(() => emulator.operations()[0]?.doneAt, sawTheEnd).toBeDefined();
    write({});
    const { findings } = await report();
    expect(findings).toMatchObject([{ path: left, situation: "there", notes }]);
    expect(findings[0]?.steps.map((step) => step.do)).toEqual(steps);
  });

  it("is none when the state has it, when it is gone, or when it is older than was asked for", async () => {
    const { emulator, write, orphans } = await startCli();
    for (const name of ["recorded", "gone", "old"]) await insertRoute(emulator, name, stack);
    emulator.objects.delete(`${routes}/gone`);
    const recorded = (name: string) => exported("Route", name, routeInputs(name), { id: `${routes}/${name}` });
    write({ resources: [recorded("recorded"), recorded("old")] });
    expect(await orphans()).toMatchObject({ code: 0, out: "Nothing was left behind.\n" });
    write({ resources: [recorded("recorded")] });
    expect(await orphans()).toMatchObject({ code: 1 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await orphans("--since", "10ms")).toMatchObject({ code: 0 });
  });

  it("that cannot be looked for is said, and the exit code tells", async () => {
    const { emulator, write, orphans } = await startCli();
    const denied = { kind: "status", status: 403, reason: "forbidden", message: "no" } as const;
    emulator.fault({ match: { path: "/operations$" }, fault: denied, times: "always" });
    write({});
    const { code, out } = await orphans();
    expect(code).toBe(2);
    expect(out).toContain("what no pending operation names could not be looked for");
    expect(out).toContain("Not everything could be looked at.");
  });
});

describe("a state with a provider of its own", () => {
  it("is looked at with the settings that the state has of that provider, secrets in the clear or not", async () => {
    const { emulator, write, report } = await startCli();
    const urn = "urn:pulumi:dev::test-project::pulumi:providers:pulumi-nodejs::eu";
    const secret = (plain: object) => ({
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      ...plain,
    });
    emulator.tokens({ "token-of-eu": { user: "eu@example.com" } });
    emulator.objects.put(path, routeThere());
    const inputs = {
      "gcp:project": project,
      "gcp:computeCustomEndpoint": emulator.endpoint,
      "gcp:accessToken": secret({ plaintext: JSON.stringify("token-of-eu") }),
    };
    const resources = [{ urn, type: "pulumi:providers:pulumi-nodejs", id: "1", inputs }];
    const resource = exported("Route", "r", routeInputs("r-1234567"), { provider: `${urn}::1` });
    write({ pending: [{ resource }], resources });
    const { findings, problems } = await report();
    expect(findings).toMatchObject([{ situation: "there" }]);
    // The environment's token would be refused; what looks at the project is the provider that has resources in it.
    expect(problems).toEqual([]);
    write({
      pending: [{ resource }],
      resources: [{ ...resources[0], inputs: { ...inputs, "gcp:accessToken": secret({ ciphertext: "v1:x" }) } }],
    });
    expect((await report()).problems.join()).toContain("401");
  });
});

describe("the command", () => {
  it.each([["--help"], ["orphans", "--help"], ["orphans", "-h"], []])("explains itself: %j", async (...args) => {
    const { code, out } = await run(...args.flat());
    expect(code).toBe(0);
    expect(out).toContain("npx pulumi-gce orphans");
  });

  it.each([
    [["orphan"], 'There is no command "orphan".'],
    [["orphans", "--stak", "dev"], "Unknown option '--stak'"],
    [["orphans", "--since", "soon"], '--since must be a duration such as "2h"'],
    [["orphans", "--file", "/nowhere/export.json"], "no such file"],
  ])("refuses %j with a reason", async (args, reason) => {
    const { code, error } = await run(...args);
    expect(code).toBe(2);
    expect(error).toContain(reason);
  });

  it("says what to do without a pulumi on PATH", async () => {
    const { folder } = await startCli();
    const { code, error } = await run("orphans", "--cwd", folder);
    expect(code).toBe(2);
    expect(error).toContain("there is no `pulumi` on PATH. Put it there, or give a file: --file export.json");
  });

  it.each(["", "[]", "{}", "not JSON", '{"deployment":7}'])("refuses the export %j", async (text) => {
    const { file } = await startCli();
    const { writeFileSync } = await import("node:fs");
    writeFileSync(file, text);
    const { code, error } = await run("orphans", "--file", file);
    expect(code).toBe(2);
    expect(error).toContain("Give what `pulumi stack export --show-secrets` prints.");
  });

  it("does not speak for other packages' pending creates", async () => {
    const { write, orphans } = await startCli();
    const theirs = { resource: { urn: "urn:pulumi:dev::p::aws:s3/bucket:Bucket::b", type: "aws:s3/bucket:Bucket" } };
    write({ pending: [theirs] });
    expect(await orphans()).toMatchObject({ code: 0 });
    write({ pending: [theirs, pendingRoute] });
    expect((await orphans()).out).toContain("Other packages have 1 too, so have Pulumi ask for each");
  });
});
