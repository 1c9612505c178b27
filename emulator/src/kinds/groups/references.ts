import { asObject, objectsIn, type Resource } from "../../basics/json";
import { stripRoot } from "../../basics/links";
import type { World } from "../../world/world";
import { readVersions } from "./instances";

/** The links of a group to what it needs, which cannot be deleted before it: templates, health checks and the like. */
export function listNeeded(group: Resource): string[] {
  const policies = objectsIn(group.autoHealingPolicies);
  const needed = [
    ...readVersions(group).map(({ instanceTemplate }) => instanceTemplate),
    ...policies.map(({ healthCheck }) => healthCheck),
    ...(Array.isArray(group.targetPools) ? (group.targetPools as unknown[]) : []),
    asObject(group.resourcePolicies).workloadPolicy,
  ];
  return needed.filter((link) => typeof link === "string");
}

/**
 * Puts what a group begins to need and nobody has put: no group is there without its template. What somebody has deleted
 * since stays deleted.
 */
export function putNeeded(world: World, before: Resource | undefined, after: Resource): void {
  const known = new Set(before === undefined ? [] : listNeeded(before));
  for (const path of listNeeded(after)
    .filter((link) => !known.has(link))
    .map(stripRoot)) {
    const kind = world.findKind(path);
    if (kind !== undefined && world.find(path) === undefined)
      world.store.put(path, world.describe(kind, path, { name: path.slice(path.lastIndexOf("/") + 1) }));
  }
}
