import type { LinkContext } from "../names/links";
import type { Target } from "../lifecycle/schema/description";
import type { Job } from "../lifecycle/job/job";
import { isDifferentIncarnation } from "../lifecycle/resource/incarnation";
import { isEmpty, isValues, type Values } from "../fields/values";
import type { IgnoredPaths } from "../fields/ignoredPaths";
import {
  listLeaves,
  overlap,
  parsePath,
  partsAt,
  pathText,
  putAt,
  sameLeaf,
  valueAt,
  type Leaf,
  type Path,
} from "../fields/leaves";
import { withNewest } from "./borrowedValue";
import { listDeclaredParts, listOwnedParts, toTree, withActualItems, type DeclaredPart } from "./declaredParts";
import { patchObject, planAllowedPatch, readRecorded, type PartialObject } from "./partialObject";
import { describeNotRestored, describeTaken, describeUndetermined, describeUnseen, refuseConflict } from "./patchWords";
import {
  endWell,
  isIgnoredPart,
  leafPath,
  listSetLeaves,
  readGood,
  readNewestParts,
  readParts,
  recordParts,
  toPrevious,
  toSetTree,
  type Before,
  type GoodState,
  type RecordedPart,
} from "./record";
import { findBefore, type Basis } from "./ownership";
import { GoneLinks } from "./goneLinks";
import type { Borrow, Plan } from "../lifecycle/changes/borrow";
import {
  isKeyPart,
  itemPath,
  managedPaths,
  pickDeclared,
  projectedAt,
  recordedPaths,
  spelledOut,
  unmanaged,
  withLists,
  type Shape,
} from "../fields/shape";

/*
 * The calls of a resource that manages parts of an object of somebody else's: what it sets and what was there before is
 * recorded (`parts/record.ts`), and only what is still its own is ever put back.
 */

/** Looks at a patch before it is sent: refuses what the actual object rules out, and returns what it sets off, in sentences. */
export type Consider<B> = (actual: Values, patch: Values, beside: B) => readonly string[];

/** The plan for a patch. */
interface PartsPlan extends Plan<Values> {
  /** The object that it is for. */
  readonly base: Values;
  readonly owned: readonly DeclaredPart[];
  /** The declared parts that are sent. */
  readonly sent: Values;
}

/**
 * The change that sends the parts which the preview shows, and puts back those of which the program no longer speaks. A part that
 * somebody else has changed since it was recorded stays.
 *
 * @param isAwaited true if something follows, by which the change ends well or not: until then it can go back
 */
