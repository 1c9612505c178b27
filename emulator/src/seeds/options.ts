import type { Fields, NumberField } from "../schema";

/** The parts of the objects that a seed can plant. */
export const SEED_PARTS = {
  catalogs: "network profiles and interconnect remote locations",
  references: "disks, an instant snapshot, firewall policies and a target SSL proxy",
  groups: "managed instance groups with their instances, busy and at rest",
  operations: "operations of an organization, some of them failed",
} as const;

/** A part of the objects that a seed can plant. */
export type SeedPart = keyof typeof SEED_PARTS;

const ALL_PARTS = Object.keys(SEED_PARTS) as readonly SeedPart[];

/** The objects to plant, and their places. You can leave out any member. */
export interface SeedOptions {
  /** The parts to plant. Default: all parts. */
  readonly parts?: readonly SeedPart[];
  /** Project of the objects. Default `my-project`. */
  readonly project?: string;
  /** Whose the organization operations are: `organizations/NUMBER` or `folders/NUMBER`. Default `organizations/123456789012`. */
  readonly parentId?: string;
  /** Region of the regional groups; the zonal ones are in its zone `a`. Default `us-central1`. */
  readonly region?: string;
  /** Chooses among the worlds: the same number gives the same objects, but for times, which are counted back from now. Default 1. */
  readonly seed?: number;
  /** Number of network profiles. Default 360. */
  readonly networkProfiles?: number;
  /** Number of interconnect remote locations. Default 480. */
  readonly interconnectRemoteLocations?: number;
  /** Number of instances in each of the four managed instance groups. Default 65. */
  readonly managedInstances?: number;
  /** Number of packet mirroring rules. Default 24. */
  readonly packetMirroringRules?: number;
  /** Number of operations of the organization. Default 240. */
  readonly organizationOperations?: number;
}

export const SEED_DEFAULTS: Required<SeedOptions> = {
  parts: ALL_PARTS,
  project: "my-project",
  parentId: "organizations/123456789012",
  region: "us-central1",
  seed: 1,
  networkProfiles: 360,
  interconnectRemoteLocations: 480,
  managedInstances: 65,
  packetMirroringRules: 24,
  organizationOperations: 240,
};

function upTo(maximum: number): NumberField {
  return { type: "integer", minimum: 0, maximum };
}

/** `POST seed`. */
export const seedFields: Fields = {
  project: { type: "string" },
  parentId: { type: "string" },
  region: { type: "string" },
  seed: { type: "integer" },
  networkProfiles: upTo(1_000_000),
  interconnectRemoteLocations: upTo(1_000_000),
  managedInstances: upTo(10_000),
  packetMirroringRules: upTo(10_000),
  organizationOperations: upTo(1_000_000),
  parts: { type: "list", items: { type: "string", values: ALL_PARTS } },
};

/** One object to plant: what the service would add is added to its fields. */
export interface Planting {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
