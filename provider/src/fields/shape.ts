import type { LinkContext } from "../names/links";
import { objectKind } from "./collections";
import { knownPart, type KeyedItems, type Kind } from "./kind";
import { isUnknown } from "./unknown";
import { applyMergePatch, isValues, listTexts, toValues, pick, type Values } from "./values";
import { kindAt, listLeaves, parsePath, pathText, putAt, projected, valueAt, type Leaf, type Path } from "./leaves";

/** An object of somebody else's, as far as parts of it can be managed. */
export interface Shape {
  /** The fields that can be managed. */
  readonly names: readonly string[];
  /** The fields as a program gives them. */
  readonly members: Readonly<Record<string, Kind>>;
  /** The object with these fields. */
  readonly declaredKind: Kind;
  /** The same as parts: lists whose items have a key are maps. */
  readonly kind: Kind;
  readonly shorthand: Shorthand | undefined;
  /** The paths of what no message shows. */
  readonly concealed: readonly Path[];
}

/** A field in which the same can be said as in another one, in fewer words. Only the other one is ever sent. */
export interface Shorthand {
  readonly name: string;
  readonly standsFor: string;
  /** The value that it stands for. */
  expand(value: unknown): unknown;
  /** The short form; `undefined` for what cannot be said in it. */
  contract(value: unknown): unknown;
}

export function makeShape(
  members: Readonly<Record<string, Kind>>,
  { shorthand, concealed = [] }: { shorthand?: Shorthand; concealed?: readonly Path[] } = {},
): Shape {
  const parts = Object.entries(members).map(([name, kind]) => [name, kind.byKey?.map ?? kind] as const);
  return {
    names: Object.keys(members),
    members,
    declaredKind: objectKind(members),
    kind: objectKind(Object.fromEntries(parts)),
    shorthand,
    concealed,
  };
}

/** The part that the program says of the object, in the program's own words; items by their keys. */
export function pickDeclared(shape: Shape, values: Values, context: LinkContext): Values {
  return withMaps(shape, pick(values, shape.names), context);
}

/** An object whose items are found by their keys. */
function withMaps({ members }: Shape, object: Values, context: LinkContext): Values {
  return mapItems(members, object, ({ toMap }, value) => (Array.isArray(value) ? toMap(value, context) : value));
}

/**
 * The same object as the API has it, with lists.
 *
 * @param declared has the items that come first, in their order, and the lists that are there although all of their items are gone
 */
export function withLists({ members }: Shape, tree: Values, declared: Values = {}): Values {
  const declaredLists = Object.keys(declared).filter((name) => members[name]?.byKey !== undefined);
  const empty = Object.fromEntries(declaredLists.map((name) => [name, {}]));
  return mapItems(members, { ...empty, ...tree }, ({ toList }, value, name) => {
    if (!isValues(value)) return value;
    const first = pick(value, Object.keys(toValues(declared[name])));
    return toList({ ...first, ...value });
  });
}

/** An object with the values of some parts in place of its own. */
export function withParts(shape: Shape, object: Values, parts: Values, context: LinkContext): Values {
  const known = withMaps(shape, object, context);
  return withLists(shape, applyMergePatch(known, parts) as Values, known);
}

/** The merge patch of an object as the API takes it: a list is sent as a whole, with the items of everybody. */
export function toListPatch({ members }: Shape, patch: Values, actual: Values, context: LinkContext): Values {
  return mapItems(members, patch, ({ patched }, value, name) => {
    const list = actual[name];
    return isValues(value) ? patched(Array.isArray(list) ? list : [], value, context) : value;
  });
}

function mapItems(
  members: Shape["members"],
  object: Values,
  change: (items: KeyedItems, value: unknown, name: string) => unknown,
): Values {
  const lists = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const items = Object.hasOwn(members, name) ? members[name]?.byKey : undefined;
    return items === undefined ? [] : [[name, change(items, value, name)]];
  });
  return lists.length === 0 ? object : { ...object, ...Object.fromEntries(lists) };
}

