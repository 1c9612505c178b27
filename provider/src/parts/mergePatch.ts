import type { LinkContext } from "../names/links";
import { memberText } from "../types/memberText";
import type { Kind } from "../fields/kind";
import { isValues, type Values } from "../fields/values";
import { decideRestore } from "./borrowedValue";
import { listChange, listRestored, type KnownPart } from "./listItems";
import {
  leavesOf,
  overlap,
  pathText,
  putAt,
  sameLeaf,
  sameState,
  projected,
  valueAt,
  type Leaf,
  type Path,
} from "../fields/leaves";

/** What is a resource's own of an object. */
export interface Ownership {
  /**
   * What we set before, a part at a time; more than one leaf of a path when it is not known which of the values landed.
   * Those of which the program no longer speaks go back to what they were.
   */
  readonly ours: readonly Leaf[];
  /** What was there before we changed anything; a part that is not in here was absent. */
  readonly previous: Values;
  readonly context: LinkContext;
}

/** What a patch is made from. */
interface PatchBasis extends Ownership {
  /** The kind of the object, with every part that can be managed. */
  readonly kind: Kind;
  /** The object as it is. */
  readonly there: Values;
  /** What the program says, each part that it speaks of. */
  readonly wanted: Values;
}

export interface Patch {
  /** The smallest JSON merge patch; empty when nothing is to be changed. */
  readonly body: Values;
  readonly leftAlone: LeftAlone;
}

/** Paths of parts that we set once and that stay as they are, by the reason. */
export type LeftAlone = Readonly<Partial<Record<"unknown" | "decided" | "changed" | "taken", readonly string[]>>>;

/** The patch that makes the object as wanted and puts back what is no longer wanted, and touches nothing else. */
export function mergePatch(basis: PatchBasis): Patch {
  const { kind, there, wanted, ours, previous, context } = basis;
  const body: Values = {};
  const left: string[] = [];
  const wantedLeaves = leavesOf(kind, wanted).filter((leaf) => !leaf.kind.fixed);
  const known = ({ path }: Leaf, set: readonly Leaf[]): KnownPart => ({
    now: valueAt(there, path),
    own: set.filter((one) => pathText(one.path) === pathText(path)).map(({ value }) => value),
    before: valueAt(previous, path),
    context,
  });
  for (const leaf of wantedLeaves) {
    const now = valueAt(there, leaf.path);
    if (Array.isArray(leaf.value)) {
      const list = listChange(leaf, known(leaf, ours));
      if (list.sent !== undefined) putAt(body, leaf.path, changed(leaf.kind, now, list.sent, context));
      left.push(...list.leftAlone.map((name) => memberText(pathText(leaf.path), name)));
      continue;
    }
    if (!sameLeaf(leaf.kind, now, leaf.value, context))
      putAt(body, leaf.path, changed(leaf.kind, now, leaf.value, context));
  }
  const own = ours.filter((leaf) => !leaf.kind.fixed).flatMap((leaf) => opened(leaf, wantedLeaves, previous));
  for (const [text, leaf] of new Map(own.map((one) => [pathText(one.path), one]))) {
    if (wantedLeaves.some((wants) => supersedes(wants, leaf))) continue;
    const part = known(leaf, own);
    const before = listRestored(leaf.kind, part);
    const decision = decideRestore<unknown>(
      { actual: part.now, applied: part.own, previous: { value: before } },
      (actual, value) => sameLeaf(leaf.kind, actual, value, context),
      (actual, value) => sameState(leaf.kind, actual, value, context),
    );
    if (decision === "restore") putAt(body, leaf.path, changed(leaf.kind, part.now, before, context));
    if (decision === "changedByOthers") left.push(text);
  }
  const stay = new Set(wantedLeaves.map(({ path }) => pathText(path)));
  return { body: collapsed(body, there, previous, stay) as Values, leftAlone: { changed: left } };
}

/** An object that was taken away, or was only to be there, of which more is wanted now: its members count one by one from now on. */
function opened(leaf: Leaf, wanted: readonly Leaf[], previous: Values): Leaf[] {
  const isOpened = wanted.some(
    ({ path, value }) =>
      overlap(path, leaf.path) &&
      (path.length > leaf.path.length || (path.length === leaf.path.length && leaf.value === null && isValues(value))),
  );
  if (!isOpened) return [leaf];
  return leavesOf(leaf.kind, valueAt(previous, leaf.path) ?? {}, leaf.path).map((member) => ({
    ...member,
    value: null,
  }));
}

/** Whether what is wanted now decides on a part that we set before; an entry that is only to be there leaves that open. */
function supersedes(wanted: Leaf, own: Leaf): boolean {
  const isAbove = wanted.path.length < own.path.length;
  return overlap(wanted.path, own.path) && !(isAbove && isValues(wanted.value));
}

/** What makes a part so: `null` for absent, and for members of the old value that the new one must not keep. */
function changed(kind: Kind, there: unknown, value: unknown, context: LinkContext): unknown {
  if (value === undefined || value === null) return null;
  const sent = kind.canonical(value, context);
  const known = projected(kind, there, undefined, context);
  if (!kind.atomic || !isValues(sent) || !isValues(known)) return sent;
  const excluded = Object.keys(known).filter((key) => sent[key] === undefined);
  return { ...sent, ...Object.fromEntries(excluded.map((key) => [key, null])) };
}

/** Where all that is left of an object was ours, and it was absent before, it goes as a whole. */
function collapsed(
  patch: unknown,
  there: unknown,
  previous: unknown,
  stay: ReadonlySet<string>,
  path: Path = [],
): unknown {
  if (!isValues(patch) || !isValues(there)) return patch;
  const members = Object.fromEntries(
    Object.entries(patch).map(([key, value]) => [
      key,
      collapsed(value, valueAt(there, [key]), valueAt(previous, [key]), stay, [...path, key]),
    ]),
  );
  const goes =
    path.length > 0 &&
    previous === undefined &&
    !stay.has(pathText(path)) &&
    Object.values(members).every((value) => value === null) &&
    Object.keys(there).every((key) => members[key] === null);
  return goes ? null : members;
}

/** The object after a JSON merge patch (RFC 7396). */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isValues(patch)) return patch;
  const result = new Map(isValues(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, applyMergePatch(result.get(key), value));
  }
  return Object.fromEntries(result);
}
