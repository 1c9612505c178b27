import type { Json, JsonObject } from "../../liberties/json";
import type { Properties } from "../../support/providerProcess";

/** What a case of a kind declares, what the service would truly answer, and what may be changed for it. */
export interface FuzzedKind {
  /** What tells the requests of this case from those of others: in every path. */
  readonly key: string;
  readonly id: string;
  readonly program: Properties;
  readonly next: Properties;
  /** Paths to which changes may be sent. */
  readonly mayChange: readonly string[];
  /** The true answer. */
  answer(request: { method: string; path: string }, accepted: number): Json;
}

const root = "https://www.googleapis.com/compute/v1/";
const alice = "user:alice@example.com";

type Make = (number: number) => FuzzedKind;

/** The answers that every change and wait has in common. */
function operationFor(path: string, target: string): JsonObject {
  const [, project = ""] = path.split("/");
  const name = /\/operations\/([^/]+)/.exec(path)?.[1] ?? "operation-1";
  return {
    kind: "compute#operation",
    id: "77",
    name,
    status: "DONE",
    progress: 100,
    operationType: "insert",
    targetId: "1234",
    targetLink: root + target,
    selfLink: `${root}projects/${project}/global/operations/${name}`,
    warnings: [{ code: "W", message: "m", data: [{ key: "k", value: "v" }] }],
  };
}

/** A kind whose object is read at one path. */
function ofObject(
  kind: string,
  parts: {
    path: string;
    program: Properties;
    next: Properties;
    object: JsonObject;
    id?: string;
    more?: readonly string[];
  },
): Omit<FuzzedKind, "key"> {
  const { path, program, next, object, id = path, more = [] } = parts;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const collection = path.slice(0, path.lastIndexOf("/"));
  return {
    id,
    program,
    next,
    mayChange: [path, collection, ...more],
    answer: ({ method, path: asked }) => {
      if (asked.endsWith("/operations")) return { items: [] };
      if (asked.endsWith("/listManagedInstances"))
        return { managedInstances: [{ instance: "i", currentAction: "NONE" }] };
      if (method === "GET" && asked === path)
        return { kind, id: "1234", name, selfLink: root + path, creationTimestamp: "2026-01-01T00:00:00Z", ...object };
      const region = /\/regions\/([^/]+)\//.exec(asked)?.[1];
      return { ...operationFor(asked, path), ...(region === undefined ? {} : { region, selfLink: "" }) };
    },
  };
}

const projectOf = (number: number) => `fuzz-${String(number)}-x`;

const route: Make = (number) => {
  const project = projectOf(number);
  const program = {
    project,
    name: "r",
    network: `projects/${project}/global/networks/n`,
    destRange: "10.0.0.0/8",
    nextHopIp: "10.0.0.1",
  };
  const object = {
    network: root + program.network,
    destRange: "10.0.0.0/8",
    nextHopIp: "10.0.0.1",
    priority: 1000,
    warnings: [],
    tags: ["a"],
  };
  const path = `projects/${project}/global/routes/r`;
  return {
    key: project,
    ...ofObject("compute#route", {
      path,
      program: { ...program, tags: ["a"] },
      next: { ...program, tags: ["a"], deletionPolicy: "DELETE" },
      object,
    }),
  };
};

const snapshot: Make = (number) => {
  const project = projectOf(number);
  const sourceDisk = `projects/${project}/zones/us-central1-a/disks/d`;
  const program = { project, name: "s", sourceDisk, labels: { a: "b" } };
  const object = {
    sourceDisk: root + sourceDisk,
    labels: { a: "b", theirs: "1" },
    labelFingerprint: "f",
    status: "READY",
    storageLocations: ["us"],
    snapshotEncryptionKey: { kmsKeyName: "k", sha256: "s" },
  };
  const path = `projects/${project}/global/snapshots/s`;
  return {
    key: project,
    ...ofObject("compute#snapshot", {
      path,
      program,
      next: { ...program, labels: { a: "c" } },
      object,
      more: [`${path}/setLabels`],
    }),
  };
};

