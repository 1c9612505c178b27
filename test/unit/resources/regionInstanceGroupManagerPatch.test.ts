import { describe, expect, it } from "vitest";
import { regionInstanceGroupManagerPatch as patch } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import { check } from "../../../provider/src/lifecycle/check";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { everyGroupSetting } from "../../support/groupSettings";
import { offlineResource, testConfiguration } from "../../support/offlineResource";
import { root, policy, version, labels } from "../../support/groupPatchInputs";

const group = "projects/my-project/regions/us-central1/instanceGroupManagers/web";

const checked = (news: Values, configuration: Readonly<Record<string, string>> = testConfiguration) =>
  check(offlineResource(patch, configuration), {}, { instanceGroupManager: "web", ...news });
const problems = (news: Values) => checked(news).failures;

const refused: [what: string, news: Values, property: string, ...fragments: string[]][] = [
  [
    "no group",
    { instanceGroupManager: undefined, description: "d" },
    "instanceGroupManager",
    "is required",
    "regions/REGION",
  ],
  [
    "a zonal group",
    { instanceGroupManager: "zones/z/instanceGroupManagers/g", description: "d" },
    "instanceGroupManager",
    "regions/REGION",
  ],
  [
    "an instance group",
    { instanceGroupManager: "regions/r/instanceGroups/g", description: "d" },
    "instanceGroupManager",
    "names something else",
  ],
  ["nothing to manage", {}, "instanceGroupManager", "nothing to manage", "updatePolicy"],
  [
    "a wait for an update that nobody makes",
    { updatePolicy: { type: "OPPORTUNISTIC" }, waitForInstances: "UPDATED" },
    "waitForInstances",
    'with updatePolicy.type "OPPORTUNISTIC"',
    'or wait for "STABLE"',
  ],
  [
    "a region that the link contradicts",
    { instanceGroupManager: group, region: "europe-west1", description: "d" },
    "region",
    '"us-central1"',
    "as instanceGroupManager says",
  ],
  [
    "a project that the link contradicts",
    { instanceGroupManager: group, project: "other", description: "d" },
    "project",
    '"my-project"',
    "left out",
  ],
  ["description: a number", { description: 5 }, "description", "a text"],
  [
    "baseInstanceName: 59 characters",
    { baseInstanceName: "a".repeat(59) },
    "baseInstanceName",
    "at most 58",
    "it has 59",
  ],
  ["baseInstanceName: upper case", { baseInstanceName: "Web" }, "baseInstanceName", "RFC 1035"],
  [
    "baseInstanceName: ends with a hyphen",
    { baseInstanceName: "web-" },
    "baseInstanceName",
    "not ending with a hyphen",
  ],
  ["baseInstanceName: # without a hyphen", { baseInstanceName: "web###" }, "baseInstanceName", "web-###"],
  ["baseInstanceName: # in the middle", { baseInstanceName: "web-#-a" }, "baseInstanceName", "web-###"],
  ["baseInstanceName: eleven #", { baseInstanceName: `w-${"#".repeat(11)}` }, "baseInstanceName", "one to ten"],
  ["instanceTemplate: a network", { instanceTemplate: "global/networks/n" }, "instanceTemplate", "instanceTemplates"],
  ["both forms of templates", { instanceTemplate: "t", versions: [version({})] }, "versions", "twice", "keep one"],
  ["versions: none", { versions: [] }, "versions", "Exactly one version", "0 have none"],
  [
    "versions: two that are open",
    { versions: [version({}), version({ name: "w" })] },
    "versions",
    "Exactly one",
    "2 have none",
  ],
  ["versions: none that is open", { versions: [version({ targetSize: { fixed: 1 } })] }, "versions", "0 have none"],
  [
    "versions: a name twice",
    { versions: [version({}), version({ targetSize: { fixed: 1 } })] },
    "versions[1].name",
    "must differ",
  ],
  ["versions: no template", { versions: [{ name: "v" }] }, "versions[0].instanceTemplate", "needs an instanceTemplate"],
  [
    "versions: a misspelt member",
    { versions: [version({ template: "t" })] },
    "versions[0].template",
    "is not an argument",
  ],
  [
    "versions: a bad size",
    { versions: [version({ targetSize: { fixed: 1, percent: 2 } })] },
    "versions[0].targetSize",
    "not both",
  ],
  ["targetSize: negative", { targetSize: -1 }, "targetSize", "from 0 to 2147483647"],
  ["targetStoppedSize: a fraction", { targetStoppedSize: 0.5 }, "targetStoppedSize", "a whole number"],
  ["targetSuspendedSize: a text", { targetSuspendedSize: "1" }, "targetSuspendedSize", "a whole number"],
  ["targetPools: one twice", { targetPools: ["a", "a"] }, "targetPools[1]", "same as targetPools[0]"],
  ["targetPools: global", { targetPools: ["global/targetPools/a"] }, "targetPools[0]", "regions/REGION"],
  [
    "two autohealing policies",
    { autoHealingPolicies: [{ healthCheck: "a" }, { healthCheck: "b" }] },
    "autoHealingPolicies[1]",
    "at most one",
  ],
  [
    "autohealing: too long",
    { autoHealingPolicies: [{ initialDelaySec: 3601 }] },
    "autoHealingPolicies[0].initialDelaySec",
    "0 to 3600",
  ],
  ["autohealing: no list", { autoHealingPolicies: { healthCheck: "a" } }, "autoHealingPolicies", "a list"],
  [
    "autohealing: a bad check",
    { autoHealingPolicies: [{ healthCheck: "global/networks/n" }] },
    "autoHealingPolicies[0].healthCheck",
    "healthChecks",
  ],
  ["standby: negative", { standbyPolicy: { initialDelaySec: -1 } }, "standbyPolicy.initialDelaySec", "0 to 3600"],
  ["updatePolicy: lower case", policy({ type: "proactive" }), "updatePolicy.type", "in upper case"],
  [
    "maxSurge: both",
    policy({ maxSurge: { fixed: 1, percent: 1 } }),
    "updatePolicy.maxSurge",
    "either fixed or percent, not both",
  ],
  ["maxSurge: neither", policy({ maxSurge: {} }), "updatePolicy.maxSurge", "either fixed or percent"],
  ["maxSurge: a number", policy({ maxSurge: 3 }), "updatePolicy.maxSurge", "an object with fixed, percent"],
  ["maxSurge: 101 percent", policy({ maxSurge: { percent: 101 } }), "updatePolicy.maxSurge.percent", "0 to 100"],
  ["maxSurge: negative", policy({ maxSurge: { fixed: -1 } }), "updatePolicy.maxSurge.fixed", "0 to"],
  [
    "maxSurge: calculated",
    policy({ maxSurge: { calculated: 1 } }),
    "updatePolicy.maxSurge.calculated",
    "is not an argument",
  ],
  [
    "neither surge nor unavailable",
    policy({ maxSurge: { fixed: 0 }, maxUnavailable: { percent: 0 } }),
    "updatePolicy.maxUnavailable",
    "cannot both be 0",
  ],
  [
    "another provider's maxSurgeFixed",
    policy({ maxSurgeFixed: 3 }),
    "updatePolicy.maxSurgeFixed",
    "updatePolicy.maxSurge: { fixed: … }?",
  ],
  [
    "another provider's zones",
    { description: "d", distributionPolicyZones: ["a"] },
    "distributionPolicyZones",
    "distributionPolicy: { zones: [{ zone: … }] }?",
  ],
  [
    "another provider's disks",
    { description: "d", statefulDisks: [] },
    "statefulDisks",
    "statefulPolicy: { preservedState: { disks: … } }?",
  ],
  [
    "another provider's labels",
    { allInstancesConfig: { labels: {} } },
    "allInstancesConfig.labels",
    "properties: { labels: … }?",
  ],
  [
    "a zone of another region",
    { distributionPolicy: { zones: [{ zone: "europe-west1-b" }] } },
    "distributionPolicy.zones[0].zone",
    "a zone of the region us-central1",
  ],
  [
    "a zone that is none",
    { distributionPolicy: { zones: [{ zone: "regions/r" }] } },
    "distributionPolicy.zones[0].zone",
    "a zone: its name",
  ],
  ["a label of a number", labels({ team: 1 }), 'allInstancesConfig.properties.labels["team"]', "a text"],
  ["labels in a list", labels(["a"]), "allInstancesConfig.properties.labels", "to null to remove it"],
  [
    "a rank of a text",
    { instanceFlexibilityPolicy: { instanceSelections: { a: { rank: "1" } } } },
    'instanceFlexibilityPolicy.instanceSelections["a"].rank',
    "a whole number",
  ],
  [
    "a bad rule for a disk",
    { statefulPolicy: { preservedState: { disks: { d: { autoDelete: "no" } } } } },
    'statefulPolicy.preservedState.disks["d"].autoDelete',
    "in upper case",
  ],
  [
    "a workload policy elsewhere",
    { resourcePolicies: { workloadPolicy: "global/resourcePolicies/p" } },
    "resourcePolicies.workloadPolicy",
    "regions/REGION",
  ],
  [
    "waitForInstances: another word",
    { description: "d", waitForInstances: "READY" },
    "waitForInstances",
    '"STABLE" or "UPDATED"',
  ],
  [
    "deletionPolicy: DELETE",
    { description: "d", deletionPolicy: "DELETE" },
    "deletionPolicy",
    "RETAIN, RESTORE, PREVENT",
  ],
  [
    "previous: what cannot be managed",
    { description: "d", previous: { status: {} } },
    "previous.status",
    "is not an argument",
  ],
  ["an output", { description: "d", fingerprint: "x" }, "fingerprint", "is not an argument"],
];