export function setParts<B>(
  job: Job,
  object: PartialObject<B>,
  { values, context }: Target,
  olds: Values,
  consider: Consider<B>,
  isAwaited = false,
): Borrow<Values, Values, PartsPlan> {
  const { shape, path } = object;
  const all = listDeclaredParts(shape, olds, job.ignored.inputs(values, olds), context, job.ignored);
  const previousArgument = isValues(values.previous) ? values.previous : {};
  // Another resource has set it. A part that is yet to be set in this run is restored first, so that its new owner finds the previous value.
  const isClaimedByOther = (part: Path) => job.run.isClaimedByOther(job.urn, part);
  const recordedBefore = readParts(shape, olds);
  // With `ignoreChanges` the engine gives the program what the state shows, which can be nothing.
  const isIgnoredRecord = (part: RecordedPart) => isIgnoredPart(shape, part, job.ignored);
  const ignoredPaths = [
    ...all.filter(({ isIgnored }) => isIgnored).map((part) => part.path),
    ...recordedBefore.filter(isIgnoredRecord).map((part) => leafPath(shape, part)),
  ];
  const isIgnored = (leaf: Leaf) => ignoredPaths.some((ignored) => overlap(ignored, leaf.path));
  const shownBefore = spelledOut(shape, pickDeclared(shape, olds, context), context);
  const gone = new GoneLinks();
  return {
    ...patchObject(object, gone),
    async plan(actual, mayBeOurs, earlier) {
      if (earlier !== undefined) refuseConflict(shape, earlier.base, actual, earlier.sent, context);
      const own = withoutGoneItems(shape, listOwnedParts(all), spelledOut(shape, actual, context));
      const dueParts = own.filter(({ isIgnored, isDue }) => isDue && !isIgnored);
      const due = new Set(dueParts.map((part) => pathText(part.path)));
      const isDue = (part: Path) => due.has(pathText(part));
      // Of an object that was made anew, only what this step sends is the resource's own.
      const isOther = isDifferentIncarnation(actual, olds);
      const olderParts = isOther ? [] : recordedBefore;
      const owned = (isOther ? own.filter((part) => isDue(part.path)) : own).map((part) =>
        part.isDue ? withActualItems(part, actual, job.ignored, context) : part,
      );
      const declared = toTree(owned.filter((part) => !part.isIgnored));
      const recorded = readRecorded(object, actual, olds, isClaimedByOther);
      const applied = recorded.applied.filter((leaf) => !isIgnored(leaf));
      const basis = { ...recorded, declared, context, applied, isDue };
      const found = findAllBefore(actual, owned, { basis, mayBeOurs, isOther });
      const declaredParts = makeRecord(actual, owned, found, { olderParts, mayBeOurs });
      const isUndeclared = ({ path: name }: RecordedPart) => !declaredParts.some((part) => part.path === name);
      const staying = olderParts.filter((part) => part.gone !== true && isUndeclared(part) && isIgnoredRecord(part));
      const current = [...declaredParts, ...staying];
      const going = olderParts.filter(({ path: name }) => !current.some((part) => part.path === name));
      const previous = toPrevious(shape, [...going, ...current]);
      const patch = await planAllowedPatch(object, actual, { ...basis, previous }, gone);
      const drift = describeUnseen(shape, owned, patch.unseen);
      return {
        base: actual,
        owned,
        sent: toTree(dueParts),
        next: isEmpty(patch.body) ? undefined : patch.body,
        // Said before: the record of a step that fails has them, and no later step finds them for the first time.
        warnings: [
          ...describeUndetermined(
            current.filter(({ before }) => before === "unknown"),
            olderParts.filter(({ before }) => before === "unknown"),
          ),
          ...describeTaken(earlier === undefined && !mayBeOurs ? findTaken(actual, owned, found) : []),
          ...consider(actual, patch.body, patch.beside),
        ],
        record: {
          // Whatever follows, a step that fails here has not ended well, and a later one goes back to what was before it.
          updatedOutputs: recordParts(shape, [
            ...current.map((part) => ({ ...part, set: withNewest(part.set[0], setBefore(part.path, olderParts)) })),
            ...going.map((part) => ({ ...part, good: readGood(part) })),
          ]),
        },
        applied: () => ({
          updatedOutputs: recordParts(
            shape,
            isAwaited ? [...current.map((part) => ({ ...part, due: false })), ...toGone(going)] : endWell(current),
          ),
          unseenDrift: drift.recorded,
        }),
        notices: [...describeNotRestored(patch.notRestored), ...drift.notices],
      };
    },
    finish({ owned }) {
      const set = owned.map((part) => [path, ...part.path]);
      job.run.claim(job.urn, path, set, set);
    },
  };

  function findAsDeclared(actual: Values, parts: readonly DeclaredPart[]): DeclaredPart[] {
    const now = spelledOut(shape, actual, context);
    return parts.filter((part) => part.isDue && sameLeaf(part.kind, valueAt(now, part.path), part.value, context));
  }

  /** Parts that are set for the first time, and whose earlier value is that of the program. */
  function findTaken(
    actual: Values,
    parts: readonly DeclaredPart[],
    before: ReadonlyMap<string, Before>,
  ): DeclaredPart[] {
    const declaredPrevious = spelledOut(shape, previousArgument, context);
    // That an item is there says nothing of a program that sets some of its members.
    const isOnlyKey = ({ path }: DeclaredPart) =>
      !isKeyPart(shape, path) ||
      !parts.some((other) => other.path !== path && overlap(other.path, itemPath(shape, path) ?? path));
    const found = findAsDeclared(actual, parts).filter(isOnlyKey);
    return found.filter(
      (part) =>
        part.recorded === undefined &&
        valueAt(declaredPrevious, part.path) === undefined &&
        before.get(pathText(part.path)) !== "unknown",
    );
  }

  /** The values before the first change of the parts that are recorded from now on. */
  function findAllBefore(
    actual: Values,
    owned: readonly DeclaredPart[],
    { basis, mayBeOurs, isOther }: Looked,
  ): ReadonlyMap<string, Before> {
    // A value that another resource of the program has set was not there before.
    const others = job.run.recordedByOthers(job.urn, path);
    const isSetByOther = (leaf: Leaf) => !leaf.kind.fixed && others.some(([, ...part]) => overlap(part, leaf.path));
    const find = findBefore(shape, actual, previousArgument, basis, isSetByOther);
    const asDeclared = new Set(findAsDeclared(actual, owned));
    const stepParts = readParts(shape, job.record.updatedOutputs);
    return new Map(
      owned.map((part) => {
        const name = pathText(part.path);
        const known = stepParts.find((one) => one.path === pathText(part.spelled.path))?.before;
        const recorded = isOther ? undefined : part.recorded?.before;
        // The value that this step has sent is not the earlier one: that is the one which its first read has shown.
        const staysKnown = known !== undefined && (mayBeOurs || (part.recorded === undefined && asDeclared.has(part)));
        return [name, staysKnown ? known : find(part, recorded)];
      }),
    );
  }

  /** The record of the parts that the program declares, each with the value of the program. */
  function makeRecord(
    actual: Values,
    owned: readonly DeclaredPart[],
    found: ReadonlyMap<string, Before>,
    { olderParts, mayBeOurs }: { readonly olderParts: readonly RecordedPart[]; readonly mayBeOurs: boolean },
  ): RecordedPart[] {
    const stepParts = readParts(shape, job.record.updatedOutputs);
    return owned.map((part) => {
      const { path, spelled, isIgnored } = part;
      const name = pathText(spelled.path);
      const older = olderParts.find((one) => one.path === name);
      // A read that may show the value of this step says nothing of the one before it.
      const known = mayBeOurs ? stepParts.find((one) => one.path === name)?.good : undefined;
      return {
        path: name,
        set: isIgnored ? (older?.set ?? []).slice(0, 1) : [spelled.value],
        before: found.get(pathText(path)) ?? {},
        good: known ?? findGood(part, older, actual),
        due: part.isDue && !isIgnored,
      };
    });
  }

  /**
   * To what a part goes back: what the state has shown before this step, or, after a step that did not end well, what the last one that
   * did has left. Where that is just what this step sends, or where nothing is to be sent, it is what the service has shown before.
   */
  function findGood(part: DeclaredPart, older: RecordedPart | undefined, actual: Values): GoodState | "none" {
    const good = readGood(older);
    if (older === undefined || good === "none" || part.isIgnored) return good;
    const is = (value: unknown, other: unknown) => sameLeaf(part.kind, value, other, context);
    const found = valueAt(partsAt(spelledOut(shape, actual, context), [part], context), part.path);
    const [newest] = listSetLeaves(shape, older, good.set);
    const shown = older.good === undefined ? valueAt(shownBefore, part.path) : (good.actual ?? newest)?.value;
    const isAsDeclared = is(shown, part.value) || (older.good === undefined && is(found, part.value));
    const goesTo = part.isDue && isAsDeclared ? found : shown;
    if (is(goesTo, newest?.value)) return { set: good.set, before: good.before };
    // The value at the service has all members, also those that no program has given.
    return { ...good, actual: { value: is(found, goesTo) ? found : goesTo } };
  }
}

