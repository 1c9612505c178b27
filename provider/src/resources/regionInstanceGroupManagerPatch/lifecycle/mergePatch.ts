import type { LinkContext } from "../../../compute/links";
import { kindAt, leavesOf, partsAt, pathOf, pathText, putAt, shown, valueAt } from "../../../runtime/partial/leaves";
import type { Leaf } from "../../../runtime/partial/leaves";
import { applyMergePatch, mergePatch, type Patch } from "../../../runtime/partial/mergePatch";
import { ownOf } from "../../../runtime/recorded";
import { isValues, pick, type Values } from "../../../runtime/values";
import { groupKind, managedNames } from "./fields";

/** What the program says of the group, in its own words. */
export function declaredOf(values: Values): Values {
  return pick(values, managedNames);
}

/** Paths of every part that the program speaks of: `updatePolicy.maxSurge`. */
export function managedPaths(declared: Values): string[] {
  return leavesOf(groupKind, declared)
    .map(({ path }) => pathText(path))
    .sort();
}

/**
 * Templates in the one form that says all: `instanceTemplate` is `versions` with one member. The service lets `versions`
 * override the other, so that one is never sent.
 */
export function withVersions({ instanceTemplate, ...group }: Values): Values {
  return instanceTemplate === undefined || group.versions !== undefined
    ? group
    : { ...group, versions: [{ instanceTemplate }] };
}

/** What earlier steps of this patch have set, by its outputs; `null` for what they took away. */
export function ownLeaves(outputs: Values): Leaf[] {
  const paths = Array.isArray(outputs.managedFields)
    ? outputs.managedFields.filter((text) => typeof text === "string")
    : [];
  return paths.flatMap((text) => {
    const path = pathOf(text);
    const values = ownOf(outputs)
      .map((own) => valueAt(own, path))
      .filter((value) => value !== undefined);
    const isTemplate = text === "instanceTemplate";
    const [at, given] = isTemplate
      ? [["versions"], values.map((instanceTemplate) => [{ instanceTemplate }])]
      : [path, values.length === 0 ? [null] : values];
    const kind = kindAt(groupKind, at);
    return kind === undefined ? [] : given.map((value) => ({ path: at, kind, value }));
  });
}

/** What is there at the paths as a program would say it: only what `said` speaks of. */
export function shownAt(paths: readonly string[], group: Values, said: Values, context: LinkContext): Values {
  const tree: Values = {};
  for (const text of paths) {
    const path = pathOf(text);
    const kind = kindAt(groupKind, path);
    const there = text === "instanceTemplate" ? onlyTemplate(group) : valueAt(group, path);
    const value = kind && shown(kind, there, valueAt(said, path), context);
    if (value !== undefined) putAt(tree, path, value);
  }
  return tree;
}

/** The template of all instances; none, where versions differ. */
function onlyTemplate(group: Values): unknown {
  const { versions } = withVersions(group);
  const [only, ...more] = Array.isArray(versions) ? (versions as unknown[]) : [];
  return more.length === 0 && isValues(only) ? only.instanceTemplate : undefined;
}

/** What a change of the group is made from. */
export interface GroupChange {
  /** What the program says; nothing, when everything goes back. */
  readonly declared: Values;
  /** What was set before. */
  readonly ours: readonly Leaf[];
  /** What was there before the first change. */
  readonly previous: Values;
  readonly context: LinkContext;
}

/** The smallest patch of the group; `versions` stands for templates in either form. */
export function patchOf(group: Values, { declared, ours, previous, context }: GroupChange): Patch {
  const there = withVersions(group);
  return mergePatch({ kind: groupKind, there, wanted: withVersions(declared), ours, previous, context });
}

/**
 * What was there before the first change, with what the program speaks of for the first time now.
 *
 * @param given what the program says was there before; believed for every field that it has
 */
export function previousWith(group: Values, given: Values, { declared, ours, previous, context }: GroupChange): Values {
  const owned = new Set(ours.map(({ path }) => pathText(path)));
  const said = withVersions(given);
  const fresh = leavesOf(groupKind, withVersions(declared)).filter(({ path }) => !owned.has(pathText(path)));
  const isSaid = ({ path: [field = ""] }: Leaf) => said[field] !== undefined;
  const all = structuredClone(previous);
  // As it would be without us: what is ours of it was not there before.
  const { body } = patchOf(group, { declared: {}, ours, previous, context });
  const without = applyMergePatch(withVersions(group), body);
  for (const [tree, leaves] of [
    [without, fresh.filter((leaf) => !isSaid(leaf))],
    [said, fresh.filter(isSaid)],
  ] as const) {
    const parts = partsAt(tree, leaves, context);
    for (const { path } of leaves) {
      const value = valueAt(parts, path);
      if (value !== undefined) putAt(all, path, value);
    }
  }
  return all;
}

/** Of what was there before, what the program still speaks of. */
export function previousOf(declared: Values, previous: Values, context: LinkContext): Values {
  return partsAt(previous, leavesOf(groupKind, withVersions(declared)), context);
}
