import { randomBytes } from "node:crypto";
import type { Emulator, FaultMatch } from "../../../emulator/src/index";
import type { Properties } from "../../support/providerProcess";
import { project } from "../../support/routeProvider";

/** One mutating call of the API, and the step of a user that leads to it. */
export interface MutatingCall {
  readonly name: string;
  readonly kind: string;
  /** What the user does: `up` with `program`, or `destroy` of it. */
  readonly step: "up" | "destroy";
  /** What was applied before. Without it the step creates. */
  readonly before?: Properties;
  readonly program: Properties;
  /** What others have at the service. */
  seed(emulator: Emulator): void;
  /** Requests of this call. */
  readonly request: Required<Pick<FaultMatch, "method" | "path">>;
  /** The read that comes right before it. */
  readonly readBefore?: FaultMatch;
  /** Its operation; a call without one is done when it is answered. */
  readonly operationType?: string;
  /** A stale fingerprint or etag is refused with this, and met by reading again. */
  readonly stale?: 409 | 412;
  /** What a 403 has to name. */
  readonly permission: string;
  /** The beginning of every error: `gce:Route "r": insert failed: `. */
  readonly failure: string;
  /** Path of the object that is changed, and what of it this call changes; `undefined` where there is none. */
  readonly path: string;
  shown(object: Properties): unknown;
  /** The same of what is recorded. */
  recorded(outputs: Properties): unknown;
  /** Somebody else removes the object. */
  vanish(emulator: Emulator): void;
  /** Somebody else makes an object that is in the way, or lets it go again. */
  readonly obstacle?: { arrive(emulator: Emulator): void; leave(emulator: Emulator): void; readonly says: string };
  /** A secret of the program that the service repeats in its errors. */
  readonly secret?: string;
}

const root = "https://www.googleapis.com/compute/v1/";
const global = `projects/${project}/global`;
const id = ({ id: found }: Properties) => found;
const numericId = ({ numericId: found }: Properties) => found;

