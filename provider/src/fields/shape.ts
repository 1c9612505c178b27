import type { LinkContext } from "../names/links";
import { objectKind } from "./collections";
import { knownPart, type Kind } from "./kind";
import { listTexts, toValues, pick, type Values } from "./values";
import { kindAt, listLeaves, parsePath, pathText, putAt, projected, valueAt, type Leaf, type Path } from "./leaves";

/** An object of somebody else's, as far as parts of it can be managed. */
export interface Shape {
  /** The fields that can be managed. */
  readonly names: readonly string[];
  /** The fields as a program gives them. */
  readonly members: Readonly<Record<string, Kind>>;
  /** The object with these fields. */
  readonly declaredKind: Kind;
  readonly kind: Kind;
  readonly shorthand: Shorthand | undefined;
  /** True if what is at a path is never projected in a message. */
  conceals(path: Path): boolean;
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
  { shorthand, conceals = () => false }: { shorthand?: Shorthand; conceals?: (path: Path) => boolean } = {},
): Shape {
  const kind = objectKind(members);
  return { names: Object.keys(members), members, declaredKind: kind, kind, shorthand, conceals };
}

/** The part that the program says of the object, in the program's own words. */
export function pickDeclared({ names }: Shape, values: Values): Values {
  return pick(values, names);
}

/**
 * The same object without the shorthand and without what only the service knows: in the form in which it is compared and
 * sent.
 */
export function spelledOut({ kind, shorthand }: Shape, object: Values): Values {
  const known = knownPart(kind, object) as Values;
  if (shorthand === undefined || known[shorthand.name] === undefined) return known;
  const { [shorthand.name]: short, ...rest } = known;
  const { standsFor } = shorthand;
  return { ...rest, [standsFor]: rest[standsFor] ?? shorthand.expand(short) };
}

/** Every part that the program speaks of, with its value, without the shorthand. */
export function managedLeaves(shape: Shape, declared: Values): Leaf[] {
  return listLeaves(shape.kind, spelledOut(shape, declared));
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
  const actual = spelledOut(shape, object);
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

/** The parts at these paths, without the shorthand. */
export function recordedParts({ shorthand }: Shape, outputs: Values): Path[] {
  return (recordedPaths(outputs) ?? []).map((text) =>
    text === shorthand?.name ? [shorthand.standsFor] : parsePath(text),
  );
}

/** The values that were there before the first change, as recorded. */
export function previousIn({ previousValues }: Values): Values {
  return toValues(previousValues);
}
