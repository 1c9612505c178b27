import { detach } from "../run/cleanup";
import type { Answer } from "../run/service";
import { named, type FixtureName } from "./fixtures";
import { toPath, toPolicyPath, type Run, type Subject } from "./subject";

/** The program of a life has two states: the resource as it is made, and as it is changed. */
export type Stage = "made" | "changed";

/** One resource, and how its life is tried. */
export interface TriedResource extends Subject {
  /** The step of the engine for the change. */
  readonly change: "update" | "replace";
  args(run: Run, stage: Stage): object;
  /** The part of the object that the program decides, without the package; undefined where nothing of it exists. */
  look(run: Run): Promise<unknown>;
  /** The same part as the program of a stage declares it. */
  declared(run: Run, stage: Stage): unknown;
  /** Somebody else changes what the resource manages. */
  drift(run: Run): Promise<unknown>;
}

const routePath = ({ service, prefix }: Run) => `projects/${service.place.project}/global/routes/${prefix}-route`;
const snapshotPath = ({ service, prefix }: Run) =>
  `projects/${service.place.project}/global/snapshots/${prefix}-snapshot`;
const fixturePath = ({ service, prefix }: Run, fixture: FixtureName) => toPath(service.place, prefix, fixture);
const priorities = { made: 900, changed: 901 };
const roles = { made: "roles/compute.networkViewer", changed: "roles/compute.viewer" };
const attached = { made: "guard", changed: "spare" } as const;
/** They bring no instance to a restart: the group has an OPPORTUNISTIC policy, and its template stays. */
const actions = { made: "RESTART", changed: "REFRESH" };

