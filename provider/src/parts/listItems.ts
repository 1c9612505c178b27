import type { LinkContext } from "../names/links";
import type { Kind } from "../fields/kind";
import { isValues, pick, type Values } from "../fields/values";
import { decideRestore } from "./borrowedValue";
import { sameLeaf, sameState, projected, valueAt, type Leaf } from "../fields/leaves";

/** A part that the resource has set, such as a list. */
export interface BorrowedPart {
  readonly actual: unknown;
  /** The applied values; several while it is not known which of them was applied last. */
  readonly applied: readonly unknown[];
  readonly previous: unknown;
  readonly context: LinkContext;
}

/** The change of a list. */
export interface ListChange {
  /** `undefined` if the list is as it is to be. */
  readonly sent: unknown;
  /** Members of the item that were set once, that the program no longer declares, and that somebody else has changed since. */
  readonly changedByOthers: readonly string[];
}

/**
 * The desired list: a merge patch replaces a list as a whole, so a list that is sent has to have all that is to stay.
 *
 * If the list has one item before and after, members of the item that the program does not mention stay as they are. A member
 * that the program once declared, and no longer mentions, is restored. Of longer lists, nobody can tell which item became
 * which: they are what the program declares, or the previous list if that suits the program.
 */
export function planList({ kind, value }: Leaf, list: BorrowedPart): ListChange {
  const { actual, applied, previous, context } = list;
  const isAsDeclared = sameLeaf(kind, actual, value, context);
  const shown = applied.filter((set) => sameLeaf(kind, actual, set, context));
  const single = completeItem(kind, pickSingleItem(value), list, shown.length > 0);
  const changedByOthers = single?.changedByOthers ?? [];
  // An applied value may have more than the program declares by now.
  const hasMore = (set: unknown) => !sameLeaf(kind, value, set, context) || hasMoreMembers(set, value);
  if (isAsDeclared && !applied.some(hasMore)) return { sent: undefined, changedByOthers: [] };
  const isBackThen = shown.length > 0 && sameLeaf(kind, previous, value, context);
  const sent = single?.items ?? (isBackThen ? previous : undefined) ?? value;
  return { sent: isAsDeclared && sameState(kind, actual, sent, context) ? undefined : sent, changedByOthers };
}

/** The list to restore: of the only item, members that others have set since stay. */
export function restoreList(kind: Kind, list: BorrowedPart): unknown {
  const { actual, previous, context } = list;
  const { item } = kind;
  if (item?.member === undefined) return previous;
  const [actualItem, previousItem] = [actual, previous].map((one) =>
    projected(item, pickSingleItem(one), undefined, context),
  );
  if (!isValues(actualItem) || !isValues(previousItem)) return previous;
  const ownNames = list.applied.flatMap((set) => Object.keys(pickSingleItem(set) ?? {}));
  const otherNames = Object.keys(actualItem).filter((name) => !ownNames.includes(name));
  return [{ ...pick(actualItem, otherNames), ...pick(previousItem, ownNames) }];
}

/** Names of the members of the only item: a program that gives others means another thing, though all values are as it says. */
export function joinItemMembers(list: unknown): string {
  return Object.keys(pickSingleItem(list) ?? {})
    .sort()
    .join();
}

/** The one item of the list, with the members that the program does not mention. */
function completeItem(
  { item }: Kind,
  desired: Values | undefined,
  { actual, applied, previous, context }: BorrowedPart,
  isOwn: boolean,
): { items: unknown[]; changedByOthers: string[] } | undefined {
  if (item?.member === undefined || desired === undefined) return undefined;
  const [actualItem, previousItem] = [actual, previous].map((list) =>
    projected(item, pickSingleItem(list), undefined, context),
  );
  const base = actualItem ?? (isOwn ? previousItem : undefined);
  if (!isValues(base)) return undefined;
  const members: Values = { ...desired };
  const changedByOthers: string[] = [];
  const appliedItems = applied.map(pickSingleItem);
  const names = new Set(
    [base, previousItem, ...appliedItems].flatMap((one) => (isValues(one) ? Object.keys(one) : [])),
  );
  for (const name of names) {
    const kind = item.member(name);
    if (kind === undefined || desired[name] !== undefined) continue;
    const value = valueAt(previousItem, [name]);
    const member = {
      actual: base[name],
      applied: appliedItems.flatMap((set) => (set?.[name] === undefined ? [] : [set[name]])),
      previous: { value },
    };
    const decision = decideRestore(member, (one, other) => sameLeaf(kind, one, other, context));
    const next = decision === "restore" || decision === "unchanged" ? value : member.actual;
    if (next !== undefined) members[name] = next;
    if (decision === "changedByOthers" && member.applied.length > 0) changedByOthers.push(name);
  }
  return { items: [members], changedByOthers };
}

function hasMoreMembers(set: unknown, value: unknown): boolean {
  const [one, other] = [set, value].map(pickSingleItem);
  return one !== undefined && other !== undefined && Object.keys(one).some((name) => other[name] === undefined);
}

function pickSingleItem(list: unknown): Values | undefined {
  const [item, ...others] = Array.isArray(list) ? (list as unknown[]) : [];
  return others.length === 0 && isValues(item) ? item : undefined;
}
