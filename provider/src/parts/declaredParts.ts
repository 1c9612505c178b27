import { listLeaves, pathText, projected, putAt, sameLeaf, valueAt, type Leaf } from "../fields/leaves";
import type { IgnoredPaths } from "../fields/ignoredPaths";
import { pickDeclared, spelledOut, type Shape } from "../fields/shape";
import { isUnknown, unknownValue } from "../fields/unknown";
import type { Values } from "../fields/values";
import type { LinkContext } from "../names/links";
import { joinItemMembers } from "./listItems";
import { isIgnoredPart, leafPath, listSetLeaves, readParts, type RecordedPart } from "./record";

/*
 * The parts that an update sends. They are those that its preview shows: the program says something else than the state
 * records, or speaks of a part for the first time. A part that only the service shows otherwise is left alone.
 */

/** A part that the program declares. */
export interface DeclaredPart extends Leaf {
  /** As the program spells it; `path` and `value` are without the shorthand. */
  readonly spelled: Leaf;
  readonly isIgnored: boolean;
  /** Its record, if an earlier step has set it, or has begun to. */
  readonly recorded: RecordedPart | undefined;
  readonly isDue: boolean;
}

/** @param olds the recorded outputs; empty before the first change */
export function listDeclaredParts(
  shape: Shape,
  olds: Values,
  news: Values,
  context: LinkContext,
  ignored: IgnoredPaths,
): DeclaredPart[] {
  const { shorthand } = shape;
  const parts = readParts(shape, olds).filter(({ gone }) => gone !== true);
  const partAt = new Map(parts.map((part) => [pathText(leafPath(shape, part)), part]));
  const outputs = spelledOut(shape, pickDeclared(shape, olds, context), context);
  return listLeaves(shape.kind, pickDeclared(shape, news, context)).map((spelled) => {
    const isShort = shorthand !== undefined && pathText(spelled.path) === shorthand.name;
    const path = isShort ? [shorthand.standsFor] : spelled.path;
    const value = isShort && !isUnknown(spelled.value) ? shorthand.expand(spelled.value) : spelled.value;
    const kind = isShort ? (shape.kind.member?.(shorthand.standsFor) ?? spelled.kind) : spelled.kind;
    const isIgnored = isIgnoredPart(shape, { path: pathText(spelled.path) }, ignored);
    const recorded = partAt.get(pathText(path));
    const isSame = (other: unknown) => sameLeaf(kind, other, value, context);
    const isUnchanged = () =>
      recorded !== undefined &&
      recorded.due !== true &&
      isSame(valueAt(outputs, path)) &&
      listSetLeaves(shape, recorded, recorded.set).every(
        ({ value: one }) => sameLeaf(kind, value, one, context) && joinItemMembers(one) === joinItemMembers(value),
      );
    return {
      path,
      value,
      kind,
      spelled,
      isIgnored,
      recorded,
      isDue: !isIgnored && !kind.fixed && (isUnknown(value) || !isUnchanged()),
    };
  });
}

/** Those that are the resource's own: of what the program ignores, only what an earlier step has set. */
export function listOwnedParts(parts: readonly DeclaredPart[]): DeclaredPart[] {
  return parts.filter(({ isIgnored, recorded }) => !isIgnored || recorded !== undefined);
}

/** The paths that a step is going to record, as long as every part is there for certain. */
export function previewManagedFields(...declared: Parameters<typeof listDeclaredParts>): unknown {
  const owned = listOwnedParts(listDeclaredParts(...declared));
  return owned.some(({ spelled }) => isUnknown(spelled.value)) ? unknownValue : listPaths(owned);
}

/** The parts as one tree, as the program spells them. */
export function toTree(parts: readonly DeclaredPart[]): Values {
  const tree: Values = {};
  for (const { spelled } of parts) putAt(tree, spelled.path, spelled.value);
  return tree;
}

/** Their paths, as the program spells them. */
export function listPaths(parts: readonly DeclaredPart[]): string[] {
  return parts.map(({ spelled }) => pathText(spelled.path)).sort();
}

/** A list is sent as a whole: what the program ignores of its items is sent as it is there. */
export function withActualItems(
  part: DeclaredPart,
  actual: Values,
  ignored: IgnoredPaths,
  context: LinkContext,
): DeclaredPart {
  const { kind, path, spelled } = part;
  if (!Array.isArray(spelled.value)) return part;
  const items = projected(kind, valueAt(actual, path), spelled.value, context);
  return { ...part, spelled: { ...spelled, value: ignored.replaced(spelled.path, spelled.value, items) } };
}
