import { codeOf, type Service } from "./service";

/** An object that a run has made, or what is left of one. */
export interface Found {
  /** What the service calls it in paths. */
  readonly name: string;
  /** The name that the run gave it: a hierarchical policy is called by a number, and has this as its short name. */
  readonly givenName: string;
  readonly createdAt: Date;
}

/** One collection in which a run makes objects. */
export interface Collection {
  /** Name in paths. */
  readonly name: string;
  /**
   * Its objects whose given names begin with a prefix, which may be a regular expression. The service is asked for no others,
   * and what it answers is looked at all the same.
   */
  list(service: Service, prefix: string): Promise<readonly Found[]>;
  remove(service: Service, name: string): Promise<unknown>;
}

interface ListedObject {
  readonly name?: string | null;
  readonly shortName?: string | null;
  readonly creationTimestamp?: string | null;
}

type Listed = readonly [readonly ListedObject[], ...unknown[]];

function owned([items]: Listed, prefix: string): Found[] {
  const form = new RegExp(`^${prefix}-`);
  return items.flatMap(({ name, shortName, creationTimestamp }) => {
    const givenName = shortName ?? name ?? "";
    const createdAt = new Date(creationTimestamp ?? Date.now());
    return form.test(givenName) ? [{ name: name ?? "", givenName, createdAt }] : [];
  });
}

interface Calls {
  list(service: Service, filter: string): Promise<unknown>;
  remove(service: Service, name: string, requestId: string): Promise<unknown>;
}

function collection(name: string, calls: Calls): Collection {
  return {
    name,
    list: async (service, prefix) =>
      owned((await service.read(() => calls.list(service, `name eq "${prefix}-.*"`))) as Listed, prefix),
    remove: (service, object) => service.change((requestId) => calls.remove(service, object, requestId)),
  };
}

/** What the clients of all these collections have. */
interface PlainClient {
  list(request: object): Promise<unknown>;
  delete(request: object): Promise<unknown>;
}

/**
 * A collection of a project whose objects are listed and deleted by nothing but their names.
 *
 * @param object what a request calls the name: `route`
 * @param scope where in the project the collection is: everywhere, or in the region or zone of the run
 */
function plain(
  name: string,
  object: string,
  clientOf: (service: Service) => PlainClient,
  scope?: "region" | "zone",
): Collection {
  const placeOf = ({ place }: Service) =>
    scope === undefined ? { project: place.project } : { project: place.project, [scope]: place[scope] };
  return collection(name, {
    list: (service, filter) => clientOf(service).list({ ...placeOf(service), filter }),
    remove: (service, given, requestId) =>
      clientOf(service).delete({ ...placeOf(service), [object]: given, requestId }),
  });
}

const networkFirewallPolicies = plain(
  "firewallPolicies",
  "firewallPolicy",
  (service) => service.networkFirewallPolicies,
);

/** A policy that holds a network cannot be deleted. */
const detachedPolicies: Collection = {
  ...networkFirewallPolicies,
  async remove(service, firewallPolicy) {
    const { networkFirewallPolicies: client, place } = service;
    const { project } = place;
    const [policy] = await service.read(() => client.get({ project, firewallPolicy }));
    for (const { name } of policy.associations ?? [])
      await service.change((requestId) =>
        client.removeAssociation({ project, firewallPolicy, name: name ?? "", requestId }),
      );
    await networkFirewallPolicies.remove(service, firewallPolicy);
  },
};

const hierarchicalPolicies: Collection = {
  ...collection("locations/global/firewallPolicies", {
    list: () => Promise.resolve([[]]),
    remove: ({ firewallPolicies: client }, firewallPolicy, requestId) => client.delete({ firewallPolicy, requestId }),
  }),
  async list(service, prefix) {
    const { firewallPolicies: client, place } = service;
    const { parent: parentId } = place;
    if (parentId === undefined) return [];
    const filtered = { parentId, filter: `shortName eq "${prefix}-.*"` };
    try {
      return owned((await service.read(() => client.list(filtered))) as Listed, prefix);
    } catch (error) {
      // The reference does not say which fields a filter may name here.
      if (codeOf(error) !== 400) throw error;
      return owned((await service.read(() => client.list({ parentId }))) as Listed, prefix);
    }
  },
};

/** Every collection in which a run makes objects: what refers to others comes before them. */
export const collections: readonly Collection[] = [
  plain("instanceGroupManagers", "instanceGroupManager", ({ groups }) => groups, "region"),
  plain("instanceTemplates", "instanceTemplate", ({ templates }) => templates),
  plain("targetSslProxies", "targetSslProxy", ({ proxies }) => proxies),
  plain("sslCertificates", "sslCertificate", ({ certificates }) => certificates),
  plain("backendServices", "backendService", ({ backendServices }) => backendServices),
  plain("healthChecks", "healthCheck", ({ healthChecks }) => healthChecks),
  plain("snapshots", "snapshot", ({ snapshots }) => snapshots),
  plain("routes", "route", ({ routes }) => routes),
  detachedPolicies,
  plain("disks", "disk", ({ disks }) => disks, "zone"),
  plain("subnetworks", "subnetwork", ({ subnetworks }) => subnetworks, "region"),
  plain("networks", "network", ({ networks }) => networks),
  hierarchicalPolicies,
];