/** A member of an item that is gone unseen is not sent: it would bring half of the item back, and no preview has shown that. */
function withoutGoneItems(shape: Shape, parts: readonly DeclaredPart[], actual: Values): DeclaredPart[] {
  const comes = parts.filter(({ path, isDue }) => isDue && isKeyPart(shape, path));
  const isInGone = ({ path }: DeclaredPart) => {
    const item = itemPath(shape, path);
    const isGone = item !== undefined && valueAt(actual, item) === undefined;
    return isGone && !comes.some((key) => overlap(item, key.path));
  };
  return parts.map((part) => (part.isDue && isInGone(part) ? { ...part, isDue: false } : part));
}

/** The things that tell the value of a part before the first change. */
interface Looked {
  readonly basis: Basis;
  readonly mayBeOurs: boolean;
  /** True if the object was made anew. */
  readonly isOther: boolean;
}

function setBefore(path: string, parts: readonly RecordedPart[]): readonly unknown[] {
  return parts.find((part) => part.path === path && part.gone !== true)?.set ?? [];
}

/** Parts that have their earlier value again, and that a step which fails sets once more. */
function toGone(parts: readonly RecordedPart[]): RecordedPart[] {
  return parts.map((part) => ({ path: part.path, set: [], before: part.before, good: readGood(part), gone: true }));
}

