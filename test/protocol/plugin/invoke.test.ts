import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { functionNames } from "../../../provider/src/functions/invoke";
import * as gce from "../../../provider/src/index";
import { project, region, startOperation, zone } from "../../support/functionCalls";
import { secret, startPlugin } from "../../support/pluginProcess";
import { struct, type Properties, type ProviderProcess } from "../../support/providerProcess";
import { captureFailure, plainRoute } from "../../support/routeProvider";

async function invoke(provider: ProviderProcess, name: string, args: Properties, isPreview = false) {
  const request = new messages.InvokeRequest().setTok(`gce:index:${name}`).setPreview(isPreview);
  const answer = (await provider.call("invoke", request.setArgs(struct(args)))) as messages.InvokeResponse;
  expect(answer.getFailuresList()).toEqual([]);
  return provider.plain(answer.getReturn());
}

it("each function gives what it gives to a program of the package", async () => {
  const { emulator, provider } = await startPlugin();
  emulator.seed({ project, region });
  const { name: operation } = await startOperation(emulator);
  const list = expect.arrayContaining([expect.objectContaining({ name: expect.any(String) as string })]) as unknown;
  const results: Readonly<Record<string, readonly [args: Properties, result: object]>> = {
    getInterconnectRemoteLocations: [
      { maxItems: 2 },
      { id: `projects/${project}/global/interconnectRemoteLocations`, locations: list },
    ],
    getManagedInstances: [
      { instanceGroupManager: "checkout", zone, maxResults: 2 },
      { zone, managedInstances: { length: 6 } },
    ],
    getNetworkFirewallPolicyPacketMirroringRule: [
      { firewallPolicy: "traffic-inspection", priority: 0 },
      { kind: "compute#packetMirroringRule" },
    ],
    getNetworkProfiles: [{ project }, { networkProfiles: list }],
    getOrganizationOperations: [{ parentId: "organizations/123456789" }, { operations: [] }],
    waitForRegionOperation: [{ operation }, { name: operation, status: "DONE" }],
  };
  expect(Object.keys(results)).toEqual(functionNames);
  const exported = Object.keys(gce).filter((name) => /^(get|wait)/.test(name) && !name.endsWith("Output"));
  expect([...functionNames].sort()).toEqual(exported.sort());
  for (const [name, [args, result]] of Object.entries(results))
    expect(await invoke(provider, name, args)).toMatchObject({ ...args, ...result });
});

it("what cannot be called says why, in words of the plugin and without secret arguments", async () => {
  const { emulator, provider } = await startPlugin({ config: { project: null } });
  const instanceGroupManager = secret(`zones/${zone}/instanceGroupManagers/a-hidden-name`);
  const rows: readonly (readonly [name: string, args: Properties, ...words: string[]])[] = [
    ["getNetworkProfile", {}, "getNetworkProfile is not a function of this package. Did you mean getNetworkProfiles?"],
    ["constructor", {}, "Known functions: getInterconnectRemoteLocations, "],
    ["getNetworkProfiles", { filtr: "x" }, "filtr is not an argument", "Did you mean filter?"],
    ["getNetworkProfiles", {}, "pulumi config set gce:project", "The plugin does not read keys that begin with gcp:."],
    ["getManagedInstances", { project, instanceGroupManager }, `'projects/${project}/[secret]' was not found`],
  ];
  for (const [name, args, ...words] of rows) {
    const { message } = await captureFailure(invoke(provider, name, args));
    for (const word of words) expect(message).toContain(word);
    expect(message).not.toMatch(/a-hidden-name|gcp:\w/m);
  }
  expect(emulator.requests()).toHaveLength(1);
});

it("what is asked for with something unknown is unknown; what is secret stays secret", async () => {
  const { emulator, provider } = await startPlugin();
  emulator.seed({ project, region });
  emulator.clearRequests();
  expect(await invoke(provider, "getManagedInstances", { instanceGroupManager: unknownValue, zone })).toEqual({});
  expect(emulator.requests()).toEqual([]);
  const found = await invoke(provider, "getManagedInstances", { instanceGroupManager: secret("checkout"), zone });
  expect(found.instanceGroupManager).toEqual(secret("checkout"));
});

it("warnings go to the log of the engine, each once", async () => {
  const { emulator, provider, inputs } = await startPlugin({ environment: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } });
  emulator.seed({ project, region });
  const fault = { kind: "partialFailure", unreachables: ["regions/us-west1"] } as const;
  emulator.fault({ fault, times: 1 });
  await invoke(provider, "getNetworkProfiles", { returnPartialSuccess: true, maxResults: 50 });
  await provider.create(await inputs(plainRoute));
  const warnings = provider.logs.filter(({ severity }) => severity === "warning").map(({ message }) => message);
  expect(warnings).toEqual([
    expect.stringMatching(/^gce\.getNetworkProfiles: NODE_TLS_REJECT_UNAUTHORIZED is 0/),
    expect.stringMatching(/^gce\.getNetworkProfiles: UNREACHABLE: .*regions\/us-west1/),
    expect.stringMatching(/^gce\.getNetworkProfiles: the list is not complete/),
  ]);
});

it("a wait for an operation ends when the run is cancelled", async () => {
  const { emulator, provider } = await startPlugin({ latency: { defaultMs: 600_000 } });
  const { selfLink: operation } = await startOperation(emulator);
  // A preview looks once, and takes it as it is.
  const { status } = await invoke(provider, "waitForRegionOperation", { operation }, true);
  expect(status).toMatch(/^(PENDING|RUNNING)$/);
  const waits = captureFailure(invoke(provider, "waitForRegionOperation", { operation }));
  await expect.poll(() => emulator.requests().filter(({ path }) => path.endsWith("/wait")).length).toBe(1);
  await provider.call("cancel", new emptyMessages.Empty());
  expect((await waits).message).toBe("the run was cancelled, or failed elsewhere");
});
