import { describe, expect, it } from "vitest";
import { check } from "../../../provider/src/lifecycle/steps/check";
import type { Values } from "../../../provider/src/fields/values";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { everyKind, kindNamed, nameOf } from "../../kinds/every";
import { offlineResource, testConfiguration } from "../../support/offlineResource";
import { fc } from "../../support/property";

/** Programs with many problems, and the property of each. Where a kind has a rule that spans fields, it is one of them. */
type Mistaken = readonly [program: Values, ...properties: string[]];

const mistaken: Readonly<Record<string, Mistaken>> = {
  Address: [
    {
      name: "A",
      address: "10.0.0",
      addressType: "Internal",
      network: "a/b",
      prefixLength: 129,
      region: "us-central1-a",
    },
    ...["region", "name", "address", "addressType", "prefixLength", "network"],
  ],
  FirewallPolicyIamBinding: [
    { firewallPolicy: "core", role: "viewer", members: [], condition: { title: 5 }, project: "my-project" },
    ...["project", "firewallPolicy", "role", "condition.expression", "condition.title", "members"],
  ],
  FirewallPolicyIamMember: [
    { firewallPolicy: "core", role: "viewer", member: "jane@example.com", condition: { title: 5 } },
    ...["firewallPolicy", "role", "member", "condition.expression", "condition.title"],
  ],
  FirewallPolicyIamPolicy: [
    {
      firewallPolicy: "core",
      policyData: { bindings: [{ members: ["jane@example.com"] }, { role: "viewer", members: [] }], version: 4 },
      deletionPolicy: "KEEP",
    },
    "deletionPolicy",
    "firewallPolicy",
    "policyData.bindings[0].role",
    "policyData.bindings[0].members[0]",
    "policyData.bindings[1].role",
    "policyData.version",
  ],
  NetworkFirewallPolicyAssociation: [
    {
      attachmentTarget: "projects/one/global/networks/n",
      project: "other",
      firewallPolicy: "a/b",
      name: "",
      replaceExistingAssociation: "yes",
      deletionPolicy: "KEEP",
    },
    ...["deletionPolicy", "firewallPolicy", "name", "replaceExistingAssociation", "project"],
  ],
  RegionInstanceGroupManagerPatch: [
    {
      instanceGroupManager: "regions/us-central1/instanceGroupManagers/g",
      region: "us-east1",
      instanceTemplate: "t",
      versions: [
        { name: "one", instanceTemplate: "t" },
        { name: "one", instanceTemplate: "t" },
      ],
      autoHealingPolicies: [{ healthCheck: "h" }, { healthCheck: "i", initialDelaySec: -1 }],
      updatePolicy: {
        type: "OPPORTUNISTIC",
        minimalAction: "restart",
        maxSurge: { fixed: 0 },
        maxUnavailable: { fixed: 0 },
      },
      waitForInstances: "UPDATED",
      targetSize: "3",
    },
    ...["targetSize", "autoHealingPolicies[1].initialDelaySec", "updatePolicy.minimalAction", "region"],
    ...["versions[1].name", "versions", "versions", "autoHealingPolicies[1]", "waitForInstances"],
    "updatePolicy.maxUnavailable",
  ],
  Route: [
    {
      network: "a/b",
      destRange: "10.0.0.0",
      priority: -1,
      nextHopIp: "10.0.0.1",
      nextHopInstance: "zones/us-central1-a/instances/vm",
      nextHopInstanceZone: "us-central1-b",
      tags: ["Web"],
    },
    ...["network", "tags[0]", "destRange", "priority", "nextHopInstanceZone", "nextHopIp"],
  ],
  Snapshot: [
    {
      sourceDisk: "zones/us-central1-f/disks/d",
      zone: "us-central1-a",
      labels: { Team: "Net" },
      storageLocations: ["EU"],
      snapshotEncryptionKey: {
        kmsKeyName: "projects/p/locations/l/keyRings/r/cryptoKeys/k",
        rawKey: Buffer.alloc(32).toString("base64"),
        kmsKeyServiceAccount: 5,
      },
      sourceInstantSnapshotEncryptionKey: { rawKey: Buffer.alloc(32).toString("base64") },
    },
    ...['labels["Team"]', 'labels["Team"]', "storageLocations[0]", "snapshotEncryptionKey.kmsKeyServiceAccount"],
    ...["snapshotEncryptionKey.kmsKeyName", "zone", "sourceInstantSnapshotEncryptionKey"],
  ],
  TargetSslProxyCertificateMap: [
    {
      targetSslProxy: "projects/one/global/targetSslProxies/t",
      project: "other",
      certificateMap: "M",
      deletionPolicy: "KEEP",
      certMap: "m",
      proxy: "p",
    },
    ...["certMap", "proxy", "deletionPolicy", "certificateMap", "project"],
  ],
};

