import type { ProjectScope } from "../run/service";

/** The parts that the body of a fixture is made of. */
interface Ground {
  readonly prefix: string;
  readonly place: ProjectScope;
  /** Paths of the other fixtures. */
  readonly paths: Readonly<Record<string, string>>;
}

/** One object that is made for the subjects. */
export interface Fixture {
  /** `global/networks`: see `pathIn`. */
  readonly collection: string;
  /** The description, for the person who has to agree to it. */
  readonly what: string;
  /** The fixtures that it refers to. */
  readonly refersTo?: readonly string[];
  /** The body, besides the name. */
  body?(ground: Ground): object;
}

const hierarchicalPolicies = "locations/global/firewallPolicies";

const mirroringRule = {
  priority: 1000,
  action: "do_not_mirror",
  direction: "INGRESS",
  match: { srcIpRanges: ["10.0.0.0/8"], layer4Configs: [{ ipProtocol: "all" }] },
};

/** The objects that a run makes for its subjects beforehand, in an order in which each comes after all that it refers to. */
const table = {
  network: {
    collection: "global/networks",
    what: "a VPC network without subnetworks of its own",
    body: () => ({ autoCreateSubnetworks: false }),
  },
  subnetwork: {
    collection: "regions/{region}/subnetworks",
    what: "a subnetwork, 10.9.0.0/24",
    refersTo: ["network"],
    body: ({ paths }) => ({ network: paths.network, ipCidrRange: "10.9.0.0/24" }),
  },
  disk: {
    collection: "zones/{zone}/disks",
    what: "an empty standard disk of 10 GB",
    body: ({ place }) => ({ sizeGb: "10", type: `${pathIn("zones/{zone}/diskTypes", place)}/pd-standard` }),
  },
  template: {
    collection: "global/instanceTemplates",
    what: "an instance template: e2-micro, Debian, no external address",
    refersTo: ["network", "subnetwork"],
    body({ paths }) {
      const sourceImage = "projects/debian-cloud/global/images/family/debian-12";
      const initializeParams = { sourceImage, diskSizeGb: "10", diskType: "pd-standard" };
      const disks = [{ boot: true, autoDelete: true, initializeParams }];
      const networkInterfaces = [{ network: paths.network, subnetwork: paths.subnetwork }];
      return { properties: { machineType: "e2-micro", disks, networkInterfaces } };
    },
  },
  group: {
    collection: "regions/{region}/instanceGroupManagers",
    what: "a regional instance group of one instance",
    refersTo: ["template"],
    body({ prefix, paths }) {
      return { baseInstanceName: named(prefix, "group"), targetSize: 1, instanceTemplate: paths.template };
    },
  },
  zonalGroup: {
    collection: "zones/{zone}/instanceGroupManagers",
    what: "a zonal instance group of one instance",
    refersTo: ["template"],
    body({ prefix, paths }) {
      return { baseInstanceName: named(prefix, "zonalGroup"), targetSize: 1, instanceTemplate: paths.template };
    },
  },
  healthCheck: {
    collection: "global/healthChecks",
    what: "a TCP health check",
    body: () => ({ type: "TCP", tcpHealthCheck: { port: 443 } }),
  },
  backendService: {
    collection: "global/backendServices",
    what: "a backend service without backends",
    refersTo: ["healthCheck"],
    body({ paths }) {
      return { protocol: "SSL", loadBalancingScheme: "EXTERNAL_MANAGED", healthChecks: [paths.healthCheck] };
    },
  },
  regionalBackendService: {
    collection: "regions/{region}/backendServices",
    what: "an internal backend service without backends",
    refersTo: ["healthCheck"],
    body({ paths }) {
      return { protocol: "TCP", loadBalancingScheme: "INTERNAL", healthChecks: [paths.healthCheck] };
    },
  },
  certificate: {
    collection: "global/sslCertificates",
    what: "a Google-managed certificate for a domain below example.com",
    body: ({ prefix }) => ({ type: "MANAGED", managed: { domains: [`${prefix}.example.com`] } }),
  },
  proxy: {
    collection: "global/targetSslProxies",
    what: "a target SSL proxy, which no forwarding rule leads to",
    refersTo: ["backendService", "certificate"],
    body: ({ paths }) => ({ service: paths.backendService, sslCertificates: [paths.certificate] }),
  },
  guard: { collection: "global/firewallPolicies", what: "a network firewall policy without rules" },
  spare: { collection: "global/firewallPolicies", what: "a second one" },
  mirroring: {
    collection: "global/firewallPolicies",
    what: "a third one, with one packet mirroring rule that mirrors nothing",
    body: () => ({ packetMirroringRules: [mirroringRule] }),
  },
  grants: {
    collection: hierarchicalPolicies,
    what: "a hierarchical firewall policy without rules, attached to nothing",
  },
  memberGrants: { collection: hierarchicalPolicies, what: "a second one" },
  wholePolicy: { collection: hierarchicalPolicies, what: "a third one" },
} as const satisfies Record<string, Fixture>;

export type FixtureName = keyof typeof table;

export const fixtures: Readonly<Record<FixtureName, Fixture>> = table;

export const fixtureNames = Object.keys(table) as FixtureName[];

/** Every collection in which a run makes objects: what refers to others comes before them. */
export const collections: readonly string[] = [
  ...new Set(["global/snapshots", "global/routes", ...fixtureNames.map((name) => table[name].collection).reverse()]),
];

/** The path of a collection: in the project, at the place of the run, but for hierarchical policies. */
export function pathIn(collection: string, { project, region, zone }: ProjectScope): string {
  if (collection === hierarchicalPolicies) return collection;
  return `projects/${project}/${collection.replace("{region}", region).replace("{zone}", zone)}`;
}

/** Name of a fixture in a run: that of `healthCheck` ends in `-health-check`. */
export function named(prefix: string, fixture: string): string {
  return `${prefix}-${fixture.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
