import { isDeepStrictEqual } from "node:util";
import type { LinkContext } from "../names/links";
import { requestKey } from "../lifecycle/outputKeys";
import type { Target } from "../lifecycle/description";
import type { Job } from "../lifecycle/job";
import { readAppliedValues } from "../lifecycle/outputKeys";
import { parseAuthor } from "../compute/requestId";
import { readAuthor, restoreTag } from "../lifecycle/resource";
import { readAfterOwnChange } from "../lifecycle/readAfterOwnChange";
import { describeMismatch, isDifferentIncarnation, readIncarnation } from "../lifecycle/incarnation";
import { isValues, text, type Values } from "../fields/values";
import { overlap, partsAt, pathOf, pathText, sameLeaf, valueAt, type Leaf, type Path } from "../fields/leaves";
import { isUnknown } from "../fields/unknown";
import { itemMembers } from "./listItems";
import type { Patch } from "./mergePatch";
import { Origins } from "./origins";
import { hasJustSet, ownChanges, type OwnChange } from "./ownChanges";
import { freshLeaves, ownLeaves, patchOf, previousWith, type Basis } from "./ownership";
import { patchUntilDone, type PartialObject } from "./patchUntilDone";
import {
  anyPath,
  declaredOf,
  managedLeaves,
  managedPaths,
  previousIn,
  recordedPaths,
  projectedAt,
  spelledOut,
  unknownKey,
  unknownPaths,
  type Shape,
} from "../fields/shape";

/*
 * The calls of a resource that manages parts of an object of somebody else's: what it sets and what was there before is
 * recorded (`__own`, `managedFields`, `previousValues`), and only what is still its own is ever put back.
 */

/** Looks at a patch before it is sent: refuses what the object as it is rules out, and says what it sets off. */
export type Consider = (there: Values, patch: Values) => void;

/** Makes the object as the program says, and puts back what it no longer speaks of. */
export async function setParts(
  job: Job,
  object: PartialObject,
  { values, context }: Target,
  olds: Values,
  consider: Consider,
): Promise<void> {
  const { shape } = object;
  const declared = declaredOf(shape, values);
  const own = [declared, ...readAppliedValues(olds).filter((before) => !isDeepStrictEqual(before, declared))];
  const paths = managedPaths(shape, declared);
  const given = isValues(values.previous) ? values.previous : {};
  const origins = new Origins(job, object, olds);
  // Others hold it. One that is only to be set in this run is put back first, so that its new owner finds what was there.
  const isHeldBeside = (part: Path) => job.run.isClaimedByOther(job.urn, part);
  const basisAt = (there: Values) => ({ declared, context, ...recordedOf(object, there, olds, isHeldBeside) });
  let previous = previousIn(olds);
  let unknown = unknownPaths(olds);
  let request = text(olds, requestKey);
  let left: LeftAlone = {};
  const revise = (managedFields: readonly string[], previousValues: Values) => {
    const none = unknown.length === 0;
    job.ledger.updatedOutputs = {
      managedFields,
      previousValues,
      [unknownKey]: none ? undefined : unknown,
      [requestKey]: request,
    };
  };
  const looking: PartialObject = {
    ...object,
    async read() {
      const there = await object.read();
      await origins.look(there, freshLeaves(shape, given, basisAt(there)));
      return there;
    },
    send(patch, there, requestId) {
      request = requestId;
      job.ledger.updatedOutputs = { ...job.ledger.updatedOutputs, [requestKey]: request };
      return object.send(patch, there, requestId);
    },
  };
  const patch = await patchUntilDone(job, looking, { declared, context }, (there, mayBeOurs) => {
    const basis = basisAt(there);
    // What may be our own was not there before.
    if (!mayBeOurs) {
      const before = previousWith(shape, there, given, basis, (leaf) => origins.isUndetermined(leaf));
      previous = before.previous;
      unknown = [...before.unknown, ...(origins.staysLost ? [anyPath] : [])];
      request = origins.found ?? request;
    }
    left = leftAloneOf(shape, declared, basis);
    const patch = patchOf(shape, there, { ...basis, previous });
    const made = withoutDecided(object, declared, patch);
    consider(there, made.body);
    // Until it is known to have landed, what was set before may be there still.
    revise([...new Set([...paths, ...(recordedPaths(olds) ?? [])])], previous);
    job.ledger.appliedValues = own;
    return made;
  });
  revise(paths, partsAt(previous, managedLeaves(shape, declared), context));
  job.ledger.appliedValues = [declared];
  const set = managedLeaves(shape, declared).map(({ path }) => [object.path, ...path]);
  job.run.claim(job.urn, object.path, set, { parts: set, requestId: request });
  tellUnknown(job, unknown, unknownPaths(olds));
  tellLeftAlone(job, { ...patch, ...left });
}

