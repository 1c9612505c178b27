import { project } from "../routeProvider";

const root = "https://www.googleapis.com/compute/v1/";
const global = `projects/${project}/global`;
const stack = "urn:pulumi:dev::test-project";
const providerUrn = `${stack}::pulumi:providers:gcp::default_9_37_0`;

/** What stands at the service: a route, a snapshot, an association and a grant that the other provider has made. */
export const objects = {
  [`projects/${project}/zones/us-central1-a/disks/d`]: { sizeGb: "20" },
  [`${global}/firewallPolicies/guard`]: {},
  "locations/global/firewallPolicies/123456789": {
    shortName: "p",
    iamPolicy: { bindings: [{ role: "roles/compute.viewer", members: ["user:alice@example.com"] }] },
  },
  [`${global}/routes/egress`]: {
    network: `${root}${global}/networks/default`,
    destRange: "0.0.0.0/0",
    priority: 900,
    tags: ["web"],
    nextHopGateway: `${root}${global}/gateways/default-internet-gateway`,
  },
  [`${global}/snapshots/nightly`]: {
    sourceDisk: `${root}projects/${project}/zones/us-central1-a/disks/d`,
    labels: { team: "net" },
    storageLocations: ["us"],
    diskSizeGb: "20",
  },
};

/** What is done at the service besides, because no object of its own shows it. */
export const association = { name: "web", attachmentTarget: `${root}${global}/networks/default` };

/** One resource of @pulumi/gcp, with the file of its class, as a state has it. */
export interface GcpResource {
  readonly classFile: string;
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Its resources: `besidePulumiGcp.test.ts` compares their properties with the classes of that package. */
export const gcpResources: readonly GcpResource[] = [
  {
    classFile: "compute/route.d.ts",
    type: "gcp:compute/route:Route",
    name: "egress",
    id: `${global}/routes/egress`,
    inputs: {
      name: "egress",
      network: "default",
      destRange: "0.0.0.0/0",
      priority: 900,
      nextHopGateway: "default-internet-gateway",
      tags: ["web"],
    },
    outputs: {
      name: "egress",
      project,
      network: `${root}${global}/networks/default`,
      destRange: "0.0.0.0/0",
      priority: 900,
      nextHopGateway: `${root}${global}/gateways/default-internet-gateway`,
      tags: ["web"],
      selfLink: `${root}${global}/routes/egress`,
    },
  },
  {
    classFile: "compute/snapshot.d.ts",
    type: "gcp:compute/snapshot:Snapshot",
    name: "nightly",
    id: `${global}/snapshots/nightly`,
    inputs: {
      name: "nightly",
      sourceDisk: "d",
      zone: "us-central1-a",
      labels: { team: "net" },
      storageLocations: ["us"],
    },
    outputs: {
      name: "nightly",
      project,
      sourceDisk: `${root}projects/${project}/zones/us-central1-a/disks/d`,
      zone: "us-central1-a",
      labels: { team: "net" },
      effectiveLabels: { team: "net" },
      storageLocations: ["us"],
      diskSizeGb: 20,
      selfLink: `${root}${global}/snapshots/nightly`,
    },
  },
  {
    classFile: "compute/networkFirewallPolicyAssociation.d.ts",
    type: "gcp:compute/networkFirewallPolicyAssociation:NetworkFirewallPolicyAssociation",
    name: "web",
    id: `${global}/firewallPolicies/guard/associations/web`,
    inputs: { name: "web", attachmentTarget: `${global}/networks/default`, firewallPolicy: "guard" },
    outputs: {
      name: "web",
      project,
      attachmentTarget: `${root}${global}/networks/default`,
      firewallPolicy: "guard",
      shortName: "guard",
    },
  },
  {
    classFile: "compute/firewallPolicyIamBinding.d.ts",
    type: "gcp:compute/firewallPolicyIamBinding:FirewallPolicyIamBinding",
    name: "viewers",
    id: "locations/global/firewallPolicies/123456789/roles/compute.viewer",
    inputs: {
      name: "locations/global/firewallPolicies/123456789",
      role: "roles/compute.viewer",
      members: ["user:alice@example.com"],
    },
    outputs: {
      name: "locations/global/firewallPolicies/123456789",
      role: "roles/compute.viewer",
      members: ["user:alice@example.com"],
      etag: "BwY=",
    },
  },
];

export function urnOf({ type, name }: Pick<GcpResource, "type" | "name">): string {
  return `${stack}::${type}::${name}`;
}

/** A stack with these resources, as `pulumi stack import` takes it. */
export function gcpState(): object {
  const time = "2026-01-01T00:00:00Z";
  return {
    version: 3,
    deployment: {
      manifest: { time, magic: "", version: "" },
      resources: [
        { urn: `${stack}::pulumi:pulumi:Stack::test-project-dev`, custom: false, type: "pulumi:pulumi:Stack" },
        {
          urn: providerUrn,
          custom: true,
          id: "00000000-0000-4000-8000-000000000001",
          type: "pulumi:providers:gcp",
          inputs: { project, version: "9.37.0" },
          outputs: { project, version: "9.37.0" },
        },
        ...gcpResources.map((resource) => ({
          urn: urnOf(resource),
          custom: true,
          id: resource.id,
          type: resource.type,
          inputs: { ...resource.inputs, __defaults: [] },
          outputs: resource.outputs,
          parent: `${stack}::pulumi:pulumi:Stack::test-project-dev`,
          provider: `${providerUrn}::00000000-0000-4000-8000-000000000001`,
        })),
      ],
    },
  };
}

/** The URNs to forget, the provider last. */
export const gcpUrns: readonly string[] = [...gcpResources.map(urnOf), providerUrn];
