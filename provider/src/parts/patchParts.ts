import type { LinkContext } from "../names/links";
import type { Target } from "../lifecycle/schema/description";
import { AdvisedError, oldRecordAdvice } from "../lifecycle/job/advice";
import type { Job } from "../lifecycle/job/job";
import { readAppliedValues, requestKey } from "../lifecycle/job/outputKeys";
import { parseAuthor } from "../compute/requestId";
import { readAuthor } from "../lifecycle/resource/resource";
import { describeMismatch, isDifferentIncarnation } from "../lifecycle/resource/incarnation";
import { describeUnseenDrift } from "../lifecycle/changes/unseenDrift";
import { isEmpty, isValues, pick, text, type Values } from "../fields/values";
import type { IgnoredPaths } from "../fields/ignoredPaths";
import {
  overlap,
  partsAt,
  parsePath,
  pathText,
  sameLeaf,
  sameState,
  valueAt,
  type Leaf,
  type Path,
} from "../fields/leaves";
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
import { LateReadError, type Borrow, type Plan } from "../lifecycle/changes/borrow";
import type { Operation } from "../compute/endpoints/operations";
import {
  anyPath,
  pickDeclared,
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

/**
 * The object at the service.
 *
 * @typeParam B its neighbours, which decide on some of its parts
 */
export interface PartialObject<B = unknown> {
  readonly shape: Shape;
  readonly path: string;
  readonly project: string;
  read(): Promise<Values>;
  /** Reads the neighbours of the object, as far as they concern this patch. */
  readBeside(actual: Values, patch: Values): Promise<B>;
  /** The members on which a neighbour decides by now: they are not put back. */
  decidedByOthers(beside: B): readonly string[];
  /** Sends a merge patch that is refused when the object is no longer as it was read (`actual`). */
  send(patch: Values, actual: Values, requestId: string): Promise<Operation>;
}

/** Looks at a patch before it is sent: refuses what the actual object rules out, and returns what it sets off, in sentences. */
export type Consider<B> = (actual: Values, patch: Values, beside: B) => readonly string[];

/** The plan for a patch. */
interface PartsPlan extends Plan<Values> {
  /** The object that it is for. */
  readonly base: Values;
  readonly owned: readonly DeclaredPart[];
  readonly origins: Origins | undefined;
}

/**
 * The change that sends the parts which the preview shows, and puts back those of which the program no longer speaks. A part that
 * somebody else has changed since it was recorded stays.
 */
export function setParts<B>(
  job: Job,
  object: PartialObject<B>,
  { values, context }: Target,
  olds: Values,
  consider: Consider<B>,
): Borrow<Values, Values, PartsPlan> {
  const { shape, path } = object;
  const all = listDeclaredParts(shape, olds, job.ignored.inputs(values, olds), context, job.ignored);
  const dueParts = all.filter(({ isIgnored, isDue }) => isDue && !isIgnored);
  const due = new Set(dueParts.map((part) => pathText(part.path)));
  const isDue = (part: Path) => due.has(pathText(part));
  const previousArgument = isValues(values.previous) ? values.previous : {};
  const own = listOwnedParts(all);
  // Another resource has set it. A part that is yet to be set in this run is restored first, so that its new owner finds the previous value.
  const isClaimedByOther = (part: Path) => job.run.isClaimedByOther(job.urn, part);
  const isIgnored = (leaf: Leaf) => all.some((part) => part.isIgnored && overlap(part.path, leaf.path));
  const sent = toTree(dueParts);
  return {
    ...patchObject(object),
    async plan(actual, mayBeOurs, earlier) {
      if (earlier !== undefined) refuseConflict(shape, earlier.base, actual, sent, context);
      // Of an object that was made anew, only what this step sends is the resource's own.
      const isOther = isDifferentIncarnation(actual, olds);
      const owned = (isOther ? own.filter((part) => isDue(part.path)) : own).map((part) =>
        part.isDue ? withActualItems(part, actual, job.ignored, context) : part,
      );
      const declared = toTree(owned.filter((part) => !part.isIgnored));
      const recorded = readRecorded(object, actual, olds, isClaimedByOther);
      const applied = recorded.applied.filter((leaf) => !isIgnored(leaf));
      const basis = { ...recorded, declared, context, applied, isDue };
      const known = { previousValues: previousIn(olds), ...pick(olds, [unknownKey]), ...job.record.updatedOutputs };
      let { origins } = earlier ?? {};
      // A value that may be the resource's own is no previous value.
      if (!mayBeOurs && origins?.isLost !== true)
        origins = await findOrigins(job, object, olds, actual, findNewLeaves(shape, previousArgument, basis));
      const found = mayBeOurs || origins === undefined ? known : findPrevious(origins, actual, basis);
      const patch = await planAllowedPatch(object, actual, { ...basis, previous: previousIn(found) });
      // A patch that is sent proves by the fingerprint that the read was not late.
      if (origins?.isJustRestored() === true && isEmpty(patch.body)) throw new LateReadError(job);
      const mayBeOwn = await mayHaveChanged(job, object, olds, actual, patch);
      const drift = describeUnseen(shape, owned, patch.unseen);
      return {
        base: actual,
        owned,
        origins,
        next: isEmpty(patch.body) ? undefined : patch.body,
        // Said before: the record of a step that fails has them, and no later step finds them for the first time.
        warnings: [
          ...describeUndetermined(unknownPaths(found), unknownPaths(olds)),
          ...consider(actual, patch.body, patch.beside),
        ],
        record: {
          updatedOutputs: {
            ...found,
            managedFields: [...new Set([...listPaths(owned), ...(recordedPaths(olds) ?? [])])],
            [dueKey]: [...due],
          },
          appliedValues: withNewest<unknown>(ownValues(owned, olds), readAppliedValues(olds)),
        },
        applied: () => ({
          updatedOutputs: {
            managedFields: listPaths(owned),
            previousValues: partsAt(previousIn(found), owned, context),
            [dueKey]: undefined,
          },
          appliedValues: [ownValues(owned, olds)],
          unseenDrift: drift.recorded,
        }),
        notices: [...describeNotRestored(patch.notRestored, mayBeOwn), ...drift.notices],
      };
    },
    finish({ owned }) {
      const set = owned.map((part) => [path, ...part.path]);
      const requestId = text({ ...olds, ...job.record.updatedOutputs }, requestKey);
      job.run.claim(job.urn, path, set, { parts: set, requestId });
    },
  };

  /** The previous values, and what is not known of them, of parts that are new. */
  function findPrevious(origins: Origins, actual: Values, basis: Basis): Values {
    const before = determinePrevious(shape, actual, previousArgument, basis, origins.isUndetermined);
    const unknown = [...before.unknown, ...(origins.staysLost ? [anyPath] : [])];
    return {
      previousValues: before.previous,
      [unknownKey]: unknown.length === 0 ? undefined : unknown,
      ...(origins.requestId === undefined ? {} : { [requestKey]: origins.requestId }),
    };
  }
}

/** A patch of an object that carries a fingerprint. */
function patchObject({ path, project, read, send }: PartialObject): Omit<Borrow<Values, Values>, "plan"> {
  return {
    action: "patch",
    key: path,
    isConditional: true,
    version: ({ fingerprint }) => fingerprint,
    read,
    write: (patch, actual) => ({
      action: "patch",
      project,
      recordRequest: (requestId) => ({ updatedOutputs: { [requestKey]: requestId } }),
      send: (requestId) => send(patch, actual, requestId),
    }),
  };
}

/** The recorded values of parts that somebody else has changed unseen, and what to say of them. */
function describeUnseen(
  shape: Shape,
  owned: readonly DeclaredPart[],
  unseen: readonly Leaf[],
): { recorded?: Values; notices: readonly string[] } {
  const drifted = owned.filter(({ path }) => unseen.some((leaf) => pathText(leaf.path) === pathText(path)));
  if (drifted.length === 0) return { notices: [] };
  const members = unseen.map(({ path, value }) => ({ name: pathText(path), shown: showMember(shape, path, value) }));
  return { recorded: toTree(drifted), notices: [describeUnseenDrift(members)] };
}

/** The change that puts back everything that is still as this resource has set it. */
export function restoreParts(
  job: Job,
  object: PartialObject,
  outputs: Values,
  context: LinkContext,
): Borrow<Values, Values> {
  const { shape } = object;
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
  return {
    ...patchObject(object),
    read: () => readToRestore(job, object, outputs, () => object.read(), showsApplied, isOwn),
    async plan(actual) {
      const basis = { declared: {}, context, ...readRecorded(object, actual, outputs, isClaimedByProgram) };
      const patch = await planAllowedPatch(object, actual, basis);
      const mayBeOwn = await mayHaveChanged(job, object, outputs, actual, patch);
      return {
        next: isEmpty(patch.body) ? undefined : patch.body,
        notices: [
          ...(isDifferentIncarnation(actual, outputs)
            ? [`${describeMismatch(actual, outputs)}; it is left alone.`]
            : []),
          ...describeNotRestored(patch.notRestored, mayBeOwn),
        ],
      };
    },
  };
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
async function planAllowedPatch<B>(
  object: PartialObject<B>,
  actual: Values,
  basis: ClaimedBasis,
): Promise<Patch & { readonly beside: B }> {
  const { body, notRestored, unseen } = planPatch(object.shape, actual, basis);
  const beside = await object.readBeside(actual, body);
  const decidedByOthers = object
    .decidedByOthers(beside)
    .filter((name) => basis.declared[name] === undefined && body[name] !== undefined);
  return {
    beside,
    unseen,
    body: Object.fromEntries(Object.entries(body).filter(([name]) => !decidedByOthers.includes(name))),
    notRestored: { ...notRestored, decidedByOthers, claimedByOther: basis.claimed },
  };
}

/** Parts without a known previous value, as soon as that is found. */
function describeUndetermined(undetermined: readonly string[], known: readonly string[]): string[] {
  const news = undetermined.filter((name) => name !== anyPath && !known.includes(name));
  if (news.length === 0) return [];
  return [
    `${reasons.undetermined(news.join(", "))}: requests of this stack have changed the object, and this step has no record of ` +
      "what they changed. A restore leaves these members as they are. If you know the values, give them as the argument " +
      `\`previous\`. ${oldRecordAdvice}`,
  ];
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
function describeNotRestored(notRestored: NotRestored, mayBeOwn: boolean): string[] {
  return Object.entries(reasons).flatMap(([reason, because]) => {
    const names = (notRestored[reason as keyof NotRestored] ?? []).join(", ");
    if (names === "") return [];
    const why = reason === "changedByOthers" && mayBeOwn ? changedByAnybody(names) : because(names);
    return [`${why}; the patch leaves the value as it is, and does not restore it.`];
  });
}

/** No operation says what it has changed. */
const changedByAnybody = (names: string) =>
  `${names} is not as this resource has recorded it: a run of this stack that recorded nothing has changed the object since, or somebody else has`;

/**
 * Others may change what they like, but not what this patch is changing at the same moment.
 *
 * @param base the object as the patch found it
 * @param theirs the object as it is now that the patch was refused
 */
export function refuseConflict(
  shape: Shape,
  base: Values,
  theirs: Values,
  declared: Values,
  context: LinkContext,
): void {
  const [before, now] = [spelledOut(shape, base), spelledOut(shape, theirs)];
  const details = managedLeaves(shape, declared).flatMap(({ path, kind, value }) => {
    const [was, is] = [valueAt(before, path), valueAt(now, path)];
    if (sameLeaf(kind, is, value, context) || sameState(kind, is, was, context)) return [];
    const show = (member: unknown) => showMember(shape, path, member);
    return [`${pathText(path)} was ${show(was)}, is ${show(is)} now, and is ${show(value)} in the program`];
  });
  if (details.length === 0) return;
  throw new AdvisedError({
    action: "patch",
    summary: "somebody else changed the same fields at the same time",
    details,
    hint: "Agree on who sets them; then run `pulumi up` again to set what the program says.",
    effect: "none",
  });
}

/** A member of an object, for a message. */
export function showMember(shape: Shape, path: Path, member: unknown): string {
  if (member === undefined || member === null) return "absent";
  return shape.conceals(path) ? "a value that is not shown" : JSON.stringify(member);
}