/** The managed parts of an object as it was read, as the program would say them. */
export function readManagedParts(job: Job, shape: Shape, actual: Values, known: Values, context: LinkContext): Values {
  const parts = readNewestParts(job, shape, known).filter(({ gone }) => gone !== true);
  const declared = pickDeclared(shape, known, context);
  const paths = parts.length > 0 ? parts.map((part) => part.path) : managedPaths(shape, declared);
  // The newest applied value tells the members of a list that the program declares, also where the list has changed or gone since.
  const tree = projectedAt(shape, paths, actual, parts.length > 0 ? toSetTree(parts) : declared, context);
  return withLists(shape, tree, declared);
}

/** Declared values, with those parts that an object shows otherwise as it shows them. */
export function asShown(shape: Shape, declared: Values, actual: Values, context: LinkContext): Values {
  const tree: Values = {};
  const known = pickDeclared(shape, declared, context);
  for (const { path, kind, value } of listLeaves(shape.kind, known)) {
    const shown = valueAt(projectedAt(shape, [pathText(path)], actual, known, context), path);
    const next = sameLeaf(kind, shown, value, context) ? value : shown;
    if (next !== undefined) putAt(tree, path, next);
  }
  return { ...unmanaged(shape, declared), ...withLists(shape, tree) };
}

/**
 * Fields with parts that an update sends or restores, also where the recorded values are as the program says: it may speak of
 * more or of less than before, or give what this resource has never set. What is not recorded is not known.
 */
export function findOwnershipChanges(
  shape: Shape,
  olds: Values,
  news: Values,
  context: LinkContext,
  ignored: IgnoredPaths,
): string[] {
  const before = recordedPaths(olds);
  if (before === undefined) return [];
  const parts = listDeclaredParts(shape, olds, news, context, ignored);
  const now = parts.map(({ spelled }) => pathText(spelled.path));
  const gone = before.filter((path) => !now.includes(path) && !ignored.covers(parsePath(path)));
  const changed = parts.filter(
    ({ spelled, isIgnored, isDue }) => !isIgnored && (isDue || !before.includes(pathText(spelled.path))),
  );
  const declaredPrevious = isValues(news.previous) ? spelledOut(shape, news.previous, context) : {};
  const isCorrected = ({ path, kind, recorded }: DeclaredPart) => {
    const value = valueAt(declaredPrevious, path);
    if (recorded === undefined || value === undefined) return false;
    return recorded.before === "unknown" || !sameLeaf(kind, recorded.before.value, value, context);
  };
  const corrected = parts.filter(isCorrected);
  const paths = [...gone, ...[...changed, ...corrected].map(({ spelled }) => pathText(spelled.path))];
  return paths.map((path) => parsePath(path)[0] ?? "");
}
