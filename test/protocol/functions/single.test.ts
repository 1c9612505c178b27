import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { getManagedInstances } from "../../../provider/src/functions/getManagedInstances";
import { getNetworkFirewallPolicyPacketMirroringRule } from "../../../provider/src/functions/getNetworkFirewallPolicyPacketMirroringRule";
import { waitForRegionOperation } from "../../../provider/src/functions/waitForRegionOperation";
import {
  configure,
  emulatorForFunctions,
  functionToken,
  project,
  recordLog,
  captureRefusal,
  region,
  startOperation,
  zone,
} from "../../support/functionCalls";
import { formatDuration } from "../../../provider/src/names/duration";
import { withLongEnoughDeadline } from "../../support/longEnough";
import { expectOfficial } from "../../support/officialRequests";

const root = "https://www.googleapis.com/compute/v1/";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await emulatorForFunctions();
});
afterEach(() => {
  expectOfficial(emulator);
});

const paths = () => emulator.requests().map(({ method, path }) => `${method} ${path.replace(/^.*\/projects\//, "")}`);
const deny = (permission: string) => {
  emulator.tokens({ [functionToken]: { deniedPermissions: [permission] } });
};

describe("getManagedInstances", () => {
  beforeEach(() => {
    emulator.seed({ project, region });
    emulator.clearRequests();
  });

  const zonal = `projects/${project}/zones/${zone}/instanceGroupManagers/checkout`;
  const regional = `projects/${project}/regions/${region}/instanceGroupManagers/storefront`;

  it.each<[string, Parameters<typeof getManagedInstances>[0], string, Record<string, string>?]>([
    ["a name and a zone", { instanceGroupManager: "checkout", zone }, zonal, { "gcp:zone": "elsewhere-a" }],
    ["a name and a region", { instanceGroupManager: "storefront", region }, regional, { "gcp:region": "elsewhere" }],
    ["a name and the zone of the configuration", { instanceGroupManager: "checkout" }, zonal, { "gcp:zone": zone }],
    ["a path", { instanceGroupManager: zonal }, zonal, { "gcp:zone": "elsewhere-a" }],
    ["a URL", { instanceGroupManager: root + regional }, regional],
    ["a URL on the other host", { instanceGroupManager: `https://compute.googleapis.com/compute/v1/${zonal}` }, zonal],
    ["a path without a project", { instanceGroupManager: regional.replace(`projects/${project}/`, "") }, regional],
  ])("finds the group by %s", async (_title, args, path, config = {}) => {
    configure(emulator, config);
    const result = await getManagedInstances(args);
    expect(result).toMatchObject({ ...args, id: `${path}/managedInstances`, project });
    expect([result.zone, result.region]).toEqual(path === zonal ? [zone, undefined] : [undefined, region]);
    expect(result.managedInstances).toHaveLength(path === zonal ? 6 : 10);
    expect(emulator.requests()).toMatchObject([
      { method: "POST", path: `/compute/v1/${path}/listManagedInstances`, query: {} },
    ]);
  });

  it("gives every member of every instance", async () => {
    const { managedInstances } = await getManagedInstances({ instanceGroupManager: zonal });
    for (const { numericId, ...instance } of managedInstances) {
      const { id, ...actual } = emulator.objects.get(`${zonal}/managedInstances/${instance.name ?? ""}`) ?? {};
      expect(numericId).toBe(id);
      expect(actual).toMatchObject(instance);
    }
  });

  it("names the permission that is missing, and the group that is not there", async () => {
    expect(await captureRefusal(getManagedInstances({ instanceGroupManager: "nobody", zone }))).toContain(
      `HTTP 404 notFound: The resource 'projects/${project}/zones/${zone}/instanceGroupManagers/nobody' was not found`,
    );
    deny("compute.instanceGroupManagers.get");
    expect(await captureRefusal(getManagedInstances({ instanceGroupManager: zonal }))).toContain(
      "The caller needs compute.instanceGroupManagers.get.",
    );
  });
});

describe("getNetworkFirewallPolicyPacketMirroringRule", () => {
  const policy = `projects/${project}/global/firewallPolicies/traffic-inspection`;

  beforeEach(() => {
    emulator.seed({ project });
    emulator.clearRequests();
  });

  it.each(["traffic-inspection", policy, root + policy, "global/firewallPolicies/traffic-inspection"])(
    "of %s is the rule, with every member",
    async (firewallPolicy) => {
      const rules = emulator.objects.get(policy)?.packetMirroringRules as { priority: number }[];
      for (const priority of [0, 1000, 2147483647]) {
        const result = await getNetworkFirewallPolicyPacketMirroringRule({ firewallPolicy, priority });
        expect(result).toEqual({
          ...rules.find((rule) => rule.priority === priority),
          kind: "compute#packetMirroringRule",
          firewallPolicy,
          priority,
          project,
          id: `${policy}/packetMirroringRules/${String(priority)}`,
        });
      }
      expect(emulator.requests()[0]).toMatchObject({ query: { priority: "0" } });
    },
  );

  it("that does not exist, or that the caller cannot read, is an error with the reason", async () => {
    const args = { firewallPolicy: "traffic-inspection", priority: 7 };
    expect(await captureRefusal(getNetworkFirewallPolicyPacketMirroringRule(args))).toMatch(
      /^gce\.getNetworkFirewallPolicyPacketMirroringRule: get the packet mirroring rule 7 of projects\/my-project\/global\/firewallPolicies\/traffic-inspection failed: HTTP 400 invalid: .*does not contain a rule at priority 7/,
    );
    deny("compute.firewallPolicies.get");
    expect(await captureRefusal(getNetworkFirewallPolicyPacketMirroringRule({ ...args, priority: 0 }))).toContain(
      "The caller needs compute.firewallPolicies.get.",
    );
  });
});

