import { describe, expect, it } from "vitest";
import type { Properties } from "../support/providerProcess";
import { failureOf } from "../support/routeProvider";
import { path, template, matched, changing, startGroupPatch, labels } from "../support/groupPatchProvider";

describe("read", () => {
  it("shows drift of what is managed, at any depth, and of nothing else", async () => {
    const { provider, inputs, made, emulator } = await startGroupPatch();
    const args = { description: "ours", updatePolicy: { type: "PROACTIVE" }, ...labels({ env: "dev", old: null }) };
    const { outs } = await made(args);
    emulator.objects.patch(path, {
      targetSize: 11,
      updatePolicy: { minimalAction: "RESTART" },
      ...labels({ more: "m" }),
    });
    const calm = await provider.read(path, outs);
    expect(calm.inputs).toBeUndefined();
    expect(await provider.diff(path, calm.props, await inputs(args))).toMatchObject({ changes: false });

    emulator.objects.patch(path, { description: null, ...labels({ env: "prod", old: "back" }) });
    const read = await provider.read(path, outs);
    expect(read.inputs).toMatchObject(labels({ env: "prod", old: "back" }));
    expect(read.props).not.toHaveProperty("description");
    expect(read.props.managedFields).toEqual(outs.managedFields);
    const again = await provider.read(path, read.props);
    expect(again.props).toEqual({ ...read.props });
    emulator.clearRequests();
    await provider.update(path, again.props, await inputs(args));
    expect(emulator.objects.get(path)).toMatchObject({ description: "ours", ...labels({ env: "dev", more: "m" }) });
  });

  it("forgets a patch whose group is gone, and keeps one that may not be read", async () => {
    const { provider, made, emulator } = await startGroupPatch();
    const { outs } = await made({ description: "ours" });
    emulator.fault({ match: matched("GET"), fault: { kind: "status", status: 403, reason: "forbidden" } });
    const failure = await failureOf(provider.read(path, outs));
    expect(failure.message).toContain("compute.instanceGroupManagers.get");
    emulator.objects.delete(path);
    expect((await provider.read(path, outs)).id).toBe("");
  });
});

describe("delete", () => {
  it("leaves the group as it is, without a request", async () => {
    const { provider, made, requests } = await startGroupPatch();
    const { outs } = await made({ description: "ours" });
    await provider.delete(path, outs);
    expect(requests()).toEqual([]);
  });

  it("restores the earlier values with deletionPolicy RESTORE, if they are still its own", async () => {
    const { provider, made, requests, patches, live, told, emulator } = await startGroupPatch();
    const { outs } = await made({
      description: "ours",
      updatePolicy: { maxSurge: { percent: 50 } },
      instanceTemplate: "two",
      baseInstanceName: "app",
      ...labels({ env: "dev", old: null }),
      deletionPolicy: "RESTORE",
    });
    emulator.objects.patch(path, { baseInstanceName: "other" });
    await provider.delete(path, outs);
    expect(requests()).toEqual(changing);
    expect(patches()).toEqual([
      {
        description: "theirs",
        updatePolicy: { maxSurge: { fixed: 4, percent: null } },
        versions: [{ instanceTemplate: template("one") }],
        ...labels({ env: null as unknown as string, old: "o" }),
      },
    ]);
    expect(live()).toMatchObject({ description: "theirs", ...labels({ team: "them", old: "o" }) });
    expect(told().join("\n")).toContain("somebody else has changed baseInstanceName since");
  });
});

describe("a fingerprint that is out of date", () => {
  it("is read again, and the patch sent again, when others changed other fields", async () => {
    const { provider, inputs, requests, live, meanwhile, emulator } = await startGroupPatch();
    const news = await inputs({ description: "ours", ...labels({ env: "dev" }) });
    await meanwhile(labels({ team: "other" }), () => provider.create(news));
    expect(requests()).toEqual([
      "GET web",
      "GET operations",
      "PATCH web",
      "GET web",
      "GET operations",
      "PATCH web",
      "POST wait",
      "GET web",
    ]);
    expect(live()).toMatchObject({ description: "ours", ...labels({ env: "dev", team: "other", old: "o" }) });
    const sent = emulator.requests().filter(({ method }) => method === "PATCH");
    expect(new Set(sent.map(({ query }) => query.requestId)).size).toBe(2);
    expect(new Set(sent.map(({ body }) => (body as Properties).fingerprint)).size).toBe(2);
  });

  it("is a conflict that shows the three values if others changed the same fields", async () => {
    const { provider, inputs, live, meanwhile } = await startGroupPatch();
    const news = await inputs({
      description: "ours",
      allInstancesConfig: { properties: { metadata: { key: "canary-secret" } } },
    });
    const theirs = { description: "third", allInstancesConfig: { properties: { metadata: { key: "their-canary" } } } };
    const failure = await failureOf(meanwhile(theirs, () => provider.create(news)));
    expect(failure.message).toContain("somebody else changed the same fields at the same time");
    expect(failure.message).toContain('description was "theirs", is "third" now, and is "ours" in the program');
    expect(failure.message).toContain("metadata.key was absent, is a value that is not shown now");
    expect(failure.message).not.toContain("canary");
    expect(failure.message).toContain("Nothing was changed.");
    expect(live().description).toBe("third");
  });
});