const tried = {
  Route: {
    fixtures: ["network"],
    change: "replace",
    args: ({ prefix }, stage) => ({
      name: `${prefix}-route`,
      network: named(prefix, "network"),
      destRange: "198.51.100.0/24",
      nextHopGateway: "default-internet-gateway",
      priority: priorities[stage],
    }),
    look: async (run) => (await run.service.look(routePath(run)))?.priority,
    declared: (_run, stage) => priorities[stage],
    drift: (run) => run.service.remove(routePath(run)),
  },
  Snapshot: {
    fixtures: ["disk"],
    change: "update",
    args: ({ service, prefix }, stage) => ({
      name: `${prefix}-snapshot`,
      sourceDisk: named(prefix, "disk"),
      storageLocations: [service.place.region],
      labels: { acceptance: stage },
    }),
    look: async (run) => (await run.service.look(snapshotPath(run)))?.labels,
    declared: (_run, stage) => ({ acceptance: stage }),
    // The method takes no request id: a repeated request has the fingerprint that is right then.
    drift: (run) =>
      run.service.change(async () => {
        const { labelFingerprint } = await run.service.get(snapshotPath(run));
        const body = { labels: { acceptance: "theirs" }, labelFingerprint };
        return run.service.send("POST", `${snapshotPath(run)}/setLabels`, {}, body);
      }),
  },
  NetworkFirewallPolicyAssociation: {
    fixtures: ["network", "guard", "spare"],
    change: "update",
    args: ({ prefix }, stage) => ({
      name: `${prefix}-association`,
      attachmentTarget: named(prefix, "network"),
      firewallPolicy: named(prefix, attached[stage]),
    }),
    async look(run) {
      const { firewallPolicy } = await run.service.get(fixturePath(run, "network"));
      return firewallPolicy?.replace(/^.*\//, "");
    },
    declared: ({ prefix }, stage) => named(prefix, attached[stage]),
    drift: (run) => detach(run.service, fixturePath(run, attached.changed)),
  },
  RegionInstanceGroupManagerPatch: groupLife("group"),
  InstanceGroupManagerPatch: groupLife("zonalGroup"),
  BackendServicePatch: patchLife("backendService", {
    args: (run, stage) => ({ backendService: named(run.prefix, "backendService"), timeoutSec: timeouts[stage] }),
    look: ({ timeoutSec }) => timeoutSec,
    declared: (stage) => timeouts[stage],
    theirs: () => ({ timeoutSec: 43 }),
  }),
  RegionBackendServicePatch: patchLife("regionalBackendService", {
    args: (run, stage) => ({ backendService: fixturePath(run, "regionalBackendService"), timeoutSec: timeouts[stage] }),
    look: ({ timeoutSec }) => timeoutSec,
    declared: (stage) => timeouts[stage],
    theirs: () => ({ timeoutSec: 43 }),
  }),
  SubnetworkPatch: patchLife("subnetwork", {
    args: (run, stage) => ({
      subnetwork: fixturePath(run, "subnetwork"),
      secondaryIpRanges: [{ rangeName: ranges[stage], ipCidrRange: "10.10.0.0/24" }],
    }),
    look: ({ secondaryIpRanges = [] }) => secondaryIpRanges[0]?.rangeName,
    declared: (stage) => ranges[stage],
    // Somebody takes the ranges of everybody out.
    theirs: () => ({ secondaryIpRanges: [] }),
  }),
  TargetSslProxyCertificateMap: {
    fixtures: ["proxy"],
    needs: "--certificate-map",
    change: "update",
    args: (run, stage) => ({
      targetSslProxy: named(run.prefix, "proxy"),
      certificateMap: certificateMap(run, stage),
      // With one map alone, this is what changes; the proxy stays as it is.
      ...(stage === "changed" && run.certificateMaps.length === 1 ? { deletionPolicy: "RESTORE" } : {}),
    }),
    async look(run) {
      const found = await run.service.get(fixturePath(run, "proxy"));
      return found.certificateMap?.replace(/^.*?projects\//, "projects/");
    },
    declared: certificateMap,
    drift(run) {
      const method = `${fixturePath(run, "proxy")}/setCertificateMap`;
      return run.service.change((requestId) => run.service.send("POST", method, { requestId }, {}));
    },
  },
  FirewallPolicyIamBinding: grantLife("grants", "replace", (role, member) => ({ role, members: [member] })),
  FirewallPolicyIamMember: grantLife("memberGrants", "replace", (role, member) => ({ role, member })),
  FirewallPolicyIamPolicy: grantLife("wholePolicy", "update", (role, member) => ({
    policyData: { bindings: [{ role, members: [member] }] },
  })),
} as const satisfies Readonly<Record<string, TriedResource>>;

export type ResourceName = keyof typeof tried;

/** The resources that are tried, by kind. */
export const resources: Readonly<Record<ResourceName, TriedResource>> = tried;

const timeouts = { made: 41, changed: 42 } as const;
const ranges = { made: "acceptance-one", changed: "acceptance-two" } as const;

/** A group, whose size stays one. */
function groupLife(fixture: "group" | "zonalGroup"): TriedResource {
  return patchLife(fixture, {
    args: (run, stage) => ({
      instanceGroupManager: fixturePath(run, fixture),
      updatePolicy: { type: "OPPORTUNISTIC", minimalAction: actions[stage] },
      waitForInstances: "STABLE",
    }),
    look: ({ updatePolicy }) => updatePolicy?.minimalAction,
    declared: (stage) => actions[stage],
    theirs: () => ({ updatePolicy: { minimalAction: "REPLACE" } }),
  });
}

/** Some settings of a fixture, which the end of the run puts back. */
function patchLife(
  fixture: FixtureName,
  parts: {
    args(run: Run, stage: Stage): object;
    look(object: Answer): unknown;
    declared(stage: Stage): unknown;
    /** The patch of somebody else. */
    theirs(): object;
  },
): TriedResource {
  return {
    fixtures: [fixture],
    change: "update",
    args: (run, stage) => ({ ...parts.args(run, stage), deletionPolicy: "RESTORE" }),
    look: async (run) => parts.look(await run.service.get(fixturePath(run, fixture))),
    declared: (_run, stage) => parts.declared(stage),
    async drift(run) {
      const path = fixturePath(run, fixture);
      const { fingerprint } = await run.service.get(path);
      return run.service.change((requestId) =>
        run.service.send("PATCH", path, { requestId }, { fingerprint, ...parts.theirs() }),
      );
    },
  };
}

function certificateMap({ certificateMaps: [first = "", second = first] }: Run, stage: Stage): string {
  return stage === "made" ? first : second;
}

/** Each policy belongs to one resource, so that its roles are the resource's. */
function grantLife(
  fixture: FixtureName,
  change: TriedResource["change"],
  args: (role: string, member: string) => object,
): TriedResource {
  return {
    fixtures: [fixture],
    needs: "--parent",
    change,
    args: (run, stage) => ({
      firewallPolicy: toPolicyPath(run, fixture),
      ...args(roles[stage], toPrincipal(run.operations.get(fixture)?.user)),
    }),
    look: async (run) => (await readPolicy(run, fixture)).bindings?.[0]?.role,
    declared: (_run, stage) => roles[stage],
    drift: (run) =>
      run.service.persistently(async () => {
        const { etag } = await readPolicy(run, fixture);
        const policy = { version: 3, etag, bindings: [] };
        return run.service.send("POST", `${toPolicyPath(run, fixture)}/setIamPolicy`, {}, { policy });
      }),
  };
}

function readPolicy(run: Run, fixture: FixtureName): Promise<Answer> {
  return run.service.get(`${toPolicyPath(run, fixture)}/getIamPolicy`, { optionsRequestedPolicyVersion: "3" });
}

/** Whoever has made the policy gets the roles. */
function toPrincipal(user = ""): string {
  if (/^principal(?:Set)?:/.test(user)) return user;
  return `${user.endsWith("gserviceaccount.com") ? "serviceAccount" : "user"}:${user}`;
}
