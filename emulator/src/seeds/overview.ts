import type { StoredObject } from "../controls";
import { splitPath } from "../links";

/** Of a collection with more objects than this only the first is named. */
const NAMED = 5;

/** Names what was planted, in the spelling in which a program can refer to it: one line for each object, or for many. */
export function seedOverview(objects: readonly StoredObject[], project: string): string {
  const root = `projects/${project}/`;
  const byCollection = new Map<string, string[]>();
  for (const { path } of objects) {
    const { parent, name } = splitPath(path.startsWith(root) ? path.slice(root.length) : path);
    byCollection.set(parent, [...(byCollection.get(parent) ?? []), name]);
  }
  const parents = new Set(
    objects.flatMap(({ object }) => (typeof object.parentId === "string" ? [object.parentId] : [])),
  );
  // Operations are asked for by their parent, and instances by their group.
  const shown = [...byCollection].filter(([parent]) => !/(^|\/)(operations|managedInstances)$/.test(parent));
  const few = shown.filter(([, names]) => names.length <= NAMED);
  const many = shown.filter(([, names]) => names.length > NAMED);
  return [
    `Planted in ${project}:\n`,
    ...few.map(([parent, names]) => `  ${parent}/${names.join(", ")}`),
    ...many.map(([parent, names]) => `  ${parent}/${names[0] ?? ""} and ${String(names.length - 1)} more`),
    ...[...parents].map((parent) => `  operations of ${parent}`),
  ].join("\n");
}
