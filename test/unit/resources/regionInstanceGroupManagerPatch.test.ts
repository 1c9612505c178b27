import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { regionInstanceGroupManagerPatch as patch } from "../../../provider/src/resources/instanceGroupManagerPatch/definition";
import type { InstancesGoal } from "../../../provider/src/resources/instanceGroupManagerPatch/definition/instances";
import { refuseForGroup } from "../../../provider/src/resources/instanceGroupManagerPatch/definition/limits";
import { everyGroupSetting } from "../../support/groupSettings";
import { describeTables } from "../../support/kindTables";

const root = "https://www.googleapis.com/compute/v1/projects/my-project";
const group = "projects/my-project/regions/us-central1/instanceGroupManagers/web";

const policy = (updatePolicy: Values): Values => ({ updatePolicy });
const version = (changes: Values): Values => ({ name: "v", instanceTemplate: "t", ...changes });
const labels = (values: unknown): Values => ({ allInstancesConfig: { properties: { labels: values } } });
const zones = (...names: string[]): Values => ({ distributionPolicy: { zones: names.map((zone) => ({ zone })) } });
const wait = (type: string): Values => ({ ...policy({ type }), waitForInstances: "UPDATED" });

const place = {
  project: "my-project",
  region: "us-central1",
  instanceGroupManager: `${root}/regions/us-central1/instanceGroupManagers/web`,
};
const tables = describeTables(patch, { instanceGroupManager: "web" });
const { checked } = tables;
const compared = (there: Values, program: Values) => tables.compared(program, { ...place, ...there });

/** A link to something of a region that is not the group's. */
const ofEast = (field: string) => ({ [field]: `regions/us-east1/${field}s/x` });

