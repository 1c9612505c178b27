import { beforeEach, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { FunctionError } from "../../../provider/src/functions/call/functionError";
import type { Invocation } from "../../../provider/src/functions/call/invocation";
import { redactionOfArguments } from "../../../provider/src/functions/call/secretArguments";
import { functionNames, invoke } from "../../../provider/src/functions/invoke";
import * as gce from "../../../provider/src/index";
import { makeClient } from "../../../provider/src/settings/connection";
import { Settings } from "../../../provider/src/settings/settings";
import {
  emulatorForFunctions,
  functionToken,
  project,
  region,
  startOperation,
  zone,
} from "../../support/functionCalls";

type Loose = (args: object) => Promise<object>;

let emulator: Emulator;
let told: string[];
let invocation: Invocation;

beforeEach(async () => {
  emulator = await emulatorForFunctions({ seed: { project, region } });
  const config: Record<string, string> = {
    "gcp:project": project,
    "gcp:computeCustomEndpoint": emulator.endpoint,
    "gcp:accessToken": functionToken,
  };
  const settings = new Settings((key) => config[key], {});
  const client = makeClient(settings);
  told = [];
  const log = {
    message: (severity: string, line: string) => void told.push(`${severity} ${line}`),
    status: (line: string) => void told.push(`status ${line}`),
  };
  invocation = { settings, client: () => client, log, isPreview: false };
});

const instances = { instanceGroupManager: `zones/${zone}/instanceGroupManagers/checkout`, maxResults: 20 };

const calls: Record<string, () => object | Promise<object>> = {
  getInterconnectRemoteLocations: () => ({ maxItems: 3, filter: 'lacp = "LACP_SUPPORTED"' }),
  getManagedInstances: () => instances,
  getNetworkFirewallPolicyPacketMirroringRule: () => ({ firewallPolicy: "traffic-inspection", priority: 0 }),
  getNetworkProfiles: () => ({}),
  getOrganizationOperations: () => ({ parentId: "organizations/123456789012" }),
  waitForRegionOperation: async () => ({ operation: (await startOperation(emulator)).selfLink }),
};

it("every function of the package can be invoked, by its name", () => {
  const ofPackage = Object.keys(gce).filter((name) => /^(get|wait)/.test(name) && !name.endsWith("Output"));
  expect([...functionNames].sort()).toEqual(ofPackage.sort());
});

it.each(functionNames)("%s gives what the form for programs gives", async (name) => {
  const args = (await calls[name]?.()) ?? {};
  const result = await invoke(name, { ...args, project: undefined }, invocation);
  expect(result).toMatchObject(args);
  expect(emulator.requests().length).toBeGreaterThan(0);
  expect(result).toEqual(await (gce as unknown as Record<string, Loose>)[name]?.(args));
});

it("a list is read to its end, page by page", async () => {
  const { managedInstances } = await invoke("getManagedInstances", instances, invocation);
  expect(managedInstances).toHaveLength(65);
  expect(emulator.requests()).toHaveLength(4);
});

it("all that is wrong with arguments is one error, before any request", async () => {
  const args = { firewallPolicies: "p", priority: -1 };
  const refused = invoke("getNetworkFirewallPolicyPacketMirroringRule", args, invocation);
  await expect(refused).rejects.toBeInstanceOf(FunctionError);
  await expect(refused).rejects.toThrow(
    /^gce\.getNetworkFirewallPolicyPacketMirroringRule:\n {2}firewallPolicies is not an argument\. Did you mean firewallPolicy\?\n {2}firewallPolicy is missing: it is required\.\n {2}priority must be/,
  );
  expect(emulator.requests()).toEqual([]);
});

it.each([
  ["getNetworkProfile", "gce: getNetworkProfile is not a function of this package. Did you mean getNetworkProfiles?"],
  ["constructor", "gce: constructor is not a function of this package. Known functions: getInterconnect"],
])("%s is no function, and the error says which are", async (name, message) => {
  await expect(invoke(name, {}, invocation)).rejects.toThrow(message);
});

it("a signal ends a call that waits, with its reason", async () => {
  emulator.latency({ defaultMs: 60_000 });
  const { selfLink: operation } = await startOperation(emulator);
  const controller = new AbortController();
  const waits = invoke("waitForRegionOperation", { operation }, { ...invocation, signal: controller.signal });
  const reason = new Error("cancelled by the engine");
  setTimeout(() => {
    controller.abort(reason);
  }, 50);
  await expect(waits).rejects.toBe(reason);
  // A preview looks once, and takes it as it is.
  const looked = await invoke("waitForRegionOperation", { operation }, { ...invocation, isPreview: true });
  expect(looked.status).not.toBe("DONE");
});

it("warnings reach the log, and secret arguments no message", async () => {
  emulator.fault({ fault: { kind: "operationWarnings", warnings: [{ code: "CLEANUP_FAILED", message: "Left." }] } });
  await invoke("waitForRegionOperation", { operation: (await startOperation(emulator)).selfLink }, invocation);
  expect(told).toEqual(["warning gce.waitForRegionOperation: CLEANUP_FAILED: Left."]);
  const secret = { instanceGroupManager: `zones/${zone}/instanceGroupManagers/hidden-group` };
  const refused = invoke("getManagedInstances", secret, { ...invocation, redact: redactionOfArguments(secret) });
  const message = await refused.catch(String);
  expect(message).toContain(`The resource 'projects/${project}/[secret]' was not found`);
  expect(message).not.toContain("hidden-group");
});
