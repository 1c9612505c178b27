import {
  DisksClient,
  FirewallPoliciesClient,
  GlobalOperationsClient,
  InstanceTemplatesClient,
  NetworkFirewallPoliciesClient,
  NetworksClient,
  RegionInstanceGroupManagersClient,
  RegionOperationsClient,
  SubnetworksClient,
  TargetSslProxiesClient,
  ZoneOperationsClient,
} from "@google-cloud/compute";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { settingsForOfficialClient } from "../support/officialClient";
import { project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";

const region = "us-central1";
const zone = "us-central1-a";
const organization = "organizations/123456789012";
const global = `projects/${project}/global`;

type Begun = [{ latestResponse?: unknown }, ...unknown[]];

/** What an official client makes of nothing: all that the eight resources refer to. */
async function makeWithOfficialClient(emulator: Emulator) {
  const settings = settingsForOfficialClient(emulator);
  const operationOf = ([{ latestResponse }]: Begun) => (latestResponse as { name?: string }).name ?? "";
  const globally = async (begun: Begun) =>
    void (await new GlobalOperationsClient(settings).wait({ project, operation: operationOf(begun) }));
  const inRegion = async (begun: Begun) =>
    void (await new RegionOperationsClient(settings).wait({ project, region, operation: operationOf(begun) }));
  const inZone = async (begun: Begun) =>
    void (await new ZoneOperationsClient(settings).wait({ project, zone, operation: operationOf(begun) }));
  const [networks, subnetworks, disks] = [
    new NetworksClient(settings),
    new SubnetworksClient(settings),
    new DisksClient(settings),
  ];
  const [templates, groups] = [new InstanceTemplatesClient(settings), new RegionInstanceGroupManagersClient(settings)];
  const [proxies, policies] = [new TargetSslProxiesClient(settings), new NetworkFirewallPoliciesClient(settings)];
  const network = `${global}/networks/web`;
  await globally(await networks.insert({ project, networkResource: { name: "web", autoCreateSubnetworks: false } }));
  const subnetworkResource = { name: "web", network, ipCidrRange: "10.9.0.0/24" };
  await inRegion(await subnetworks.insert({ project, region, subnetworkResource }));
  await inZone(await disks.insert({ project, zone, diskResource: { name: "data", sizeGb: "20" } }));
  const properties = { machineType: "e2-small", networkInterfaces: [{ network }] };
  await globally(await templates.insert({ project, instanceTemplateResource: { name: "web", properties } }));
  const instanceTemplate = `${global}/instanceTemplates/web`;
  const instanceGroupManagerResource = { name: "web", baseInstanceName: "web", targetSize: 2, instanceTemplate };
  await inRegion(await groups.insert({ project, region, instanceGroupManagerResource }));
  const sslCertificates = [`${global}/sslCertificates/c`];
  await globally(await proxies.insert({ project, targetSslProxyResource: { name: "mail", sslCertificates } }));
  for (const name of ["guard", "spare"])
    await globally(await policies.insert({ project, firewallPolicyResource: { name } }));
  const organizationPolicies = new FirewallPoliciesClient(settings);
  const ofOrganization = async (shortName: string) => {
    const firewallPolicyResource = { shortName };
    const [{ latestResponse }] = await organizationPolicies.insert({ parentId: organization, firewallPolicyResource });
    return String((latestResponse as { targetId?: unknown }).targetId);
  };
  const [perimeter, quarantine] = [await ofOrganization("perimeter"), await ofOrganization("quarantine")];
  return {
    groups,
    perimeter,
    quarantine,
    /** Takes all of it away again: what refers to others goes first. */
    async remove() {
      await inRegion(await groups.delete({ project, region, instanceGroupManager: "web" }));
      await globally(await templates.delete({ project, instanceTemplate: "web" }));
      await globally(await proxies.delete({ project, targetSslProxy: "mail" }));
      for (const firewallPolicy of ["guard", "spare"])
        await globally(await policies.delete({ project, firewallPolicy }));
      for (const firewallPolicy of [perimeter, quarantine]) await organizationPolicies.delete({ firewallPolicy });
      await inZone(await disks.delete({ project, zone, disk: "data" }));
      await inRegion(await subnetworks.delete({ project, region, subnetwork: "web" }));
      await globally(await networks.delete({ project, network: "web" }));
    },
  };
}

/** All eight resources. A whole policy and its single grants would take turns, so that these are of two policies. */
const program = (perimeter: string, quarantine: string) => `
new gce.Route("egress", { network: "web", destRange: "0.0.0.0/0", nextHopGateway: "default-internet-gateway" });
new gce.Snapshot("nightly", { sourceDisk: "data", zone: "${zone}" });
new gce.NetworkFirewallPolicyAssociation("guarded", { attachmentTarget: "web", firewallPolicy: "guard" });
new gce.RegionInstanceGroupManagerPatch("larger", {
  instanceGroupManager: "web", targetSize: 3, deletionPolicy: "RESTORE", waitForInstances: "STABLE",
});
new gce.TargetSslProxyCertificateMap("mail", { targetSslProxy: "mail", certificateMap: "m" });
const firewallPolicy = "locations/global/firewallPolicies/${perimeter}";
new gce.FirewallPolicyIamBinding("viewers", { firewallPolicy, role: "roles/compute.viewer", members: ["user:a@example.com"] });
new gce.FirewallPolicyIamMember("admin", { firewallPolicy, role: "roles/compute.admin", member: "user:b@example.com" });
new gce.FirewallPolicyIamPolicy("all", {
  firewallPolicy: "locations/global/firewallPolicies/${quarantine}",
  policyData: { bindings: [{ role: "roles/compute.viewer", members: ["user:c@example.com"] }] },
});`;

it("all eight resources use objects that an official client created, and leave nothing behind", async () => {
  const { emulator, stack } = await startRouteStack({ program: "", config: { "gcp:region": region } });
  const made = await makeWithOfficialClient(emulator);
  stack.program(program(made.perimeter, made.quarantine));
  const before = emulator.objects.list(`projects/${project}/`).map(({ path }) => path);

  succeeded(await stack.up());
  expect(stack.managed()).toHaveLength(8);
  succeeded(await stack.up("--expect-no-changes"));
  const [group] = await made.groups.get({ project, region, instanceGroupManager: "web" });
  expect(group).toMatchObject({ targetSize: 3, status: { isStable: true }, currentActions: { none: 3 } });
  const proxies = new TargetSslProxiesClient(settingsForOfficialClient(emulator));
  const [proxy] = await proxies.get({ project, targetSslProxy: "mail" });
  expect(proxy.certificateMap).toMatch(/certificateMaps\/m$/);

  succeeded(await stack.destroy());
  expect(
    emulator.objects
      .list(`projects/${project}/`)
      .map(({ path }) => path)
      .filter((path) => !path.includes("managedInstances")),
  ).toEqual(before.filter((path) => !path.includes("managedInstances")));
  await made.remove();
  const left = emulator.objects.list(`projects/${project}/`).map(({ path }) => path);
  expect(left).toEqual([`${global}/networks/default`]);
  await expect.poll(() => emulator.objects.list("locations/global/firewallPolicies/")).toEqual([]);
});
