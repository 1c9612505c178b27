import { createHash } from "node:crypto";
import { fingerprint } from "../../basics/fingerprint";
import { nextNumericId } from "../../basics/identifiers";
import { asObject, mergeObject, toText, type JsonObject, type Resource } from "../../basics/json";
import { fullUrl, operationScope, parseProject, splitPath, stripRoot } from "../../basics/links";
import type { World } from "../../world/world";
import { MAX_GROUP_SIZE, type GroupVersion } from "./policies";

/**
 * An instance of a group as it is kept, at `<group>/managedInstances/<name>`. Two fields are none of the service:
 * `appliedConfig` is the fingerprint of the group's configuration for all instances that this one has, and
 * `failedAttempts` counts what a rule for rollouts let fail.
 */
export interface ManagedInstance extends JsonObject {
  readonly name: string;
  readonly currentAction: string;
  readonly version?: { readonly name?: string; readonly instanceTemplate?: string };
  readonly appliedConfig?: string;
  readonly failedAttempts?: number;
}

/** The path of the collection that holds a group's instances. */
export function instancesPath(groupPath: string): string {
  return `${groupPath}/managedInstances`;
}

/** The instances of a group, by name. */
export function readInstances(world: World, groupPath: string): ManagedInstance[] {
  const instances = world.store.items(instancesPath(groupPath)) as ManagedInstance[];
  return instances.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The instances with which something is still to happen. */
export function listBusy(world: World, groupPath: string): ManagedInstance[] {
  return readInstances(world, groupPath).filter(({ currentAction }) => currentAction !== "NONE");
}

export function putInstance(world: World, groupPath: string, instance: ManagedInstance): void {
  world.store.put(`${instancesPath(groupPath)}/${instance.name}`, instance);
}

/** The form of an instance in a list. */
export function renderInstance(instance: Resource): Resource {
  return mergeObject(instance, { appliedConfig: null, failedAttempts: null });
}

/** Each instance is compared with that of its group, which may be long. Stored objects are never edited. */
const configFingerprints = new WeakMap<Resource, string>();

/** The configuration for all instances that an instance can have. */
export function fingerprintConfig(group: Resource): string {
  const known = configFingerprints.get(group) ?? fingerprint(group.allInstancesConfig ?? null);
  configFingerprints.set(group, known);
  return known;
}

/** The versions of a group; anything that is none, which only somebody outside can have left there, is passed over. */
export function readVersions(group: Resource): GroupVersion[] {
  return Array.isArray(group.versions) ? group.versions.filter(isVersion) : [];
}

function isVersion(value: unknown): value is GroupVersion {
  const { instanceTemplate, targetSize } = asObject(value);
  const { calculated } = asObject(targetSize);
  const isSize = Number.isInteger(calculated) && Number(calculated) >= 0 && Number(calculated) <= MAX_GROUP_SIZE;
  return typeof instanceTemplate === "string" && isSize;
}

/** The number of instances that a group is to have. */
export function readTargetSize({ targetSize }: Resource): number {
  return typeof targetSize === "number" ? targetSize : 0;
}

/** The version as an instance shows it. */
export function toInstanceVersion({ name, instanceTemplate }: GroupVersion): {
  name?: string;
  instanceTemplate: string;
} {
  return { ...(name === undefined ? {} : { name }), instanceTemplate };
}

/** Plans one instance of a version. */
type Planner = (version: GroupVersion) => ManagedInstance;

/** Plans instances that are yet to be made, one after the other: each has a name of its own and a link, and no id. */
export function createPlanner(world: World, groupPath: string, group: Resource): Planner {
  const taken = new Set(readInstances(world, groupPath).map(({ name }) => name));
  // No valid one is longer: only somebody outside can have left a longer one.
  const names = possibleNames(groupPath, toText(group.baseInstanceName).slice(0, 58));
  return (version) => {
    const name = firstFree(names, taken);
    const instance = instanceLink(groupPath, group, name, taken.size);
    taken.add(name);
    return { name, instance, currentAction: "CREATING", version: toInstanceVersion(version) };
  };
}

/** True for an action whose instance is another one afterwards. */
export function isNew({ currentAction }: Pick<ManagedInstance, "currentAction">): boolean {
  return currentAction === "CREATING" || currentAction === "RECREATING";
}

/** The members of an instance that is not there. */
export const ABSENT = { id: null, instanceStatus: null, instanceHealth: null };

/** True for an instance that is going. */
export function isLeaving({ currentAction }: Pick<ManagedInstance, "currentAction">): boolean {
  return currentAction === "DELETING" || currentAction === "ABANDONING";
}

/** The health check that tells a group whether its instances are well. */
export function readHealthCheck({ autoHealingPolicies }: Resource): unknown {
  const [policy] = Array.isArray(autoHealingPolicies) ? (autoHealingPolicies as unknown[]) : [];
  return asObject(policy).healthCheck;
}

/** An instance of which nothing is left to do. */
export function toFinished(world: World, group: Resource, instance: ManagedInstance): ManagedInstance {
  const healthCheck = readHealthCheck(group);
  return {
    ...(mergeObject(instance, { lastAttempt: null, failedAttempts: null }) as ManagedInstance),
    ...(isNew(instance) || instance.id === undefined ? { id: nextNumericId(world.now()) } : {}),
    instanceStatus: "RUNNING",
    currentAction: "NONE",
    appliedConfig: fingerprintConfig(group),
    ...(healthCheck === undefined ? {} : { instanceHealth: [{ healthCheck, detailedHealthState: "HEALTHY" }] }),
  };
}

/** The zones of a regional group take turns. */
export function instanceLink(groupPath: string, group: Resource, name: string, index: number): string {
  const { zones } = asObject(group.distributionPolicy);
  const links = Array.isArray(zones) ? zones.map((entry) => toText(asObject(entry).zone)) : [];
  const zone = links.length === 0 ? operationScope(groupPath) : stripRoot(links[index % links.length] ?? "");
  return fullUrl(`projects/${parseProject(groupPath) ?? ""}/zones/${splitPath(zone).name}/instances/${name}`);
}

/** Names with four characters of their own, or with the next number where the base name ends in `-##`. They do not end. */
function* possibleNames(groupPath: string, base: string): Generator<string, never> {
  const [, stem = base, { length: digits } = ""] = /^([^#]*-)(#+)$/.exec(base) ?? [];
  for (let attempt = 1; ; attempt += 1) {
    yield digits === 0
      ? `${stem}-${fourCharacters(`${groupPath} ${String(attempt)}`)}`
      : `${stem}${String(attempt).padStart(digits, "0")}`;
  }
}

function firstFree(names: Generator<string, never>, taken: ReadonlySet<string>): string {
  let name = names.next().value;
  while (taken.has(name)) name = names.next().value;
  return name;
}

function fourCharacters(seed: string): string {
  return createHash("sha256").update(seed).digest().readUInt32BE().toString(36).padStart(4, "0").slice(-4);
}
