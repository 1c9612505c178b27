import { nameOf } from "../plan/plan";
import { fixturesBefore, type FixtureName } from "../plan/names";
import type { Operation, Service } from "../service/service";

/** What a run has made for its subjects. */
export interface Made {
  readonly prefix: string;
  /** The last operation on each fixture, which tells the number of an object and who made it. */
  readonly operations: ReadonlyMap<FixtureName, Operation>;
  /** Why a fixture is not there. */
  readonly failures: ReadonlyMap<FixtureName, string>;
}

/** Name of a fixture in a run. */
export function named(prefix: string, fixture: FixtureName): string {
  return `${prefix}-${nameOf(fixture)}`;
}

/** Makes fixtures beside each other, each after those that it refers to. */
export async function makeFixtures(service: Service, prefix: string, names: readonly FixtureName[]): Promise<Made> {
  const operations = new Map<FixtureName, Operation>();
  const failures = new Map<FixtureName, string>();
  const making = new Map<FixtureName, Promise<void>>();
  const make = (name: FixtureName): Promise<void> => {
    const begun = making.get(name) ?? attempt(name);
    making.set(name, begun);
    return begun;
  };
  const attempt = async (name: FixtureName): Promise<void> => {
    const before = fixturesBefore[name] ?? [];
    await Promise.all(before.map(make));
    const missing = before.find((each) => failures.has(each));
    try {
      if (missing !== undefined) throw new Error(`it needs ${missing}: ${failures.get(missing) ?? ""}`);
      const insert = inserts(service, prefix)[name];
      operations.set(name, await service.change(insert));
    } catch (error) {
      failures.set(name, error instanceof Error ? error.message : String(error));
    }
  };
  await Promise.all(names.map(make));
  return { prefix, operations, failures };
}

type Insert = (requestId: string) => Promise<unknown>;

const priorityOfMirroring = 1000;

function inserts(service: Service, prefix: string): Readonly<Record<FixtureName, Insert>> {
  const { project, region, zone, parent } = service.place;
  const name = (fixture: FixtureName) => named(prefix, fixture);
  const global = `projects/${project}/global`;
  const network = `${global}/networks/${name("network")}`;
  const subnetwork = `projects/${project}/regions/${region}/subnetworks/${name("subnetwork")}`;
  const policy = (fixture: FixtureName, more: object = {}): Insert => {
    const firewallPolicyResource = { name: name(fixture), ...more };
    return (requestId) => service.networkFirewallPolicies.insert({ project, firewallPolicyResource, requestId });
  };
  const hierarchical = (fixture: FixtureName): Insert => {
    const firewallPolicyResource = {
      shortName: name(fixture),
      description: "Of an acceptance run; attached to nothing.",
    };
    return (requestId) =>
      service.firewallPolicies.insert({ parentId: parent ?? "", firewallPolicyResource, requestId });
  };
  const mirroringRule = {
    priority: priorityOfMirroring,
    action: "do_not_mirror",
    direction: "INGRESS",
    match: { srcIpRanges: ["10.0.0.0/8"], layer4Configs: [{ ipProtocol: "all" }] },
  };
  return {
    network: (requestId) => {
      const networkResource = { name: name("network"), autoCreateSubnetworks: false };
      return service.networks.insert({ project, networkResource, requestId });
    },
    subnetwork: (requestId) => {
      const subnetworkResource = { name: name("subnetwork"), network, ipCidrRange: "10.9.0.0/24" };
      return service.subnetworks.insert({ project, region, subnetworkResource, requestId });
    },
    disk: (requestId) => {
      const type = `projects/${project}/zones/${zone}/diskTypes/pd-standard`;
      return service.disks.insert({
        project,
        zone,
        diskResource: { name: name("disk"), sizeGb: "10", type },
        requestId,
      });
    },
    template: (requestId) => {
      const boot = { sourceImage: "projects/debian-cloud/global/images/family/debian-12", diskSizeGb: "10" };
      const properties = {
        machineType: "e2-micro",
        disks: [{ boot: true, autoDelete: true, initializeParams: { ...boot, diskType: "pd-standard" } }],
        networkInterfaces: [{ network, subnetwork }],
      };
      return service.templates.insert({
        project,
        instanceTemplateResource: { name: name("template"), properties },
        requestId,
      });
    },
    group: (requestId) => {
      const instanceGroupManagerResource = {
        name: name("group"),
        baseInstanceName: name("group"),
        targetSize: 1,
        instanceTemplate: `${global}/instanceTemplates/${name("template")}`,
      };
      return service.groups.insert({ project, region, instanceGroupManagerResource, requestId });
    },
    healthCheck: (requestId) => {
      const healthCheckResource = { name: name("healthCheck"), type: "TCP", tcpHealthCheck: { port: 443 } };
      return service.healthChecks.insert({ project, healthCheckResource, requestId });
    },
    backendService: (requestId) => {
      const healthChecks = [`${global}/healthChecks/${name("healthCheck")}`];
      const scheme = { protocol: "SSL", loadBalancingScheme: "EXTERNAL_MANAGED" };
      const backendServiceResource = { name: name("backendService"), ...scheme, healthChecks };
      return service.backendServices.insert({ project, backendServiceResource, requestId });
    },
    certificate: (requestId) => {
      const managed = { domains: [`${prefix}.example.com`] };
      const sslCertificateResource = { name: name("certificate"), type: "MANAGED", managed };
      return service.certificates.insert({ project, sslCertificateResource, requestId });
    },
    proxy: (requestId) => {
      const targetSslProxyResource = {
        name: name("proxy"),
        service: `${global}/backendServices/${name("backendService")}`,
        sslCertificates: [`${global}/sslCertificates/${name("certificate")}`],
      };
      return service.proxies.insert({ project, targetSslProxyResource, requestId });
    },
    guard: policy("guard"),
    spare: policy("spare"),
    mirroring: policy("mirroring", { packetMirroringRules: [mirroringRule] }),
    grants: hierarchical("grants"),
    wholePolicy: hierarchical("wholePolicy"),
  };
}
