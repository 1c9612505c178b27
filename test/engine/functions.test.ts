import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";
import type { Stack, StackOptions } from "../support/stack";

const region = "us-central1";
const zone = `projects/${project}/zones/${region}-a`;
const regional = `projects/${project}/regions/${region}`;
const organization = "organizations/123456789012";

/** A stack whose emulator is full of realistic objects. */
async function start(options: StackOptions): Promise<{ emulator: Emulator; stack: Stack }> {
  const { emulator, stack } = await startRouteStack(options);
  emulator.seed({ project, region });
  return { emulator, stack };
}

/** The calls that functions made, in order: `GET networkProfiles`. */
const reads = (emulator: Emulator) =>
  emulator
    .requests()
    .map(({ method, path }) => `${method} ${path.replace(/^.*\/(?=[^/]+$)/, "")}`)
    .sort();

const everyFunction = `
const first = async (items) => { for await (const item of items) return item.name; };
exports.profiles = gce.getNetworkProfiles({ maxItems: 3 }).then(({ networkProfiles }) => networkProfiles.length);
exports.instances = gce.getManagedInstancesOutput({ instanceGroupManager: pulumi.output("${zone}/instanceGroupManagers/reports") })
  .managedInstances.length;
exports.rule = gce.getNetworkFirewallPolicyPacketMirroringRule({ firewallPolicy: "traffic-inspection", priority: 2147483647 })
  .then(({ numericId, ...rule }) => rule.kind);
exports.operation = first(gce.iterateOrganizationOperations({ parentId: "${organization}", filter: 'status = DONE' }));
exports.largest = gce.getInterconnectRemoteLocationsOutput({ filter: 'id = 18446744073709551615' })
  .apply(({ locations }) => locations[0].numericId);
exports.matching = gce.getInterconnectRemoteLocations({ filter: 'name eq .*zone1.*' }).then(({ locations }) => locations.length);
exports.waited = gce.waitForRegionOperation({ operation: "OPERATION", region: "${region}" }).then(({ status }) => status);`;

/** An operation of a region that is under way, by its name, on a group that no other operation changes. */
async function startOperation(emulator: Emulator): Promise<string> {
  const group = `${regional}/instanceGroupManagers/patched-${randomUUID().slice(0, 8)}`;
  const { fingerprint } = emulator.objects.put(group, { targetSize: 1 });
  const response = await fetch(`${emulator.endpoint}/${group}`, {
    method: "PATCH",
    headers: { authorization: "Bearer any", "content-type": "application/json" },
    body: JSON.stringify({ fingerprint, targetSize: 2 }),
  });
  const operation = await response.text();
  expect(response.ok, operation).toBe(true);
  const { name } = JSON.parse(operation) as { name: string };
  emulator.clearRequests();
  return name;
}

it("every function works in a preview and in an update, with arguments that are known", async () => {
  const { emulator, stack } = await start({ program: "" });
  emulator.latency({ defaultMs: 1500 });
  const everyRead = [
    ...["GET getPacketMirroringRule", "GET interconnectRemoteLocations", "GET interconnectRemoteLocations"],
    ...["GET networkProfiles", "GET operations"],
  ];
  let name = await startOperation(emulator);
  stack.program(everyFunction.replace("OPERATION", name));
  const preview = succeeded(await stack.preview());
  expect(preview).toMatch(/waited\s*: "(PENDING|RUNNING|DONE)"/);
  expect(reads(emulator)).toEqual([`GET ${name}`, ...everyRead, "POST listManagedInstances"].sort());

  name = await startOperation(emulator);
  stack.program(everyFunction.replace("OPERATION", name));
  succeeded(await stack.up());
  expect(await stack.outputs()).toMatchObject({
    profiles: 3,
    instances: 65,
    rule: "compute#packetMirroringRule",
    operation: expect.stringMatching(/^operation-/) as string,
    largest: "18446744073709551615",
    waited: "DONE",
  });
  const waits = reads(emulator).filter((read) => read === "POST wait");
  expect(waits.length).toBeGreaterThan(0);
  expect(new Set(reads(emulator))).toEqual(new Set([...everyRead, "POST listManagedInstances", "POST wait"]));
});

it("an Output of arguments that are not known makes no call in the preview, and its call in the update", async () => {
  const dependants = `
const route = new gce.Route("r", { network: "default", destRange: "10.0.0.0/24", nextHopIp: "10.0.0.9" });
const suffix = route.numericId.apply((id) => id === "" ? "x" : "");
const args = { parentId: pulumi.interpolate\`${organization}\${suffix}\` };
exports.profiles = gce.getNetworkProfilesOutput({ filter: pulumi.interpolate\`name != "\${route.numericId}"\` }).networkProfiles.length;
exports.instances = gce.getManagedInstancesOutput({ instanceGroupManager: pulumi.interpolate\`${zone}/instanceGroupManagers/reports\${suffix}\` }).id;
exports.rule = gce.getNetworkFirewallPolicyPacketMirroringRuleOutput({ firewallPolicy: "traffic-inspection", priority: route.numericId.apply(() => 0) }).action;
exports.operations = gce.getOrganizationOperationsOutput(args).id;
exports.locations = gce.getInterconnectRemoteLocationsOutput({ maxItems: 1 }, { dependsOn: [route] }).locations.length;
exports.waited = gce.waitForRegionOperationOutput({ operation: pulumi.interpolate\`OPERATION\${suffix}\`, region: "${region}" }).status;
exports.secret = gce.getNetworkProfilesOutput({ filter: pulumi.secret('name != "some-secret"'), maxItems: 1 }).filter;`;
  const { emulator, stack } = await start({ program: "" });
  const name = await startOperation(emulator);
  stack.program(dependants.replace("OPERATION", name));
  const preview = succeeded(await stack.preview());
  for (const output of ["profiles", "instances", "rule", "operations", "locations", "waited"]) {
    expect(preview, output).toMatch(new RegExp(`\\b${output}\\s*: (\\[unknown\\]|output<string>)`));
  }
  // The one whose argument is known, although secret.
  expect(reads(emulator)).toEqual(["GET networkProfiles"]);
  succeeded(await stack.up());
  expect([stack.stateText(), ...stack.printed].join()).not.toContain("some-secret");
  expect(await stack.outputs()).toMatchObject({ profiles: 360, rule: "mirror", locations: 1, waited: "DONE" });
});
