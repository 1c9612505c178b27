import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../emulator/src/index";
import { loader } from "../../provider/src/runtime/loader";
import { everyGroupSetting } from "../support/groupSettings";
import { requestIdPattern, startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { failureOf, partialFailureOf, project } from "../support/routeProvider";

const kind = "RegionInstanceGroupManagerPatch";
const region = `projects/${project}/regions/us-central1`;
const path = `${region}/instanceGroupManagers/web`;
const root = "https://www.googleapis.com/compute/v1";
const url = `${root}/${path}`;
const template = (name: string) => `${root}/projects/${project}/global/instanceTemplates/${name}`;
const matched = (method: string) => ({ method, path: `/instanceGroupManagers/web$` });

const group = {
  description: "theirs",
  targetSize: 12,
  baseInstanceName: "web",
  instanceTemplate: template("one"),
  updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { fixed: 4 }, maxUnavailable: { fixed: 3 } },
  allInstancesConfig: { properties: { labels: { team: "them", old: "o" } } },
};
const changing = ["GET web", "PATCH web", "POST wait"];

async function start(fields: object = group, options: EmulatorOptions = {}) {
  const started = await startKindProvider(kind, { ...options, config: { "gcp:region": "us-central1" } });
  const { emulator, provider } = started;
  emulator.objects.put(path, { ...fields });
  const inputs = (args: Properties, timeouts?: Properties) =>
    started.inputs({ instanceGroupManager: "web", ...args }, timeouts);
  const live = () => emulator.objects.get(path) ?? {};
  return {
    ...started,
    inputs,
    live,
    before: structuredClone(live()),
    /** `GET web`, `PATCH web`, `POST wait`, `POST web/listManagedInstances`. */
    requests: () =>
      started.requests().map((request) =>
        request
          .replace(/ .*\/(instanceGroupManagers\/)?(web)/, " $2")
          .replace(/ .*\/operations$/, " operations")
          .replace(/ .*wait$/, " wait"),
      ),
    /** The bodies of all patches, without the fingerprint, which every one has. */
    patches() {
      const sent = emulator.requests().filter(({ method }) => method === "PATCH");
      return sent.map(({ body, query }) => {
        expect(query).toEqual({ requestId: expect.stringMatching(requestIdPattern) as string });
        const { fingerprint, ...rest } = body as Properties;
        expect(fingerprint).toEqual(expect.any(String));
        return rest;
      });
    },
    /** A patch that was made, and the log of requests cleared. */
    async made(args: Properties) {
      const answer = await provider.create(await inputs(args));
      emulator.clearRequests();
      return answer;
    },
    /** Somebody else changes the group between our reading and our patch. */
    async meanwhile(theirs: object, step: () => Promise<unknown>) {
      emulator.clearRequests();
      emulator.fault({ match: matched("PATCH"), fault: { kind: "delay", ms: 400 } });
      const done = step();
      const settled = done.catch(() => undefined);
      while (!emulator.requests().some(({ method }) => method === "GET")) await sleep(5);
      await sleep(100);
      emulator.objects.patch(path, { ...theirs });
      await settled;
      return done;
    },
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const labels = (values: Properties) => ({ allInstancesConfig: { properties: { labels: values } } });

describe("create", () => {
  it("reads, sends what differs with the fingerprint, waits, reads back, and remembers what was there", async () => {
    const { provider, inputs, requests, patches, live, before, emulator } = await start();
    const declared = {
      description: "ours",
      updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { percent: 20 } },
      ...labels({ env: "dev", old: null }),
    };
    const { id, outs } = await provider.create(await inputs(declared));
    expect(id).toBe(path);
    expect(requests()).toEqual([...changing, "GET web"]);
    expect(patches()).toEqual([
      {
        description: "ours",
        updatePolicy: { maxSurge: { percent: 20, fixed: null } },
        ...labels({ env: "dev", old: null }),
      },
    ]);
    expect((emulator.requests()[1]?.body as Properties).fingerprint).toBe(before.fingerprint);
    expect(live()).toMatchObject({ targetSize: 12, ...labels({ team: "them", env: "dev" }) });
    expect(outs).toEqual({
      __provider: loader(kind),
      __own: [{ ...declared, ...labels({ env: "dev" }) }],
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

  it("sends nothing where everything is as the program says", async () => {
    const { provider, inputs, requests } = await start();
    const { outs } = await provider.create(await inputs({ description: "theirs", instanceTemplate: "one" }));
    expect(requests()).toEqual(["GET web", "GET web"]);
    expect(outs).toMatchObject({
      instanceTemplate: template("one"),
      previousValues: { description: "theirs", versions: [{ instanceTemplate: template("one") }] },
    });
  });

  it("takes every field, and never sends one that the program leaves out", async () => {
    const { provider, inputs, patches, made, emulator } = await start();
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
    const { provider, inputs, emulator } = await start();
    emulator.objects.delete(path);
    const failure = await failureOf(provider.create(await inputs({ description: "d" })));
    expect(failure.message).toContain('gce:RegionInstanceGroupManagerPatch "us-central1/web": patch failed: HTTP 404');
    expect(failure.message).toContain("Nothing was changed.");
    expect(failure.partial).toBeUndefined();
  });

  it.each<[string, object, Properties, string]>([
    [
      "targetSize under an autoscaler",
      { status: { autoscaler: `${root}/a` } },
      { targetSize: 12 },
      "an autoscaler decides",
    ],
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
    const { provider, inputs, requests } = await start({ ...group, ...theirs });
    const failure = await failureOf(provider.create(await inputs(args)));
    expect(failure.message).toContain(message);
    expect(requests()).toEqual(["GET web"]);
  });

  it("shows what the service refuses, and that nothing was changed", async () => {
    const { provider, inputs } = await start();
    const failure = await failureOf(provider.create(await inputs({ updatePolicy: { replacementMethod: "RECREATE" } })));
    expect(failure.message).toContain("maxSurge must be equal to 0");
    expect(failure.message).toContain("Nothing was changed.");
  });

  it("names the permission that is missing", async () => {
    const { provider, inputs, emulator } = await start();
    emulator.fault({ match: matched("PATCH"), fault: { kind: "status", status: 403, reason: "forbidden" } });
    const failure = await failureOf(provider.create(await inputs({ description: "d" })));
    expect(failure.message).toContain("compute.instanceGroupManagers.update");
  });

  it("never says what metadata holds", async () => {
    const { provider, inputs, emulator } = await start();
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
  it("sends only what changed, and puts back what the program no longer speaks of", async () => {
    const { provider, inputs, requests, patches, live, made } = await start();
    const { outs } = await made({ description: "ours", updatePolicy: { type: "PROACTIVE", minimalAction: "RESTART" } });
    const news = await inputs({ updatePolicy: { type: "PROACTIVE", mostDisruptiveAllowedAction: "RESTART" } });
    expect(await provider.diff(path, outs, news)).toMatchObject({ changes: true, replaces: [] });
    const updated = await provider.update(path, outs, news);
    expect(requests()).toEqual([...changing, "GET web"]);
    expect(patches()).toEqual([
      { description: "theirs", updatePolicy: { minimalAction: "REPLACE", mostDisruptiveAllowedAction: "RESTART" } },
    ]);
    expect(live()).toMatchObject({ description: "theirs" });
    expect(updated.outs.previousValues).toEqual({ updatePolicy: { type: "OPPORTUNISTIC" } });
    expect(updated.outs).not.toHaveProperty("description");
    expect(await provider.diff(path, updated.outs, news)).toMatchObject({ changes: false });
  });

  it("remembers a field that it manages for the first time, and never overwrites what it remembers", async () => {
    const { provider, inputs, made, live } = await start();
    const { outs } = await made({ description: "one" });
    const two = await provider.update(path, outs, await inputs({ description: "two", ...labels({ team: "us" }) }));
    expect(two.outs.previousValues).toEqual({ description: "theirs", ...labels({ team: "them" }) });
    const read = await provider.read(path, two.outs);
    expect(read.props.previousValues).toEqual(two.outs.previousValues);
    const three = await provider.update(path, read.props, await inputs({ ...labels({ team: "us" }) }));
    expect(three.outs.previousValues).toEqual(labels({ team: "them" }));
    expect(live().description).toBe("theirs");
  });

  it("leaves alone what somebody else has changed since, with a warning, also after a refresh", async () => {
    for (const refreshed of [false, true]) {
      const { provider, inputs, made, live, told, patches, emulator } = await start();
      const { outs } = await made({ description: "ours", ...labels({ team: "us" }) });
      emulator.objects.patch(path, { description: "third" });
      const olds = refreshed ? (await provider.read(path, outs)).props : outs;
      expect(olds.description).toBe(refreshed ? "third" : "ours");
      const { outs: after } = await provider.update(path, olds, await inputs(labels({ team: "us" })));
      expect(patches()).toEqual([]);
      expect(live().description).toBe("third");
      expect(told().join("\n")).toContain("somebody else has changed description since; that is left as it is");
      expect(after.managedFields).toEqual(["allInstancesConfig.properties.labels.team"]);
    }
  });

  it("changes from one form of templates to the other without a request, and keeps versions as the previous value", async () => {
    const { provider, inputs, made, patches, live } = await start();
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
    const { provider, inputs, made, requests } = await start();
    const { outs } = await made({ description: "ours" });
    const news = await inputs({ description: "ours", waitForInstances: true, deletionPolicy: "RESTORE" });
    expect(await provider.diff(path, outs, news)).toMatchObject({ changes: true, replaces: [] });
    const updated = await provider.update(path, outs, news);
    expect(requests()).toEqual([]);
    expect(updated.outs).toMatchObject({ waitForInstances: true, deletionPolicy: "RESTORE" });
  });

  it("puts back a key that the program no longer removes, and takes on one that is gone already", async () => {
    const { provider, inputs, made, live } = await start();
    const { outs } = await made(labels({ env: "dev", old: null }));
    const news = await inputs(labels({ env: "dev" }));
    expect(await provider.diff(path, outs, news)).toMatchObject({ changes: true, replaces: [] });
    const { outs: after } = await provider.update(path, outs, news);
    expect(live()).toMatchObject(labels({ env: "dev", old: "o" }));
    const gone = await inputs(labels({ env: "dev", never: null }));
    expect(await provider.diff(path, after, gone)).toMatchObject({ changes: true });
    const { outs: last } = await provider.update(path, after, gone);
    expect(last.managedFields).toContain("allInstancesConfig.properties.labels.never");
    expect(await provider.diff(path, last, gone)).toMatchObject({ changes: false });
  });

  it("says when the group is going to roll out what the program does not know of", async () => {
    const { provider, inputs, told } = await start({ ...group, updatePolicy: { type: "PROACTIVE" } });
    await provider.create(await inputs({ instanceTemplate: "two" }));
    expect(told().join("\n")).toContain("can start a rollout to existing instances, if");
    expect(told().join("\n")).toContain("so this change starts a rollout");
  });
});

describe("a fingerprint that is out of date", () => {
  it("is read again, and the patch sent again, when others changed other fields", async () => {
    const { provider, inputs, requests, live, meanwhile, emulator } = await start();
    const news = await inputs({ description: "ours", ...labels({ env: "dev" }) });
    await meanwhile(labels({ team: "other" }), () => provider.create(news));
    expect(requests()).toEqual(["GET web", "PATCH web", "GET web", "PATCH web", "POST wait", "GET web"]);
    expect(live()).toMatchObject({ description: "ours", ...labels({ env: "dev", team: "other", old: "o" }) });
    const sent = emulator.requests().filter(({ method }) => method === "PATCH");
    expect(new Set(sent.map(({ query }) => query.requestId)).size).toBe(2);
    expect(new Set(sent.map(({ body }) => (body as Properties).fingerprint)).size).toBe(2);
  });

  it("is a conflict that shows the three values, when they changed the same", async () => {
    const { provider, inputs, live, meanwhile } = await start();
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

  it("is no conflict, when they made it what the program says", async () => {
    const { provider, inputs, requests, meanwhile } = await start();
    const news = await inputs({ description: "ours" });
    await meanwhile({ description: "ours" }, () => provider.create(news));
    expect(requests()).toEqual(["GET web", "PATCH web", "GET web", "GET web"]);
  });

  it("does not keep twenty patches of one group from landing together", async () => {
    const { provider, inputs, live, patches } = await start(group, { latency: { defaultMs: 5 } });
    const keys = Array.from({ length: 20 }, (_value, index) => `k${String(index)}`);
    const all = await Promise.all(keys.map((key) => inputs(labels({ [key]: "v" }))));
    await Promise.all(all.map((news) => provider.create(news)));
    const landed = (live().allInstancesConfig as { properties: { labels: Properties } }).properties.labels;
    expect(Object.keys(landed).sort()).toEqual([...keys, "old", "team"].sort());
    // In one process they take turns, so that none is refused.
    expect(patches()).toHaveLength(20);
  });
});

describe("what was left behind", () => {
  const declared = { description: "ours", ...labels({ team: "us" }) };

  it("is settled by update, which sends again only what did not land", async () => {
    for (const acted of [true, false]) {
      const { provider, inputs, emulator, live, patches } = await start();
      emulator.fault({
        match: matched("PATCH"),
        times: "always",
        fault: { kind: acted ? "resetAfter" : "resetBefore" },
      });
      const news = await inputs(declared, { create: "1s" });
      const { properties, message } = await partialFailureOf(provider.create(news));
      expect(message).toContain("Whether the service received it is not known");
      expect(properties).toMatchObject({
        previousValues: { description: "theirs", ...labels({ team: "them" }) },
        managedFields: ["allInstancesConfig.properties.labels.team", "description"],
        __pending: { action: "patch" },
      });
      emulator.clearFaults();
      emulator.clearRequests();
      const { outs } = await provider.update(path, properties, await inputs(declared));
      expect(patches()).toEqual(acted ? [] : [declared]);
      expect(outs).not.toHaveProperty("__pending");
      expect(outs.previousValues).toEqual(properties.previousValues);
      expect(live()).toMatchObject({ description: "ours" });
    }
  });

  it("is put back by delete, whether it landed or not", async () => {
    for (const acted of [true, false]) {
      const { provider, inputs, emulator, live, before } = await start();
      emulator.fault({
        match: matched("PATCH"),
        times: "always",
        fault: { kind: acted ? "resetAfter" : "resetBefore" },
      });
      const news = await inputs({ ...declared, deletionPolicy: "RESTORE" }, { create: "1s" });
      const { properties } = await partialFailureOf(provider.create(news));
      emulator.clearFaults();
      await provider.delete(path, properties);
      expect(live()).toMatchObject({ description: before.description, allInstancesConfig: before.allInstancesConfig });
    }
  });

  it("still goes back, when the update that should have put it back was lost", async () => {
    for (const acted of [true, false]) {
      const { provider, inputs, emulator, live, made } = await start();
      const { outs } = await made(declared);
      emulator.fault({
        match: matched("PATCH"),
        times: "always",
        fault: { kind: acted ? "resetAfter" : "resetBefore" },
      });
      const { properties } = await partialFailureOf(
        provider.update(path, outs, await inputs(labels({ team: "we" }), { update: "1s" })),
      );
      emulator.clearFaults();
      const news = await inputs(labels({ team: "we" }));
      const after = await provider.update(path, properties, news);
      expect(live()).toMatchObject({ description: "theirs", ...labels({ team: "we", old: "o" }) });
      expect(after.outs.managedFields).toEqual(["allInstancesConfig.properties.labels.team"]);
      expect(after.outs.previousValues).toEqual(labels({ team: "them" }));
      expect(await provider.diff(path, after.outs, news)).toMatchObject({ changes: false });
    }
  });

  it("is recorded with the operation that outlasts the deadline, and waited for by the next step", async () => {
    const { provider, inputs, emulator, patches } = await start(group, { latency: { byType: { patch: 1500 } } });
    const { properties } = await partialFailureOf(provider.create(await inputs(declared, { create: "500ms" })));
    const { path: operation } = emulator.operations()[0] ?? { path: "" };
    expect(properties.__pending).toMatchObject({ action: "patch", operation });
    const { outs } = await provider.update(path, properties, await inputs(declared));
    expect(patches()).toHaveLength(1);
    expect(outs).toMatchObject(declared);
  });

  it("is looked at, when the service has forgotten the operation", async () => {
    for (const when of ["atOnce", "whenDone"] as const) {
      const { provider, inputs, emulator, live } = await start();
      emulator.fault({ match: matched("PATCH"), fault: { kind: "operationVanishes", when } });
      const { outs } = await provider.create(await inputs(declared));
      expect(outs).toMatchObject(declared);
      expect(live().description).toBe("ours");
    }
  });
});

describe("read", () => {
  it("shows drift of what is managed, at any depth, and of nothing else", async () => {
    const { provider, inputs, made, emulator } = await start();
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

  it("shows versions that somebody else added under a template, and mends that", async () => {
    const { provider, inputs, made, emulator, live } = await start();
    const { outs } = await made({ instanceTemplate: "two" });
    const versions = [
      { name: "x", instanceTemplate: template("three"), targetSize: { fixed: 1 } },
      { instanceTemplate: template("two") },
    ];
    emulator.objects.patch(path, { versions });
    const { props } = await provider.read(path, outs);
    expect(props).not.toHaveProperty("instanceTemplate");
    await provider.update(path, props, await inputs({ instanceTemplate: "two" }));
    expect(live().instanceTemplate).toBe(template("two"));
  });

  it("forgets a patch whose group is gone, and keeps one that may not be read", async () => {
    const { provider, made, emulator } = await start();
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
    const { provider, made, requests } = await start();
    const { outs } = await made({ description: "ours" });
    await provider.delete(path, outs);
    expect(requests()).toEqual([]);
  });

  it("puts back what was there, where that is asked for, and only what is still ours", async () => {
    const { provider, made, requests, patches, live, told, emulator } = await start();
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

  it("succeeds when the group is gone", async () => {
    const { provider, made, emulator } = await start();
    const { outs } = await made({ description: "ours", deletionPolicy: "RESTORE" });
    emulator.objects.delete(path);
    await provider.delete(path, outs);
  });

  it("puts back what the program said was there before", async () => {
    const { provider, made, live } = await start({ ...group, description: "ours" });
    const { outs } = await made({ description: "ours", previous: { description: "first" }, deletionPolicy: "RESTORE" });
    expect(outs).not.toHaveProperty("previous");
    await provider.delete(path, outs);
    expect(live().description).toBe("first");
  });
});

describe("waitForInstances", () => {
  const proactive = { instanceTemplate: "two", updatePolicy: { type: "PROACTIVE" } };

  it.each(["UPDATED", "STABLE", true])("%s waits until the instances are so", async (waitForInstances) => {
    const { provider, inputs, live, requests } = await start(group, { latency: { instancesMs: 600 } });
    await provider.create(await inputs({ ...proactive, waitForInstances }));
    expect(live().status).toMatchObject({ isStable: true, versionTarget: { isReached: true } });
    expect(requests().filter((request) => request === "GET web").length).toBeGreaterThan(3);
  });

  it.each([false, "NONE"])("%s does not wait", async (waitForInstances) => {
    const { provider, inputs, live } = await start(group, { latency: { instancesMs: 60_000 } });
    const { outs } = await provider.create(await inputs({ ...proactive, waitForInstances }));
    expect(live().status).toMatchObject({ isStable: false });
    expect(outs.status).toMatchObject({ isStable: false });
  });

  it("tells at the deadline what is going on and what went wrong, and the next step waits on", async () => {
    const { provider, inputs, emulator, patches } = await start(group, { latency: { instancesMs: 4000 } });
    const args = { ...proactive, waitForInstances: "UPDATED" };
    const creating = provider.create(await inputs(args, { create: "1500ms" }));
    await sleep(400);
    emulator.objects.put(`${path}/managedInstances/web-bad`, {
      currentAction: "CREATING",
      lastAttempt: { errors: { errors: [{ code: "QUOTA_EXCEEDED", message: "no more CPUs" }] } },
    });
    const { message, properties } = await partialFailureOf(creating);
    expect(message).toContain("waitForInstances failed: the instances are not UPDATED after");
    expect(message).toMatch(/current actions: .*creating \d+/);
    expect(message).toContain("web-bad (CREATING): QUOTA_EXCEEDED: no more CPUs");
    expect(message).toContain("The change is done and recorded: run `pulumi up` again to wait on");
    emulator.objects.delete(`${path}/managedInstances/web-bad`);
    const { outs } = await provider.update(path, properties, await inputs(args));
    expect(patches()).toHaveLength(1);
    expect(outs.status).toMatchObject({ isStable: true });
    expect(outs).not.toHaveProperty("__pending");
  });

  it("reports what went wrong on the last page of the instances too", async () => {
    const { provider, inputs, emulator, requests } = await start(
      { ...group, listManagedInstancesResults: "PAGINATED" },
      { latency: { instancesMs: 60_000 } },
    );
    for (let index = 0; index < 501; index += 1) {
      emulator.objects.put(`${path}/managedInstances/more-${String(index).padStart(4, "0")}`, {});
    }
    emulator.objects.put(`${path}/managedInstances/zz-last`, {
      currentAction: "CREATING",
      lastAttempt: { errors: { errors: [{ code: "QUOTA_EXCEEDED", message: "no more CPUs" }] } },
    });
    const creating = provider.create(await inputs({ ...proactive, waitForInstances: true }, { create: "1500ms" }));
    const { message } = await partialFailureOf(creating);
    expect(message).toMatch(/zz-last \([A-Z]+\): QUOTA_EXCEEDED: no more CPUs/);
    const pages = requests().filter((request) => request === "POST web/listManagedInstances");
    expect(pages).toHaveLength(2);
  });

  const restoring = { ...proactive, deletionPolicy: "RESTORE" };

  it.each(["STABLE", "UPDATED", true])("%s waits after a restore too", async (waitForInstances) => {
    const { provider, inputs, live, requests, emulator } = await start(
      { ...group, updatePolicy: { ...group.updatePolicy, type: "PROACTIVE" } },
      { latency: { instancesMs: 500 } },
    );
    const { outs } = await provider.create(await inputs({ ...restoring, waitForInstances }));
    emulator.clearRequests();
    await provider.delete(path, outs);
    expect(live()).toMatchObject({ instanceTemplate: template("one"), status: { isStable: true } });
    expect(live().status).toMatchObject({ versionTarget: { isReached: true } });
    expect(requests().slice(0, 3)).toEqual(changing);
    expect(requests().filter((request) => request === "GET web").length).toBeGreaterThan(3);
  });

  it("UPDATED waits for quiet only, where the restored policy updates nothing by itself", async () => {
    const { provider, inputs, live } = await start();
    const { outs } = await provider.create(await inputs({ ...restoring, waitForInstances: "UPDATED" }));
    await provider.delete(path, outs);
    expect(live()).toMatchObject({
      updatePolicy: { type: "OPPORTUNISTIC" },
      status: { isStable: true, versionTarget: { isReached: false } },
    });
  });

  it("tells when a restore is not over at the deadline, and the next destroy waits on without another patch", async () => {
    const { provider, inputs, patches, requests, emulator } = await start(
      { ...group, updatePolicy: { ...group.updatePolicy, type: "PROACTIVE" } },
      { latency: { instancesMs: 1500 } },
    );
    const args = { ...restoring, waitForInstances: true };
    const { outs } = await provider.create(await inputs(args, { delete: "700ms" }));
    emulator.clearRequests();
    const { message } = await failureOf(provider.delete(path, outs));
    expect(message).toContain(
      "delete failed: the settings are back as they were, and the instances are not STABLE after",
    );
    expect(message).toContain("It stays recorded: run the same command again to go on");
    await sleep(1_000);
    await provider.delete(path, outs);
    expect(patches()).toHaveLength(1);
    expect(requests().at(-1)).toBe("GET web");
  });
});