const group: Make = (number) => {
  const project = projectOf(number);
  const path = `projects/${project}/regions/us-central1/instanceGroupManagers/g`;
  const program = {
    instanceGroupManager: path,
    description: "ours",
    deletionPolicy: "RESTORE",
    updatePolicy: { type: "OPPORTUNISTIC" },
  };
  const object = {
    region: `${root}projects/${project}/regions/us-central1`,
    description: "theirs",
    fingerprint: "f",
    targetSize: 3,
    updatePolicy: { type: "PROACTIVE", maxSurge: { fixed: 3, calculated: 3 } },
    versions: [{ instanceTemplate: `${root}projects/${project}/global/instanceTemplates/t` }],
    currentActions: { none: 3 },
    status: { isStable: true },
  };
  return {
    key: project,
    ...ofObject("compute#instanceGroupManager", {
      path,
      program,
      next: { ...program, description: "ours too" },
      object,
    }),
  };
};

const certificateMap: Make = (number) => {
  const project = projectOf(number);
  const path = `projects/${project}/global/targetSslProxies/t`;
  const map = (name: string) => `projects/${project}/locations/global/certificateMaps/${name}`;
  const object = {
    certificateMap: `//certificatemanager.googleapis.com/${map("m")}`,
    sslCertificates: [`${root}projects/${project}/global/sslCertificates/c`],
  };
  return {
    key: project,
    ...ofObject("compute#targetSslProxy", {
      path,
      id: `${path}/certificateMap`,
      program: { targetSslProxy: path, certificateMap: map("m") },
      next: { targetSslProxy: path, certificateMap: map("n") },
      object,
      more: [`${path}/setCertificateMap`],
    }),
  };
};

const association: Make = (number) => {
  const project = projectOf(number);
  const global = `projects/${project}/global`;
  const network = `${global}/networks/n`;
  const policy = (name: string) => `${global}/firewallPolicies/${name}`;
  const program = { name: "guard", attachmentTarget: network, firewallPolicy: policy("a") };
  return {
    key: project,
    id: `${network}/firewallPolicyAssociation`,
    program,
    next: { ...program, firewallPolicy: policy("b") },
    mayChange: ["a", "b"].flatMap((name) => [`${policy(name)}/addAssociation`, `${policy(name)}/removeAssociation`]),
    answer: ({ method, path }, accepted) => {
      if (path.endsWith("/operations")) return { items: [] };
      if (path.endsWith("/getAssociation"))
        return { name: "guard", attachmentTarget: root + network, shortName: "a", firewallPolicyId: "5" };
      const about = { id: "1234", name: path.slice(path.lastIndexOf("/") + 1), selfLink: root + path };
      if (method === "GET" && path === network)
        return { ...about, ...(accepted > 0 ? { firewallPolicy: root + policy("a") } : {}) };
      if (method === "GET" && path.startsWith(policy("")))
        return { ...about, associations: [{ name: "guard", attachmentTarget: root + network }] };
      return operationFor(path, network);
    },
  };
};

/** The three kinds of grants of one policy. */
function iam(program: Properties, next: Properties, idOf: (policy: string) => string): Make {
  return (number) => {
    const key = String(900_000_000_000 + number);
    const firewallPolicy = `locations/global/firewallPolicies/${key}`;
    return {
      key,
      id: idOf(firewallPolicy),
      program: { firewallPolicy, ...program },
      next: { firewallPolicy, ...next },
      mayChange: [`${firewallPolicy}/setIamPolicy`],
      answer: (_request, accepted) => ({
        version: 3,
        etag: "e",
        bindings: [
          {
            role: "roles/compute.admin",
            members: ["user:mallory@example.com"],
            condition: { expression: "true", title: "t" },
          },
          ...(accepted > 0 ? [{ role: "roles/viewer", members: [alice] }] : []),
        ],
        auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "ADMIN_READ", exemptedMembers: [alice] }] }],
      }),
    };
  };
}

const role = "roles/viewer";
const bindings = [{ role, members: [alice] }];

/** A case of every kind. */
export const fuzzedKinds: Readonly<Record<string, Make>> = {
  Route: route,
  Snapshot: snapshot,
  RegionInstanceGroupManagerPatch: group,
  TargetSslProxyCertificateMap: certificateMap,
  NetworkFirewallPolicyAssociation: association,
  FirewallPolicyIamBinding: iam(
    { role, members: [alice] },
    { role, members: [alice, "allUsers"] },
    (policy) => `${policy}/${role}`,
  ),
  FirewallPolicyIamMember: iam(
    { role, member: alice },
    { role, member: alice },
    (policy) => `${policy}/${role}/${alice}`,
  ),
  FirewallPolicyIamPolicy: iam({ policyData: { bindings } }, { policyData: { bindings: [] } }, (policy) => policy),
};
