import type { JsonObject } from "../json";
import { fullUrl } from "../links";
import { cycle, Draw, LARGEST_ID } from "./draw";
import { FAILURES, type FailurePlace } from "./failures";
import type { Planting, SeedOptions } from "./options";

/** A group with its instances. */
export interface PlantedGroup extends Planting {
  readonly isRegional: boolean;
  readonly instances: readonly Planting[];
}

interface GroupKind {
  readonly name: string;
  readonly isRegional: boolean;
  readonly results: "PAGINATED" | "PAGELESS";
  /** Whether its instances are in the middle of everything that a group can do, or at rest. */
  readonly isBusy: boolean;
}

const GROUPS: readonly GroupKind[] = [
  { name: "checkout", isRegional: false, results: "PAGINATED", isBusy: true },
  { name: "reports", isRegional: false, results: "PAGELESS", isBusy: false },
  { name: "storefront", isRegional: true, results: "PAGINATED", isBusy: true },
  { name: "search", isRegional: true, results: "PAGELESS", isBusy: false },
];

/** What an instance is while its group does something with it. Without a status it does not exist yet. */
interface Moment {
  readonly currentAction: string;
  readonly instanceStatus?: string;
  readonly health?: string;
  /** How often the last attempt has failed. */
  readonly failing?: number;
}

const MOMENTS: readonly [Moment, ...Moment[]] = [
  { currentAction: "NONE", instanceStatus: "RUNNING", health: "HEALTHY" },
  { currentAction: "CREATING", failing: 0.8 },
  { currentAction: "CREATING_WITHOUT_RETRIES", failing: 0.5 },
  { currentAction: "VERIFYING", instanceStatus: "RUNNING", health: "TIMEOUT" },
  { currentAction: "RECREATING", instanceStatus: "STOPPING", health: "UNHEALTHY", failing: 0.5 },
  { currentAction: "DELETING", instanceStatus: "DEPROVISIONING", failing: 0.5 },
  { currentAction: "ABANDONING", instanceStatus: "RUNNING", health: "HEALTHY" },
  { currentAction: "RESTARTING", instanceStatus: "STAGING", health: "UNKNOWN" },
  { currentAction: "REFRESHING", instanceStatus: "RUNNING", health: "DRAINING" },
  { currentAction: "SUSPENDING", instanceStatus: "SUSPENDING" },
  { currentAction: "RESUMING", instanceStatus: "SUSPENDED" },
  { currentAction: "STOPPING", instanceStatus: "STOPPING" },
  { currentAction: "STARTING", instanceStatus: "PROVISIONING" },
];

/** Two zonal and two regional groups: of each, one that is busy and gives pages, and one that is stable and gives none. */
export function* seedManagedInstanceGroups(options: Required<SeedOptions>): Generator<PlantedGroup> {
  for (const kind of GROUPS) {
    yield {
      name: kind.name,
      isRegional: kind.isRegional,
      fields: groupFieldsOf(options, kind),
      instances: Array.from({ length: options.managedInstances }, (_none, index) => instanceOf(options, kind, index)),
    };
  }
}

function healthCheck({ project }: SeedOptions): string {
  return fullUrl(`projects/${project ?? ""}/global/healthChecks/http`);
}

function versionsOf({ project }: Required<SeedOptions>, { name, isBusy }: GroupKind): readonly Version[] {
  const template = (version: string) => fullUrl(`projects/${project}/global/instanceTemplates/${name}-${version}`);
  const stable = { name: "stable", instanceTemplate: template("v41") };
  return isBusy ? [stable, { name: "canary", instanceTemplate: template("v42") }] : [stable];
}

interface Version {
  readonly name: string;
  readonly instanceTemplate: string;
}

function groupFieldsOf(options: Required<SeedOptions>, kind: GroupKind): JsonObject {
  const { seed, managedInstances } = options;
  const [stable, canary] = versionsOf(options, kind);
  return {
    id: kind.name === GROUPS[0]?.name ? LARGEST_ID : new Draw(seed, kind.name).id(),
    description: `Serves ${kind.name}.`,
    targetSize: managedInstances,
    listManagedInstancesResults: kind.results,
    versions: canary === undefined ? [stable] : [stable, { ...canary, targetSize: { percent: 10 } }],
    autoHealingPolicies: [{ healthCheck: healthCheck(options), initialDelaySec: 300 }],
    updatePolicy: { type: "OPPORTUNISTIC", minimalAction: "REPLACE" },
    statefulPolicy: {
      preservedState: {
        disks: { data: { autoDelete: "NEVER" } },
        internalIPs: { nic0: { autoDelete: "NEVER" } },
        externalIPs: { nic0: { autoDelete: "ON_PERMANENT_INSTANCE_DELETION" } },
      },
    },
    instanceFlexibilityPolicy: {
      instanceSelections: {
        preferred: { machineTypes: ["n2-standard-8"], rank: 1 },
        fallback: { machineTypes: ["n2d-standard-8", "e2-standard-8"], rank: 2 },
      },
    },
  };
}

