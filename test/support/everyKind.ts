import type { Emulator } from "../../emulator/src/index";
import type { Properties } from "./providerProcess";

/** One kind of resource, as few arguments as it takes, and what each call of the engine may cost. */
export interface KindCase {
  /** What the first so many resources need at the service. */
  arrange?: (emulator: Emulator, project: string, count: number) => void;
  /** The arguments of the resource with that number; each has an object of its own. */
  args: (number: number) => Properties;
  /** Arguments that are changed in place; none where every change replaces. */
  change?: Properties;
  /** Most bytes of its inputs and outputs as JSON. */
  bytes: number;
  /** The requests of each call, and why there are no fewer. */
  budget: Record<"create" | "read" | "delete", Budget> & { update?: Budget };
}

export interface Budget {
  requests: readonly string[];
  why: string;
}

const onePerRead = { requests: ["get"], why: "one object, one look" };

/** Every kind of the package. */
export const everyKind = {
  Route: {
    args: (number) => ({
      name: `r${String(number)}`,
      network: "default",
      destRange: `10.${String(number >> 8)}.${String(number & 255)}.0/24`,
      nextHopIp: "10.128.0.9",
    }),
    bytes: 880,
    budget: {
      create: { requests: ["insert", "wait", "get"], why: "no answer but the last shows what the service has made" },
      read: onePerRead,
      delete: {
        requests: ["get", "delete", "wait"],
        why: "an object of that name that somebody else has made anew is left alone",
      },
    },
  },
  Snapshot: {
    arrange: (emulator, project) => {
      emulator.objects.put(`projects/${project}/zones/us-central1-a/disks/d`, { sizeGb: "20" });
    },
    args: (number) => ({ name: `s${String(number)}`, sourceDisk: "d", zone: "us-central1-a" }),
    change: { labels: { team: "ours" } },
    bytes: 1105,
    budget: {
      create: { requests: ["insert", "wait", "get"], why: "no answer but the last shows what the service has made" },
      read: onePerRead,
      update: {
        requests: ["setLabels", "wait", "get"],
        why: "the recorded fingerprint is tried first; the answer does not show the new one",
      },
      delete: {
        requests: ["get", "delete", "wait"],
        why: "an object of that name that somebody else has made anew is left alone",
      },
    },
  },
  RegionInstanceGroupManagerPatch: {
    arrange: (emulator, project, count) => {
      for (let number = 0; number < count; number += 1) {
        emulator.objects.put(`projects/${project}/regions/us-central1/instanceGroupManagers/g${String(number)}`, {
          targetSize: 1,
          baseInstanceName: "web",
          instanceTemplate: `projects/${project}/global/instanceTemplates/t`,
        });
      }
    },
    args: (number) => ({
      instanceGroupManager: `g${String(number)}`,
      region: "us-central1",
      description: "ours",
    }),
    change: { description: "ours too" },
    bytes: 1530,
    budget: {
      create: {
        requests: ["get", "patch", "wait", "get"],
        why: "the patch needs the fingerprint and the values from before",
      },
      read: onePerRead,
      update: {
        requests: ["get", "patch", "wait", "get"],
        why: "the group has other authors: a recorded fingerprint is seldom the newest",
      },
      delete: { requests: [], why: "deletionPolicy RETAIN leaves the group as it is" },
    },
  },
  FirewallPolicyIamBinding: {
    args: (number) => ({
      firewallPolicy: "locations/global/firewallPolicies/123456789",
      role: `roles/compute.test${String(number)}`,
      members: ["user:alice@example.com"],
    }),
    change: { members: ["user:bob@example.com"] },
    arrange: putPolicy,
    bytes: 585,
    budget: iamBudget(),
  },
  FirewallPolicyIamMember: {
    args: (number) => ({
      firewallPolicy: "locations/global/firewallPolicies/123456789",
      role: "roles/compute.viewer",
      member: `user:user${String(number)}@example.com`,
    }),
    arrange: putPolicy,
    bytes: 580,
    budget: { create: iamBudget().create, read: iamBudget().read, delete: iamBudget().delete },
  },
  FirewallPolicyIamPolicy: {
    args: () => ({
      firewallPolicy: "locations/global/firewallPolicies/123456789",
      policyData: { bindings: [{ role: "roles/compute.viewer", members: ["user:alice@example.com"] }] },
    }),
    change: { policyData: { bindings: [{ role: "roles/compute.viewer", members: ["user:bob@example.com"] }] } },
    arrange: putPolicy,
    bytes: 735,
    budget: iamBudget(),
  },
  NetworkFirewallPolicyAssociation: {
    arrange: (emulator, project, count) => {
      for (const policy of ["a", "b"])
        emulator.objects.put(`projects/${project}/global/firewallPolicies/${policy}`, {});
      for (let number = 0; number < count; number += 1)
        emulator.objects.put(`projects/${project}/global/networks/n${String(number)}`, {});
    },
    args: (number) => ({ name: `guard${String(number)}`, attachmentTarget: `n${String(number)}`, firewallPolicy: "a" }),
    change: { firewallPolicy: "b" },
    bytes: 815,
    budget: {
      create: {
        requests: ["addAssociation", "wait", "getAssociation"],
        why: "no answer but the last shows what the service has made",
      },
      read: {
        requests: ["getAssociation"],
        why: "one policy at most holds a network: where ours does, no other is looked for",
      },
      update: {
        requests: ["get", "addAssociation", "wait", "getAssociation", "getAssociation"],
        why: "a network that somebody else has taken is not taken back unasked, which only the network shows; and the policy from before can be deleted only when it shows the association no more",
      },
      delete: {
        requests: ["getAssociation", "removeAssociation", "wait"],
        why: "the name may stand for another network by now, which must not lose its policy",
      },
    },
  },
  TargetSslProxyCertificateMap: {
    arrange: (emulator, project, count) => {
      const sslCertificates = [`projects/${project}/global/sslCertificates/c`];
      for (let number = 0; number < count; number += 1)
        emulator.objects.put(`projects/${project}/global/targetSslProxies/p${String(number)}`, { sslCertificates });
    },
    args: (number) => ({ targetSslProxy: `p${String(number)}`, certificateMap: "m" }),
    change: { certificateMap: "n" },
    bytes: 765,
    budget: {
      create: {
        requests: ["get", "setCertificateMap", "wait", "get"],
        why: "the map from before is kept, to be put back",
      },
      read: onePerRead,
      update: {
        requests: ["setCertificateMap", "wait", "get"],
        why: "no answer but the last shows what the proxy has now",
      },
      delete: { requests: ["get", "setCertificateMap", "wait"], why: "a map that somebody else set is left alone" },
    },
  },
} as const satisfies Record<string, KindCase>;

function putPolicy(emulator: Emulator): void {
  emulator.objects.put("locations/global/firewallPolicies/123456789", { shortName: "p" });
}

function iamBudget(): KindCase["budget"] {
  const why = "a policy is set as a whole, on the etag of the one before; the answer is the policy that holds";
  return {
    create: { requests: ["getIamPolicy", "setIamPolicy"], why },
    read: { requests: ["getIamPolicy"], why: "one object, one look" },
    update: { requests: ["getIamPolicy", "setIamPolicy"], why },
    delete: { requests: ["getIamPolicy", "setIamPolicy"], why },
  };
}