const routePath = `${global}/routes/r`;
const route = {
  kind: "Route",
  program: { name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" },
  seed: () => undefined,
  path: routePath,
  shown: id,
  recorded: numericId,
  vanish: (emulator: Emulator) => void emulator.objects.delete(routePath),
} as const;

/** The key of every snapshot here. */
export const rawKey = randomBytes(32).toString("base64");

const disk = `projects/${project}/zones/us-central1-a/disks/d`;
const snapshotPath = `${global}/snapshots/s`;
const snapshot = {
  kind: "Snapshot",
  program: { name: "s", sourceDisk: disk, snapshotEncryptionKey: { rawKey }, labels: { env: "dev" } },
  seed: (emulator: Emulator) => void emulator.objects.put(disk, { sizeGb: "20" }),
  path: snapshotPath,
  shown: id,
  recorded: numericId,
  vanish: (emulator: Emulator) => void emulator.objects.delete(snapshotPath),
  secret: rawKey,
} as const;

/** An object of somebody else's under the name. */
const namesake = (path: string, object: object) => ({
  arrive: (emulator: Emulator) => void emulator.objects.put(path, { description: "theirs", ...object }),
  leave: (emulator: Emulator) => void emulator.objects.delete(path),
  says: "an object of that name exists already",
});

const groupPath = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;
const group = {
  kind: "RegionInstanceGroupManagerPatch",
  program: { instanceGroupManager: "web", description: "ours", deletionPolicy: "RESTORE" },
  seed: (emulator: Emulator) =>
    void emulator.objects.put(groupPath, {
      description: "theirs",
      baseInstanceName: "web",
      instanceTemplate: `${root}${global}/instanceTemplates/t`,
      targetSize: 1,
    }),
  request: { method: "PATCH", path: "/instanceGroupManagers/web$" },
  readBefore: { method: "GET", path: "/instanceGroupManagers/web$" },
  operationType: "patch",
  stale: 412,
  permission: "compute.instanceGroupManagers.update",
  path: groupPath,
  shown: ({ description }: Properties) => description,
  recorded: ({ description }: Properties) => description,
  vanish: (emulator: Emulator) => void emulator.objects.delete(groupPath),
} as const;

const policyPath = "locations/global/firewallPolicies/123456789";
const role = "roles/compute.viewer";
const [alice, bob] = ["user:alice@example.com", "user:bob@example.com"];
const theirBinding = { role: "roles/compute.admin", members: ["group:admins@example.com"] };

interface Binding {
  role: string;
  members: string[];
}

const bindingsOf = (policy: unknown) => (policy as { bindings?: Binding[] } | undefined)?.bindings ?? [];
const membersAt = ({ iamPolicy }: Properties) =>
  bindingsOf(iamPolicy).find((binding) => binding.role === role)?.members;

const iam = {
  seed: (emulator: Emulator) =>
    void emulator.objects.put(policyPath, { shortName: "p", iamPolicy: { bindings: [theirBinding] } }),
  request: { method: "POST", path: "/setIamPolicy$" },
  readBefore: { method: "GET", path: "/getIamPolicy$" },
  stale: 409,
  permission: "compute.firewallPolicies.setIamPolicy",
  path: policyPath,
  vanish: (emulator: Emulator) => void emulator.objects.delete(policyPath),
} as const;

const binding = {
  ...iam,
  kind: "FirewallPolicyIamBinding",
  program: { firewallPolicy: policyPath, role, members: [alice, bob] },
  shown: membersAt,
  recorded: ({ members }: Properties) => members,
} as const;

const networkPath = `${global}/networks/default`;
const association = {
  kind: "NetworkFirewallPolicyAssociation",
  program: { name: "guard", attachmentTarget: "default", firewallPolicy: "a" },
  seed(emulator: Emulator) {
    for (const policy of ["a", "b"]) emulator.objects.put(`${global}/firewallPolicies/${policy}`, {});
  },
  permission: "compute.firewallPolicies.use, compute.networks.setFirewallPolicy",
  path: networkPath,
  shown: ({ firewallPolicy }: Properties) => firewallPolicy,
  recorded: ({ firewallPolicy }: Properties) => firewallPolicy,
  vanish: (emulator: Emulator) => void emulator.objects.delete(`${global}/firewallPolicies/a`),
} as const;

const proxyPath = `${global}/targetSslProxies/mail`;
const mapNamed = (name: string) =>
  `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/${name}`;
const proxy = {
  kind: "TargetSslProxyCertificateMap",
  program: { targetSslProxy: "mail", certificateMap: "m" },
  seed: (emulator: Emulator) =>
    void emulator.objects.put(proxyPath, { sslCertificates: [`${root}${global}/sslCertificates/c`] }),
  request: { method: "POST", path: "/targetSslProxies/mail/setCertificateMap$" },
  operationType: "setCertificateMap",
  permission: "compute.targetSslProxies.setCertificateMap",
  path: proxyPath,
  shown: ({ certificateMap }: Properties) => certificateMap,
  recorded: ({ certificateMap }: Properties) => certificateMap,
  vanish: (emulator: Emulator) => void emulator.objects.delete(proxyPath),
} as const;
const readProxy = { method: "GET", path: "/targetSslProxies/mail$" } as const;

/** Every mutating call that any resource of the package makes. */
export const calls: readonly MutatingCall[] = [
  {
    ...route,
    name: "route insert",
    step: "up",
    request: { method: "POST", path: "/global/routes$" },
    operationType: "insert",
    permission: "at least one of compute.routes.create and compute.networks.updatePolicy",
    failure: 'gce:Route "r": insert failed: ',
    obstacle: namesake(routePath, { network: `${root}${networkPath}` }),
  },
  {
    ...route,
    name: "route delete",
    step: "destroy",
    request: { method: "DELETE", path: "/global/routes/r$" },
    operationType: "delete",
    permission: "compute.routes.delete, compute.networks.updatePolicy",
    failure: 'gce:Route "r": delete failed: ',
  },
  {
    ...snapshot,
    name: "snapshot insert",
    step: "up",
    request: { method: "POST", path: "/global/snapshots$" },
    operationType: "insert",
    permission: "compute.snapshots.create, compute.disks.createSnapshot, compute.snapshots.setLabels",
    failure: 'gce:Snapshot "s": insert failed: ',
    obstacle: namesake(snapshotPath, { sourceDisk: `${root}${disk}` }),
  },
  {
    ...snapshot,
    name: "snapshot delete",
    step: "destroy",
    request: { method: "DELETE", path: "/global/snapshots/s$" },
    operationType: "delete",
    permission: "compute.snapshots.delete",
    failure: 'gce:Snapshot "s": delete failed: ',
  },
  {
    ...snapshot,
    name: "snapshot setLabels",
    step: "up",
    before: snapshot.program,
    program: { ...snapshot.program, labels: { env: "prod", team: "net" } },
    request: { method: "POST", path: "/global/snapshots/s/setLabels$" },
    operationType: "setLabels",
    stale: 412,
    permission: "compute.snapshots.setLabels",
    failure: 'gce:Snapshot "s": setLabels failed: ',
    shown: ({ labels }) => labels,
    recorded: ({ labels }) => labels,
  },
  {
    ...group,
    name: "group patch",
    step: "up",
    failure: 'gce:RegionInstanceGroupManagerPatch "us-central1/web": patch failed: ',
  },
  {
    ...group,
    name: "group patch (restore)",
    step: "destroy",
    failure: 'gce:RegionInstanceGroupManagerPatch "us-central1/web": delete failed: ',
  },
  {
    ...binding,
    name: "setIamPolicy (binding)",
    step: "up",
    failure: `gce:FirewallPolicyIamBinding "123456789/${role}": setIamPolicy failed: `,
  },
  {
    ...binding,
    name: "setIamPolicy (members of a binding)",
    step: "up",
    before: { ...binding.program, members: [alice] },
    failure: `gce:FirewallPolicyIamBinding "123456789/${role}": setIamPolicy failed: `,
  },
  {
    ...binding,
    name: "setIamPolicy (binding removed)",
    step: "destroy",
    failure: `gce:FirewallPolicyIamBinding "123456789/${role}": delete failed: `,
  },
  {
    ...iam,
    name: "setIamPolicy (member)",
    kind: "FirewallPolicyIamMember",
    step: "up",
    program: { firewallPolicy: policyPath, role, member: alice },
    shown: (object) => membersAt(object)?.find((member) => member === alice),
    recorded: ({ member }) => member,
    failure: `gce:FirewallPolicyIamMember "123456789/${role}/${alice}": setIamPolicy failed: `,
  },
  {
    ...iam,
    name: "setIamPolicy (policy)",
    kind: "FirewallPolicyIamPolicy",
    step: "up",
    program: { firewallPolicy: policyPath, policyData: { bindings: [{ role, members: [alice] }] } },
    shown: ({ iamPolicy }) => bindingsOf(iamPolicy),
    recorded: ({ policyData }) => bindingsOf(policyData),
    failure: 'gce:FirewallPolicyIamPolicy "123456789": setIamPolicy failed: ',
  },
  {
    ...association,
    name: "addAssociation",
    step: "up",
    request: { method: "POST", path: "/firewallPolicies/a/addAssociation$" },
    operationType: "addAssociation",
    failure: 'gce:NetworkFirewallPolicyAssociation "default": insert failed: ',
    obstacle: {
      arrive: (emulator) =>
        void emulator.objects.patch(`${global}/firewallPolicies/b`, {
          associations: [{ name: "theirs", attachmentTarget: root + networkPath }],
        }),
      leave: (emulator) => void emulator.objects.patch(`${global}/firewallPolicies/b`, { associations: [] }),
      says: `the network is held by another firewall policy\n  its policy is ${global}/firewallPolicies/b`,
    },
  },
  {
    ...association,
    name: "addAssociation (swap)",
    step: "up",
    before: association.program,
    program: { ...association.program, firewallPolicy: "b" },
    request: { method: "POST", path: "/firewallPolicies/b/addAssociation$" },
    readBefore: { method: "GET", path: "/global/networks/default$" },
    operationType: "addAssociation",
    failure: 'gce:NetworkFirewallPolicyAssociation "default": swap failed: ',
    recorded: ({ firewallPolicy }) => firewallPolicy,
  },
  {
    ...association,
    name: "removeAssociation",
    step: "destroy",
    request: { method: "POST", path: "/firewallPolicies/a/removeAssociation$" },
    readBefore: { method: "GET", path: "/firewallPolicies/a/getAssociation$" },
    operationType: "removeAssociation",
    failure: 'gce:NetworkFirewallPolicyAssociation "default": delete failed: ',
  },
  {
    ...proxy,
    name: "setCertificateMap (set)",
    step: "up",
    readBefore: readProxy,
    failure: 'gce:TargetSslProxyCertificateMap "mail": setCertificateMap failed: ',
  },
  {
    ...proxy,
    name: "setCertificateMap (swap)",
    step: "up",
    seed: (emulator) => void emulator.objects.put(proxyPath, { certificateMap: mapNamed("theirs") }),
    before: proxy.program,
    program: { ...proxy.program, certificateMap: "n" },
    failure: 'gce:TargetSslProxyCertificateMap "mail": setCertificateMap failed: ',
  },
  {
    ...proxy,
    name: "setCertificateMap (clear)",
    step: "destroy",
    readBefore: readProxy,
    failure: 'gce:TargetSslProxyCertificateMap "mail": delete failed: ',
  },
];
