import type { LinkContext } from "../names/links";
import type { Target } from "../lifecycle/description";
import { oldRecordAdvice } from "../lifecycle/advice";
import type { Job } from "../lifecycle/job";
import { readAppliedValues, requestKey } from "../lifecycle/outputKeys";
import { parseAuthor } from "../compute/requestId";
import { readAuthor } from "../lifecycle/resource";
import { describeMismatch, isDifferentIncarnation } from "../lifecycle/incarnation";
import { keepUnseenDrift } from "../lifecycle/unseenDrift";
import { isValues, pick, text, type Values } from "../fields/values";
import type { IgnoredPaths } from "../fields/ignoredPaths";
import { overlap, partsAt, parsePath, pathText, sameLeaf, valueAt, type Leaf, type Path } from "../fields/leaves";
import { withNewest } from "./borrowedValue";
import {
  dueKey,
  listDeclaredParts,
  listOwnedParts,
  listPaths,
  ownValues,
  toTree,
  withActualItems,
  type DeclaredPart,
} from "./declaredParts";
import type { NotRestored, Patch } from "./mergePatch";
import { findOrigins, hasUnrecordedChange, type Origins } from "./origins";
import { readToRestore, type StackChange } from "./stackChanges";
import { findNewLeaves, readAppliedLeaves, planPatch, determinePrevious, type Basis } from "./ownership";
import { LateReadError } from "../lifecycle/readModifyWrite";
import { patchUntilDone, showMember, type PartialObject } from "./patchUntilDone";
import {
  anyPath,
  pickDeclared,
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

/** Looks at a patch before it is sent: refuses what the actual object rules out, and says what it sets off. */
export type Consider = (actual: Values, patch: Values) => void;

/**
 * Sends the parts that the preview shows, and puts back those of which the program no longer speaks. A part that somebody else
 * has changed since it was recorded stays.
 */
export async function setParts(
  job: Job,
  object: PartialObject,
  { values, context }: Target,
  olds: Values,
  consider: Consider,
): Promise<void> {
  const { shape } = object;
  const all = listDeclaredParts(shape, olds, job.ignored.inputs(values, olds), context, job.ignored);
  const dueParts = all.filter(({ isIgnored, isDue }) => isDue && !isIgnored);
  const due = new Set(dueParts.map(({ path }) => pathText(path)));
  const isDue = (path: Path) => due.has(pathText(path));
  const previousArgument = isValues(values.previous) ? values.previous : {};
  const own = listOwnedParts(all);
  let owned = own;
  let origins: Origins | undefined;
  let mayBeOwn = false;
  // Another resource has set it. A part that is yet to be set in this run is restored first, so that its new owner finds the previous value.
  const isClaimedByOther = (part: Path) => job.run.isClaimedByOther(job.urn, part);
  const isIgnored = ({ path }: Leaf) => all.some((part) => part.isIgnored && overlap(part.path, path));
  const note = (changes: Values) => (job.record.updatedOutputs = { ...job.record.updatedOutputs, ...changes });
  note({ ...pick(olds, [unknownKey, requestKey]), previousValues: previousIn(olds), [dueKey]: [...due] });
  const sent = toTree(dueParts);
  const patch = await patchUntilDone(job, object, { declared: sent, context }, async (actual, mayBeOurs) => {
    // Of an object that was made anew, only what this step sends is the resource's own.
    const isOther = isDifferentIncarnation(actual, olds);
    owned = (isOther ? own.filter(({ path }) => isDue(path)) : own).map((part) =>
      part.isDue ? withActualItems(part, actual, job.ignored, context) : part,
    );
    const declared = toTree(owned.filter((part) => !part.isIgnored));
    const recorded = readRecorded(object, actual, olds, isClaimedByOther);
    const applied = recorded.applied.filter((leaf) => !isIgnored(leaf));
    const basis = { ...recorded, declared, context, applied, isDue };
    // A value that may be the resource's own is no previous value.
    if (!mayBeOurs) {
      if (!origins?.isLost)
        origins = await findOrigins(job, object, olds, actual, findNewLeaves(shape, previousArgument, basis));
      const before = determinePrevious(shape, actual, previousArgument, basis, origins.isUndetermined);
      const unknown = [...before.unknown, ...(origins.staysLost ? [anyPath] : [])];
      note({
        previousValues: before.previous,
        [unknownKey]: unknown.length === 0 ? undefined : unknown,
        ...(origins.requestId === undefined ? {} : { [requestKey]: origins.requestId }),
      });
    }
    const patch = await planAllowedPatch(object, actual, { ...basis, previous: previousIn(job.record.updatedOutputs) });
    // A patch that is sent proves by the fingerprint that the read was not late.
    if (origins?.isJustRestored() === true && Object.keys(patch.body).length === 0) throw new LateReadError(job);
    mayBeOwn = await mayHaveChanged(job, object, olds, actual, patch);
    consider(actual, patch.body);
    note({ managedFields: [...new Set([...listPaths(owned), ...(recordedPaths(olds) ?? [])])] });
    job.record.appliedValues = withNewest<unknown>(ownValues(owned, olds), readAppliedValues(olds));
    return patch;
  });
  const record = job.record.updatedOutputs;
  note({
    managedFields: listPaths(owned),
    previousValues: partsAt(previousIn(record), owned, context),
    [dueKey]: undefined,
  });
  job.record.appliedValues = [ownValues(owned, olds)];
  const set = owned.map(({ path }) => [object.path, ...path]);
  job.run.claim(job.urn, object.path, set, { parts: set, requestId: text(record, requestKey) });
  warnUndetermined(job, unknownPaths(record), unknownPaths(olds));
  warnNotRestored(job, patch.notRestored, mayBeOwn);
  keepUnseen(job, shape, owned, patch.unseen);
}

/** Keeps the record of parts that somebody else has changed unseen, and says so. */
function keepUnseen(job: Job, shape: Shape, owned: readonly DeclaredPart[], unseen: readonly Leaf[]): void {
  const drifted = owned.filter(({ path }) => unseen.some((leaf) => pathText(leaf.path) === pathText(path)));
  if (drifted.length === 0) return;
  const members = unseen.map(({ path, value }) => ({ name: pathText(path), shown: showMember(shape, path, value) }));
  keepUnseenDrift(job, toTree(drifted), members);
}

/** Puts back everything that is still as this resource has set it. */
export async function restoreParts(
  job: Job,
  object: PartialObject,
  outputs: Values,
  context: LinkContext,
): Promise<void> {
  const { shape } = object;
  let mismatch: string | undefined;
  // The program declares it, in another resource or in its own successor.
  const isClaimedByProgram = (part: Path) => job.run.claimOwner(job.urn, part) !== undefined;
  const appliedLeaves = readAppliedLeaves(shape, outputs);
  const author = readAuthor(outputs, job.urn);
  const showsApplied = (actual: Values) => {
    const now = spelledOut(shape, actual);
    const isSet = ({ kind, path, value }: Leaf) => sameLeaf(kind, valueAt(now, path), value, context);
    const shown = new Set(appliedLeaves.filter(isSet).map(({ path }) => pathText(path)));
    return appliedLeaves.every(({ path }) => shown.has(pathText(path)));
  };
  const isOwn = ({ requestId, isRestore }: StackChange) =>
    requestId === outputs[requestKey] || (isRestore && parseAuthor(requestId) === author);
  const read = () => readToRestore(job, object, outputs, () => object.read(), showsApplied, isOwn);
  let mayBeOwn = false;
  const patch = await patchUntilDone(job, { ...object, read }, { declared: {}, context }, async (actual) => {
    mismatch = isDifferentIncarnation(actual, outputs) ? describeMismatch(actual, outputs) : undefined;
    const basis = { declared: {}, context, ...readRecorded(object, actual, outputs, isClaimedByProgram) };
    const patch = await planAllowedPatch(object, actual, basis);
    mayBeOwn = await mayHaveChanged(job, object, outputs, actual, patch);
    return patch;
  });
  if (mismatch !== undefined) job.notice(`${mismatch}; it is left alone.`);
  warnNotRestored(job, patch.notRestored, mayBeOwn);
}

/**
 * The record of an object, as far as it is about the actual incarnation and still this resource's.
 *
 * @param isClaimed true if a part is another resource's by now, which must not be undone
 */
function readRecorded(
  object: PartialObject,
  actual: Values,
  outputs: Values,
  isClaimed: (part: Path) => boolean,
): Omit<ClaimedBasis, "declared" | "context"> {
  if (isDifferentIncarnation(actual, outputs)) return { applied: [], claimed: [], previous: {}, undetermined: [] };
  const appliedLeaves = readAppliedLeaves(object.shape, outputs);
  const claimed = appliedLeaves.filter(({ path }) => isClaimed([object.path, ...path]));
  return {
    applied: appliedLeaves.filter((leaf) => !claimed.includes(leaf)),
    claimed: [...new Set(claimed.map(({ path }) => pathText(path)))],
    previous: previousIn(outputs),
    undetermined: unknownPaths(outputs),
  };
}

/** The basis of a patch, with the parts that another resource of the program manages by now. */
type ClaimedBasis = Basis & Required<Omit<Basis, "isDue">> & { readonly claimed: readonly string[] };

/** The managed parts of an object as it was read, as the program would say them. */
export function readManagedParts(job: Job, shape: Shape, actual: Values, known: Values, context: LinkContext): Values {
  const paths =
    recordedPaths(job.record.updatedOutputs) ?? recordedPaths(known) ?? managedPaths(shape, pickDeclared(shape, known));
  // The newest applied value tells the members of a list that the program declares, also where the list has changed or gone since.
  const [set] = job.record.appliedValues ?? readAppliedValues(known);
  return projectedAt(shape, paths, actual, isValues(set) ? set : pickDeclared(shape, known), context);
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
  const declaredPrevious = isValues(news.previous) ? spelledOut(shape, news.previous) : {};
  const nowKnown = unknownPaths(olds).filter(
    (path) => path !== anyPath && valueAt(declaredPrevious, parsePath(path)) !== undefined,
  );
  return [...gone, ...changed.map(({ spelled }) => pathText(spelled.path)), ...nowKnown].map(
    (path) => parsePath(path)[0] ?? "",
  );
}

/** The patch without members that would only go back, and on which somebody else decides by now. */
async function planAllowedPatch(object: PartialObject, actual: Values, basis: ClaimedBasis): Promise<Patch> {
  const { body, notRestored, unseen } = planPatch(object.shape, actual, basis);
  const decidedByOthers = (await object.decidedByOthers(actual, body)).filter(
    (name) => basis.declared[name] === undefined && body[name] !== undefined,
  );
  return {
    unseen,
    body: Object.fromEntries(Object.entries(body).filter(([name]) => !decidedByOthers.includes(name))),
    notRestored: { ...notRestored, decidedByOthers, claimedByOther: basis.claimed },
  };
}

/** Warns of parts without a known previous value, as soon as that is found. */
function warnUndetermined(job: Job, undetermined: readonly string[], known: readonly string[]): void {
  const news = undetermined.filter((name) => name !== anyPath && !known.includes(name));
  if (news.length > 0)
    job.notice(
      `${reasons.undetermined(news.join(", "))}: requests of this stack have changed the object, and this step has no record of ` +
        "what they changed. A restore leaves these members as they are. If you know the values, give them as the argument " +
        `\`previous\`. ${oldRecordAdvice}`,
    );
}

/** True if what the patch leaves as the change of somebody else may be that of a run which recorded nothing. */
async function mayHaveChanged(
  job: Job,
  object: PartialObject,
  recorded: Values,
  actual: Values,
  { notRestored: { changedByOthers = [] } }: Patch,
): Promise<boolean> {
  return changedByOthers.length > 0 && (await hasUnrecordedChange(job, object, recorded, actual));
}

/** The reason for which a patch has not restored what the resource once set, for messages. */
const reasons: Readonly<Record<keyof NotRestored, (names: string) => string>> = {
  undetermined: (names) => `the earlier value of ${names} is not known`,
  decidedByOthers: (names) => `somebody else can decide on ${names} now`,
  changedByOthers: (names) => `somebody else has changed ${names} since`,
  claimedByOther: (names) =>
    `the program still declares ${names}, in another resource or in the replacement of this one`,
};

/** @param mayBeOwn true if a run that recorded nothing may have made what looks like the changes of others */
function warnNotRestored(job: Job, notRestored: NotRestored, mayBeOwn: boolean): void {
  for (const [reason, because] of Object.entries(reasons)) {
    const names = (notRestored[reason as keyof NotRestored] ?? []).join(", ");
    if (names === "") continue;
    const why = reason === "changedByOthers" && mayBeOwn ? changedByAnybody(names) : because(names);
    job.notice(`${why}; the patch leaves the value as it is, and does not restore it.`);
  }
}

/** No operation says what it has changed. */
const changedByAnybody = (names: string) =>
  `${names} is not as this resource has recorded it: a run of this stack that recorded nothing has changed the object since, or somebody else has`;
