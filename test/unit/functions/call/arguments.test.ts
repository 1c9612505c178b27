import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it } from "vitest";
import type { Emulator } from "../../../../emulator/src/index";
import { iterateInterconnectRemoteLocations } from "../../../../provider/src/functions/getInterconnectRemoteLocations";
import { getManagedInstances } from "../../../../provider/src/functions/getManagedInstances";
import { getNetworkFirewallPolicyPacketMirroringRule } from "../../../../provider/src/functions/getNetworkFirewallPolicyPacketMirroringRule";
import { getNetworkProfiles } from "../../../../provider/src/functions/getNetworkProfiles";
import { getOrganizationOperations } from "../../../../provider/src/functions/getOrganizationOperations";
import { waitForRegionOperation } from "../../../../provider/src/functions/waitForRegionOperation";
import { collect, configure, emulatorForFunctions, captureRefusal } from "../../../support/functionCalls";

/* Programs in JavaScript, and values that come from elsewhere, are not held back by the types. */
type Loose = (args: unknown, options?: unknown) => Promise<unknown>;
const functions = {
  getNetworkProfiles,
  getManagedInstances,
  getNetworkFirewallPolicyPacketMirroringRule,
  getOrganizationOperations,
  waitForRegionOperation,
} as unknown as Record<string, Loose>;

let emulator: Emulator;
beforeEach(async () => {
  emulator = await emulatorForFunctions();
});

const group = { instanceGroupManager: "g", zone: "z" };
const rule = { firewallPolicy: "f", priority: 1 };
const hierarchical = "locations/global/firewallPolicies/1";
const operation = { operation: "o", region: "r" };
const otherZone = { instanceGroupManager: "zones/a/instanceGroupManagers/g", zone: "b" };
const groupsLink = "https://www.googleapis.com/compute/v1/projects/p/zones/z/instanceGroups/g";

const bad: Record<string, [what: string, args: unknown, message: RegExp | string][]> = {
  getNetworkProfiles: [
    ["a number for its arguments", 5, "its arguments must be an object"],
    ["too large a page", { maxResults: 501 }, "maxResults must be a whole number from 0 to 500; it is 501."],
    ["no items at all", { maxItems: 0 }, "maxItems must be a whole number from 1 to 9007199254740991; it is 0."],
    ["another order", { orderBy: "name desc" }, 'orderBy must be "name" or "creationTimestamp desc"'],
    ["a flag as a text", { returnPartialSuccess: "true" }, 'returnPartialSuccess must be true or false; it is "true".'],
    ["a filter of both forms", { filter: "(name eq a.*) (a = 1)" }, "filter mixes its two forms"],
    ["a filter as an object", { filter: { name: "a" } }, "filter must be a text such as"],
    ["a page token", { pageToken: "abc" }, "pageToken is not an argument."],
    [
      "an Output",
      { filter: pulumi.output("name = a") },
      "filter is an Output: use gce.getNetworkProfilesOutput, which waits for it.",
    ],
  ],
  getManagedInstances: [
    [
      "an instance group",
      { instanceGroupManager: groupsLink },
      /names an instance group, and not its manager:\s+give "https.*\/zones\/z\/instanceGroupManagers\/g"/,
    ],
    ["both places", { ...group, region: "r" }, "zone and region are both given"],
    ["another zone", otherZone, 'zone must be "a", as instanceGroupManager says, or left out; it is "b".'],
    [
      "an order",
      { ...group, orderBy: "name" },
      "orderBy is not possible: the service does not sort this list. Sort the result instead.",
    ],
    ["another word", { group: "g", zone: "z" }, "group is not an argument. Did you mean instanceGroupManager?"],
  ],
  getNetworkFirewallPolicyPacketMirroringRule: [
    ["no priority", { firewallPolicy: "f" }, "priority is missing: it is required."],
    ["a negative priority", { ...rule, priority: -1 }, "must be a whole number from 0 to 2147483647; it is -1."],
    [
      "a hierarchical policy",
      { ...rule, firewallPolicy: hierarchical },
      "names a hierarchical policy of an organization",
    ],
    ["a regional policy", { ...rule, firewallPolicy: "regions/r/firewallPolicies/f" }, "it is regional"],
  ],
  getOrganizationOperations: [
    ["no organization", {}, "parentId is missing: it is required."],
    ["a project", { parentId: "projects/1" }, "parentId must be"],
  ],
  waitForRegionOperation: [
    ["no operation", { region: "r" }, "operation is missing: it is required."],
    ["a global operation", { operation: "projects/p/global/operations/o" }, "names a global operation"],
    ["a zonal operation", { operation: "projects/p/zones/z/operations/o" }, "names an operation of a zone"],
    ["a timeout of 30", { ...operation, timeout: 30 }, 'timeout must be a duration above zero, such as "30s"'],
  ],
};

