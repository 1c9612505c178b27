import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { everyGroupSetting } from "../support/groupSettings";
import type { Properties } from "../support/providerProcess";
import { failureOf, project } from "../support/routeProvider";
import { kind, path, root, template, matched, group, startGroupPatch, labels } from "../support/groupPatchProvider";

const url = `${root}/${path}`;

describe("create", () => {
  it("reads, sends what differs with the fingerprint, waits, reads back, and remembers what was there", async () => {
    const { provider, inputs, requests, patches, live, before, emulator } = await startGroupPatch();
    const declared = {
      description: "ours",
      updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { percent: 20 } },
      ...labels({ env: "dev", old: null }),
    };
    const { id, outs } = await provider.create(await inputs(declared));
    expect(id).toBe(path);
    expect(requests()).toEqual(["GET web", "GET operations", "PATCH web", "POST wait", "GET web"]);
    expect(patches()).toEqual([
      {
        description: "ours",
        updatePolicy: { maxSurge: { percent: 20, fixed: null } },
        ...labels({ env: "dev", old: null }),
      },
    ]);
    expect((emulator.requests()[2]?.body as Properties).fingerprint).toBe(before.fingerprint);
    expect(live()).toMatchObject({ targetSize: 12, ...labels({ team: "them", env: "dev" }) });
    expect(outs).toEqual({
      __provider: loader(kind),
      __own: [{ ...declared, ...labels({ env: "dev" }) }],
      __request: emulator.requests()[2]?.query.requestId,
      project,
      region: "us-central1",
      instanceGroupManager: url,
      description: "ours",
      updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { percent: 20 } },
      ...labels({ env: "dev" }),
      managedFields: [
        "allInstancesConfig.properties.labels.env",
        "allInstancesConfig.properties.labels.old",
        "description",
        "updatePolicy.maxSurge",
        "updatePolicy.type",
      ],
      previousValues: {
        description: "theirs",
        updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { fixed: 4 } },
        ...labels({ old: "o" }),
      },
      ...Object.fromEntries(
        ["kind", "creationTimestamp", "selfLink", "instanceGroup", "fingerprint", "status", "currentActions"].map(
          (name) => [name, live()[name]],
        ),
      ),
      numericId: live().id,
    });
    expect(await provider.diff(id, outs, await inputs(declared))).toMatchObject({ changes: false });
  });

  it("sends nothing if everything matches the program", async () => {
    const { provider, inputs, requests } = await startGroupPatch();
    const { outs } = await provider.create(await inputs({ description: "theirs", instanceTemplate: "one" }));
    expect(requests()).toEqual(["GET web", "GET operations", "GET web"]);
    expect(outs).toMatchObject({
      instanceTemplate: template("one"),
      previousValues: { description: "theirs", versions: [{ instanceTemplate: template("one") }] },
    });
  });

  it("takes every field, and never sends one that the program leaves out", async () => {
    const zones = [{ zone: "zones/us-central1-a" }];
    const { provider, inputs, patches, made, emulator } = await startGroupPatch({
      ...group,
      distributionPolicy: { zones },
    });
    const whole = await made(everyGroupSetting);
    expect(await provider.diff(path, whole.outs, await inputs(everyGroupSetting))).toMatchObject({ changes: false });
    const again = await provider.create(await inputs(everyGroupSetting));
    expect(patches()).toEqual([]);
    expect(again.outs.managedFields).toEqual(whole.outs.managedFields);
    emulator.clearRequests();
    await provider.create(await inputs({ description: "only" }));
    expect(patches()).toEqual([{ description: "only" }]);
  });

  it("says plainly that the group has to exist", async () => {
    const { provider, inputs, emulator } = await startGroupPatch();
    emulator.objects.delete(path);
    const failure = await failureOf(provider.create(await inputs({ description: "d" })));
    expect(failure.message).toContain('gce:RegionInstanceGroupManagerPatch "us-central1/web": patch failed: HTTP 404');
    expect(failure.message).toContain("Nothing was changed.");
    expect(failure.partial).toBeUndefined();
  });

  it.each<[string, object, Properties, string]>([
    [
      "a percentage of a small group",
      { targetSize: 9 },
      { updatePolicy: { maxUnavailable: { percent: 20 } } },
      "10 or more instances; this one has 9",
    ],
    [
      "a wait that never ends",
      {},
      { description: "d", waitForInstances: "UPDATED" },
      "updatePolicy.type is OPPORTUNISTIC",
    ],
    [
      "nothing to surge or spare",
      { updatePolicy: { maxSurge: { fixed: 0 } } },
      { updatePolicy: { maxUnavailable: { fixed: 0 } } },
      "cannot both be 0",
    ],
  ])("refuses before patching: %s", async (_what, theirs, args, message) => {
    const { provider, inputs, requests } = await startGroupPatch({ ...group, ...theirs });
    const failure = await failureOf(provider.create(await inputs(args)));
    expect(failure.message).toContain(message);
    expect(requests()).toEqual(["GET web", "GET operations"]);
  });

  it("shows what the service refuses, and that nothing was changed", async () => {
    const { provider, inputs } = await startGroupPatch();
    const failure = await failureOf(provider.create(await inputs({ updatePolicy: { replacementMethod: "RECREATE" } })));
    expect(failure.message).toContain("maxSurge must be equal to 0");
    expect(failure.message).toContain("Nothing was changed.");
  });

  it("names the permission that is missing", async () => {
    const { provider, inputs, emulator } = await startGroupPatch();
    emulator.fault({ match: matched("PATCH"), fault: { kind: "status", status: 403, reason: "forbidden" } });
    const failure = await failureOf(provider.create(await inputs({ description: "d" })));
    expect(failure.message).toContain("compute.instanceGroupManagers.update");
  });

  it("never shows the content of metadata", async () => {
    const { provider, inputs, emulator } = await startGroupPatch();
    const args = { allInstancesConfig: { properties: { metadata: { key: "canary-secret" } } } };
    emulator.fault({
      fault: { kind: "operationError", errors: [{ code: "BAD", message: "canary-secret is bad" }] },
    });
    const failure = await failureOf(provider.create(await inputs(args)));
    expect(failure.message).toContain("[secret] is bad");
    expect(failure.message).not.toContain("canary-secret");
    expect(failure.partial).toBeUndefined();
  });
});

