import { isDeepStrictEqual } from "node:util";
import type { LinkContext } from "../names/links";
import { inEverySpelling } from "../lifecycle/memory/claims";
import type { Target } from "../lifecycle/definition";
import type { Job } from "../lifecycle/job";
import { ownOf } from "../lifecycle/recorded";
import { anotherInWords } from "../lifecycle/sameObject";
import { isValues, type Values } from "../fields/values";
import { pathOf, pathText, valueAt, type Leaf } from "../fields/leaves";
import { itemMembers } from "./listItems";
import type { Patch } from "./mergePatch";
import { ownLeaves, patchOf, previousOf, previousWith } from "./ownership";
import { patchUntilDone, type PartialObject } from "./patchUntilDone";
import {
  declaredOf,
  managedLeaves,
  managedPaths,
  previousIn,
  recordedPaths,
  shownAt,
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
  let previous = previousIn(olds);
  let taken: readonly string[] = [];
  const patch = await patchUntilDone(job, object, { declared, context }, (there, mayBeOurs) => {
    const before = recordedOf(job, object, there, olds, isHeldBeside);
    ({ taken } = before);
    const basis = { declared, ours: before.ours, previous: before.previous, context };
    // What may be our own was not there before.
    if (!mayBeOurs) previous = previousWith(shape, there, given, basis);
    // What was sent just now is not sent again for being asked for by number.
    const patchContext = mayBeOurs ? { ...context, certainty: "assumed" as const } : context;
    const patch = patchOf(shape, there, { ...basis, previous, context: patchContext });
    const made = withoutDecided(object, there, declared, patch);
    consider(there, made.body);
    // Until it is known to have landed, what was set before may be there still.
    const both = [...new Set([...paths, ...(recordedPaths(olds) ?? [])])];
    job.ledger.revises({ managedFields: both, previousValues: previous });
    job.ledger.sets(...own);
    return made;
  });
  job.ledger.revises({ managedFields: paths, previousValues: previousOf(shape, declared, previous, context) });
  job.ledger.sets(declared);
  const set = managedLeaves(shape, declared).map(({ path }) => [object.path, ...path]);
  job.run.hold(job.urn, object.path, inEverySpelling(set, job.links.names));
  tellLeftAlone(job, patch, taken);
}

/** Puts back everything that is still as this resource has set it. */
export async function restoreParts(
  job: Job,
  object: PartialObject,
  outputs: Values,
  context: LinkContext,
): Promise<void> {
  const { shape } = object;
  let taken: readonly string[] = [];
  let another: string | undefined;
  const patch = await patchUntilDone(job, object, { declared: {}, context }, (there) => {
    another = object.isAnother?.(there, outputs) ? anotherInWords(there, outputs) : undefined;
    const before = recordedOf(job, object, there, outputs, mustStay);
    ({ taken } = before);
    return withoutDecided(object, there, {}, patchOf(shape, there, { declared: {}, context, ...before }));
  });
  if (another !== undefined) job.notice(`${another}; it is left alone.`);
  tellLeftAlone(job, patch, taken);
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
): StillOurs & { readonly previous: Values } {
  if (object.isAnother?.(there, outputs)) return { ours: [], taken: [], previous: {} };
  const own = ownLeaves(object.shape, outputs);
  const taken = own.filter((leaf) => isTaken(job, object, leaf));
  return {
    ours: own.filter((leaf) => !taken.includes(leaf)),
    taken: [...new Set(taken.map(({ path }) => pathText(path)))],
    previous: previousIn(outputs),
  };
}

/** The managed parts of an object as it was read, as the program would say them. */
export function partsOf(job: Job, shape: Shape, there: Values, known: Values, context: LinkContext): Values {
  const paths =
    recordedPaths(job.ledger.revised) ?? recordedPaths(known) ?? managedPaths(shape, declaredOf(shape, known));
  // What a list in the program speaks of is told by what was set last, also where the list has changed or gone since.
  const [set] = job.ledger.ownValues ?? ownOf(known);
  return shownAt(shape, paths, there, isValues(set) ? set : declaredOf(shape, known), context);
}

/** Fields with parts, or with members of a list's only item, of which only one of the two speaks; what is not recorded is not known. */
export function changedMeaning(shape: Shape, olds: Values, news: Values): string[] {
  const before = recordedPaths(olds);
  if (before === undefined) return [];
  const declared = declaredOf(shape, news);
  const now = managedPaths(shape, declared);
  const changed = [...before.filter((path) => !now.includes(path)), ...now.filter((path) => !before.includes(path))];
  const [set] = ownOf(olds);
  const kept = set === undefined ? [] : now.filter((path) => before.includes(path));
  const items = kept.filter((path) => {
    const [one, other] = [set, declared].map((values) => itemMembers(valueAt(values, pathOf(path))));
    return one !== other;
  });
  return [...changed, ...items].map((path) => pathOf(path)[0] ?? "");
}

/** A patch, and the members that it leaves out because somebody else decides on them. */
interface DecidedPatch extends Patch {
  readonly decided?: readonly string[];
}

/** The patch without members that would only go back, and on which somebody else decides by now. */
function withoutDecided(object: PartialObject, there: Values, declared: Values, patch: Patch): DecidedPatch {
  const decided = (object.decidedByOthers?.(there) ?? []).filter(
    (name) => declared[name] === undefined && patch.body[name] !== undefined,
  );
  const body = Object.fromEntries(Object.entries(patch.body).filter(([name]) => !decided.includes(name)));
  return { ...patch, body, decided };
}

function tellLeftAlone(job: Job, { leftAlone, decided = [] }: DecidedPatch, taken: readonly string[]): void {
  if (decided.length > 0)
    job.notice(
      `somebody else can decide on ${decided.join(", ")} now; the patch leaves the value as it is, and does not restore it.`,
    );
  if (leftAlone.length > 0)
    job.notice(
      `somebody else has changed ${leftAlone.join(", ")} since; the patch leaves the value as it is, and does not restore it.`,
    );
  if (taken.length > 0)
    job.notice(
      `another resource of the program manages ${taken.join(", ")} now; this patch leaves the value as it is, and does not restore it. ` +
        "That resource does not know the earlier value: give it as `previous` there, if a destroy has to restore it.",
    );
}
