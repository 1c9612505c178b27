import { expect, it } from "vitest";
import { canonicalize } from "../../provider/src/fields/kind";
import { appliedValuesKey } from "../../provider/src/lifecycle/job/outputKeys";
import { everyKind, kindNamed, nameOf } from "../kinds/every";
import { everyGroupSetting } from "../support/groupSettings";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { project } from "../support/routeProvider";
import {
  disk,
  disks,
  global,
  group,
  mapNamed,
  policies,
  policy,
  proxies,
  references,
  region,
  role,
  root,
  template,
} from "./others";

/** Programs that spell each reference, range and address in another way than the service, and what it shows of them. */
const zone = `projects/${project}/zones/us-central1-a`;

const rows: readonly (readonly [kind: string, program: Properties, shown: Properties])[] = [
  [
    "Route",
    { network: "default", destRange: "2001:DB8:0::/32", nextHopIp: "2001:DB8::0:1" },
    { network: `${root}${global}/networks/default`, destRange: "2001:db8::/32", nextHopIp: "2001:db8::1" },
  ],
  [
    "Route",
    { network: "global/networks/default", destRange: "10.0.0.0/8", nextHopGateway: "default-internet-gateway" },
    { nextHopGateway: `${root}${global}/gateways/default-internet-gateway` },
  ],
  [
    "Route",
    { network: "default", destRange: "10.0.0.0/8", nextHopInstance: "nat", nextHopInstanceZone: "us-east1-b" },
    { nextHopInstance: `${root}projects/${project}/zones/us-east1-b/instances/nat` },
  ],
  [
    "Route",
    { network: "default", destRange: "10.0.0.0/8", nextHopIlb: "rule" },
    { nextHopIlb: `${root}${region}/forwardingRules/rule` },
  ],
  ["Route", { network: "default", destRange: "10.0.0.0/8", nextHopIlb: "10.0.0.7" }, { nextHopIlb: "10.0.0.7" }],
  [
    "Route",
    { network: "default", destRange: "10.0.0.0/8", nextHopNetwork: "default" },
    { nextHopNetwork: `${root}${global}/networks/default` },
  ],
  [
    "Route",
    { network: "default", destRange: "10.0.0.0/8", nextHopVpnTunnel: "t" },
    { nextHopVpnTunnel: `${root}${region}/vpnTunnels/t` },
  ],
  ["Snapshot", { sourceDisk: "d" }, { sourceDisk: root + disk }],
  [
    "Snapshot",
    { sourceInstantSnapshot: "i" },
    { sourceInstantSnapshot: root + disk.replace("/disks/d", "/instantSnapshots/i") },
  ],
  [
    "Snapshot",
    { sourceDiskForRecoveryCheckpoint: "far" },
    { sourceDiskForRecoveryCheckpoint: `${root}${region}/disks/far` },
  ],
  [
    "NetworkFirewallPolicyAssociation",
    { attachmentTarget: "default", firewallPolicy: "a", name: "guard" },
    { attachmentTarget: `${root}${global}/networks/default`, firewallPolicy: `${root}${global}/firewallPolicies/a` },
  ],
  [
    "TargetSslProxyCertificateMap",
    { targetSslProxy: "mail", certificateMap: "m" },
    { targetSslProxy: `${root}${global}/targetSslProxies/mail`, certificateMap: mapNamed("m") },
  ],
  [
    "FirewallPolicyIamMember",
    { firewallPolicy: "123456789", role, member: "user:a@b.c" },
    { firewallPolicy: root + policy },
  ],
  [
    "FirewallPolicyIamBinding",
    { firewallPolicy: policy, role, members: ["user:a@b.c"] },
    { firewallPolicy: root + policy },
  ],
  ["FirewallPolicyIamPolicy", { firewallPolicy: `/${policy}`, policyData: "{}" }, { firewallPolicy: root + policy }],
  [
    "RegionInstanceGroupManagerPatch",
    { instanceGroupManager: "web", ...everyGroupSetting },
    {
      instanceGroupManager: root + group,
      versions: [
        { name: "v", instanceTemplate: template("t") },
        { name: "w", instanceTemplate: template("t"), targetSize: { fixed: 1 } },
      ],
      targetPools: [`${root}${region}/targetPools/pool`],
      autoHealingPolicies: [{ healthCheck: `${root}${global}/healthChecks/check`, initialDelaySec: 60 }],
      distributionPolicy: {
        zones: [{ zone: `${root}projects/${project}/zones/us-central1-a` }],
        targetShape: "EVEN",
      },
      resourcePolicies: { workloadPolicy: `${root}${region}/resourcePolicies/w` },
    },
  ],
  [
    "RegionInstanceGroupManagerPatch",
    { instanceGroupManager: "web", instanceTemplate: "regions/us-central1/instanceTemplates/t" },
    { instanceTemplate: `${root}${region}/instanceTemplates/t` },
  ],
  [
    "InstanceGroupManagerPatch",
    {
      instanceGroupManager: "zones/us-central1-a/instanceGroupManagers/zonal",
      versions: [{ instanceTemplate: "regions/us-central1/instanceTemplates/t" }],
      targetPools: ["pool"],
    },
    {
      instanceGroupManager: `${root}${zone}/instanceGroupManagers/zonal`,
      versions: [{ instanceTemplate: `${root}${region}/instanceTemplates/t` }],
      targetPools: [`${root}${region}/targetPools/pool`],
    },
  ],
  [
    "BackendServicePatch",
    { backendService: "mail", backends: [{ group: "zones/us-central1-a/instanceGroups/one", capacityScaler: 0.5 }] },
    {
      backendService: `${root}${global}/backendServices/mail`,
      backends: [{ group: `${root}${zone}/instanceGroups/one`, capacityScaler: 0.5 }],
    },
  ],
  [
    "RegionBackendServicePatch",
    { backendService: "inner", backends: [{ group: `${zone}/instanceGroups/one` }] },
    {
      backendService: `${root}${region}/backendServices/inner`,
      backends: [{ group: `${root}${zone}/instanceGroups/one` }],
    },
  ],
  [
    "SubnetworkPatch",
    { subnetwork: "shared", secondaryIpRanges: [{ rangeName: "pods", ipCidrRange: "10.8.0.0/16" }] },
    {
      subnetwork: `${root}${region}/subnetworks/shared`,
      secondaryIpRanges: [{ rangeName: "pods", ipCidrRange: "10.8.0.0/16" }],
    },
  ],
  [
    "ServiceAttachmentPatch",
    {
      serviceAttachment: "search",
      natSubnets: ["regions/us-central1/subnetworks/nat"],
      consumerAcceptLists: [{ networkUrl: "global/networks/default", connectionLimit: 2 }],
      consumerRejectLists: ["global/networks/other"],
    },
    {
      serviceAttachment: `${root}${region}/serviceAttachments/search`,
      natSubnets: [`${root}${region}/subnetworks/nat`],
      consumerAcceptLists: [{ networkUrl: `${root}${global}/networks/default`, connectionLimit: 2 }],
      consumerRejectLists: [`${root}${global}/networks/other`],
    },
  ],
];