/** Puts back everything that is still as this resource has set it. */
export async function restoreParts(
  job: Job,
  object: PartialObject,
  outputs: Values,
  context: LinkContext,
): Promise<void> {
  const { shape } = object;
  let left: LeftAlone = {};
  let another: string | undefined;
  // The program declares it, in another resource or in its own successor.
  const mustStay = (part: Path) => job.run.claimOwner(job.urn, part) !== undefined;
  const own = ownLeaves(shape, outputs);
  const showsOwn = (there: Values) => {
    const now = spelledOut(shape, there);
    const isSet = ({ kind, path, value }: Leaf) => sameLeaf(kind, valueAt(now, path), value, context);
    const shown = new Set(own.filter(isSet).map(({ path }) => pathText(path)));
    return isDifferentIncarnation(there, outputs) || own.every(({ path }) => shown.has(pathText(path)));
  };
  const isRecent = async (there: Values) => {
    const marks = { sets: [object.path], putsBack: [restoreTag(object.path)] };
    const changes = await ownChanges(job, object.path, readIncarnation(there) ?? "", marks);
    const author = readAuthor(outputs, job.urn);
    const isOwn = ({ requestId, putsBack }: OwnChange) =>
      requestId === outputs[requestKey] || (putsBack && parseAuthor(requestId) === author);
    return hasJustSet(job, changes.filter(isOwn));
  };
  const changed = {
    ...object,
    read: () => readAfterOwnChange(job, object.path, () => object.read(), showsOwn, isRecent),
  };
  const patch = await patchUntilDone(job, changed, { declared: {}, context }, (there) => {
    another = isDifferentIncarnation(there, outputs) ? describeMismatch(there, outputs) : undefined;
    const basis = { declared: {}, context, ...recordedOf(object, there, outputs, mustStay) };
    left = leftAloneOf(shape, {}, basis);
    return withoutDecided(object, {}, patchOf(shape, there, basis));
  });
  if (another !== undefined) job.notice(`${another}; it is left alone.`);
  tellLeftAlone(job, { ...patch, ...left });
}

/**
 * What is recorded of an object, as far as it is about the one that is there and still this resource's.
 *
 * @param isTaken whether a part is another resource's by now, which must not be undone
 */
function recordedOf(
  object: PartialObject,
  there: Values,
  outputs: Values,
  isTaken: (part: Path) => boolean,
): Required<Pick<Basis, "ours" | "previous" | "unknown">> & { readonly taken: readonly string[] } {
  if (isDifferentIncarnation(there, outputs)) return { ours: [], taken: [], previous: {}, unknown: [] };
  const own = ownLeaves(object.shape, outputs);
  const taken = own.filter(({ path }) => isTaken([object.path, ...path]));
  return {
    ours: own.filter((leaf) => !taken.includes(leaf)),
    taken: [...new Set(taken.map(({ path }) => pathText(path)))],
    previous: previousIn(outputs),
    unknown: unknownPaths(outputs),
  };
}

/** The managed parts of an object as it was read, as the program would say them. */
export function partsOf(job: Job, shape: Shape, there: Values, known: Values, context: LinkContext): Values {
  const paths =
    recordedPaths(job.ledger.updatedOutputs) ?? recordedPaths(known) ?? managedPaths(shape, declaredOf(shape, known));
  // What a list in the program speaks of is told by what was set last, also where the list has changed or gone since.
  const [set] = job.ledger.appliedValues ?? readAppliedValues(known);
  return projectedAt(shape, paths, there, isValues(set) ? set : declaredOf(shape, known), context);
}

