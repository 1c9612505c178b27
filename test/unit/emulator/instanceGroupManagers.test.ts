import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { admin, emulatorForTest, operate, refusal, ROOT, send, tick, until, wait, type Wire } from "./helpers";

const SCOPE = "projects/p/regions/us-central1";
const GROUP = `${SCOPE}/instanceGroupManagers/g`;
const LIST = `/${GROUP}/listManagedInstances`;
const template = (name: string) => `${ROOT}projects/p/global/instanceTemplates/${name}`;
const zone = (letter: string) => `${ROOT}projects/p/zones/us-central1-${letter}`;

async function start(group: Record<string, unknown> = {}, instancesMs = 0): Promise<Emulator> {
  const emulator = await emulatorForTest({ latency: { instancesMs } });
  emulator.objects.put(GROUP, { targetSize: 3, instanceTemplate: "global/instanceTemplates/one", ...group });
  return emulator;
}

async function read(emulator: Emulator): Promise<Wire> {
  return (await send(emulator, "GET", `/${GROUP}`)).json;
}

/** Patches with the current fingerprint, and gives the operation as it is when it is DONE. */
async function patch(emulator: Emulator, fields: Record<string, unknown>): Promise<Wire> {
  const { fingerprint } = await read(emulator);
  return operate(emulator, "PATCH", `/${GROUP}`, { body: { ...fields, fingerprint } });
}

async function refused(emulator: Emulator, fields: Record<string, unknown>) {
  const { fingerprint } = await read(emulator);
  return refusal(emulator, "PATCH", `/${GROUP}`, { body: { ...fields, fingerprint } });
}

interface Counts {
  readonly recreating: number;
}

interface Instance {
  readonly name: string;
  readonly id?: string;
  readonly currentAction: string;
  readonly version?: { readonly name?: string; readonly instanceTemplate?: string };
}

async function instances(emulator: Emulator): Promise<Instance[]> {
  return ((await send(emulator, "POST", LIST)).json.managedInstances ?? []) as Instance[];
}

async function actions(emulator: Emulator): Promise<string[]> {
  return (await instances(emulator)).map(({ currentAction }) => currentAction);
}

/** Waits until no instance changes any more. */
function settled(emulator: Emulator): Promise<void> {
  return until(() => (emulator.objects.get(GROUP)?.status as { isStable: boolean }).isStable);
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
    [{ distributionPolicy: { zones: [{ zone: "zones/us-east1-b" }] } }, "not in the region"],
    [{ distributionPolicy: { zones: [{ zone: zone("a") }, { zone: "zones/us-central1-a" }] } }, "twice"],
    [{ distributionPolicy: { zones: [{}] } }, "resource.distributionPolicy.zones[0].zone"],
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
    emulator.latency({ defaultMs: 200 });
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

  it("keeps an autoscaler and whatever else is put into its status", async () => {
    const emulator = await start();
    emulator.objects.patch(GROUP, { status: { autoscaler: `${ROOT}${SCOPE}/autoscalers/a` } });
    await patch(emulator, { description: "x", targetSize: 4 });
    expect(await read(emulator)).toMatchObject({ status: { autoscaler: `${ROOT}${SCOPE}/autoscalers/a` } });
  });
});