describe("update", () => {
  it("sends only what changed, and restores what the program no longer sets", async () => {
    const { provider, inputs, requests, patches, live, made } = await startGroupPatch();
    const { outs } = await made({ description: "ours", updatePolicy: { type: "PROACTIVE", minimalAction: "RESTART" } });
    const news = await inputs({ updatePolicy: { type: "PROACTIVE", mostDisruptiveAllowedAction: "RESTART" } });
    expect(await provider.diff(path, outs, news)).toMatchObject({ changes: true, replaces: [] });
    const updated = await provider.update(path, outs, news);
    // It manages a member for the first time.
    expect(requests()).toEqual(["GET web", "GET operations", "PATCH web", "POST wait", "GET web"]);
    expect(patches()).toEqual([
      { description: "theirs", updatePolicy: { minimalAction: "REPLACE", mostDisruptiveAllowedAction: "RESTART" } },
    ]);
    expect(live()).toMatchObject({ description: "theirs" });
    expect(updated.outs.previousValues).toEqual({ updatePolicy: { type: "OPPORTUNISTIC" } });
    expect(updated.outs).not.toHaveProperty("description");
    expect(await provider.diff(path, updated.outs, news)).toMatchObject({ changes: false });
  });

  it("leaves alone what somebody else has changed since, with a warning, also after a refresh", async () => {
    for (const refreshed of [false, true]) {
      const { provider, inputs, made, live, told, patches, emulator } = await startGroupPatch();
      const { outs } = await made({ description: "ours", ...labels({ team: "us" }) });
      emulator.objects.patch(path, { description: "third" });
      const olds = refreshed ? (await provider.read(path, outs)).props : outs;
      expect(olds.description).toBe(refreshed ? "third" : "ours");
      const { outs: after } = await provider.update(path, olds, await inputs(labels({ team: "us" })));
      expect(patches()).toEqual([]);
      expect(live().description).toBe("third");
      expect(told().join("\n")).toContain(
        "somebody else has changed description since; the patch leaves the value as it is",
      );
      expect(after.managedFields).toEqual(["allInstancesConfig.properties.labels.team"]);
    }
  });

  it("changes from one form of templates to the other without a request, and keeps versions as the previous value", async () => {
    const { provider, inputs, made, patches, live } = await startGroupPatch();
    const { outs } = await made({ instanceTemplate: "two" });
    expect(outs.previousValues).toEqual({ versions: [{ instanceTemplate: template("one") }] });
    const same = await provider.update(path, outs, await inputs({ versions: [{ instanceTemplate: "two" }] }));
    expect(patches()).toEqual([]);
    const canary = [
      { name: "new", instanceTemplate: "three", targetSize: { percent: 25 } },
      { instanceTemplate: "two" },
    ];
    const { outs: canaried } = await provider.update(path, same.outs, await inputs({ versions: canary }));
    expect(patches()).toEqual([
      {
        versions: [
          { name: "new", instanceTemplate: template("three"), targetSize: { percent: 25 } },
          { instanceTemplate: template("two") },
        ],
      },
    ]);
    expect(canaried.previousValues).toEqual(outs.previousValues);
    expect(await provider.diff(path, canaried, await inputs({ versions: canary }))).toMatchObject({ changes: false });
    await provider.update(path, canaried, await inputs({ description: "d" }));
    expect(live().instanceTemplate).toBe(template("one"));
  });

  it("keeps a change of only local settings without a request", async () => {
    const { provider, inputs, made, requests } = await startGroupPatch();
    const { outs } = await made({ description: "ours" });
    const news = await inputs({ description: "ours", waitForInstances: true, deletionPolicy: "RESTORE" });
    expect(await provider.diff(path, outs, news)).toMatchObject({ changes: true, replaces: [] });
    const updated = await provider.update(path, outs, news);
    expect(requests()).toEqual([]);
    expect(updated.outs).toMatchObject({ waitForInstances: true, deletionPolicy: "RESTORE" });
  });

  it("says when the group rolls out a change although the program does not set its policy", async () => {
    const { provider, inputs, told } = await startGroupPatch({ ...group, updatePolicy: { type: "PROACTIVE" } });
    await provider.create(await inputs({ instanceTemplate: "two" }));
    expect(told().join("\n")).toContain("can start a rollout to existing instances, if");
    expect(told().join("\n")).toContain("so this change starts a rollout");
  });
});