/** The item that a part is in; `undefined` where it is in none. */
export function itemPath({ members }: Shape, [field = "", key]: Path): Path | undefined {
  const isItem = key !== undefined && Object.hasOwn(members, field) && members[field]?.byKey !== undefined;
  return isItem ? [field, key] : undefined;
}

/** True if a part says that its item is there: it is the key itself, or the item has nothing but its key. */
export function isKeyPart(shape: Shape, path: Path): boolean {
  const item = itemPath(shape, path);
  if (item === undefined) return false;
  const [, , member] = path;
  return member === undefined || kindAt(shape.kind, item)?.keyNames?.includes(member) === true;
}

/** A part as resources claim it: an item has one resource, whichever of its members that one gives. */
function claimedPath(shape: Shape, path: Path): Path {
  return itemPath(shape, path) ?? path;
}

/** The parts that the program claims. */
export function claimedParts(shape: Shape, values: Values, context: LinkContext): Path[] {
  const known = Object.entries(pickDeclared(shape, values, context)).filter(([, value]) => !isUnknown(value));
  const paths = managedLeaves(shape, Object.fromEntries(known), context)
    .filter(({ path, value }) => !isUnknown(value) && !path.some(isUnknown))
    .map(({ path }) => claimedPath(shape, path));
  return distinctPaths(paths);
}

function distinctPaths(paths: readonly Path[]): Path[] {
  return [...new Map(paths.map((path) => [pathText(path), path])).values()];
}

/**
 * The same object without the shorthand and without what only the service knows, items by their keys: in the form in which it is
 * compared.
 */
export function spelledOut(shape: Shape, object: Values, context: LinkContext): Values {
  const { kind, shorthand } = shape;
  const known = knownPart(kind, withMaps(shape, object, context)) as Values;
  if (shorthand === undefined || known[shorthand.name] === undefined) return known;
  const { [shorthand.name]: short, ...rest } = known;
  const { standsFor } = shorthand;
  return { ...rest, [standsFor]: rest[standsFor] ?? shorthand.expand(short) };
}

/** Every part that the program speaks of, with its value, without the shorthand. */
export function managedLeaves(shape: Shape, declared: Values, context: LinkContext): Leaf[] {
  return listLeaves(shape.kind, spelledOut(shape, declared, context));
}

/** Every part that the program speaks of, as it spells it: `updatePolicy.maxSurge`. */
export function managedPaths({ kind }: Shape, declared: Values): string[] {
  return listLeaves(kind, declared)
    .map(({ path }) => pathText(path))
    .sort();
}

/** The values at such paths as a program would say them: only what `declared` speaks of. */
export function projectedAt(
  shape: Shape,
  paths: readonly string[],
  object: Values,
  declared: Values,
  context: LinkContext,
): Values {
  const { kind, shorthand } = shape;
  const actual = spelledOut(shape, object, context);
  const tree: Values = {};
  for (const text of paths) {
    const path = parsePath(text);
    const part = kindAt(kind, path);
    const found = text === shorthand?.name ? shorthand.contract(actual[shorthand.standsFor]) : valueAt(actual, path);
    const value = part && projected(part, found, valueAt(declared, path), context);
    if (value !== undefined) putAt(tree, path, value);
  }
  return tree;
}

/** The fields of an object that cannot be managed. */
export function unmanaged({ names }: Shape, object: Values): Values {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Paths that a resource has recorded; `undefined` when it has recorded none. */
export function recordedPaths({ managedFields }: Values): string[] | undefined {
  return Array.isArray(managedFields) ? listTexts(managedFields) : undefined;
}

/** The parts that a resource has recorded, as it claims them. */
export function recordedParts(shape: Shape, outputs: Values): Path[] {
  const { shorthand } = shape;
  const paths = (recordedPaths(outputs) ?? []).map((text) =>
    text === shorthand?.name ? [shorthand.standsFor] : claimedPath(shape, parsePath(text)),
  );
  return distinctPaths(paths);
}

/** The values that were there before the first change, as recorded. */
export function previousIn({ previousValues }: Values): Values {
  return toValues(previousValues);
}
