import { expect, it } from "vitest";
import { canonicalize } from "../../provider/src/fields/kind";
import { pick } from "../../provider/src/fields/values";
import { appliedValuesKey } from "../../provider/src/lifecycle/job/outputKeys";
import { everyKind, kindNamed, nameOf } from "../kinds/every";
import { everyGroupSetting } from "../support/groupSettings";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { project } from "../support/routeProvider";
import { disk, disks, global, group, policies, policy, proxies, references, region, role } from "./others";

/** Programs that spell each reference, range and address in another way than the service. */
const zone = `projects/${project}/zones/us-central1-a`;
const ranged = (nextHop: Properties) => ({ network: "default", destRange: "10.0.0.0/8", ...nextHop });

const rows: readonly (readonly [kind: string, program: Properties])[] = [
  ["Route", { network: "default", destRange: "2001:DB8:0::/32", nextHopIp: "2001:DB8::0:1" }],
  ["Route", ranged({ network: "global/networks/default", nextHopGateway: "default-internet-gateway" })],
  ["Route", ranged({ nextHopInstance: "nat", nextHopInstanceZone: "us-east1-b" })],
  ["Route", ranged({ nextHopIlb: "rule" })],
  ["Route", ranged({ nextHopIlb: "10.0.0.7" })],
  ["Route", ranged({ nextHopNetwork: "default" })],
  ["Route", ranged({ nextHopVpnTunnel: "t" })],
  ["Snapshot", { sourceDisk: "d" }],
  ["Snapshot", { sourceInstantSnapshot: "i" }],
  ["Snapshot", { sourceDiskForRecoveryCheckpoint: "far" }],
  ["NetworkFirewallPolicyAssociation", { attachmentTarget: "default", firewallPolicy: "a", name: "guard" }],
  ["TargetSslProxyCertificateMap", { targetSslProxy: "mail", certificateMap: "m" }],
  ["FirewallPolicyIamMember", { firewallPolicy: "123456789", role, member: "user:a@b.c" }],
  ["FirewallPolicyIamBinding", { firewallPolicy: policy, role, members: ["user:a@b.c"] }],
  [
    "FirewallPolicyIamPolicy",
    { firewallPolicy: `/${policy}`, policyData: { bindings: [{ role, members: ["user:a@b.c"] }] } },
  ],
  ["RegionInstanceGroupManagerPatch", { instanceGroupManager: "web", ...everyGroupSetting }],
  [
    "RegionInstanceGroupManagerPatch",
    { instanceGroupManager: "web", instanceTemplate: "regions/us-central1/instanceTemplates/t" },
  ],
  [
    "InstanceGroupManagerPatch",
    {
      instanceGroupManager: "zones/us-central1-a/instanceGroupManagers/zonal",
      versions: [{ instanceTemplate: "regions/us-central1/instanceTemplates/t" }],
      targetPools: ["pool"],
    },
  ],
  [
    "BackendServicePatch",
    { backendService: "mail", backends: [{ group: "zones/us-central1-a/instanceGroups/one", capacityScaler: 0.5 }] },
  ],
  ["RegionBackendServicePatch", { backendService: "inner", backends: [{ group: `${zone}/instanceGroups/one` }] }],
  ["SubnetworkPatch", { subnetwork: "shared", secondaryIpRanges: [{ rangeName: "pods", ipCidrRange: "10.8.0.0/16" }] }],
  [
    "ServiceAttachmentPatch",
    {
      serviceAttachment: "search",
      natSubnets: ["regions/us-central1/subnetworks/nat"],
      consumerAcceptLists: [{ networkUrl: "global/networks/default", connectionLimit: 2 }],
      consumerRejectLists: ["global/networks/other"],
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
  for (const [kind, program] of rows) {
    const row = `${kind} ${JSON.stringify(program)}`;
    await turnTo(kind);
    const isPatch = kindNamed(kind).definition.partial !== undefined;
    // A process waits for the versions that it has replaced to go.
    if (kindNamed(kind).definition.list === undefined) await nextRun();
    const previewed = await inputs(program);
    const { id, outs } = await provider.create(previewed);
    const shown = Object.keys(program).filter((name) => name !== "nextHopInstanceZone");
    expect(pick(previewed, shown), row).toEqual(pick(outs, shown));
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
    const covered = rows.filter(([name]) => name === kind).flatMap(([, program]) => Object.keys(program));
    expect(covered, kind).toEqual(expect.arrayContaining(several));
  }
});