function instanceOf(options: Required<SeedOptions>, kind: GroupKind, index: number): Planting {
  const { project, region, seed } = options;
  const draw = new Draw(seed, kind.name, index);
  const zone = `${region}-${kind.isRegional ? cycle(["a", "b", "c"] as const, index) : "a"}`;
  const place = { project, region, zone };
  const { currentAction, instanceStatus, health, failing = 0 } = kind.isBusy ? cycle(MOMENTS, index) : MOMENTS[0];
  const name = `${kind.name}-${suffix(index)}`;
  const rounds = Math.floor(index / MOMENTS.length);
  const isLeaving = currentAction === "DELETING" || currentAction === "ABANDONING";
  const versions = versionsOf(options, kind);
  const version = versions[draw.chance(0.1) ? versions.length - 1 : 0] ?? versions[0];
  return {
    name,
    fields: {
      name,
      instance: fullUrl(`projects/${project}/zones/${zone}/instances/${name}`),
      ...(instanceStatus === undefined ? {} : { id: index === 0 ? LARGEST_ID : draw.id(), instanceStatus }),
      currentAction,
      version: isLeaving ? { name: version?.name } : version,
      ...(health === undefined
        ? {}
        : { instanceHealth: [{ healthCheck: healthCheck(options), detailedHealthState: health }] }),
      ...(draw.chance(failing) ? { lastAttempt: { errors: { errors: cycle(FAILURES, rounds)(place).errors } } } : {}),
      preservedStateFromPolicy: preservedByPolicy(place, name, draw),
      ...(index % 4 === 0 ? { preservedStateFromConfig: preservedByConfig(place, name, draw) } : {}),
      propertiesFromFlexibilityPolicy: {
        machineType: draw.oneOf(["n2-standard-8", "n2d-standard-8", "e2-standard-8"]),
      },
    },
  };
}

/** What the policy of the group keeps for each of its instances. */
function preservedByPolicy({ project, zone }: FailurePlace, name: string, draw: Draw): JsonObject {
  const source = fullUrl(`projects/${project}/zones/${zone}/disks/${name}-data`);
  return {
    disks: { data: { source, mode: "READ_WRITE", autoDelete: "NEVER" } },
    internalIPs: { nic0: { autoDelete: "NEVER", ipAddress: { literal: `10.128.${byte(draw)}.${byte(draw)}` } } },
    externalIPs: {
      nic0: { autoDelete: "ON_PERMANENT_INSTANCE_DELETION", ipAddress: { literal: `203.0.113.${byte(draw)}` } },
    },
  };
}

/** What is kept for this instance alone: it stands above the policy. */
function preservedByConfig({ project, region, zone }: FailurePlace, name: string, draw: Draw): JsonObject {
  const address = (kind: string) => fullUrl(`projects/${project}/regions/${region}/addresses/${name}-${kind}`);
  return {
    disks: {
      archive: {
        source: fullUrl(`projects/${project}/zones/${zone}/disks/${name}-archive`),
        mode: "READ_ONLY",
        autoDelete: "ON_PERMANENT_INSTANCE_DELETION",
      },
    },
    metadata: { shard: String(draw.below(1000)), "startup-note": 'kept for "this" instance' },
    internalIPs: { nic0: { autoDelete: "NEVER", ipAddress: { address: address("internal") } } },
    externalIPs: { nic0: { autoDelete: "NEVER", ipAddress: { address: address("external") } } },
  };
}

function byte(draw: Draw): string {
  return String(draw.between(2, 254));
}

/** Four characters for each index, none twice: the factor and the number of suffixes have no divisor in common. */
function suffix(index: number): string {
  return ((index * 600_011 + 46_656) % 36 ** 4).toString(36).padStart(4, "0");
}
