import type { Emulator } from "../../emulator/src/index";
import { calls, type MutatingCall } from "../faults/matrix/calls";
import type { Properties } from "../support/providerProcess";
import { project } from "../support/routeProvider";

/** One resource of each kind, with as many of its arguments as have something to be spelled in another way. */
export interface Subject {
  readonly kind: string;
  readonly program: Properties;
  /** The next program: changes in place, or replaces. */
  readonly next: Properties;
  /** What others have at the service. */
  seed(emulator: Emulator): void;
  /** Somebody else changes what the next program says. */
  drift(emulator: Emulator): void;
  /** Paths of the objects that may differ after a step. */
  readonly paths: readonly string[];
  /** Whether its changes have operations. */
  readonly hasOperations: boolean;
  /** Whether it makes an object of its own, or is a part of one that others made. */
  readonly makes: "an object" | "an association" | "nothing";
}

const root = "https://www.googleapis.com/compute/v1/";
const global = `projects/${project}/global`;
const region = `projects/${project}/regions/us-central1`;

/** What the fault matrix says of the kind. */
function known(kind: string): Pick<MutatingCall, "seed" | "path" | "operationType"> {
  const found = calls.find((call) => call.kind === kind);
  if (found === undefined) throw new Error(`There is no call of ${kind} in the fault matrix.`);
  return found;
}

const routePath = known("Route").path;
const route: Subject = {
  kind: "Route",
  program: {
    name: "r",
    description: "ours",
    network: `${global}/networks/default`,
    destRange: "10.1.0.0/16",
    tags: ["web", "db", "a"],
    nextHopInstance: `projects/${project}/zones/us-central1-a/instances/nat`,
  },
  get next() {
    return { ...this.program, description: "ours too", priority: 900 };
  },
  seed: () => undefined,
  drift: (emulator) => void emulator.objects.patch(routePath, { priority: 700 }),
  paths: [routePath],
  hasOperations: true,
  makes: "an object",
};

const snapshotPath = known("Snapshot").path;
const snapshot: Subject = {
  kind: "Snapshot",
  program: {
    name: "s",
    description: "ours",
    sourceDisk: `projects/${project}/zones/us-central1-a/disks/d`,
    labels: { env: "dev", team: "net" },
    storageLocations: ["us"],
    snapshotType: "STANDARD",
    snapshotEncryptionKey: { kmsKeyName: `projects/${project}/locations/us/keyRings/ring/cryptoKeys/key` },
  },
  get next() {
    return { ...this.program, labels: { env: "prod", team: "net" } };
  },
  seed: known("Snapshot").seed,
  drift: (emulator) => void emulator.objects.patch(snapshotPath, { labels: { env: "theirs" } }),
  paths: [snapshotPath],
  hasOperations: true,
  makes: "an object",
};

const groupPath = known("RegionInstanceGroupManagerPatch").path;
const zoneOf = (letter: string) => ({ zone: `projects/${project}/zones/us-central1-${letter}` });
const groupSettings = {
  description: "ours",
  versions: [
    { name: "main", instanceTemplate: `${global}/instanceTemplates/t` },
    { name: "canary", instanceTemplate: `${global}/instanceTemplates/u`, targetSize: { fixed: 1 } },
  ],
  targetPools: [`${region}/targetPools/one`, `${region}/targetPools/two`],
  autoHealingPolicies: [{ healthCheck: `${global}/healthChecks/alive`, initialDelaySec: 300 }],
  updatePolicy: { type: "OPPORTUNISTIC", minimalAction: "REPLACE", maxSurge: { fixed: 3 } },
  distributionPolicy: { zones: [zoneOf("a"), zoneOf("b"), zoneOf("c")], targetShape: "EVEN" },
  statefulPolicy: { preservedState: { disks: { data: { autoDelete: "NEVER" } } } },
  allInstancesConfig: { properties: { labels: { team: "net" }, metadata: { mode: "blue" } } },
};
const group: Subject = {
  kind: "RegionInstanceGroupManagerPatch",
  program: { instanceGroupManager: groupPath, ...groupSettings, deletionPolicy: "RESTORE" },
  get next() {
    const updatePolicy = { ...groupSettings.updatePolicy, maxSurge: { fixed: 6 } };
    return { ...this.program, description: "ours too", updatePolicy };
  },
  seed(emulator) {
    known("RegionInstanceGroupManagerPatch").seed(emulator);
    emulator.objects.patch(groupPath, { targetSize: 3, targetPools: [`${region}/targetPools/theirs`] });
  },
  drift: (emulator) =>
    void emulator.objects.patch(groupPath, { description: "theirs again", updatePolicy: { maxSurge: { fixed: 9 } } }),
  paths: [groupPath],
  hasOperations: true,
  makes: "nothing",
};