/**
 * Fields with parts, or with members of a list's only item, of which only one of the two speaks, and parts that this resource
 * has set to another value than the program gives. What is not recorded is not known.
 */
export function changedMeaning(shape: Shape, olds: Values, news: Values, context: LinkContext): string[] {
  const before = recordedPaths(olds);
  if (before === undefined) return [];
  const declared = declaredOf(shape, news);
  const now = managedPaths(shape, declared);
  const changed = [...before.filter((path) => !now.includes(path)), ...now.filter((path) => !before.includes(path))];
  const [set] = readAppliedValues(olds);
  const kept = set === undefined ? [] : now.filter((path) => before.includes(path));
  const said = isValues(news.previous) ? spelledOut(shape, news.previous) : {};
  const learnt = unknownPaths(olds).filter((path) => path !== anyPath && valueAt(said, pathOf(path)) !== undefined);
  const items = kept.filter((path) => {
    const [one, other] = [set, declared].map((values) => itemMembers(valueAt(values, pathOf(path))));
    return one !== other;
  });
  const own = ownLeaves(shape, olds);
  // A run that was killed has set it, or somebody else: from now on it is this resource's.
  const others = managedLeaves(shape, declared).filter(({ path, kind, value }) => {
    const set = own.filter((leaf) => pathText(leaf.path) === pathText(path));
    return set.length > 0 && !isUnknown(value) && !set.some((leaf) => sameLeaf(kind, value, leaf.value, context));
  });
  return [...changed, ...items, ...learnt, ...others.map(({ path }) => pathText(path))].map(
    (path) => pathOf(path)[0] ?? "",
  );
}

/** The patch without members that would only go back, and on which somebody else decides by now. */
function withoutDecided(object: PartialObject, declared: Values, patch: Patch): Patch & LeftAlone {
  const decided = object
    .decidedByOthers()
    .filter((name) => declared[name] === undefined && patch.body[name] !== undefined);
  const body = Object.fromEntries(Object.entries(patch.body).filter(([name]) => !decided.includes(name)));
  return { ...patch, body, decided };
}

/** Members that a patch leaves as they are, with the reason. */
interface LeftAlone {
  /** Somebody else decides on them. */
  readonly decided?: readonly string[];
  /** Another resource of the program manages them. */
  readonly taken?: readonly string[];
  /** Nobody knows what was there before. */
  readonly unknown?: readonly string[];
}

/** Of what a resource has set, what it leaves to others or cannot put back. */
function leftAloneOf(
  shape: Shape,
  declared: Values,
  { ours, taken, unknown = [] }: Basis & { readonly taken: readonly string[] },
): LeftAlone {
  const wanted = managedLeaves(shape, declared);
  const gone = ours.filter(({ path }) => !wanted.some((leaf) => overlap(leaf.path, path)));
  const names = new Set(gone.map(({ path }) => pathText(path)));
  return { taken, unknown: [...names].filter((name) => unknown.includes(name)) };
}

/** Says of which parts nobody knows what was there before, as soon as that is found. */
function tellUnknown(job: Job, unknown: readonly string[], known: readonly string[]): void {
  const news = unknown.filter((name) => name !== anyPath && !known.includes(name));
  if (news.length > 0)
    job.notice(
      `${earlierUnknown(news.join(", "))}: earlier runs of this stack have changed the object, and no record that this run has says what ` +
        "they changed. A restore leaves these members as they are. If you know the values, give them as the argument `previous`.",
    );
}

const earlierUnknown = (names: string) => `the earlier value of ${names} is not known`;

/** Says what a patch has not put back, and why. */
function tellLeftAlone(job: Job, { leftAlone, decided = [], taken = [], unknown = [] }: Patch & LeftAlone): void {
  const tell = (names: readonly string[], because: (names: string) => string) => {
    if (names.length > 0)
      job.notice(`${because(names.join(", "))}; the patch leaves the value as it is, and does not restore it.`);
  };
  tell(unknown, earlierUnknown);
  tell(decided, (names) => `somebody else can decide on ${names} now`);
  tell(leftAlone, (names) => `somebody else has changed ${names} since`);
  tell(taken, (names) => `another resource of the program manages ${names} now`);
}