describe("the instances of a group", () => {
  it("keep what they have while the policy is OPPORTUNISTIC", async () => {
    const emulator = await start();
    const before = await instances(emulator);
    await patch(emulator, { instanceTemplate: template("two") });
    expect(await instances(emulator)).toEqual(before);
    expect(await read(emulator)).toMatchObject({
      status: { isStable: true, versionTarget: { isReached: false } },
      currentActions: { none: 3 },
    });
    await patch(emulator, { targetSize: 4 });
    expect((await instances(emulator)).map(({ version }) => version?.instanceTemplate).sort()).toEqual(
      ["one", "one", "one", "two"].map(template),
    );
    await patch(emulator, { updatePolicy: { type: "PROACTIVE" } });
    expect(await read(emulator)).toMatchObject({ status: { isStable: true, versionTarget: { isReached: true } } });
  });

  it("go on changing after the operation is DONE, one after the other", async () => {
    const emulator = await start(
      { updatePolicy: { type: "PROACTIVE", replacementMethod: "RECREATE", maxSurge: { fixed: 0 } } },
      200,
    );
    const before = await instances(emulator);
    const done = await patch(emulator, { instanceTemplate: template("two") });
    expect(done).toMatchObject({ status: "DONE" });
    expect(await actions(emulator)).toEqual(["RECREATING", "RECREATING", "RECREATING"]);
    expect(await read(emulator)).toMatchObject({
      status: { isStable: false, versionTarget: { isReached: false } },
      currentActions: { none: 0, recreating: 3 },
    });
    await settled(emulator);
    const counts = emulator
      .history(GROUP)
      .map(({ object }) => (object?.currentActions as Counts | undefined)?.recreating);
    expect(counts.slice(-4)).toEqual([3, 2, 1, 0]);
    expect(await read(emulator)).toMatchObject({
      status: { isStable: true, versionTarget: { isReached: true } },
      currentActions: { none: 3, recreating: 0 },
    });
    const after = await instances(emulator);
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    expect(after.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id));
    expect(after.map(({ version }) => version?.instanceTemplate)).toEqual(Array(3).fill(template("two")));
  });

  it("are replaced by others with SUBSTITUTE", async () => {
    const emulator = await start({ updatePolicy: { type: "PROACTIVE" } }, 1500);
    const before = await instances(emulator);
    await patch(emulator, { instanceTemplate: template("two") });
    const during = await instances(emulator);
    expect(during.map(({ currentAction }) => currentAction).sort()).toEqual([
      ...Array<string>(3).fill("CREATING"),
      ...Array<string>(3).fill("DELETING"),
    ]);
    for (const instance of during) {
      const isNew = instance.currentAction === "CREATING";
      expect(instance.version?.instanceTemplate).toBe(isNew ? template("two") : undefined);
      expect(instance.id === undefined).toBe(isNew);
    }
    await settled(emulator);
    const after = await instances(emulator);
    expect(after.map(({ currentAction }) => currentAction)).toEqual(["NONE", "NONE", "NONE"]);
    expect(after.filter(({ name }) => before.some((old) => old.name === name))).toEqual([]);
  });

  it.each([
    ["REFRESH", "REFRESHING"],
    ["NONE", "REFRESHING"],
    ["RESTART", "RESTARTING"],
  ])("take a configuration for all with the minimal action %s by %s", async (minimalAction, action) => {
    const emulator = await start({ updatePolicy: { type: "PROACTIVE", minimalAction } }, 200);
    await patch(emulator, { allInstancesConfig: { properties: { labels: { a: "1" } } } });
    expect(await actions(emulator)).toEqual([action, action, action]);
    expect(await read(emulator)).toMatchObject({
      status: { allInstancesConfig: { effective: false, currentRevision: expect.any(String) } },
    });
    await settled(emulator);
    expect(await read(emulator)).toMatchObject({ status: { isStable: true, allInstancesConfig: { effective: true } } });
  });

  it("are not disturbed more than the policy allows", async () => {
    const emulator = await start({ updatePolicy: { type: "PROACTIVE", mostDisruptiveAllowedAction: "RESTART" } });
    await patch(emulator, { instanceTemplate: template("two") });
    expect(await read(emulator)).toMatchObject({ status: { isStable: true, versionTarget: { isReached: false } } });
  });

  it("are made and deleted with the size of the group", async () => {
    const emulator = await start({}, 200);
    await patch(emulator, { targetSize: 5 });
    expect(await read(emulator)).toMatchObject({
      targetSize: 5,
      versions: [{ targetSize: { calculated: 5 } }],
      currentActions: { none: 3, creating: 2 },
      status: { isStable: false },
    });
    await settled(emulator);
    await patch(emulator, { targetSize: 1 });
    expect(await read(emulator)).toMatchObject({ currentActions: { none: 1, deleting: 4 } });
    await settled(emulator);
    expect(await actions(emulator)).toEqual(["NONE"]);
  });

  it("are divided among versions", async () => {
    const emulator = await start({ targetSize: 10, updatePolicy: { type: "PROACTIVE" } });
    await patch(emulator, {
      versions: [
        { name: "stable", instanceTemplate: template("one") },
        { name: "canary", instanceTemplate: template("two"), targetSize: { percent: 25 } },
      ],
    });
    const names = (await instances(emulator)).map(({ version }) => version?.name);
    expect(names.filter((name) => name === "canary")).toHaveLength(3);
    expect(names.filter((name) => name === "stable")).toHaveLength(7);
  });

  it.each([
    { minimalAction: "RESTART", maxSurge: { fixed: 0 } },
    { minimalAction: "REPLACE", replacementMethod: "SUBSTITUTE" },
  ])("follow a change that comes while they still follow another, with %j", async (policy) => {
    const emulator = await start({ updatePolicy: { type: "PROACTIVE", ...policy } }, 200);
    await patch(emulator, { instanceTemplate: template("two") });
    await patch(emulator, { instanceTemplate: template("three") });
    await patch(emulator, { description: "no reason to begin anew" });
    await settled(emulator);
    expect((await instances(emulator)).map(({ version }) => version?.instanceTemplate)).toEqual(
      Array(3).fill(template("three")),
    );
    expect(await read(emulator)).toMatchObject({ status: { isStable: true, versionTarget: { isReached: true } } });
  });

  it("are put, patched and deleted from outside, and the group shows it", async () => {
    const emulator = await emulatorForTest();
    const instance = (name: string) => `${GROUP}/managedInstances/${name}`;
    emulator.objects.put(instance("mine"), { instanceHealth: [{ detailedHealthState: "TIMEOUT" }] });
    emulator.objects.put(GROUP, { targetSize: 1 });
    expect((await instances(emulator)).map(({ name }) => name)).toContain("mine");
    const errors = { errors: [{ code: "ZONE_RESOURCE_POOL_EXHAUSTED", message: "no" }] };
    emulator.objects.put(instance("new"), { currentAction: "CREATING", lastAttempt: { errors } });
    const listed = (await instances(emulator)).find(({ name }) => name === "new");
    expect(listed).toMatchObject({ currentAction: "CREATING", lastAttempt: { errors } });
    expect(listed).not.toHaveProperty("id");
    expect(listed).not.toHaveProperty("appliedConfig");
    expect(await read(emulator)).toMatchObject({ currentActions: { creating: 1 }, status: { isStable: false } });
    emulator.objects.patch(instance("new"), { currentAction: "NONE", lastAttempt: null });
    expect(await read(emulator)).toMatchObject({ currentActions: { creating: 0 }, status: { isStable: true } });
    expect((await admin(emulator, "GET", `/objects/${instance("new")}`)).json).toMatchObject({ name: "new" });
    emulator.objects.delete(instance("new"));
    expect(await actions(emulator)).not.toContain("CREATING");
    emulator.objects.delete(GROUP);
    expect(emulator.objects.list("projects/p/regions")).toEqual([]);
  });

  it.each([
    ["PAGELESS", "?maxResults=2&pageToken=nonsense", [5], false],
    ["PAGINATED", "?maxResults=2", [2, 2, 1], true],
  ])("of a %s group are listed in pages or not", async (listManagedInstancesResults, query, sizes, pages) => {
    const emulator = await start({ targetSize: 5, listManagedInstancesResults });
    const seen: number[] = [];
    const names = new Set<unknown>();
    let token: unknown = "";
    do {
      const { json } = await send(emulator, "POST", `${LIST}${query}${pages ? `&pageToken=${String(token)}` : ""}`);
      const page = json.managedInstances as Wire[];
      seen.push(page.length);
      page.forEach(({ name }) => names.add(name));
      token = json.nextPageToken;
    } while (token !== undefined);
    expect(seen).toEqual(sizes);
    expect(names.size).toBe(5);
  });

  it("are filtered, and neither sorted nor asked for with a body", async () => {
    const emulator = await start();
    const [first] = await instances(emulator);
    const filter = encodeURIComponent(`(currentAction = NONE) (name = ${first?.name ?? ""})`);
    expect((await send(emulator, "POST", `${LIST}?filter=${filter}`)).json.managedInstances).toEqual([first]);
    expect((await refusal(emulator, "POST", `${LIST}?orderBy=name`)).message).toContain("orderBy");
    expect((await refusal(emulator, "POST", LIST, { body: { filter: "x" } })).status).toBe(400);
    expect((await refusal(emulator, "POST", `${LIST}?maxResults=501`)).status).toBe(400);
    emulator.fault({ times: 2, fault: { kind: "partialFailure", unreachables: ["z"], omit: [first?.name ?? ""] } });
    expect((await refusal(emulator, "POST", LIST)).status).toBe(503);
    const { json } = await send(emulator, "POST", `${LIST}?returnPartialSuccess=true`);
    expect(json.managedInstances).toHaveLength(2);
  });

  it("do not go on changing after a reset", async () => {
    const emulator = await start({ updatePolicy: { type: "PROACTIVE" } }, 40);
    await patch(emulator, { instanceTemplate: template("two") });
    await emulator.reset();
    await tick(50);
    expect(emulator.objects.list("projects/p/regions")).toEqual([]);
  });
});
