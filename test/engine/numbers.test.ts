import { expect, it } from "vitest";
import { projectNumber } from "../../emulator/src/projects";
import { mutations, startRouteStack, succeeded } from "../support/routeStack";
import { project } from "../support/routeProvider";

const number = projectNumber(project);
const group = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;
const network = `projects/${project}/global/networks/default`;
const template = (name: string) => `projects/${project}/global/instanceTemplates/${name}`;

const program = (templateNumber: string, of = "") => `
const project = ${JSON.stringify(of)} || undefined;
new gce.Route("r", { project, name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" });
new gce.Snapshot("s", { project, name: "s", sourceDisk: "d", zone: "us-central1-a", snapshotType: "STANDARD" });
new gce.NetworkFirewallPolicyAssociation("a", { project, name: "guard", attachmentTarget: "default", firewallPolicy: "policy" });
new gce.RegionInstanceGroupManagerPatch("g", { project, instanceGroupManager: "web", region: "us-central1", deletionPolicy: "RESTORE",
  instanceTemplate: "projects/${number}/global/instanceTemplates/${templateNumber}",
  distributionPolicy: { zones: [{ zone: "us-central1-a" }, { zone: "us-central1-b" }] } });`;

it("a project by its number: made once, left alone by up and refresh, and cleared by destroy", async () => {
  const { emulator, stack } = await startRouteStack({ program: "", config: { "gcp:project": number } });
  expect(emulator.projectNumber(project)).toBe(number);
  emulator.objects.put(`projects/${project}/zones/us-central1-a/disks/d`, {});
  emulator.objects.put(`projects/${project}/global/firewallPolicies/policy`, {});
  const { id } = emulator.objects.put(template("one"), {});
  const zones = ["a", "b"].map((zone) => ({ zone: `zones/us-central1-${zone}` }));
  emulator.objects.put(group, {
    targetSize: 2,
    instanceTemplate: template("zero"),
    distributionPolicy: { zones },
  });
  const before = emulator.objects.get(group);
  stack.program(program(String(id)));
  succeeded(await stack.up());
  const made = mutations(emulator);
  expect(made).toHaveLength(4);
  expect(stack.managed().map((resource) => resource.id)).toContain(`projects/${number}/global/routes/r`);
  const snapshot = emulator.objects.get(`projects/${project}/global/snapshots/s`)?.id;

  succeeded(await stack.up("--expect-no-changes"));
  succeeded(await stack.refresh("--expect-no-changes"));
  succeeded(await stack.up("--expect-no-changes"));
  // The same project by its id is no change either.
  stack.program(program(String(id), project));
  succeeded(await stack.up("--expect-no-changes"));
  expect(mutations(emulator)).toEqual(made);
  expect(emulator.objects.get(`projects/${project}/global/snapshots/s`)?.id).toBe(snapshot);

  succeeded(await stack.destroy());
  expect(stack.managed()).toEqual([]);
  expect(emulator.objects.get(`projects/${project}/global/routes/r`)).toBeUndefined();
  expect(emulator.objects.get(`projects/${project}/global/snapshots/s`)).toBeUndefined();
  expect(emulator.objects.get(network)).not.toHaveProperty("firewallPolicy");
  expect(emulator.objects.get(group)?.versions).toEqual(before?.versions);
});
