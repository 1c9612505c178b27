import { readFileSync } from "node:fs";
import { join } from "node:path";
import { badRequest } from "../../basics/errors";
import { timestamp } from "../../basics/clock";
import { NAME_PATTERN, PARENT_PATTERN, PROJECT_PATTERN } from "../../basics/identifiers";
import { isJsonObject } from "../../basics/json";
import { packageFolder } from "../../basics/packageFolder";
import { messageFrom } from "../../basics/printable";
import type { Fields } from "../../basics/schema";
import { DEFAULT_PROJECT } from "../../server/clientEnvironment";
import type { SeedObjects } from "./objects";

const FORM = 'The form of the file is { "objects": { "projects/my-project/global/networks/web": {} } }.';

/**
 * The objects of a file: what somebody has written, what `GET /_emulator/objects` has answered, or a data file. Throws an
 * error that says what is wrong with it.
 */
export function readSeedFile(file: string): SeedObjects {
  const world = parse(file);
  if (!isJsonObject(world)) throw new Error(`${file} is no JSON object. ${FORM}`);
  const { objects } = world;
  if (objects === undefined) throw new Error(`${file} has no member "objects"${describeStray(world)}. ${FORM}`);
  if (Array.isArray(objects))
    return Object.fromEntries(objects.map((entry: unknown, index) => readEntry(file, entry, index)));
  if (!isJsonObject(objects)) throw new Error(`${file} has no JSON object in its member "objects". ${FORM}`);
  return objects as SeedObjects;
}

/** Names the first object that a file has beside the member for them. */
function describeStray(world: Readonly<Record<string, unknown>>): string {
  const path = Object.keys(world).find((name) => name.includes("/"));
  return path === undefined ? "" : `: put "${path}" and the like into it`;
}

function parse(file: string): unknown {
  try {
    return JSON.parse(withTimes(readFileSync(file, "utf8"), Date.now()));
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${messageFrom(error)}.`, { cause: error });
  }
}

function readEntry(file: string, entry: unknown, index: number): [string, SeedObjects[string]] {
  if (!isJsonObject(entry) || typeof entry.path !== "string")
    throw new Error(`${file}: objects[${String(index)}] has no path. ${FORM}`);
  return [entry.path, entry.object as SeedObjects[string]];
}

/** The objects of this package's own file, which has variables in place of what the options name. */
export function seedObjects(overrides: SeedOptions, now: number): SeedObjects {
  const options = { ...SEED_DEFAULTS, ...overrides };
  const { project, region, parentId, parts } = options;
  if (!PROJECT_PATTERN.test(project))
    throw badRequest(`seed.project is '${project}', which is not the id of a project.`);
  if (!NAME_PATTERN.test(region)) throw badRequest(`seed.region is '${region}', which is not the name of a region.`);
  if (!PARENT_PATTERN.test(parentId))
    throw badRequest(`seed.parentId is '${parentId}', and has to be organizations/NUMBER or folders/NUMBER.`);
  const text = readFileSync(join(packageFolder, "description/seed.json"), "utf8").replaceAll(
    /\{(project|region|parentId)\}/g,
    (_variable, name: "project" | "region" | "parentId") => options[name],
  );
  const objects = JSON.parse(withTimes(text, now)) as Record<SeedPart, SeedObjects>;
  return Object.assign({}, ...Array.from(new Set(parts), (part) => objects[part])) as SeedObjects;
}

/** Times may be counted back from now: `{now-90s}`. */
function withTimes(text: string, now: number): string {
  return text.replaceAll(/\{now-([0-9.]+)s\}/g, (_time, seconds: string) => timestamp(now - Number(seconds) * 1000));
}

/** The parts of the objects that a seed can plant. */
export const SEED_PARTS = {
  catalogs: "network profiles and interconnect remote locations",
  references: "disks, an instant snapshot, firewall policies, a target SSL proxy, and next hops of routes",
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
  /** The owner of the organization operations: `organizations/NUMBER` or `folders/NUMBER`. Default `organizations/123456789012`. */
  readonly parentId?: string;
  /** Region of the regional groups; the zonal ones are in its zone `a`. Default `us-central1`. */
  readonly region?: string;
}

export const SEED_DEFAULTS: Required<SeedOptions> = {
  parts: ALL_PARTS,
  project: DEFAULT_PROJECT,
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