/** Of a patch of any kind. */
const mistakenPatches = Object.fromEntries(
  everyKind
    .filter(({ definition }) => definition.partial !== undefined)
    .map(({ definition: { kind, identity, fields } }): [string, Mistaken] => {
      const argument = identity.members.at(-1) ?? "";
      const [field = ""] = Object.keys(fields).filter((name) => fields[name]?.change === "update");
      const program = { [argument]: 5, [field]: 7, project: "A!", deletionPolicy: "DELETE", further: 1, previous: 3 };
      return [kind, [program, argument, field, "project", "deletionPolicy", "further", "previous"]];
    }),
);

function propertiesOf(kind: string, program: Values, configuration = testConfiguration): string[] {
  return check(offlineResource(kindNamed(kind).definition, configuration), {}, program).failures.map(
    ({ property }) => property,
  );
}

describe("all problems of a resource", () => {
  it("has programs of every kind, with at least five problems", () => {
    expect(Object.keys({ ...mistaken, ...mistakenPatches }).sort()).toEqual(everyKind.map(nameOf));
    for (const [, ...properties] of Object.values(mistaken)) expect(properties.length).toBeGreaterThanOrEqual(5);
  });

  it.each(Object.entries({ ...mistakenPatches, ...mistaken }))(
    "of %s are told at once",
    (kind, [program, ...properties]) => {
      expect(propertiesOf(kind, program).sort()).toEqual(properties.sort());
    },
  );

  it.each<[what: string, kind: string, program: Values, ...properties: string[]]>([
    ["a wrong source is a source", "Snapshot", { sourceDisk: "a/b" }, "sourceDisk"],
    ["a misspelt source is a source", "Snapshot", { sourcedisc: "d" }, "sourcedisc"],
    ["a source of another provider is a source", "Snapshot", { disk: "d" }, "disk"],
    [
      "a wrong source beside a right one may be the one to go",
      "Snapshot",
      { sourceDisk: "", sourceInstantSnapshot: "i" },
      "sourceDisk",
    ],
    [
      "a wrong zone contradicts no link",
      "Snapshot",
      { sourceDisk: "zones/us-central1-f/disks/d", zone: "europe-west1" },
      "zone",
    ],
    [
      "a misspelt next hop is a next hop",
      "Route",
      { network: "n", destRange: "10.0.0.0/8", nexthopip: "10.0.0.1" },
      "nexthopip",
    ],
    [
      "a misspelt field is something to manage",
      "RegionInstanceGroupManagerPatch",
      { instanceGroupManager: "g", targetsize: 3 },
      "targetsize",
    ],
    [
      "a wrong field is something to manage",
      "RegionInstanceGroupManagerPatch",
      { instanceGroupManager: "g", targetSize: "3" },
      "targetSize",
    ],
    [
      "wrong versions have no further problem",
      "RegionInstanceGroupManagerPatch",
      { instanceGroupManager: "g", versions: [{ instancetemplate: "t", targetSize: { fixed: 1 } }] },
      "versions[0].instancetemplate",
    ],
    [
      "a size whose member is misspelt has one problem",
      "RegionInstanceGroupManagerPatch",
      { instanceGroupManager: "g", updatePolicy: { maxSurge: { fixd: 1 } } },
      "updatePolicy.maxSurge.fixd",
    ],
    [
      "members that are missing are missing once",
      "FirewallPolicyIamBinding",
      { firewallPolicy: "1", role: "roles/viewer" },
      "members",
    ],
    [
      "a key by another name is a key",
      "Snapshot",
      { sourceDisk: "d", snapshotEncryptionKey: { kmsKeySelfLink: "k" } },
      "snapshotEncryptionKey.kmsKeySelfLink",
    ],
    [
      "a wrong project contradicts no link",
      "TargetSslProxyCertificateMap",
      { targetSslProxy: "projects/one/global/targetSslProxies/t", project: "projects/other", certificateMap: "m" },
      "project",
    ],
  ])("does not have what only follows: %s", (_what, kind, program, ...properties) => {
    expect(propertiesOf(kind, program)).toEqual(properties);
  });

  it("has those beside a setting that is missing or wrong", () => {
    const program = { sourceDisk: "zones/us-central1-f/disks/d", zone: "us-central1-a" };
    expect(propertiesOf("Snapshot", program, {})).toEqual(["project", "zone"]);
    expect(propertiesOf("Snapshot", program, { "gcp:project": "a/b" })).toEqual(["gcp:project", "zone"]);
  });

  it("names no problem twice, whatever is wrong, and leaves the program as it was given", () => {
    const value = fc.constantFrom<unknown>(undefined, "", 5, [], {}, "a/b", ["a/b"], unknownValue, null);
    const programs = fc.constantFrom(...everyKind).chain(({ definition, fullProgram }) =>
      fc.tuple(
        fc.constant(definition),
        fc
          .record(Object.fromEntries(Object.keys(definition.fields).map((name) => [name, value])), { requiredKeys: [] })
          .map((wrong): Values => ({ ...fullProgram, ...wrong })),
      ),
    );
    fc.assert(
      fc.property(programs, ([definition, program]) => {
        const given = structuredClone(program);
        const { failures } = check(offlineResource(definition), {}, program);
        expect(program).toEqual(given);
        const told = failures.map(({ property, reason }) => `${property}: ${reason}`);
        expect(new Set(told).size).toBe(told.length);
      }),
    );
  });
});
