import type { LinkContext } from "../names/links";
import { memberText } from "../types/memberText";
import { sameOrAbsent, type Kind } from "./kind";
import { toValues, define, isEmpty, isValues, withoutAbsent, readMember, type Values } from "./values";

/*
 * For resources that manage some parts of an object and leave the rest to others. A part is what JSON merge patch
 * (RFC 7396) changes as one: a scalar, a list, or an object whose members exclude each other. Everything above such
 * parts is shared.
 */

/** Where a part is: names of members, outermost first. */
export type Path = readonly string[];

/** One part with its value; `null` says that it is to be absent. */
export interface Leaf {
  readonly path: Path;
  readonly kind: Kind;
  readonly value: unknown;
}

/** Every part that a value of that kind speaks of; an entry of a map that is empty is one too. */
export function listLeaves(kind: Kind, value: unknown, path: Path = []): Leaf[] {
  if (kind.member === undefined || kind.atomic || !isValues(value) || (kind.presenceMatters && isEmpty(value)))
    return [{ path, kind, value }];
  return Object.entries(value).flatMap(([key, item]) => {
    const member = kind.member?.(key);
    return member === undefined || item === undefined ? [] : listLeaves(member, item, [...path, key]);
  });
}

/** The kind of what is at a path. */
export function kindAt(kind: Kind, path: Path): Kind | undefined {
  return path.reduce<Kind | undefined>((found, key) => found?.member?.(key), kind);
}

/** The value at a path of a tree, through lists too. */
export function valueAt(tree: unknown, path: Path): unknown {
  return path.reduce(readMember, tree);
}

/** Puts a value at a path of a tree, making what is above it. */
export function putAt(tree: Values, path: Path, value: unknown): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) {
    define(tree, key, value);
    return;
  }
  const below = Object.hasOwn(tree, key) ? tree[key] : undefined;
  const next = toValues(below);
  define(tree, key, next);
  putAt(next, rest, value);
}

/** True if one of two paths leads to the other, or both are the same. */
export function overlap(one: Path, other: Path): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every((key, index) => key === long[index]);
}

/** The path as a program would write it: `updatePolicy.maxSurge`, `labels["a.b"]`. */
export function pathText(path: Path): string {
  return path.reduce(memberText, "");
}

/** The path that such a text names. */
export function parsePath(text: string): Path {
  return [...text.matchAll(/\[("(?:[^"\\]|\\.)*")\]|(\w+)/g)].map(([, quoted, plain = ""]) =>
    quoted === undefined ? plain : (JSON.parse(quoted) as string),
  );
}

/**
 * Of what is there, the part that a declared value speaks of, at any depth: without defaults of the service and without
 * members that only it knows. Lists come in the declared order.
 *
 * @param declared leave it out for all that the kind knows
 */
export function projected(kind: Kind, actual: unknown, declared: unknown, context: LinkContext): unknown {
  if (actual === undefined || actual === null) return undefined;
  const { item } = kind;
  if (item !== undefined && Array.isArray(actual))
    return aligned(item, actual, Array.isArray(declared) ? declared : [], context);
  if (kind.member === undefined || !isValues(actual)) return actual;
  const keys = isValues(declared) && !kind.atomic ? Object.keys(declared) : Object.keys(actual);
  const members: Values = {};
  for (const key of keys) {
    const member = kind.member(key);
    const value = member && projected(member, valueAt(actual, [key]), valueAt(declared, [key]), context);
    if (value !== undefined) define(members, key, value);
  }
  // A value that holds nothing but members of the service is nothing to us.
  return kind.atomic && Object.keys(members).length === 0 ? undefined : members;
}

/** The items that are there: for each declared one the equal one, or the next that no other one equals; then the rest. */
function aligned(
  item: Kind,
  actual: readonly unknown[],
  declared: readonly unknown[],
  context: LinkContext,
): unknown[] {
  const rest = [...actual];
  const take = (index: number) => (index < 0 ? undefined : rest.splice(index, 1)[0]);
  const equal = declared.map((wanted) =>
    take(rest.findIndex((candidate) => sameLeaf(item, candidate, wanted, context))),
  );
  const inOrder = declared.map((wanted, index) => projected(item, equal[index] ?? rest.shift(), wanted, context));
  return [...inOrder, ...rest.map((other) => projected(item, other, undefined, context))].filter(
    (value) => value !== undefined,
  );
}

/** True if what is there is as declared, as far as that speaks of it. */
export function sameLeaf(kind: Kind, actual: unknown, declared: unknown, context: LinkContext): boolean {
  return sameOrAbsent(kind, projected(kind, actual, declared, context), declared ?? undefined, context);
}

/** True if two states of the service are the same, as far as the kind knows them. */
export function sameState(kind: Kind, one: unknown, other: unknown, context: LinkContext): boolean {
  const [left, right] = [one, other].map((state) => projected(kind, state, undefined, context));
  return sameLeaf(kind, left, right, context) && sameLeaf(kind, right, left, context);
}

/** The parts of a tree at some paths, with all that their kinds know. */
export function partsAt(tree: unknown, leaves: readonly Leaf[], context: LinkContext): Values {
  const parts: Values = {};
  for (const { path, kind } of leaves) {
    const value = projected(kind, valueAt(tree, path), undefined, context);
    if (value !== undefined) putAt(parts, path, withoutAbsent(value));
  }
  return parts;
}
