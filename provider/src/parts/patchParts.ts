import { isDeepStrictEqual } from "node:util";
import type { LinkContext } from "../names/links";
import { requestKey, ownKey } from "../lifecycle/outputKeys";
import { inEverySpelling, spellings } from "../lifecycle/memory/claims";
import type { Target } from "../lifecycle/description";
import type { Job } from "../lifecycle/job";
import { ownOf } from "../lifecycle/outputKeys";
import { anotherInWords } from "../lifecycle/sameObject";
import { isValues, text, type Values } from "../fields/values";
import { pathOf, pathText, sameLeaf, valueAt, type Leaf } from "../fields/leaves";
import { isUnknown } from "../fields/unknown";
import { itemMembers } from "./listItems";
import { leftAloneOf, tellLeftAlone, tellUnknown, type LeftAlone } from "./leftAlone";
import type { Patch } from "./mergePatch";
import { Origins } from "./origins";
import { freshLeaves, ownLeaves, patchOf, previousOf, previousWith, unknownWith } from "./ownership";
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
  const own = [declared, ...ownOf(olds).filter((before) => !isDeepStrictEqual(before, declared))];
  const paths = managedPaths(shape, declared);
  const given = isValues(values.previous) ? values.previous : {};
  const origins = new Origins(job, object, olds, context);
  const basisAt = (there: Values) => ({ declared, context, ...recordedOf(job, object, there, olds, isHeldBeside) });
  let previous = previousIn(olds);
  let unknown = unknownPaths(olds);
  let request = text(olds, requestKey);
  let number: unknown;
  let left: LeftAlone = {};
  const revise = (managedFields: readonly string[], previousValues: Values) => {
    const none = unknown.length === 0;
    job.ledger.recordNewest({
      managedFields,
      previousValues,
      [unknownKey]: none ? undefined : unknown,
      [requestKey]: request,
    });
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
      job.ledger.recordNewest({ ...job.ledger.newest, [requestKey]: request });
      return object.send(patch, there, requestId);
    },
  };
  const patch = await patchUntilDone(job, looking, { declared, context }, (there, mayBeOurs) => {
    const basis = basisAt(there);
    number = there.id;
    // What may be our own was not there before.
    if (!mayBeOurs) {
      const originOf = (leaf: Leaf) => origins.of(leaf, there);
      previous = previousWith(shape, there, given, basis, originOf);
      unknown = [...unknownWith(shape, given, basis, originOf), ...(origins.isLost ? [anyPath] : [])];
      request = origins.found ?? request;
    }
    left = leftAloneOf(shape, declared, basis);
    // What was sent just now is not sent again for being asked for by number.
    const patchContext = mayBeOurs ? { ...context, isStrict: false } : context;
    const patch = patchOf(shape, there, { ...basis, previous, context: patchContext });
    const made = withoutDecided(object, there, declared, patch);
    consider(there, made.body);
    // Until it is known to have landed, what was set before may be there still.
    revise([...new Set([...paths, ...(recordedPaths(olds) ?? [])])], previous);
    job.ledger.sets(...own);
    return made;
  });
  revise(paths, previousOf(shape, declared, previous, context));
  job.ledger.sets(declared);
  const set = managedLeaves(shape, declared).map(({ path }) => [object.path, ...path]);
  job.run.hold(job.urn, object.path, inEverySpelling(set, job.links.names));
  const recorded = { ...job.ledger.newest, [ownKey]: job.ledger.ownValues, numericId: number };
  job.run.record(job.urn, spellings(object.path, job.links.names), recorded);
  tellUnknown(job, unknown, unknownPaths(olds));
  tellLeftAlone(job, object, { ...patch, ...left }, olds, context);
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
  const patch = await patchUntilDone(job, object, { declared: {}, context }, (there) => {
    another = object.isAnother?.(there, outputs) ? anotherInWords(there, outputs) : undefined;
    const basis = { declared: {}, context, ...recordedOf(job, object, there, outputs, mustStay) };
    left = leftAloneOf(shape, {}, basis);
    return withoutDecided(object, there, {}, patchOf(shape, there, basis));
  });
  if (another !== undefined) job.notice(`${another}; it is left alone.`);
  tellLeftAlone(job, object, { ...patch, ...left }, outputs, context);
}

/** The parts that are still a resource's own, and the paths of those that are not. */
interface StillOurs {
  readonly ours: readonly Leaf[];
  readonly taken: readonly string[];
}

/** Whether a part is another resource's by now, which must not be undone. */
type IsTaken = (job: Job, object: PartialObject, leaf: Leaf) => boolean;

/**
 * For a change: others hold it. One that is only to be set in this run is put back first, so that its new owner finds what
 * was there before.
 */
const isHeldBeside: IsTaken = (job, object, { path }) =>
  inEverySpelling([[object.path, ...path]], job.links.names).some((part) => job.run.isHeldBeside(job.urn, part));

/** For the end of a resource: the program declares it, in another resource or in its own successor. */
const mustStay: IsTaken = (job, object, { path }) =>
  inEverySpelling([[object.path, ...path]], job.links.names).some(
    (part) => job.run.claimantOf(job.urn, part) !== undefined,
  );

/** What is recorded of an object, as far as it is about the one that is there and still this resource's. */
function recordedOf(
  job: Job,
  object: PartialObject,
  there: Values,
  outputs: Values,
  isTaken: IsTaken,
): StillOurs & { readonly previous: Values; readonly unknown: readonly string[] } {
  if (object.isAnother?.(there, outputs)) return { ours: [], taken: [], previous: {}, unknown: [] };
  const own = ownLeaves(object.shape, outputs);
  const taken = own.filter((leaf) => isTaken(job, object, leaf));
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
    recordedPaths(job.ledger.newest) ?? recordedPaths(known) ?? managedPaths(shape, declaredOf(shape, known));
  // What a list in the program speaks of is told by what was set last, also where the list has changed or gone since.
  const [set] = job.ledger.ownValues ?? ownOf(known);
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
  const [set] = ownOf(olds);
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
function withoutDecided(object: PartialObject, there: Values, declared: Values, patch: Patch): Patch & LeftAlone {
  const decided = (object.decidedByOthers?.(there) ?? []).filter(
    (name) => declared[name] === undefined && patch.body[name] !== undefined,
  );
  const body = Object.fromEntries(Object.entries(patch.body).filter(([name]) => !decided.includes(name)));
  return { ...patch, body, decided };
}
