import type { LinkContext } from "../names/links";
import { memberText } from "../types/memberText";
import type { Kind } from "../fields/kind";
import { isValues, readMember, type Values } from "../fields/values";
import { decideRestore } from "./borrowedValue";
import { planList, restoreList, type BorrowedPart } from "./listItems";
import {
  kindAt,
  listLeaves,
  overlap,
  parsePath,
  pathText,
  putAt,
  sameLeaf,
  sameState,
  projected,
  valueAt,
  type Leaf,
  type Path,
} from "../fields/leaves";

/** The parts of an object that are a resource's own. */
export interface Ownership {
  /**
   * The applied values, a part at a time; more than one leaf of a path while it is not known which of the values was applied
   * last. Those of which the program no longer speaks are restored.
   */
  readonly applied: readonly Leaf[];
  /** The previous values; a part that is not in here was absent. */
  readonly previous: Values;
  readonly context: LinkContext;
}

/** The basis of a patch. */
interface PatchBasis extends Ownership {
  /** The kind of the object, with every part that can be managed. */
  readonly kind: Kind;
  readonly actual: Values;
  /** Each part that the program declares. */
  readonly desired: Values;
  /** True if a declared part is to be sent where it differs. Default: each is. */
  readonly isDue?: ((path: Path) => boolean) | undefined;
}

export interface Patch {
  /** The smallest JSON merge patch; empty when nothing is to be changed. */
  readonly body: Values;
  readonly notRestored: NotRestored;
  /** Declared parts that differ, and that are not to be sent. */
  readonly unseen: readonly Leaf[];
}

/** The reason for which a part that was set once stays as it is. */
type RestoreObstacle = "undetermined" | "decidedByOthers" | "changedByOthers" | "gone" | "claimedByOther";

/** Paths of parts that were set once and that stay as they are. */
export type NotRestored = Readonly<Partial<Record<RestoreObstacle, readonly string[]>>>;

/** The patch that makes the object as desired and restores what is no longer desired, and touches nothing else. */
export function mergePatch(basis: PatchBasis): Patch {
  const { kind, actual, desired, applied, previous, context, isDue = () => true } = basis;
  const body: Values = {};
  const unseen: Leaf[] = [];
  const changedByOthers: string[] = [];
  const desiredLeaves = listLeaves(kind, desired).filter((leaf) => !leaf.kind.fixed);
  const readPart = ({ path }: Leaf, set: readonly Leaf[]): BorrowedPart => ({
    actual: valueAt(actual, path),
    applied: set.filter((one) => pathText(one.path) === pathText(path)).map(({ value }) => value),
    previous: valueAt(previous, path),
    context,
  });
  for (const leaf of desiredLeaves) {
    const value = valueAt(actual, leaf.path);
    if (!isDue(leaf.path)) {
      if (!sameLeaf(leaf.kind, value, leaf.value, context)) unseen.push({ ...leaf, value });
      continue;
    }
    if (Array.isArray(leaf.value)) {
      const list = planList(leaf, readPart(leaf, applied));
      if (list.sent !== undefined) putAt(body, leaf.path, toMergeValue(leaf.kind, value, list.sent, context));
      changedByOthers.push(...list.changedByOthers.map((name) => memberText(pathText(leaf.path), name)));
      continue;
    }
    if (!sameLeaf(leaf.kind, value, leaf.value, context))
      putAt(body, leaf.path, toMergeValue(leaf.kind, value, leaf.value, context));
  }
  const appliedLeaves = applied
    .filter((leaf) => !leaf.kind.fixed)
    .flatMap((leaf) => splitLeaf(leaf, desiredLeaves, previous));
  for (const [text, leaf] of new Map(appliedLeaves.map((one) => [pathText(one.path), one]))) {
    if (desiredLeaves.some((wanted) => supersedes(wanted, leaf))) continue;
    const part = readPart(leaf, appliedLeaves);
    const previousValue = restoreList(leaf.kind, part);
    const decision = decideRestore<unknown>(
      { actual: part.actual, applied: part.applied, previous: { value: previousValue } },
      (actual, value) => sameLeaf(leaf.kind, actual, value, context),
      (actual, value) => sameState(leaf.kind, actual, value, context),
    );
    if (decision === "restore") putAt(body, leaf.path, toMergeValue(leaf.kind, part.actual, previousValue, context));
    if (decision === "changedByOthers") changedByOthers.push(text);
  }
  const stay = new Set(desiredLeaves.map(({ path }) => pathText(path)));
  const goingItems = removeItems(kind, body);
  const isInGoing = (text: string) => goingItems.some((item) => overlap(item, parsePath(text)));
  return {
    body: collapseRemoved(body, actual, previous, stay) as Values,
    notRestored: { changedByOthers: changedByOthers.filter((text) => !isInGoing(text)) },
    unseen,
  };
}

/** Items whose key goes: they go with all that others have in them. */
function removeItems(kind: Kind, body: Values): Path[] {
  return Object.entries(body).flatMap(([field, items]) =>
    Object.entries(isValues(items) ? items : {}).flatMap(([key, item]): Path[] => {
      const { keyNames = [] } = kindAt(kind, [field, key]) ?? {};
      const goes = isValues(item) && keyNames.some((name) => item[name] === null);
      if (goes) putAt(body, [field, key], null);
      return goes ? [[field, key]] : [];
    }),
  );
}

/** An object that was taken away, or was only to exist, of which more is desired now: its members count one by one from now on. */
function splitLeaf(leaf: Leaf, desired: readonly Leaf[], previous: Values): Leaf[] {
  const isOpened = desired.some(
    ({ path, value }) =>
      overlap(path, leaf.path) &&
      (path.length > leaf.path.length || (path.length === leaf.path.length && leaf.value === null && isValues(value))),
  );
  if (!isOpened) return [leaf];
  return listLeaves(leaf.kind, valueAt(previous, leaf.path) ?? {}, leaf.path).map((member) => ({
    ...member,
    value: null,
  }));
}

/** True if a desired leaf decides on an applied part; an entry that is only to exist leaves that open. */
function supersedes(desired: Leaf, applied: Leaf): boolean {
  const isAbove = desired.path.length < applied.path.length;
  return overlap(desired.path, applied.path) && !(isAbove && isValues(desired.value));
}

/** The value that makes a part so: `null` for absent, and for members of the old value that the new one must not have. */
function toMergeValue(kind: Kind, actual: unknown, value: unknown, context: LinkContext): unknown {
  if (value === undefined || value === null) return null;
  const sent = kind.canonical(value, context);
  const readable = projected(kind, actual, undefined, context);
  if (!kind.atomic || !isValues(sent) || !isValues(readable)) return sent;
  const excluded = Object.keys(readable).filter((key) => readMember(sent, key) === undefined);
  return { ...sent, ...Object.fromEntries(excluded.map((key) => [key, null])) };
}

/** An object of which all is the resource's own, and that was absent before, goes as a whole. */
function collapseRemoved(
  patch: unknown,
  actual: unknown,
  previous: unknown,
  stay: ReadonlySet<string>,
  path: Path = [],
): unknown {
  if (!isValues(patch) || !isValues(actual)) return patch;
  const members = Object.fromEntries(
    Object.entries(patch).map(([key, value]) => [
      key,
      collapseRemoved(value, valueAt(actual, [key]), valueAt(previous, [key]), stay, [...path, key]),
    ]),
  );
  const goes =
    path.length > 0 &&
    previous === undefined &&
    !stay.has(pathText(path)) &&
    Object.values(members).every((value) => value === null) &&
    Object.keys(actual).every((key) => readMember(members, key) === null);
  return goes ? null : members;
}
