import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";

const region = "us-central1";
const zone = `projects/${project}/zones/${region}-a`;
const regional = `projects/${project}/regions/${region}`;
const organization = "organizations/123456789012";

/** The calls that functions made, in order: `GET networkProfiles`. */
const reads = (emulator: Emulator) =>
  emulator
    .requests()
    .map(({ method, path }) => `${method} ${path.replace(/^.*\/(?=[^/]+$)/, "")}`)
    .sort();

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
  const { emulator, stack } = await startRouteStack({ program: "", emulator: { seed: { project, region } } });
  const name = await startOperation(emulator);
  stack.program(dependants.replace("OPERATION", name));
  const preview = succeeded(await stack.preview());
  for (const output of ["profiles", "instances", "rule", "operations", "locations", "waited"])
    expect(preview, output).toMatch(new RegExp(`\\b${output}\\s*: (\\[unknown\\]|output<string>)`));
  // The one whose argument is known, although secret.
  expect(reads(emulator)).toEqual(["GET networkProfiles"]);
  succeeded(await stack.up());
  expect([stack.stateText(), ...stack.printed].join()).not.toContain("some-secret");
  expect(await stack.outputs()).toMatchObject({ profiles: 5, rule: "mirror", locations: 1, waited: "DONE" });
});