const others = {
  ...Object.fromEntries(
    [`${zone}/instanceGroups/one`, `${region}/subnetworks/nat`, `${global}/networks/other`].map((path) => [path, {}]),
  ),
  [`${zone}/instanceGroupManagers/zonal`]: { targetSize: 1 },
  [`${global}/backendServices/mail`]: { protocol: "HTTP" },
  [`${region}/backendServices/inner`]: { protocol: "TCP" },
  [`${region}/subnetworks/shared`]: { network: `${global}/networks/default`, ipCidrRange: "10.0.0.0/20" },
  [`${region}/serviceAttachments/search`]: { connectionPreference: "ACCEPT_MANUAL" },
  ...references,
  ...disks,
  ...policies,
  ...proxies,
  [disk.replace("/disks/d", "/instantSnapshots/i")]: { sourceDisk: disk },
  [`${region}/disks/far`]: { sizeGb: "20" },
  [policy]: {},
  [group]: { targetSize: 12, distributionPolicy: { zones: [{ zone: "zones/us-central1-a" }] } },
};

it("references, ranges and addresses are in a preview as after `up`, and a state in the program's spelling shows no change", async () => {
  const { provider, turnTo, nextRun, inputs } = await startKindProvider("Route", { others });
  for (const [kind, program, shown] of rows) {
    const row = `${kind} ${JSON.stringify(program)}`;
    await turnTo(kind);
    const isPatch = kindNamed(kind).definition.partial !== undefined;
    // A process waits for the versions that it has replaced to go.
    if (kindNamed(kind).definition.list === undefined) await nextRun();
    const previewed = await inputs(program);
    expect(previewed, row).toMatchObject(shown);
    const { id, outs } = await provider.create(previewed);
    expect(outs, row).toMatchObject(shown);
    expect((await provider.diff(id, outs, previewed)).changes, row).toBe(false);
    // The option `ignoreChanges` gives check what it has answered before.
    expect((await provider.check(previewed, previewed)).inputs, row).toEqual(previewed);
    // Older states have the spelling of the program.
    const recorded = { ...previewed, ...program };
    const old = { ...outs, ...(isPatch ? { [appliedValuesKey]: [program] } : {}) };
    expect(await provider.diff(id, old, previewed), row).toMatchObject({ changes: false, replaces: [] });
    expect(await provider.details(id, old, previewed, recorded), row).toMatchObject({ shown: {}, paths: [] });
    expect((await provider.read(id, old, recorded)).inputs, row).toBeUndefined();
  }
});

it("the rows above are of every argument of their kinds that has several spellings", () => {
  const samples = everyKind
    .filter((kind) => rows.some(([name]) => name === nameOf(kind)))
    .map(({ definition, sample, fullProgram }) => [definition.kind, { ...fullProgram, ...sample }] as const);
  const context = { project, region: "us-central1", zone: "us-central1-a" };
  for (const [kind, sample] of samples) {
    const { fields } = kindNamed(kind).definition;
    const several = Object.keys(sample).filter((name) => {
      const field = fields[name];
      if (field === undefined || field.change === "createOnly") return false;
      return JSON.stringify(canonicalize(field.kind, sample[name], context)) !== JSON.stringify(sample[name]);
    });
    const covered = rows.filter(([name]) => name === kind).flatMap(([, , shown]) => Object.keys(shown));
    expect(covered, kind).toEqual(expect.arrayContaining(several));
  }
});
