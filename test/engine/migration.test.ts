import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { association, gcpResources, gcpState, gcpUrns, objects, urnOf } from "../support/pulumiGcp/state";
import { project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";
import type { Stack } from "../support/stack";

/*
 * What provider/docs/migration.md says, on a state that @pulumi/gcp has written. Its plugin does not come from the npm
 * registry, so that `pulumi import` at the end is shown by what it takes: the ids.
 */

const policy = `projects/${project}/global/firewallPolicies/guard`;

/** What the service has, without what every look may change. */
function thereOf(emulator: Emulator): unknown {
  return Object.fromEntries([...Object.keys(objects), policy].map((path) => [path, emulator.objects.get(path)]));
}

const changes = (emulator: Emulator) =>
  emulator
    .requests()
    .filter(({ method, path }) => method !== "GET" && !path.endsWith("/wait"))
    .map(({ method, path }) => `${method} ${path}`);

const ours = (options = "{}") => `
const options = ${options};
new gce.Route("egress", {
  name: "egress", network: "default", destRange: "0.0.0.0/0", priority: 900,
  nextHopGateway: "default-internet-gateway", tags: ["web"], adoptExisting: true,
}, options);
new gce.Snapshot("nightly", {
  name: "nightly", sourceDisk: "d", zone: "us-central1-a", labels: { team: "net" }, storageLocations: ["us"],
  adoptExisting: true,
}, options);
new gce.NetworkFirewallPolicyAssociation("web", {
  name: "web", attachmentTarget: "default", firewallPolicy: "guard", adoptExisting: true,
}, options);
new gce.FirewallPolicyIamBinding("viewers", {
  firewallPolicy: "locations/global/firewallPolicies/123456789", role: "roles/compute.viewer",
  members: ["user:alice@example.com"],
}, options);`;

async function importState(stack: Stack): Promise<void> {
  const file = join(stack.folder, "gcp.json");
  writeFileSync(file, JSON.stringify(gcpState()));
  await stack.mustSucceed(["stack", "import", "--file", file]);
}

it("takes over what @pulumi/gcp has made, and gives it back, without a change at the service", async () => {
  const { emulator, stack } = await startRouteStack({ program: ours() });
  for (const [path, object] of Object.entries(objects)) emulator.objects.put(path, object);
  emulator.objects.patch(policy, { associations: [association] });
  const before = thereOf(emulator);
  await importState(stack);

  // From there: the state forgets the resources, and the program declares them here.
  for (const urn of gcpUrns) await stack.mustSucceed(["state", "delete", urn, "--yes"]);
  emulator.clearRequests();
  const adopted = succeeded(await stack.up());
  for (const subject of ['Route "egress"', 'Snapshot "nightly"', 'NetworkFirewallPolicyAssociation "default"'])
    expect(adopted).toContain(
      `gce:${subject}: an object of that name exists and matches the program. The resource adopted it`,
    );
  // The inserts were refused: objects of these names exist.
  expect(emulator.operations()).toEqual([]);
  expect(thereOf(emulator)).toEqual(before);
  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  succeeded(await stack.refresh("--expect-no-changes"));
  expect(changes(emulator)).toEqual([]);
  expect(thereOf(emulator)).toEqual(before);
  const ids = stack.managed().map(({ id }) => id);
  const importIds = gcpResources.map(({ id }) => id);
  // A route and a snapshot have the id that `pulumi import` of the other provider takes.
  expect(ids).toEqual(expect.arrayContaining(importIds.filter((id) => /\/(routes|snapshots)\//.test(id))));

  // Back again: the resources are let go of, and the objects stay.
  stack.program(ours("{ retainOnDelete: true }"));
  succeeded(await stack.up());
  stack.program("");
  emulator.clearRequests();
  succeeded(await stack.up());
  expect(stack.managed()).toEqual([]);
  expect(changes(emulator)).toEqual([]);
  expect(thereOf(emulator)).toEqual(before);
  await importState(stack);
  const exported = JSON.parse(await stack.mustSucceed(["stack", "export"])) as {
    deployment: { resources: { urn: string; id?: string }[] };
  };
  expect(exported.deployment.resources).toEqual(
    expect.arrayContaining(
      gcpResources.map((one) => expect.objectContaining({ urn: urnOf(one), id: one.id }) as object),
    ),
  );
});
