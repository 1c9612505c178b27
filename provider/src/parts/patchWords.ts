import { AdvisedError, olderNameAdvice, oldRecordAdvice } from "../lifecycle/job/advice";
import { describeUnseenDrift } from "../lifecycle/changes/unseenDrift";
import { overlap, pathText, sameLeaf, sameState, valueAt, type Leaf, type Path } from "../fields/leaves";
import { isKeyPart, itemPath, managedLeaves, spelledOut, type Shape } from "../fields/shape";
import type { Values } from "../fields/values";
import type { LinkContext } from "../names/links";
import { toTree, type DeclaredPart } from "./declaredParts";
import type { NotRestored } from "./mergePatch";
import type { RecordedPart } from "./record";

/*
 * The words about a patch: what it leaves as it is and why, and what somebody else has changed at the same time.
 */

/** The recorded values of parts that somebody else has changed unseen, and what to say of them. */
export function describeUnseen(
  shape: Shape,
  owned: readonly DeclaredPart[],
  unseen: readonly Leaf[],
): { recorded?: Values; notices: readonly string[] } {
  const drifted = owned.filter(({ path }) => unseen.some((leaf) => pathText(leaf.path) === pathText(path)));
  if (drifted.length === 0) return { notices: [] };
  const gone = unseen.flatMap(({ path, value }) => (value === undefined && isKeyPart(shape, path) ? [path] : []));
  const members = unseen.flatMap(({ path, value }) => {
    const name = pathText(itemPath(shape, path) ?? path);
    const inGone = gone.find((key) => pathText(itemPath(shape, key) ?? key) === name);
    if (inGone === undefined) return [{ name: pathText(path), shown: showMember(shape, path, value) }];
    // Of an item that is gone, its members say nothing more.
    return inGone === path ? [{ name, shown: showMember(shape, path, undefined) }] : [];
  });
  return { recorded: toTree(drifted), notices: [describeUnseenDrift(members)] };
}

/** Parts without a known previous value, as soon as that is found. */
export function describeUndetermined(undetermined: readonly RecordedPart[], known: readonly RecordedPart[]): string[] {
  const news = undetermined.map(({ path }) => path).filter((name) => !known.some(({ path }) => path === name));
  if (news.length === 0) return [];
  return [
    `${reasons.undetermined(news.join(", "))}: another resource of this program has set what is there. A restore leaves these members as they ` +
      `are. If you know the values, give them as the argument \`previous\`. ${oldRecordAdvice}`,
  ];
}

/** Parts that are as the program says before anything is sent: they count as the earlier values. */
export function describeTaken(parts: readonly DeclaredPart[]): string[] {
  if (parts.length === 0) return [];
  const names = parts.map(({ path }) => pathText(path)).join(", ");
  return [
    `${names} is already as the program says: that counts as the earlier value, and a destroy leaves it. If a run that was killed has set ` +
      `it, or a resource under another name, give the value before that as the argument \`previous\`. ${olderNameAdvice} ${oldRecordAdvice}`,
  ];
}

/** The parts that an object shows with none of their values, in words. */
export function describeChanged(shape: Shape, set: readonly Leaf[], actual: Values, context: LinkContext): string[] {
  const now = spelledOut(shape, actual, context);
  const isShown = ({ path, kind, value }: Leaf) => sameLeaf(kind, valueAt(now, path), value, context);
  const shown = set.filter(isShown).map(({ path }) => pathText(path));
  const changed = set.filter(({ path }) => !shown.includes(pathText(path)));
  return changed.map(({ path, value }) => {
    const [is, was] = [valueAt(now, path), value].map((member) => showMember(shape, path, member));
    return `${pathText(path)} was set to ${was ?? ""}, and is ${is ?? ""} now`;
  });
}

/** Parts that were as the program says before the step: a change that goes back has nothing to put back there. */
export function describeFoundSo(parts: readonly Path[]): string[] {
  if (parts.length === 0) return [];
  return [
    `${parts.map(pathText).join(", ")} was as the program says before this step, by somebody else or by a run that was killed; that stays.`,
  ];
}

/** The reason for which a patch has not restored what the resource once set, for messages. */
const reasons: Readonly<Record<keyof NotRestored, (names: string) => string>> = {
  undetermined: (names) => `the earlier value of ${names} is not known`,
  decidedByOthers: (names) => `somebody else can decide on ${names} now`,
  changedByOthers: (names) => `somebody else has changed ${names} since`,
  gone: (names) => `the earlier value of ${names} is gone, so that whoever owns the object has to set one that exists`,
  claimedByOther: (names) =>
    `the program still declares ${names}, in another resource or in the replacement of this one`,
};

export function describeNotRestored(notRestored: NotRestored): string[] {
  return Object.entries(reasons).flatMap(([reason, because]) => {
    const names = (notRestored[reason as keyof NotRestored] ?? []).join(", ");
    if (names === "") return [];
    return [`${because(names)}; the patch leaves the value as it is, and does not restore it.`];
  });
}

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
  const [before, now] = [base, theirs].map((one) => spelledOut(shape, one, context));
  const details = managedLeaves(shape, declared, context).flatMap(({ path, kind, value }) => {
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
  const isConcealed = shape.concealed.some((one) => overlap(one, path));
  return isConcealed ? "a value that is not shown" : JSON.stringify(member);
}
