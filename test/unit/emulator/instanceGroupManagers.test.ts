import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, operate, refusal, ROOT, send, wait } from "./helpers";
import { SCOPE, GROUP, LIST, template, start, read, patch, instances, settled } from "./groups";

const zone = (letter: string) => `${ROOT}projects/p/zones/us-central1-${letter}`;

async function refused(emulator: Emulator, fields: Record<string, unknown>) {
  const { fingerprint } = await read(emulator);
  return refusal(emulator, "PATCH", `/${GROUP}`, { body: { ...fields, fingerprint } });
}

describe("a managed instance group", () => {
  it("is completed when it is put, with the instances that it asks for", async () => {
    const emulator = await start();
    const group = await read(emulator);
    expect(group).toMatchObject({
      kind: "compute#instanceGroupManager",
      name: "g",
      region: ROOT + SCOPE,
      instanceGroup: `${ROOT}${SCOPE}/instanceGroups/g`,
      baseInstanceName: "g",
      instanceTemplate: template("one"),
      versions: [{ instanceTemplate: template("one"), targetSize: { calculated: 3 } }],
      targetSize: 3,
      distributionPolicy: { targetShape: "EVEN", zones: ["a", "b", "c"].map((letter) => ({ zone: zone(letter) })) },
      updatePolicy: {
        type: "OPPORTUNISTIC",
        minimalAction: "REPLACE",
        replacementMethod: "SUBSTITUTE",
        instanceRedistributionType: "PROACTIVE",
        maxSurge: { fixed: 3, calculated: 3 },
        maxUnavailable: { fixed: 3, calculated: 3 },
      },
      listManagedInstancesResults: "PAGELESS",
      standbyPolicy: { initialDelaySec: 0, mode: "MANUAL" },
      instanceLifecyclePolicy: { forceUpdateOnRepair: "NO", defaultActionOnFailure: "REPAIR" },
      currentActions: { none: 3, creating: 0, deleting: 0, starting: 0 },
      status: {
        isStable: true,
        versionTarget: { isReached: true },
        stateful: { hasStatefulConfig: false, perInstanceConfigs: { allEffective: true } },
      },
      fingerprint: expect.stringMatching(/=$/),
      selfLink: ROOT + GROUP,
    });
    expect(await instances(emulator)).toHaveLength(3);
    expect((await instances(emulator))[0]).toEqual({
      name: expect.stringMatching(/^g-[a-z0-9]{4}$/),
      id: expect.stringMatching(/^[0-9]+$/),
      instance: expect.stringContaining("/zones/us-central1-"),
      instanceStatus: "RUNNING",
      currentAction: "NONE",
      version: { instanceTemplate: template("one") },
    });
    const { json: page } = await send(emulator, "GET", `/${SCOPE}/instanceGroupManagers`);
    expect(page).toMatchObject({ kind: "compute#instanceGroupManagerList", items: [group] });
  });

  it("needs nothing but a path", async () => {
    const emulator = await emulatorForTest();
    expect(emulator.objects.put(GROUP, {})).toMatchObject({
      targetSize: 0,
      instanceTemplate: template("g"),
      status: { isStable: true },
    });
    expect((await send(emulator, "POST", LIST)).json).toEqual({});
    expect(() => emulator.objects.put(GROUP, { targetSize: -1 })).toThrow("targetSize");
  });

  it("in a zone is read with its instances, and has none of what belongs to regions", async () => {
    const emulator = await emulatorForTest();
    const path = "projects/p/zones/us-central1-a/instanceGroupManagers/z";
    emulator.objects.put(path, { targetSize: 1, baseInstanceName: "node-##" });
    const { json: group } = await send(emulator, "GET", `/${path}`);
    expect(group).toMatchObject({ zone: zone("a"), updatePolicy: { maxSurge: { fixed: 1 } } });
    expect(group).not.toHaveProperty("distributionPolicy");
    const { json } = await send(emulator, "POST", `/${path}/listManagedInstances`);
    expect(json.managedInstances).toMatchObject([{ name: "node-01", instance: `${zone("a")}/instances/node-01` }]);
  });

  it("is changed by a JSON merge patch: nested objects merge, null removes, lists are replaced", async () => {
    const emulator = await start({ description: "d", statefulPolicy: { preservedState: { disks: { a: {}, b: {} } } } });
    const done = await patch(emulator, {
      description: null,
      statefulPolicy: { preservedState: { disks: { a: null, c: { autoDelete: "NEVER" } } } },
      updatePolicy: { minimalAction: "RESTART", maxSurge: { fixed: null, percent: 50 } },
      targetPools: ["regions/us-central1/targetPools/t"],
      autoHealingPolicies: [{ healthCheck: "global/healthChecks/h", initialDelaySec: 5 }],
      allInstancesConfig: { properties: { labels: { a: "1", b: "2" } } },
      instanceFlexibilityPolicy: { instanceSelections: { best: { machineTypes: ["n2-standard-4"], rank: 1 } } },
      resourcePolicies: { workloadPolicy: "regions/us-central1/resourcePolicies/w" },
    });
    expect(done).toMatchObject({
      operationType: "patch",
      status: "DONE",
      region: ROOT + SCOPE,
      targetLink: ROOT + GROUP,
    });
    const group = await read(emulator);
    expect(group).not.toHaveProperty("description");
    expect(group).toMatchObject({
      statefulPolicy: { preservedState: { disks: { b: {}, c: { autoDelete: "NEVER" } } } },
      updatePolicy: {
        type: "OPPORTUNISTIC",
        minimalAction: "RESTART",
        maxSurge: { percent: 50, calculated: 2 },
        maxUnavailable: { fixed: 3 },
      },
      targetPools: [`${ROOT}${SCOPE}/targetPools/t`],
      autoHealingPolicies: [{ healthCheck: `${ROOT}projects/p/global/healthChecks/h`, initialDelaySec: 5 }],
      status: { stateful: { hasStatefulConfig: true } },
    });
    expect(group.statefulPolicy).not.toHaveProperty("preservedState.disks.a");
    await patch(emulator, { allInstancesConfig: { properties: { labels: { a: null } } }, targetPools: null });
    const after = await read(emulator);
    expect(after).toMatchObject({ allInstancesConfig: { properties: { labels: { b: "2" } } } });
    expect(after.allInstancesConfig).not.toHaveProperty("properties.labels.a");
    expect(after).not.toHaveProperty("targetPools");
  });

  it("ignores what only the server sets", async () => {
    const emulator = await start();
    const before = await read(emulator);
    await patch(emulator, {
      status: { isStable: false },
      currentActions: { none: 99 },
      region: "r",
      versions: [{ instanceTemplate: template("one"), targetSize: { calculated: 7 } }],
    });
    expect(await read(emulator)).toEqual(before);
  });

  it.each([[{ fingerprint: "AAAAAAAAAAA=" }], [{ fingerprint: null }], [{}]])(
    "is not changed with the fingerprint of %j",
    async (fields) => {
      const emulator = await start();
      const answer = await refusal(emulator, "PATCH", `/${GROUP}`, { body: { description: "x", ...fields } });
      expect(answer).toMatchObject({ status: 412, reason: "conditionNotMet" });
    },
  );

  it("has another fingerprint after each change, also one from outside, but not while instances change", async () => {
    const emulator = await start({ updatePolicy: { type: "PROACTIVE" } }, 200);
    const seen = [(await read(emulator)).fingerprint];
    await patch(emulator, { instanceTemplate: "global/instanceTemplates/two" });
    seen.push((await read(emulator)).fingerprint);
    await settled(emulator);
    expect((await read(emulator)).fingerprint).toBe(seen[1]);
    emulator.objects.patch(GROUP, { description: "drift" });
    seen.push((await read(emulator)).fingerprint);
    expect(new Set(seen).size).toBe(3);
    const stale = await refusal(emulator, "PATCH", `/${GROUP}`, { body: { fingerprint: seen[1] } });
    expect(stale.status).toBe(412);
  });

  it.each([
    [{ autoHealingPolicies: [{}, {}] }, "resource.autoHealingPolicies"],
    [{ autoHealingPolicies: [{ initialDelaySec: 3601 }] }, "resource.autoHealingPolicies[0].initialDelaySec"],
    [{ autoHealingPolicies: [{ healthCheck: "h" }] }, "resource.autoHealingPolicies[0].healthCheck"],
    [{ standbyPolicy: { initialDelaySec: -1 } }, "resource.standbyPolicy.initialDelaySec"],
    [{ standbyPolicy: { mode: "AUTO" } }, "resource.standbyPolicy.mode"],
    [{ updatePolicy: { type: "EAGER" } }, "resource.updatePolicy.type"],
    [{ updatePolicy: { minimalAction: "REBOOT" } }, "resource.updatePolicy.minimalAction"],
    [{ updatePolicy: { maxSurge: { percent: 20 } } }, "Only one of fixed and percent"],
    [{ updatePolicy: { maxSurge: { fixed: null, percent: 101 } } }, "resource.updatePolicy.maxSurge.percent"],
    [{ updatePolicy: { maxSurge: { fixed: -1 } } }, "resource.updatePolicy.maxSurge.fixed"],
    [{ updatePolicy: { maxSurge: { fixed: 2 } } }, "at least equal to the number of zones"],
    [{ updatePolicy: { maxUnavailable: { fixed: null, percent: 20 } } }, "10 or more instances"],
    [{ updatePolicy: { maxSurge: { fixed: 0 }, maxUnavailable: { fixed: 0 } } }, "greater than 0"],
    [{ updatePolicy: { replacementMethod: "RECREATE" } }, "maxSurge must be equal to 0"],
    [{ versions: [{ instanceTemplate: template("a") }, { instanceTemplate: template("b") }] }, "unique"],
    [
      {
        versions: [
          { instanceTemplate: template("a"), name: "a" },
          { instanceTemplate: template("b"), name: "b" },
        ],
      },
      "Exactly one must have no targetSize",
    ],
    [{ versions: [{ instanceTemplate: template("a"), targetSize: { fixed: 1 } }] }, "Exactly one"],
    [{ versions: [{ name: "a" }] }, "resource.versions[0].instanceTemplate"],
    [
      { versions: [{ instanceTemplate: template("a"), targetSize: { fixed: 1, percent: 1 } }] },
      "resource.versions[0].targetSize",
    ],
    [{ instanceTemplate: null, versions: null }, "resource.instanceTemplate"],
    [{ instanceTemplate: "one" }, "resource.instanceTemplate"],
    [{ baseInstanceName: "B" }, "resource.baseInstanceName"],
    [{ baseInstanceName: "x".repeat(59) }, "resource.baseInstanceName"],
    [{ baseInstanceName: "x-#-#" }, "resource.baseInstanceName"],
    [{ baseInstanceName: "-##" }, "resource.baseInstanceName"],
    [{ distributionPolicy: { zones: [{ zone: "zones/us-central1-a" }] } }, "Zone configuration is immutable"],
    [{ distributionPolicy: { zones: ["a", "b", "c"].map((letter) => ({ zone: zone(letter) })) } }, "immutable"],
    [{ distributionPolicy: { zones: null } }, "immutable"],
    [{ distributionPolicy: null }, "immutable"],
    [{ distributionPolicy: { targetShape: "ROUND" } }, "resource.distributionPolicy.targetShape"],
    [{ targetSize: -1 }, "resource.targetSize"],
    [{ targetStoppedSize: 1.5 }, "resource.targetStoppedSize"],
    [{ listManagedInstancesResults: "ALL" }, "resource.listManagedInstancesResults"],
    [{ instanceLifecyclePolicy: { forceUpdateOnRepair: "MAYBE" } }, "forceUpdateOnRepair"],
    [{ statefulPolicy: { preservedState: { disks: { d: { autoDelete: "ALWAYS" } } } } }, "autoDelete"],
    [{ name: "other" }, "resource.name"],
    [{ allInstancesConfig: { labels: {} } }, "labels"],
    [{ maxSurge: {} }, "maxSurge"],
  ])("refuses the patch %j", async (fields, names) => {
    const emulator = await start();
    const answer = await refused(emulator, fields);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(names);
  });

  it.each([
    [[{}], "resource.distributionPolicy.zones[0].zone"],
    [[{ zone: "zones/us-east1-b" }], "not in the region"],
    [[{ zone: zone("a") }, { zone: "zones/us-central1-a" }], "twice"],
  ])("refuses to make one with the zones %j", async (zones, names) => {
    const emulator = await emulatorForTest();
    expect(() => emulator.objects.put(GROUP, { distributionPolicy: { zones } })).toThrow(names);
  });

  it("takes a share of unavailable instances from ten instances on, and keeps it when it shrinks", async () => {
    const emulator = await start();
    const updatePolicy = { maxUnavailable: { fixed: null, percent: 25 } };
    await patch(emulator, { targetSize: 10, updatePolicy });
    expect(await read(emulator)).toMatchObject({ updatePolicy: { maxUnavailable: { percent: 25, calculated: 2 } } });
    await patch(emulator, { targetSize: 3 });
    expect(await read(emulator)).toMatchObject({ updatePolicy: { maxUnavailable: { percent: 25, calculated: 0 } } });
  });

  it.each(["a", "x".repeat(58), "web-###", `${"x".repeat(55)}-##`])("takes the base name %s", async (name) => {
    const emulator = await start();
    await patch(emulator, { baseInstanceName: name });
    expect((await read(emulator)).baseInstanceName).toBe(name);
  });

  it("has versions that override the template at the top, and one template for all without them", async () => {
    const emulator = await start();
    const versions = [
      { name: "stable", instanceTemplate: template("two") },
      { name: "canary", instanceTemplate: template("three"), targetSize: { fixed: 1 } },
    ];
    await patch(emulator, { versions, instanceTemplate: template("ignored") });
    const group = await read(emulator);
    expect(group.versions).toEqual([
      { name: "stable", instanceTemplate: template("two"), targetSize: { calculated: 2 } },
      { name: "canary", instanceTemplate: template("three"), targetSize: { fixed: 1, calculated: 1 } },
    ]);
    expect(group).not.toHaveProperty("instanceTemplate");
    await patch(emulator, { instanceTemplate: "regions/us-central1/instanceTemplates/four" });
    const link = `${ROOT}${SCOPE}/instanceTemplates/four`;
    expect(await read(emulator)).toMatchObject({
      instanceTemplate: link,
      versions: [{ instanceTemplate: link, targetSize: { calculated: 3 } }],
    });
  });

  it("is busy and not stable while the operation runs, and as before when it fails", async () => {
    const emulator = await start();
    emulator.latency({ defaultMs: 1_000 });
    const before = await read(emulator);
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "INTERNAL_ERROR" }] } });
    const body = { description: "x", fingerprint: before.fingerprint };
    const { json: running } = await send(emulator, "PATCH", `/${GROUP}`, { body });
    expect(await read(emulator)).toMatchObject({ status: { isStable: false } });
    expect((await refusal(emulator, "PATCH", `/${GROUP}`, { body })).reason).toBe("resourceNotReady");
    expect(await wait(emulator, running)).toHaveProperty("error");
    expect(await read(emulator)).toEqual(before);
  });

  it("needs the permission to be changed, does a request once per requestId, and has to be there", async () => {
    const emulator = await start();
    const { fingerprint } = await read(emulator);
    const path = `/${GROUP}?requestId=5f0c9a3e-1111-4222-8333-123456789abc`;
    const first = await operate(emulator, "PATCH", path, { body: { description: "x", fingerprint } });
    expect((await operate(emulator, "PATCH", path, { body: { fingerprint } })).name).toBe(first.name);
    const other = `/${SCOPE}/instanceGroupManagers/other`;
    expect((await refusal(emulator, "PATCH", other, { body: { fingerprint } })).status).toBe(404);
    emulator.tokens({ "test-token": { deniedPermissions: ["compute.instanceGroupManagers.update"] } });
    expect((await refused(emulator, {})).status).toBe(403);
    emulator.tokens({ "test-token": { readOnly: true } });
    expect((await send(emulator, "POST", LIST)).status).toBe(200);
  });

  it("keeps an autoscaler and every other value in its status", async () => {
    const emulator = await start();
    emulator.objects.patch(GROUP, { status: { autoscaler: `${ROOT}${SCOPE}/autoscalers/a` } });
    await patch(emulator, { description: "x" });
    expect(await read(emulator)).toMatchObject({ status: { autoscaler: `${ROOT}${SCOPE}/autoscalers/a` } });
  });

  it.each<[string | undefined, number, number]>([
    ["ON", 4, 412],
    [undefined, 4, 412],
    ["ONLY_SCALE_OUT", 4, 412],
    ["OFF", 4, 200],
    ["ON", 3, 200],
  ])(
    "with an autoscaler whose mode is %j, and a size of 3, answers a patch to the size %i with %i",
    async (mode, targetSize, status) => {
      const emulator = await start();
      const autoscaler = `${SCOPE}/autoscalers/a`;
      emulator.objects.put(autoscaler, {
        target: GROUP,
        ...(mode === undefined ? {} : { autoscalingPolicy: { mode } }),
      });
      emulator.objects.patch(GROUP, { status: { autoscaler: ROOT + autoscaler } });
      const { fingerprint } = await read(emulator);
      const answer = await send(emulator, "PATCH", `/${GROUP}`, { body: { targetSize, fingerprint } });
      expect(answer.status).toBe(status);
      if (status === 412)
        expect(answer.json).toMatchObject({
          error: {
            errors: [{ reason: "conditionNotMet" }],
            message: expect.stringContaining("remove the autoscaler or set autoscaling policy mode to OFF") as string,
          },
        });
    },
  );
});