describe("bad arguments are refused before any call:", () => {
  it.each(Object.entries(bad).flatMap(([name, cases]) => cases.map((one) => [name, ...one] as const)))(
    "%s with %s",
    async (name, _what, args, message) => {
      const refusal = await captureRefusal(functions[name]?.(args) ?? Promise.resolve());
      expect(refusal).toMatch(new RegExp(`^gce\\.${name}:`));
      if (typeof message === "string") expect(refusal).toContain(message);
      else expect(refusal).toMatch(message);
      expect(emulator.requests()).toEqual([]);
    },
  );

  it("an iterator refuses them at the first item", async () => {
    const refusal = await captureRefusal(collect(iterateInterconnectRemoteLocations({ maxResults: 501 })));
    expect(refusal).toMatch(/^gce\.getInterconnectRemoteLocations: maxResults must be/);
    expect(emulator.requests()).toEqual([]);
  });

  it("all of them appear in one error, each with its name", async () => {
    const refusal = await captureRefusal(
      getManagedInstances({ zone: "Z", maxResults: -5, filters: "x", filter: "a = 1 AND b eq c" } as never),
    );
    expect(refusal.split("\n")).toEqual([
      "gce.getManagedInstances:",
      "  filters is not an argument. Did you mean filter?",
      "  instanceGroupManager is missing: it is required.",
      '  zone must be the name of a zone, such as us-central1-a; it is "Z".',
      "  maxResults must be a whole number from 0 to 500; it is -5.",
      "  filter mixes its two forms: eq and ne do not go together with = != < > <= >= :.",
    ]);
  });

  it("a project that is not given", async () => {
    pulumi.runtime.setAllConfig({});
    expect(await captureRefusal(getNetworkProfiles())).toMatch(
      /^gce\.getNetworkProfiles: project is not given, and none is configured:\s+pass project, or run pulumi config set gcp:project/,
    );
  });

  it("a name that both places of the configuration could complete", async () => {
    configure(emulator, { "gcp:zone": "us-central1-a", "gcp:region": "us-central1" });
    expect(await captureRefusal(getManagedInstances({ instanceGroupManager: "g" }))).toContain(
      "both gcp:zone (us-central1-a) and gcp:region (us-central1) are configured.\n  Pass the one that the group is in.",
    );
    expect(emulator.requests()).toEqual([]);
  });
});

describe("options that cannot work are refused before any call:", () => {
  class Foreign extends pulumi.ProviderResource {
    constructor() {
      super("gcp", "foreign", {});
    }
  }

  it.each<[string, unknown, string]>([
    ["a version", { version: "1.0.0" }, "the option version has no effect here"],
    ["a plugin's address", { pluginDownloadURL: "https://a.test" }, "the option pluginDownloadURL has no effect here"],
    ["a misspelt option", { timeOut: "5s" }, "options.timeOut is not an argument. Did you mean options.timeout?"],
    ["a timeout that is none", { timeout: "soon" }, "options.timeout must be a duration"],
    ["a signal that is none", { signal: {} }, "options.signal must be an AbortSignal"],
    ["a provider that is none", { provider: {} }, "the option provider is no provider"],
  ])("%s", async (_title, options, message) => {
    expect(await captureRefusal(functions.getNetworkProfiles?.({}, options) ?? Promise.resolve())).toContain(message);
    expect(emulator.requests()).toEqual([]);
  });

  it("a provider of another package", async () => {
    expect(await captureRefusal(getNetworkProfiles({}, { provider: new Foreign() }))).toContain(
      "the option provider is a provider of gcp.\n  Use a gce.Provider",
    );
    expect(emulator.requests()).toEqual([]);
  });
});

it("absent arguments count as not given", async () => {
  const args = { project: undefined, filter: null, maxResults: undefined } as never;
  expect(await getNetworkProfiles(args)).toEqual(await getNetworkProfiles());
});

it.each([
  `name = "a eq b"`,
  `name = 'a eq b'`,
  `name != eq AND name != "b"`,
  `name eq (?i)a:b|[=<]`,
  `(name eq a.*) (name ne "b = c")`,
  `creationTimestamp > "2026-05-01T00:00:00Z"`,
])("a filter of one form is taken: %s", async (filter) => {
  await functions.getNetworkProfiles?.({ filter });
  expect(emulator.requests()).toMatchObject([{ query: { filter } }]);
});
