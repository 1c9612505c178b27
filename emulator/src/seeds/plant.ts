import { instancesPath, putInstance, configOf, type ManagedInstance } from "../groups/instances";
import { refreshStatus } from "../groups/rollout";
import type { Collection } from "../collection";
import { badRequest } from "../errors";
import { NAME_PATTERN, PROJECT_PATTERN } from "../identifiers";
import { globalOrganizationOperations } from "../routes/globalOrganizationOperations";
import { instanceGroupManagers } from "../routes/instanceGroupManagers";
import { interconnectRemoteLocations } from "../routes/interconnectRemoteLocations";
import { networkFirewallPolicies } from "../routes/networkFirewallPolicies";
import { networkProfiles } from "../routes/networkProfiles";
import { regionInstanceGroupManagers } from "../routes/regionInstanceGroupManagers";
import type { World } from "../world";
import { seedInterconnectRemoteLocations } from "./interconnectRemoteLocations";
import { seedManagedInstanceGroups, type PlantedGroup } from "./managedInstanceGroups";
import { seedNetworkProfiles } from "./networkProfiles";
import { SEED_DEFAULTS, type Planting, type SeedOptions, type SeedPart } from "./options";
import { seedObjectsOfOthers } from "./objectsOfOthers";
import { seedOrganizationOperations } from "./organizationOperations";
import { seedPacketMirroringRules } from "./packetMirroringRules";

/** How many objects there are now in each collection that was planted, by its path. */
export type SeedSummary = Readonly<Record<string, number>>;

/** Puts realistic objects of everything that programs only read or refer to. What is there already stays, unless it has the same name. */
export function plantSeeds(world: World, given: SeedOptions): SeedSummary {
  const options = { ...SEED_DEFAULTS, ...given };
  checkPlaces(options);
  const { project, region } = options;
  const plot: Plot = { world, variables: { project, region, zone: `${region}-a` }, planted: new Set() };
  world.enterProject(project);
  for (const part of options.parts) {
    PLANTERS[part](plot, options);
  }
  return Object.fromEntries([...plot.planted].map((path) => [path, world.store.collection(path).size]));
}

const PLANTERS: Readonly<Record<SeedPart, (plot: Plot, options: Required<SeedOptions>) => void>> = {
  catalogs: (plot, options) => {
    plant(plot, networkProfiles, seedNetworkProfiles(options));
    plant(plot, interconnectRemoteLocations, seedInterconnectRemoteLocations(options));
  },
  references: (plot, options) => {
    plant(plot, networkFirewallPolicies, seedPacketMirroringRules(options));
    for (const [collection, plantings] of seedObjectsOfOthers(options)) {
      plant(plot, collection, plantings);
    }
  },
  groups: (plot, options) => {
    for (const group of seedManagedInstanceGroups(options)) {
      plantGroup(plot, group);
    }
  },
  operations: (plot, options) => {
    plant(plot, globalOrganizationOperations, seedOrganizationOperations(options, plot.world.now()));
  },
};

/** Where a planting goes, and where something was planted. */
interface Plot {
  readonly world: World;
  readonly variables: Readonly<Record<string, string>>;
  readonly planted: Set<string>;
}

function checkPlaces({ project, region }: Required<SeedOptions>): void {
  if (!PROJECT_PATTERN.test(project)) {
    throw badRequest(`seed.project is '${project}', which is not the id of a project.`);
  }
  if (!NAME_PATTERN.test(region)) {
    throw badRequest(`seed.region is '${region}', which is not the name of a region.`);
  }
}

function plant({ world, variables, planted }: Plot, collection: Collection, plantings: Iterable<Planting>): void {
  const parent = collection.template.fill({ ...variables, [collection.template.lastVariable]: undefined });
  for (const { name, fields } of plantings) {
    const path = `${parent}/${name}`;
    const object = world.describe(collection, path, { name, ...fields });
    world.store.put(path, collection.complete?.(object, { world, path, before: world.store.get(path) }) ?? object);
    planted.add(parent);
  }
}

/** The instances are as they were drawn: none is made or changed because of what its group asks for. */
function plantGroup(plot: Plot, group: PlantedGroup): void {
  const { world, variables, planted } = plot;
  const groups = group.isRegional ? regionInstanceGroupManagers : instanceGroupManagers;
  plant(plot, groups, [group]);
  const path = groups.template.fill({ ...variables, [groups.template.lastVariable]: group.name });
  const appliedConfig = configOf(world.store.get(path) ?? {});
  for (const { fields } of group.instances) {
    putInstance(world, path, { appliedConfig, ...fields } as unknown as ManagedInstance);
    planted.add(instancesPath(path));
  }
  refreshStatus(world, path, false);
}