describe("a group's patch", () => {
  tables.refuses([
    [{ instanceGroupManager: undefined, description: "d" }, "instanceGroupManager", "is required", "regions/REGION"],
    [{}, "instanceGroupManager", "nothing to manage", "updatePolicy"],
    [wait("OPPORTUNISTIC"), "waitForInstances", 'with updatePolicy.type "OPPORTUNISTIC"', 'or wait for "STABLE"'],
    [
      { instanceGroupManager: group, region: "r", description: "d" },
      "region",
      '"us-central1", as instanceGroupManager',
    ],
    [{ baseInstanceName: "a".repeat(59) }, "baseInstanceName", "at most 58", "it has 59"],
    [{ baseInstanceName: "web###" }, "baseInstanceName", "web-###"],
    [{ instanceTemplate: "global/networks/n" }, "instanceTemplate", "instanceTemplates"],
    [{ versions: [] }, "versions", "versions is empty", "Exactly one version"],
    [{ versions: [version({ targetSize: { fixed: 1 } })] }, "versions", "the only version", "remove it"],
    [{ versions: [version({}), version({ name: "w" })] }, "versions", "versions[0] and versions[1] have no targetSize"],
    [{ versions: [version(ofEast("instanceTemplate"))] }, "versions[0].instanceTemplate", "one of another region"],
    [{ autoHealingPolicies: [ofEast("healthCheck")] }, "autoHealingPolicies[0].healthCheck", "one of another region"],
    [{ targetPools: ["regions/us-east1/targetPools/a"] }, "targetPools[0]", "one of another region"],
    [{ targetSize: { fixed: 3 } }, "targetSize", "an object", "Write: 3"],
    [{ versions: [{ name: "v" }] }, "versions[0].instanceTemplate", "is required: each version has one"],
    [{ versions: [version({ targetSize: { fixed: 1, percent: 2 } })] }, "versions[0].targetSize", "not both"],
    [{ targetSize: -1 }, "targetSize", "from 0 to 2147483647"],
    [{ autoHealingPolicies: [{ healthCheck: "a" }, { healthCheck: "b" }] }, "autoHealingPolicies[1]", "at most one"],
    [{ autoHealingPolicies: [{ initialDelaySec: 3601 }] }, "autoHealingPolicies[0].initialDelaySec", "0 to 3600"],
    [policy({ type: "proactive" }), "updatePolicy.type", "in upper case"],
    [policy({ type: "?" }), "updatePolicy.type", "must be a word", "such as OPPORTUNISTIC, PROACTIVE"],
    [policy({ maxSurge: {} }), "updatePolicy.maxSurge", "either fixed or percent"],
    [policy({ maxSurge: { percent: 101 } }), "updatePolicy.maxSurge.percent", "0 to 100"],
    [policy({ maxSurge: { fixed: 0 }, maxUnavailable: { percent: 0 } }), "updatePolicy.maxUnavailable", "both be 0"],
    [policy({ maxSurgeFixed: 3 }), "updatePolicy.maxSurgeFixed", "updatePolicy.maxSurge: { fixed: … }?"],
    [{ description: "d", statefulDisks: [] }, "statefulDisks", "statefulPolicy: { preservedState: { disks: … } }?"],
    [zones("europe-west1-b"), "distributionPolicy.zones[0].zone", "no zone of the region us-central1"],
    [labels({ team: 1 }), 'allInstancesConfig.properties.labels["team"]', "a text"],
    [{ description: "d", waitForInstances: "READY" }, "waitForInstances", '"STABLE" or "UPDATED"'],
    [{ description: "d", deletionPolicy: "DELETE" }, "deletionPolicy", "RETAIN, RESTORE, PREVENT"],
    [{ description: "d", previous: { status: {} } }, "previous.status", "is not an argument"],
  ]);

  tables.warns([
    [policy({ type: "PROACTIV" }), 'updatePolicy.type is "PROACTIV"', "Did you mean PROACTIVE? It is sent as it is."],
    [policy({ type: "LATER_2" }), "the known values are OPPORTUNISTIC, PROACTIVE. It is sent as it is."],
    [{ statefulPolicy: { preservedState: { disks: { "d 1": { autoDelete: "NEVR" } } } } }, 'disks["d 1"].autoDelete'],
  ]);

  tables.accepts([
    everyGroupSetting,
    { baseInstanceName: "web-###[10]" },
    { region: unknownValue, ...zones("europe-west1-b") },
    policy({ type: "LATER_2", maxSurge: { fixed: 0 }, maxUnavailable: { percent: 20 } }),
    { versions: [version({}), version({ name: "canary", targetSize: { percent: 10 } })] },
    { autoHealingPolicies: [], waitForInstances: true },
    { description: "d", waitForInstances: "true", onFailure: "RESTORE" },
    // One of the two may turn out to be absent.
    { instanceTemplate: unknownValue, versions: [version({})] },
  ]);

  it("takes project and region from the link, and leaves them open while that is unknown", () => {
    const settings = { "gcp:project": "other", "gcp:region": "europe-west1" };
    const placeOf = (instanceGroupManager: string) => {
      const { project, region } = checked({ instanceGroupManager, description: "d" }, settings).inputs;
      return [project, region];
    };
    expect(placeOf(`https://compute.googleapis.com/compute/v1/${group}`)).toEqual(["my-project", "us-central1"]);
    expect(placeOf("regions/us-east1/instanceGroupManagers/web")).toEqual(["other", "us-east1"]);
    expect(placeOf("web")).toEqual(["other", "europe-west1"]);
    expect(placeOf(unknownValue)).toEqual([unknownValue, unknownValue]);
  });

  it.each<[string, unknown, string, string]>([
    ["a zonal group", "zones/us-central1-a/instanceGroupManagers/web", "", "it is zonal, and only a regional one"],
    ["a whole group", { selfLink: group, name: "web" }, "", "Give its selfLink, and not the whole object."],
  ])("asks for no region beside %s", (_what, instanceGroupManager, member, rule) => {
    const { failures } = checked({ instanceGroupManager, description: "d" }, {});
    expect(failures).toMatchObject([{ property: `instanceGroupManager${member}` }]);
    expect(failures[0]?.reason).toContain(rule);
  });

  it("keeps null only where it removes a key", () => {
    const allInstancesConfig = { properties: { labels: { a: "1", old: null }, metadata: null } };
    const updatePolicy = { type: null, maxSurge: { fixed: 3, percent: null } };
    expect(checked({ updatePolicy, allInstancesConfig }).inputs).toMatchObject({
      updatePolicy: { maxSurge: { fixed: 3 } },
      allInstancesConfig: { properties: { labels: { a: "1", old: null } } },
    });
  });
});

