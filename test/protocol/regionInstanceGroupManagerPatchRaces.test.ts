import { describe, expect, it } from "vitest";
import type { Properties } from "../support/providerProcess";
import { failureOf, forgettingSoon, loseForGood, minutesLater, partialFailureOf } from "../support/routeProvider";
import { path, matched, group, startGroupPatch, labels } from "../support/groupPatchProvider";

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

  it("is not a conflict if others set the values of the program", async () => {
    const { provider, inputs, requests, meanwhile } = await startGroupPatch();
    const news = await inputs({ description: "ours" });
    await meanwhile({ description: "ours" }, () => provider.create(news));
    expect(requests()).toEqual(["GET web", "GET operations", "PATCH web", "GET web", "GET operations", "GET web"]);
  });

  it.each([
    [
      "versions",
      { versions: [{ instanceTemplate: "two" }, { name: "n", instanceTemplate: "one", targetSize: { fixed: 1 } }] },
    ],
    ["instanceTemplate", { instanceTemplate: "two" }],
    ["updatePolicy", { updatePolicy: { maxSurge: { percent: 20 } } }],
  ])("is not a conflict in %s if only sizes that the service calculates differ", async (_field, declared) => {
    const { provider, inputs, live, meanwhile } = await startGroupPatch();
    const news = await inputs(declared);
    expect(live().versions).toMatchObject([{ targetSize: { calculated: 12 } }]);
    const { outs } = (await meanwhile({ targetSize: 15 }, () => provider.create(news))) as { outs: Properties };
    expect(live()).toMatchObject({ targetSize: 15 });
    expect(await provider.diff(path, outs, news)).toMatchObject({ changes: false });
  });

  it("lets twenty patches of one group succeed at the same time", async () => {
    const { provider, inputs, live, patches } = await startGroupPatch(group, { latency: { defaultMs: 5 } });
    const keys = Array.from({ length: 20 }, (_value, index) => `k${String(index)}`);
    const all = await Promise.all(keys.map((key) => inputs(labels({ [key]: "v" }))));
    await Promise.all(all.map((news) => provider.create(news)));
    const landed = (live().allInstancesConfig as { properties: { labels: Properties } }).properties.labels;
    expect(Object.keys(landed).sort()).toEqual([...keys, "old", "team"].sort());
    // In one process they take turns, so that none is refused.
    expect(patches()).toHaveLength(20);
  });
});

describe("a patch whose end is unknown", () => {
  const declared = { description: "ours", ...labels({ team: "us" }) };

  it("is settled by update, which repeats only what the service did not make", async () => {
    for (const acted of [true, false]) {
      const { provider, inputs, emulator, live, patches } = await startGroupPatch();
      loseForGood(emulator, matched("PATCH"), acted);
      const news = await inputs(declared, { create: "1s", update: "5s" });
      const { properties, message } = await partialFailureOf(provider.create(news));
      expect(message).toContain("It is not known whether the service received the request");
      expect(properties).toMatchObject({
        previousValues: { description: "theirs", ...labels({ team: "them" }) },
        managedFields: ["allInstancesConfig.properties.labels.team", "description"],
        __pending: [{ action: "patch" }],
      });
      emulator.clearFaults();
      emulator.clearRequests();
      const { outs } = await provider.update(path, minutesLater(properties), news);
      expect(patches()).toEqual(acted ? [] : [declared]);
      expect(outs).not.toHaveProperty("__pending");
      expect(outs.previousValues).toEqual(properties.previousValues);
      expect(live()).toMatchObject({ description: "ours" });
    }
  });

  it("is undone by delete, whether or not the service made it", async () => {
    for (const acted of [true, false]) {
      const { provider, inputs, emulator, live, before } = await startGroupPatch();
      loseForGood(emulator, matched("PATCH"), acted);
      const news = await inputs({ ...declared, deletionPolicy: "RESTORE" }, { create: "1s", delete: "1s" });
      const { properties } = await partialFailureOf(provider.create(news));
      emulator.clearFaults();
      await provider.delete(path, minutesLater(properties));
      expect(live()).toMatchObject({ description: before.description, allInstancesConfig: before.allInstancesConfig });
    }
  });

  it("is still undone if the update that restores the earlier values was lost", async () => {
    for (const acted of [true, false]) {
      const { provider, inputs, emulator, live, made } = await startGroupPatch();
      const { outs } = await made(declared);
      loseForGood(emulator, matched("PATCH"), acted);
      const { properties } = await partialFailureOf(
        provider.update(path, outs, await inputs(labels({ team: "we" }), { update: "1s" })),
      );
      emulator.clearFaults();
      const news = await inputs(labels({ team: "we" }), { update: "5s" });
      const after = await provider.update(path, minutesLater(properties), news);
      expect(live()).toMatchObject({ description: "theirs", ...labels({ team: "we", old: "o" }) });
      expect(after.outs.managedFields).toEqual(["allInstancesConfig.properties.labels.team"]);
      expect(after.outs.previousValues).toEqual(labels({ team: "them" }));
      expect(await provider.diff(path, after.outs, news)).toMatchObject({ changes: false });
    }
  });

  it("is recorded with the operation that outlasts the deadline, and waited for by the next step", async () => {
    const { provider, inputs, emulator, patches } = await startGroupPatch(group, {
      latency: { byType: { patch: 2500 } },
    });
    const { properties } = await partialFailureOf(provider.create(await inputs(declared, { create: "1s" })));
    const { path: operation } = emulator.operations()[0] ?? { path: "" };
    expect(properties.__pending).toMatchObject([{ action: "patch", operation }]);
    const { outs } = await provider.update(path, properties, await inputs(declared));
    expect(patches()).toHaveLength(1);
    expect(outs).toMatchObject(declared);
  });

  it("is settled by a read if the service no longer knows the operation", async () => {
    for (const when of ["atOnce", "whenDone"] as const) {
      const { provider, inputs, emulator, live } = await startGroupPatch();
      emulator.fault({ match: matched("PATCH"), fault: { kind: "operationVanishes", when } });
      const { outs } = await provider.create(await inputs(declared, forgettingSoon));
      expect(outs).toMatchObject(declared);
      expect(live().description).toBe("ours");
      const statuses = provider.logs.filter(({ ephemeral }) => ephemeral).map(({ message }) => message);
      expect(statuses.join("\n")).toContain("the service no longer knows the operation");
      expect(statuses.join("\n")).not.toContain("somebody else");
    }
  });
});
