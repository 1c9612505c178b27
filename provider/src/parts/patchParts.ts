import type { LinkContext } from "../names/links";
import { requestKey } from "../lifecycle/outputKeys";
import type { Target } from "../lifecycle/description";
import type { Job } from "../lifecycle/job";
import { readAppliedValues } from "../lifecycle/outputKeys";
import { parseAuthor } from "../compute/requestId";
import { readAuthor } from "../lifecycle/resource";
import { describeMismatch, isDifferentIncarnation } from "../lifecycle/incarnation";
import { isValues, pick, text, type Values } from "../fields/values";
import { partsAt, pathOf, pathText, sameLeaf, valueAt, type Leaf, type Path } from "../fields/leaves";
import { isUnknown } from "../fields/unknown";
import { itemMembers } from "./listItems";
import { isNewlyOwned, withNewest } from "./borrowedValue";
import type { LeftAlone, Patch } from "./mergePatch";
import { findOrigins, type Origins } from "./origins";
import { readToRestore, type OwnChange } from "./ownChanges";
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
  const leaves = managedLeaves(shape, declared);
  const paths = managedPaths(shape, declared);
  const given = isValues(values.previous) ? values.previous : {};
  let origins: Origins | undefined;
  // Others hold it. One that is only to be set in this run is put back first, so that its new owner finds what was there.
  const isHeldBeside = (part: Path) => job.run.isClaimedByOther(job.urn, part);
  const basisAt = (there: Values) => ({ declared, context, ...recordedOf(object, there, olds, isHeldBeside) });
  let record: Values = { ...pick(olds, [unknownKey, requestKey]), previousValues: previousIn(olds) };
  const note = (changes: Values) => (job.ledger.updatedOutputs = record = { ...record, ...changes });
  const looking: PartialObject = {
    ...object,
    async read() {
      const there = await object.read();
      if (!origins?.isLost)
        origins = await findOrigins(job, object, olds, there, freshLeaves(shape, given, basisAt(there)));
      return there;
    },
    send(patch, there, requestId) {
      note({ [requestKey]: requestId });
      return object.send(patch, there, requestId);
    },
  };
  const patch = await patchUntilDone(job, looking, { declared, context }, (there, mayBeOurs) => {
    const basis = basisAt(there);
    // What may be our own was not there before.
    if (!mayBeOurs) {
      const before = previousWith(shape, there, given, basis, origins?.isUndetermined);
      const unknown = [...before.unknown, ...(origins?.staysLost ? [anyPath] : [])];
      record = {
        previousValues: before.previous,
        [unknownKey]: unknown.length === 0 ? undefined : unknown,
        [requestKey]: origins?.requestId ?? record[requestKey],
      };
    }
    const patch = patchFor(object, there, { ...basis, previous: previousIn(record) });
    consider(there, patch.body);
    note({ managedFields: [...new Set([...paths, ...(recordedPaths(olds) ?? [])])] });
    job.ledger.appliedValues = withNewest<unknown>(declared, readAppliedValues(olds));
    return patch;
  });
  note({ managedFields: paths, previousValues: partsAt(previousIn(record), leaves, context) });
  job.ledger.appliedValues = [declared];
  const set = leaves.map(({ path }) => [object.path, ...path]);
  job.run.claim(job.urn, object.path, set, { parts: set, requestId: text(record, requestKey) });
  tellUnknown(job, unknownPaths(record), unknownPaths(olds));
  tellLeftAlone(job, patch.leftAlone);
}

/** Puts back everything that is still as this resource has set it. */
export async function restoreParts(
  job: Job,
  object: PartialObject,
  outputs: Values,
  context: LinkContext,
): Promise<void> {
  const { shape } = object;
  let another: string | undefined;
  // The program declares it, in another resource or in its own successor.
  const mustStay = (part: Path) => job.run.claimOwner(job.urn, part) !== undefined;
  const own = ownLeaves(shape, outputs);
  const author = readAuthor(outputs, job.urn);
  const showsApplied = (there: Values) => {
    const now = spelledOut(shape, there);
    const isSet = ({ kind, path, value }: Leaf) => sameLeaf(kind, valueAt(now, path), value, context);
    const shown = new Set(own.filter(isSet).map(({ path }) => pathText(path)));
    return own.every(({ path }) => shown.has(pathText(path)));
  };
  const isOwn = ({ requestId, putsBack }: OwnChange) =>
    requestId === outputs[requestKey] || (putsBack && parseAuthor(requestId) === author);
  const read = () => readToRestore(job, object, outputs, () => object.read(), showsApplied, isOwn);
  const patch = await patchUntilDone(job, { ...object, read }, { declared: {}, context }, (there) => {
    another = isDifferentIncarnation(there, outputs) ? describeMismatch(there, outputs) : undefined;
    const basis = { declared: {}, context, ...recordedOf(object, there, outputs, mustStay) };
    return patchFor(object, there, basis);
  });
  if (another !== undefined) job.notice(`${another}; it is left alone.`);
  tellLeftAlone(job, patch.leftAlone);
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
): Omit<TakenBasis, "declared" | "context"> {
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

/** What a patch is made from, with the parts that another resource of the program manages by now. */
type TakenBasis = Required<Basis> & { readonly taken: readonly string[] };

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
  const others = managedLeaves(shape, declared).filter(({ path, kind, value }) => {
    const set = own.filter((leaf) => pathText(leaf.path) === pathText(path)).map((leaf) => leaf.value);
    const isSame = (one: unknown, other: unknown) => sameLeaf(kind, one, other, context);
    return !isUnknown(value) && isNewlyOwned(value, set, isSame);
  });
  return [...changed, ...items, ...learnt, ...others.map(({ path }) => pathText(path))].map(
    (path) => pathOf(path)[0] ?? "",
  );
}

/** The patch without members that would only go back, and on which somebody else decides by now. */
function patchFor(object: PartialObject, there: Values, basis: TakenBasis): Patch {
  const { body, leftAlone } = patchOf(object.shape, there, basis);
  const decided = object
    .decidedByOthers()
    .filter((name) => basis.declared[name] === undefined && body[name] !== undefined);
  return {
    body: Object.fromEntries(Object.entries(body).filter(([name]) => !decided.includes(name))),
    leftAlone: { ...leftAlone, decided, taken: basis.taken },
  };
}

/** Says of which parts nobody knows what was there before, as soon as that is found. */
function tellUnknown(job: Job, unknown: readonly string[], known: readonly string[]): void {
  const news = unknown.filter((name) => name !== anyPath && !known.includes(name));
  if (news.length > 0)
    job.notice(
      `${reasons.unknown(news.join(", "))}: earlier runs of this stack have changed the object, and no record that this run has says what ` +
        "they changed. A restore leaves these members as they are. If you know the values, give them as the argument `previous`.",
    );
}

/** Why a patch has not put back what a resource once set. */
const reasons: Readonly<Record<keyof LeftAlone, (names: string) => string>> = {
  unknown: (names) => `the earlier value of ${names} is not known`,
  decided: (names) => `somebody else can decide on ${names} now`,
  changed: (names) => `somebody else has changed ${names} since`,
  taken: (names) => `another resource of the program manages ${names} now`,
};

function tellLeftAlone(job: Job, leftAlone: LeftAlone): void {
  for (const [reason, because] of Object.entries(reasons)) {
    const names = leftAlone[reason as keyof LeftAlone] ?? [];
    if (names.length > 0)
      job.notice(`${because(names.join(", "))}; the patch leaves the value as it is, and does not restore it.`);
  }
}