describe("a change of a group's patch", () => {
  const template = `${root}/global/instanceTemplates/t`;
  const canary = { name: "w", targetSize: { fixed: 1 } };
  const two = {
    versions: [
      { name: "v", instanceTemplate: template },
      { ...canary, instanceTemplate: template },
    ],
  };
  const healing = (more: Values) => ({ autoHealingPolicies: [{ healthCheck: "h", ...more }] });
  /** A policy without a delay, as what set it is recorded: the service shows no delay of 0. */
  const healed = (set: Values) => ({
    autoHealingPolicies: [{ healthCheck: `${root}/global/healthChecks/h` }],
    managedFields: ["autoHealingPolicies"],
    __own: [healing(set)],
  });
  const proactive = policy({ type: "PROACTIVE" });
  const restarting = policy({ type: "PROACTIVE", minimalAction: "RESTART" });

  it.each<[there: Values, program: Values, isChange: boolean]>([
    [two, { versions: [version(canary), version({})] }, false],
    [two, { versions: [version({})] }, true],
    [{ standbyPolicy: { mode: "MANUAL" } }, { standbyPolicy: { mode: "MANUAL", initialDelaySec: 0 } }, false],
    [labels({ a: "1" }), labels({ a: "1", old: null }), false],
    [labels({ old: "x" }), labels({ old: null }), true],
    [{}, { description: "" }, false],
    [restarting, proactive, true],
    [proactive, policy({ type: unknownValue }), true],
    [healed({}), healing({ initialDelaySec: 0 }), true],
    [healed({ initialDelaySec: 0 }), healing({}), true],
    [healed({ initialDelaySec: 0 }), healing({ initialDelaySec: 0 }), false],
  ])("from %j to %j: %s", (there, program, isChange) => {
    expect(compared(there, program).changes).toBe(isChange);
  });

  const ofGroup = zones(`${root}/zones/us-central1-a`, `${root}/zones/us-central1-b`);
  it.each([zones("us-central1-a", "us-central1-c"), zones("us-central1-a"), zones()])(
    "refuses the zones %j",
    (program) => {
      expect(() => compared(ofGroup, program)).toThrow(
        /"us-central1\/web": distributionPolicy\.zones cannot change, because the zones of a group are immutable\. The group has us-central1-a, us-central1-b, and .* or remove zones from the program\. For other zones, create another group\./,
      );
    },
  );
  it.each([
    { ...zones("us-central1-b", "us-central1-a"), description: "d" },
    zones(unknownValue, "us-central1-a"),
    { description: "d" },
    { instanceGroupManager: "other", ...zones("us-central1-c") },
  ])("lets %j through", (program) => {
    expect(compared(ofGroup, program)).toMatchObject({ changes: true });
  });

  it.each<[program: Values, said: RegExp]>([
    [
      { instanceTemplate: "t" },
      /instanceTemplate can start a rollout.*, if the group's updatePolicy.type is PROACTIVE$/,
    ],
    [
      { instanceTemplate: "t", ...labels({ a: "1" }), ...policy({ type: unknownValue }) },
      /instanceTemplate and allInstancesConfig can start a rollout/,
    ],
    // A program that asks for a rollout knows of it.
    [{ ...labels({ a: "1" }), ...proactive }, /^$/],
    [{ instanceTemplate: "t", ...policy({ type: "OPPORTUNISTIC" }) }, /^$/],
    [{ description: "d", ...policy({ maxSurge: { fixed: 3 } }) }, /^$/],
  ])("says of %j whether it can start a rollout", (program, said) => {
    expect(compared({}, program).messages.join("\n")).toMatch(said);
  });
});

describe("a bound of the wait that comes after its end", () => {
  const program = { description: "d", waitForInstances: "STABLE" };
  const asClass = { __provider: "loader" };
  const within = (time: string) => ({ ...asClass, __timeouts: { create: time, update: time } });

  it.each<[bound: Values, says: string]>([
    [
      { ...asClass, progressDeadlineSec: 1201 },
      "(20m1s) ends no wait, because the deadline of the step (customTimeouts, 20m)",
    ],
    [{ ...within("5m"), progressDeadlineSec: 301 }, "(customTimeouts, 5m) ends it after 5m."],
    [{ ...within("30m"), progressDeadlineSec: 1201, onFailure: "RESTORE" }, "(customTimeouts, 30m) ends it after 20m."],
  ])("is told of in the preview of %j", (bound, says) => {
    expect(compared({}, { ...program, ...bound }).messages.at(-1)).toContain(says);
  });

  it.each<[bound: Values]>([
    [{ ...asClass, progressDeadlineSec: 1200 }],
    [{ ...within("30m"), progressDeadlineSec: 1200, onFailure: "RESTORE" }],
    // The engine tells the plugin the time of the step in the step alone.
    [{ progressDeadlineSec: 3600 }],
  ])("is none in the preview of %j", (bound) => {
    expect(compared({}, { ...program, ...bound }).messages.join("\n")).not.toContain("ends no wait");
  });
});

describe("with the group as it is,", () => {
  const there = {
    targetSize: 9,
    updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { fixed: 0 }, maxUnavailable: { fixed: 3 } },
  };
  const refuse = (body: Values, { waitForInstances, mode, ...values }: Values = {}) => {
    refuseForGroup({ ...there, ...zones("us-central1-a", "us-central1-b") }, body, {
      values,
      autoscaler: mode === undefined ? undefined : { link: "https://a", mode: mode as string },
      goal: waitForInstances as InstancesGoal | undefined,
    });
  };
  const percentage = policy({ maxUnavailable: { percent: 20 } });

  it.each<[body: Values, asked: Values]>([
    [{ targetSize: 10 }, { mode: "OFF" }],
    [{ targetSize: 10, ...percentage }, {}],
    [policy({ type: "PROACTIVE" }), { waitForInstances: "UPDATED" }],
    [{}, { waitForInstances: "STABLE" }],
    [{}, zones("us-central1-b", "us-central1-a")],
    [policy({ maxUnavailable: { fixed: 1, percent: null } }), {}],
  ])("%j is let through with %j", (body, asked) => {
    expect(() => {
      refuse(body, asked);
    }).not.toThrow();
  });
});

describe("an id of a group's patch", () => {
  const context = { project: "my-project", region: "us-central1" };
  const identity = { ...context, instanceGroupManager: "web" };
  tables.reads(context, [
    ["web", identity],
    [group, identity],
    [`${root}/regions/us-central1/instanceGroupManagers/web`, identity],
  ]);
  tables.refusesIds(context, /is not the id of a regional managed instance group/, ["global/networks/n"]);
});
