import { createHash } from "node:crypto";
import { fingerprint } from "../fingerprint";
import { nextNumericId } from "../identifiers";
import { asObject, mergeObject, type JsonObject, type Resource } from "../json";
import { fullUrl, operationScope, parseProject, splitPath, stripRoot } from "../links";
import type { World } from "../world";
import type { GroupVersion } from "./policies";

/**
 * An instance of a group as it is kept, at `<group>/managedInstances/<name>`. `appliedConfig` is no field of the
 * service: it is the fingerprint of the group's configuration for all instances that this one has.
 */
export interface ManagedInstance extends JsonObject {
  readonly name: string;
  readonly currentAction: string;
  readonly version?: { readonly name?: string; readonly instanceTemplate?: string };
  readonly appliedConfig?: string;
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

/** Whether the path of an instance is that of an instance of some group, which has no object of its own. */
export function isManagedInstance({ store }: World, path: string): boolean {
  const link = fullUrl(path);
  const inProject = `projects/${parseProject(path) ?? ""}/`;
  return (
    /\/zones\/[^/]+\/instances\/[^/]+$/.test(path) &&
    [...store.collections()].some(
      ([parent, instances]) =>
        parent.startsWith(inProject) &&
        parent.endsWith("/managedInstances") &&
        [...instances.values()].some(({ instance }) => instance === link),
    )
  );
}

export function putInstance(world: World, groupPath: string, instance: ManagedInstance): void {
  world.store.put(`${instancesPath(groupPath)}/${instance.name}`, instance);
}

/** What an instance looks like to those who list it. */
export function renderInstance(instance: Resource): Resource {
  return mergeObject(instance, { appliedConfig: null });
}

/** The configuration for all instances that an instance can have. */
export function fingerprintConfig(group: Resource): string {
  return fingerprint(group.allInstancesConfig ?? null);
}

export function readVersions(group: Resource): GroupVersion[] {
  return Array.isArray(group.versions) ? (group.versions as GroupVersion[]) : [];
}

/** The version as an instance shows it. */
export function toInstanceVersion({ name, instanceTemplate }: GroupVersion): {
  name?: string;
  instanceTemplate: string;
} {
  return { ...(name === undefined ? {} : { name }), instanceTemplate };
}

/** An instance that is yet to be made: it has a name and a link, and no id. */
export function planInstance(world: World, groupPath: string, group: Resource, version: GroupVersion): ManagedInstance {
  const existing = readInstances(world, groupPath);
  const name = freeName(groupPath, String(group.baseInstanceName), new Set(existing.map((instance) => instance.name)));
  return {
    name,
    instance: instanceLink(groupPath, group, name, existing.length),
    currentAction: "CREATING",
    version: toInstanceVersion(version),
  };
}

/** An instance of which nothing is left to do. */
export function toFinished(world: World, group: Resource, instance: ManagedInstance): ManagedInstance {
  const isNew = instance.currentAction === "CREATING" || instance.currentAction === "RECREATING";
  const [policy] = Array.isArray(group.autoHealingPolicies) ? (group.autoHealingPolicies as unknown[]) : [];
  const { healthCheck } = asObject(policy);
  return {
    ...(mergeObject(instance, { lastAttempt: null }) as ManagedInstance),
    ...(isNew || instance.id === undefined ? { id: nextNumericId(world.now()) } : {}),
    instanceStatus: "RUNNING",
    currentAction: "NONE",
    appliedConfig: fingerprintConfig(group),
    ...(healthCheck === undefined ? {} : { instanceHealth: [{ healthCheck, detailedHealthState: "HEALTHY" }] }),
  };
}

/** The zones of a regional group take turns. */
export function instanceLink(groupPath: string, group: Resource, name: string, index: number): string {
  const { zones } = asObject(group.distributionPolicy);
  const links = Array.isArray(zones) ? zones.map((entry) => String(asObject(entry).zone)) : [];
  const zone = links.length === 0 ? operationScope(groupPath) : stripRoot(links[index % links.length] ?? "");
  return fullUrl(`projects/${parseProject(groupPath) ?? ""}/zones/${splitPath(zone).name}/instances/${name}`);
}

/** A name with four characters of its own, or with the next number where the base name ends in `-##`. */
function freeName(groupPath: string, base: string, taken: ReadonlySet<string>): string {
  const digits = /-(#+)$/.exec(base)?.[1]?.length;
  for (let attempt = 1; ; attempt += 1) {
    const name =
      digits === undefined
        ? `${base}-${fourCharacters(`${groupPath} ${String(attempt)}`)}`
        : base.replace(/#+$/, String(attempt).padStart(digits, "0"));
    if (!taken.has(name)) {
      return name;
    }
  }
}

function fourCharacters(seed: string): string {
  return createHash("sha256").update(seed).digest().readUInt32BE().toString(36).padStart(4, "0").slice(-4);
}
