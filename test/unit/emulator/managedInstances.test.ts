import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { admin, emulatorForTest, refusal, send, tick, type Wire } from "./helpers";
import { GROUP, LIST, template, start, read, patch, instances, settled } from "./groups";

interface Counts {
  readonly recreating: number;
}

async function actions(emulator: Emulator): Promise<string[]> {
  return (await instances(emulator)).map(({ currentAction }) => currentAction);
}

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
      1_500,
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
    const emulator = await start({ updatePolicy: { type: "PROACTIVE" } }, 1_500);
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
    const emulator = await start({ updatePolicy: { type: "PROACTIVE", minimalAction } }, 1_500);
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
    const emulator = await start({}, 1_500);
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

  it("follow a change that comes while they still follow another", async () => {
    const emulator = await start(
      { updatePolicy: { type: "PROACTIVE", minimalAction: "RESTART", maxSurge: { fixed: 0 } } },
      200,
    );
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