const policyPath = known("FirewallPolicyIamBinding").path;
const role = "roles/compute.viewer";
const [alice, bob, mallory] = ["user:alice@example.com", "user:bob@example.com", "user:mallory@example.com"];
const robot = "serviceAccount:robot@my-project.iam.gserviceaccount.com";
const condition = { expression: "request.time < timestamp('2030-01-01T00:00:00Z')", title: "until 2030" };

interface StoredBinding {
  role: string;
  members: string[];
  condition?: unknown;
}

/** Somebody else edits the bindings of the policy. */
function editBindings(emulator: Emulator, edit: (bindings: StoredBinding[]) => StoredBinding[]): void {
  const { iamPolicy } = emulator.objects.get(policyPath) as { iamPolicy: { bindings?: StoredBinding[] } };
  // Whoever sets a policy gives it another etag.
  emulator.objects.patch(policyPath, {
    iamPolicy: { ...iamPolicy, etag: null, bindings: edit(iamPolicy.bindings ?? []) },
  });
}

/** Somebody else gives a grant to these in place of those who have it. */
const setMembers =
  (isMeant: (binding: StoredBinding) => boolean, members: (before: string[]) => string[]) => (emulator: Emulator) => {
    editBindings(emulator, (bindings) =>
      bindings.flatMap((binding) => {
        const next = isMeant(binding) ? members(binding.members) : binding.members;
        return next.length === 0 ? [] : [{ ...binding, members: next }];
      }),
    );
  };

const isOurGrant = (binding: StoredBinding) => binding.role === role;
const iam = {
  seed: known("FirewallPolicyIamBinding").seed,
  paths: [policyPath],
  hasOperations: false,
  makes: "nothing",
} as const;

const binding: Subject = {
  ...iam,
  kind: "FirewallPolicyIamBinding",
  program: { firewallPolicy: policyPath, role, members: [alice, "group:admins@example.com", robot], condition },
  get next() {
    return { ...this.program, members: [robot, bob] };
  },
  drift: setMembers(isOurGrant, (members) => [...members, mallory]),
};

const member: Subject = {
  ...iam,
  kind: "FirewallPolicyIamMember",
  program: { firewallPolicy: policyPath, role, member: alice, condition },
  get next() {
    return { ...this.program, member: bob };
  },
  drift: setMembers(isOurGrant, (members) => members.filter((name) => name !== bob)),
};

const auditConfigs = [
  {
    service: "compute.googleapis.com",
    auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [robot] }, { logType: "ADMIN_READ" }],
  },
];
const policy: Subject = {
  ...iam,
  kind: "FirewallPolicyIamPolicy",
  program: {
    firewallPolicy: policyPath,
    policyData: {
      bindings: [
        { role, members: [alice, robot], condition },
        { role, members: [bob] },
      ],
      auditConfigs,
    },
  },
  get next() {
    return { ...this.program, policyData: { bindings: [{ role, members: [robot, bob] }], auditConfigs } };
  },
  drift: setMembers(isOurGrant, (members) => [...members, mallory]),
};

const policyNamed = (name: string) => `${global}/firewallPolicies/${name}`;
const association: Subject = {
  kind: "NetworkFirewallPolicyAssociation",
  program: {
    name: "guard",
    attachmentTarget: `${global}/networks/default`,
    firewallPolicy: policyNamed("a"),
    replaceExistingAssociation: true,
  },
  get next() {
    return { ...this.program, firewallPolicy: policyNamed("b") };
  },
  seed(emulator) {
    for (const name of ["a", "b", "c"]) emulator.objects.put(policyNamed(name), {});
  },
  drift(emulator) {
    const associations = [{ name: "theirs", attachmentTarget: `${root}${global}/networks/default` }];
    // Whoever takes a network replaces the association of the policy that had it.
    emulator.objects.patch(policyNamed("c"), { associations });
  },
  paths: [`${global}/networks/default`, policyNamed("a"), policyNamed("b"), policyNamed("c")],
  hasOperations: true,
  makes: "an association",
};

const proxyPath = known("TargetSslProxyCertificateMap").path;
const maps = `projects/${project}/locations/global/certificateMaps`;
const proxy: Subject = {
  kind: "TargetSslProxyCertificateMap",
  program: { targetSslProxy: proxyPath, certificateMap: `${maps}/m` },
  get next() {
    return { ...this.program, certificateMap: `${maps}/n` };
  },
  seed(emulator) {
    known("TargetSslProxyCertificateMap").seed(emulator);
    emulator.objects.patch(proxyPath, { certificateMap: `//certificatemanager.googleapis.com/${maps}/before` });
  },
  drift: (emulator) =>
    void emulator.objects.patch(proxyPath, { certificateMap: `//certificatemanager.googleapis.com/${maps}/theirs` }),
  paths: [proxyPath],
  hasOperations: true,
  makes: "nothing",
};

/** Every resource of the package. */
export const subjects: readonly Subject[] = [route, snapshot, group, binding, member, policy, association, proxy];
