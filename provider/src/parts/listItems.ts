import type { LinkContext } from "../names/links";
import type { Kind } from "../fields/kind";
import { isValues, pick, type Values } from "../fields/values";
import { decideRestore } from "./borrowedValue";
import { sameLeaf, sameState, projected, valueAt, type Leaf } from "../fields/leaves";

/** What is known of a part, such as a list. */
export interface KnownPart {
  /** The part as it is. */
  readonly now: unknown;
  /** What we have set it to; several values if it is not known which of them landed. */
  readonly own: readonly unknown[];
  /** The part as it was before we changed anything. */
  readonly before: unknown;
  readonly context: LinkContext;
}

/** What becomes of a list. */
export interface ListChange {
  /** `undefined` if the list is as it is to be. */
  readonly sent: unknown;
  /** Members of the item that we set once, that the program no longer gives, and that somebody else has changed since. */
  readonly leftAlone: readonly string[];
}

/**
 * What a list is to be: a merge patch replaces a list as a whole, so a list that is sent has to say all that is to stay.
 *
 * If the list has one item before and after, members of the item that the program does not mention stay as they are. A member
 * that the program once gave, and no longer mentions, goes back to what it was. Of longer lists, nobody can tell which item
 * became which: they are what the program says, or what was there before we changed them if that suits the program.
 */
export function listChange({ kind, value }: Leaf, list: KnownPart): ListChange {
  const { now, own, before, context } = list;
  const isAsSaid = sameLeaf(kind, now, value, context);
  const ours = own.filter((set) => sameLeaf(kind, now, set, context));
  const single = completed(kind, onlyItem(value), list, ours.length > 0);
  const leftAlone = single?.leftAlone ?? [];
  // What we have set may say more than the program does by now.
  const saysMore = (set: unknown) => !sameLeaf(kind, value, set, context) || hasMoreMembers(set, value);
  if (isAsSaid && !own.some(saysMore)) return { sent: undefined, leftAlone: [] };
  const isBackThen = ours.length > 0 && sameLeaf(kind, before, value, context);
  const sent = single?.items ?? (isBackThen ? before : undefined) ?? value;
  return { sent: isAsSaid && sameState(kind, now, sent, context) ? undefined : sent, leftAlone };
}

/** What a list of ours goes back to: of the only item, what others have set since stays. */
export function listRestored(kind: Kind, list: KnownPart): unknown {
  const { now, before, context } = list;
  const { item } = kind;
  if (item?.member === undefined) return before;
  const [there, earlier] = [now, before].map((one) => projected(item, onlyItem(one), undefined, context));
  if (!isValues(there) || !isValues(earlier)) return before;
  const named = list.own.flatMap((set) => Object.keys(onlyItem(set) ?? {}));
  const others = Object.keys(there).filter((name) => !named.includes(name));
  return [{ ...pick(there, others), ...pick(earlier, named) }];
}

/** Names of the members of the only item: a program that gives others means another thing, though all values are as it says. */
export function itemMembers(list: unknown): string {
  return Object.keys(onlyItem(list) ?? {})
    .sort()
    .join();
}

/** The one item of the list, with the members that the program does not mention. */
function completed(
  { item }: Kind,
  wanted: Values | undefined,
  { now, own, before, context }: KnownPart,
  isOurs: boolean,
): { items: unknown[]; leftAlone: string[] } | undefined {
  if (item?.member === undefined || wanted === undefined) return undefined;
  const [there, earlier] = [now, before].map((list) => projected(item, onlyItem(list), undefined, context));
  const base = there ?? (isOurs ? earlier : undefined);
  if (!isValues(base)) return undefined;
  const members: Values = { ...wanted };
  const leftAlone: string[] = [];
  const ownItems = own.map(onlyItem);
  const names = new Set([base, earlier, ...ownItems].flatMap((one) => (isValues(one) ? Object.keys(one) : [])));
  for (const name of names) {
    const member = item.member(name);
    if (member === undefined || wanted[name] !== undefined) continue;
    const [actual, value] = [base[name], valueAt(earlier, [name])];
    const applied = ownItems.flatMap((set) => (set?.[name] === undefined ? [] : [set[name]]));
    const decision = decideRestore({ actual, applied, previous: { value } }, (one, other) =>
      sameLeaf(member, one, other, context),
    );
    const next = decision === "restore" || decision === "unchanged" ? value : actual;
    if (next !== undefined) members[name] = next;
    if (decision === "changedByOthers" && applied.length > 0) leftAlone.push(name);
  }
  return { items: [members], leftAlone };
}

function hasMoreMembers(set: unknown, value: unknown): boolean {
  const [one, other] = [set, value].map(onlyItem);
  return one !== undefined && other !== undefined && Object.keys(one).some((name) => other[name] === undefined);
}

function onlyItem(list: unknown): Values | undefined {
  const [item, ...others] = Array.isArray(list) ? (list as unknown[]) : [];
  return others.length === 0 && isValues(item) ? item : undefined;
}