describe("a group's patch", () => {
  it.each(refused)("is refused before any call: %s", (_what, news, property, ...fragments) => {
    const found = problems(news);
    expect(found.map((problem) => problem.property)).toEqual([property]);
    for (const fragment of fragments) expect(found[0]?.reason).toContain(fragment);
  });

  it.each([
    ["every field", everyGroupSetting],
    ["numbers in names", { baseInstanceName: "web-###" }],
    ["numbers that begin somewhere", { baseInstanceName: "web-###[10]" }],
    ["58 characters", { baseInstanceName: "a".repeat(58) }],
    ["a percentage without surge", policy({ maxSurge: { fixed: 0 }, maxUnavailable: { percent: 20 } })],
    ["words that the service adds later", policy({ type: "LATER_2" })],
    ["a canary", { versions: [version({}), version({ name: "canary", targetSize: { percent: 10 } })] }],
    ["no autohealing", { autoHealingPolicies: [] }],
    ["keys that go", labels({ old: null })],
    ["older health checks", { autoHealingPolicies: [{ healthCheck: "global/httpHealthChecks/h" }] }],
    ["each wait", { description: "d", waitForInstances: true }],
  ])("is accepted with %s", (_what, news) => {
    expect(problems(news)).toEqual([]);
  });

  it.each([
    ["instanceTemplate", { instanceTemplate: unknownValue, versions: [version({})] }],
    ["versions", { instanceTemplate: "t", versions: unknownValue }],
  ])("accepts both forms of templates while %s may be absent", (_name, args) => {
    expect(problems(args)).toEqual([]);
  });

  it("takes project and region from the link, and leaves them open while that is unknown", () => {
    const configuration = { "gcp:project": "other", "gcp:region": "europe-west1" };
    const place = (instanceGroupManager: string, settings = configuration) => {
      const { inputs, failures } = checked({ instanceGroupManager, description: "d" }, settings);
      expect(failures).toEqual([]);
      return [inputs.project, inputs.region];
    };
    expect(place(group)).toEqual(["my-project", "us-central1"]);
    expect(place(`https://compute.googleapis.com/compute/v1/${group}`)).toEqual(["my-project", "us-central1"]);
    expect(place("regions/us-east1/instanceGroupManagers/web")).toEqual(["other", "us-east1"]);
    expect(place("web")).toEqual(["other", "europe-west1"]);
    expect(place(unknownValue)).toEqual([unknownValue, unknownValue]);
    expect(checked({ instanceGroupManager: unknownValue, description: "d" }, {}).failures).toEqual([]);
  });

  it("keeps null only where it removes a key", () => {
    const { inputs } = checked({
      description: "d",
      updatePolicy: { type: null, maxSurge: { fixed: 3, percent: null } },
      allInstancesConfig: { properties: { labels: { a: "1", old: null }, metadata: null } },
    });
    expect(inputs.updatePolicy).toEqual({ maxSurge: { fixed: 3 } });
    expect(inputs.allInstancesConfig).toEqual({ properties: { labels: { a: "1", old: null } } });
  });

  it("has the group's path for an id, and a link in any spelling for a group", () => {
    const context = { project: "my-project", region: "us-central1" };
    for (const link of ["web", group, `${root}/regions/us-central1/instanceGroupManagers/web`]) {
      const identity = patch.identityFrom?.({ instanceGroupManager: link }, context);
      expect(identity && patch.path(identity)).toBe(group);
      expect(patch.parseId(link, context)).toEqual({ ...context, instanceGroupManager: "web" });
    }
    expect(() => patch.parseId("global/networks/n", context)).toThrow(
      "is not the id of a regional managed instance group",
    );
  });
});