describe("waitForRegionOperation", () => {
  const group = `projects/${project}/regions/${region}/instanceGroupManagers/g`;

  it.each(["name", "id", "selfLink"] as const)("by its %s is the finished operation", async (member) => {
    emulator.latency({ defaultMs: 100 });
    const operation = await startOperation(emulator);
    const place = member === "selfLink" ? {} : { region };
    const result = await waitForRegionOperation({ operation: operation[member], ...place });
    const last = member === "selfLink" ? operation.name : operation[member];
    expect(result).toMatchObject({
      operation: operation[member],
      project,
      id: `projects/${project}/regions/${region}/operations/${last}`,
      name: operation.name,
      numericId: operation.id,
      status: "DONE",
      progress: 100,
      operationType: "patch",
      region: `${root}projects/${project}/regions/${region}`,
      targetLink: root + group,
    });
    expect(paths()).toEqual([`POST ${project}/regions/${region}/operations/${last}/wait`]);
  });

  it("throws the operation's error, with what to do", async () => {
    const errors = [{ code: "QUOTA_EXCEEDED", location: "resource.targetSize", message: "Quota 'CPUS' exceeded." }];
    emulator.fault({
      fault: { kind: "operationError", httpErrorStatusCode: 403, httpErrorMessage: "FORBIDDEN", errors },
    });
    const operation = await startOperation(emulator);
    const lines = (await captureRefusal(waitForRegionOperation({ operation: operation.selfLink }))).split("\n");
    const path = `projects/${project}/regions/${region}/operations/${operation.name}`;
    expect(lines).toEqual([
      `gce.waitForRegionOperation: wait for ${path} failed: QUOTA_EXCEEDED`,
      "  QUOTA_EXCEEDED at resource.targetSize: Quota 'CPUS' exceeded.",
      "  HTTP 403 FORBIDDEN",
      `  operation ${operation.name}`,
      expect.stringContaining("Ask for more quota") as string,
    ]);
  });

  it.each([
    [undefined, "1h"],
    ["1h", undefined],
  ])(
    "ends at the shorter of its timeouts, and says that it may still be running",
    async (argsTimeout, optionsTimeout) => {
      emulator.latency({ defaultMs: 600_000 });
      const { selfLink: operation } = await startOperation(emulator);
      await withLongEnoughDeadline(async (deadlineMs) => {
        const short = formatDuration(deadlineMs);
        const call = waitForRegionOperation(
          { operation, timeout: argsTimeout ?? short },
          { timeout: optionsTimeout ?? short },
        );
        const refusal = await captureRefusal(call);
        expect(refusal).toContain(`not finished within ${short}`);
        expect(refusal).toContain(
          "The operation may still be running. To continue to wait, run it again, or raise `timeout`.",
        );
      });
    },
  );

  it("explains that the service no longer keeps an operation", async () => {
    const { name, selfLink } = await startOperation(emulator);
    await waitForRegionOperation({ operation: selfLink });
    emulator.expireOperations();
    const refusal = await captureRefusal(waitForRegionOperation({ operation: selfLink, timeout: "15s" }));
    expect(refusal).toContain(`the service no longer knows operation ${name}`);
    expect(refusal).toContain("If it is only seconds old, run it again.");
  });

  it("logs warnings, and names the missing permission", async () => {
    const { warnings } = recordLog();
    emulator.fault({ fault: { kind: "operationWarnings", warnings: [{ code: "CLEANUP_FAILED", message: "Left." }] } });
    const { selfLink } = await startOperation(emulator);
    const { warnings: inResult } = await waitForRegionOperation({ operation: selfLink });
    expect(inResult).toMatchObject([{ code: "CLEANUP_FAILED", message: "Left." }]);
    expect(warnings).toEqual(["gce.waitForRegionOperation: CLEANUP_FAILED: Left."]);
    deny("compute.regionOperations.get");
    expect(await captureRefusal(waitForRegionOperation({ operation: selfLink }))).toContain(
      "The caller needs compute.regionOperations.get.",
    );
  });

  describe("in a preview", () => {
    beforeEach(() => {
      const preview = vi.spyOn(pulumi.runtime, "isDryRun").mockReturnValue(true);
      onTestFinished(() => {
        preview.mockRestore();
      });
    });

    it("reads the operation once, and waits only with waitInPreview", async () => {
      emulator.latency({ defaultMs: 600_000 });
      const { name, selfLink } = await startOperation(emulator);
      const { status } = await waitForRegionOperation({ operation: selfLink });
      expect(["PENDING", "RUNNING"]).toContain(status);
      expect(paths()).toEqual([`GET ${project}/regions/${region}/operations/${name}`]);
      const waited = waitForRegionOperation({ operation: selfLink, waitInPreview: true });
      await expect.poll(paths).toContain(`POST ${project}/regions/${region}/operations/${name}/wait`);
      emulator.finishOperations();
      expect(await waited).toMatchObject({ status: "DONE" });
    });
  });
});
