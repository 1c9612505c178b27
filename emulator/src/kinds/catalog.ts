import type { Collection } from "./collection";
import type { Endpoint } from "./endpoint";
import { collectPermissions, readUnmodelledService, type UnmodelledService } from "./generic/rest";
import type { CollectionDescription } from "./objects/description";
import { projectCollection } from "./objects/projectCollection";
import { PathTree } from "../basics/pathTree";
import { interconnectRemoteLocations, networkProfiles } from "./routes/catalogs";
import { disks, instantSnapshots, regionDisks } from "./routes/disks";
import { firewallPolicies } from "./routes/firewallPolicies";
import { globalOrganizationOperations } from "./routes/globalOrganizationOperations";
import { networkFirewallPolicies } from "./routes/networkFirewallPolicies";
import { networks } from "./routes/networks";
import { operationEndpoints } from "./routes/operations";
import {
  instanceGroupManagers,
  managedInstances,
  regionInstanceGroupManagers,
  regionManagedInstances,
} from "./routes/instanceGroupManagers";
import { routes } from "./routes/routes";
import { snapshots } from "./routes/snapshots";
import { targetSslProxies } from "./routes/targetSslProxies";
import type { StoredKinds } from "../world/storedKind";

/** Every kind of object that every emulator stores. A new one is a file in `routes/` and a line here. */
export const collections: readonly Collection[] = [
  disks,
  regionDisks,
  instanceGroupManagers,
  managedInstances,
  regionInstanceGroupManagers,
  regionManagedInstances,
  instantSnapshots,
  firewallPolicies,
  globalOrganizationOperations,
  interconnectRemoteLocations,
  networkFirewallPolicies,
  networkProfiles,
  networks,
  routes,
  snapshots,
  targetSslProxies,
];

/** Every method that every emulator serves. */
export const endpoints: readonly Endpoint[] = [
  ...collections.flatMap((collection) => collection.endpoints ?? []),
  ...operationEndpoints,
];

/** Permissions that a method needs on objects that its body names, besides its own. */
const FURTHER_PERMISSIONS = ["compute.instantSnapshots.useReadOnly", "compute.networks.setFirewallPolicy"];

/** The kinds and methods that one emulator stores and serves. */
export class Catalog implements StoredKinds {
  readonly modelled: readonly Collection[];
  readonly endpoints: readonly Endpoint[];
  readonly #index = new PathTree<Collection>();
  #rest: UnmodelledService | undefined;

  constructor(collections: readonly Collection[], endpoints: readonly Endpoint[]) {
    this.modelled = collections;
    this.endpoints = endpoints;
    for (const collection of collections) this.#index.valueAt(collection.path, () => collection);
  }

  /** The collections that are served by their description. The description is read when a request first needs it. */
  get rest(): UnmodelledService {
    this.#rest ??= readUnmodelledService(this.modelled);
    return this.#rest;
  }

  /** Every permission that a method can need. */
  permissions(): ReadonlySet<string> {
    return new Set([...collectPermissions(this.endpoints), ...this.rest.permissions, ...FURTHER_PERMISSIONS]);
  }

  all(): readonly Collection[] {
    return [...this.modelled, ...this.rest.collections];
  }

  find(path: string): Collection | undefined {
    return this.#index.find(path) ?? this.rest.index.find(path);
  }
}

/** The catalog of the emulators that serve nothing further: they share what they have read. */
const ordinaryCatalog = new Catalog(collections, endpoints);

/** The catalog of an emulator that serves further collections. Throws when one of them is served already. */
export function catalogWith(descriptions: readonly CollectionDescription[]): Catalog {
  if (descriptions.length === 0) return ordinaryCatalog;
  const further = descriptions.map(projectCollection);
  const all = [...collections, ...further];
  const paths = all.map(({ path }) => path);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new Error(`The collection of ${twice} is described twice, or served already.`);
  // Regional and zonal objects of one name have one aggregated list, which has both: the first to come serves it.
  return new Catalog(all, [...endpoints, ...further.flatMap((collection) => collection.endpoints ?? [])]);
}
