import type { Fields } from "../schema";

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
}

export const SEED_DEFAULTS: Required<SeedOptions> = {
  parts: ALL_PARTS,
  project: "my-project",
  parentId: "organizations/123456789012",
  region: "us-central1",
};

/** `POST seed`. */
export const seedFields: Fields = {
  project: { type: "string" },
  parentId: { type: "string" },
  region: { type: "string" },
  parts: { type: "list", items: { type: "string", values: ALL_PARTS } },
};
