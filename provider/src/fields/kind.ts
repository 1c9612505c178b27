import type { LinkContext } from "../names/links";
import type { Form } from "../types/form";
import { memberText } from "../types/memberText";
import { suggestValue } from "./suggestValue";
import { outputTextProblem, quoted, type Problem } from "./problem";
import { containsUnknown, isUnknown } from "./unknown";
import { define, isEmpty, isValues, type Values } from "./values";

export { mustBe, outputTextProblem, quoted, type Problem } from "./problem";

/**
 * The values that a field takes: how they are checked, compared and written for the service.
 *
 * `check`, `diff`, request bodies and read-back all use the same kind, so that what is accepted, what counts as a
 * change and what is sent cannot drift apart.
 */
export interface Kind {
  /** The description of a value, as the end of the sentence "must be …". */
  readonly describe: string;
  /** The form of a value in an answer of the service. */
  readonly form: Form;
  /** The problems of a known value. Parts of it may still be unknown. */
  problems(value: unknown, property: string, context: LinkContext): Problem[];
  /**
   * The doubts about a known value without problems, in sentences: it is probably wrong, but the service may know better.
   * Those about members and items need not be repeated.
   */
  doubts?(value: unknown, property: string): Problem[];
  /** True if two known values mean the same to the service. */
  same(left: unknown, right: unknown, context: LinkContext): boolean;
  /** The value as it is sent. */
  canonical(value: unknown, context: LinkContext): unknown;
  /** The path of the object that a reference names. */
  pathIn?(value: unknown, context: LinkContext): string | undefined;
  /** A program may spell a value in several ways, and the service shows the canonical one, whichever it is sent. */
  readonly isRespelt?: true;
  /** True if a value says no more than an absent one, beyond what is empty anyway: a number that is the default. */
  readonly isNothing?: (value: unknown) => boolean;
  /** Its being there says something, even when it is empty: an entry of a map. */
  readonly presenceMatters?: true;
  /** Of an object or a map: the kind of a member; `undefined` for one that only the service knows. */
  readonly member?: (key: string) => Kind | undefined;
  /** Of a list: the kind of its items. */
  readonly item?: Kind;
  /** Of a list whose items are parts of their own: how they are found. */
  readonly byKey?: KeyedItems;
  /** Of such an item: the members that can be its key. The item is there as long as it has one. */
  readonly keyNames?: readonly string[];
  /** Has members, and yet is changed as one: one of them excludes the other. */
  readonly atomic?: true;
  /** Of a value that is one of a few: these. */
  readonly choices?: Choices;
  /** A number that may have a fraction. */
  readonly isFraction?: true;
  /** A secret: no message shows its values. */
  readonly isHidden?: true;
  /** Part of an object that never changes once the object is made: no patch sets it or puts it back. */
  readonly fixed?: true;
  /** A given value without its absent members, where `null` is not one of those but says that a member goes. */
  readonly normalize?: (value: unknown) => unknown;
}

/** The values to choose from. */
export interface Choices {
  readonly values: readonly (boolean | string)[];
  /** True if the service adds values: those here are the known ones. */
  readonly isOpen: boolean;
}

/** The items of a list by their keys. */
export interface KeyedItems {
  /** The kind of the same as a map; `null` is an item that is to be absent. */
  readonly map: Kind;
  findKey(item: unknown, context: LinkContext): string;
  toMap(list: readonly unknown[], context: LinkContext): Values;
  /** The items of a map that are there. */
  toList(map: Values): unknown[];
  /** The list after a merge patch of the map: items that it does not name stay as they are, in their places. */
  patched(list: readonly unknown[], patch: Values, context: LinkContext): unknown[];
}

/** True if a value means the same as none. */
export function isNothing(kind: Kind, value: unknown): boolean {
  if (kind.presenceMatters) return value === undefined || value === null;
  return isEmpty(value) || (kind.isNothing?.(value) ?? false);
}

/**
 * A value without the members that only the service knows, and what holds nothing but them, at every depth. Both sides of every comparison go through
 * this, so that nothing which the service adds to its answers is ever taken for a difference.
 */
export function knownPart(kind: Kind, value: unknown): unknown {
  const { item, member: findMember } = kind;
  if (item !== undefined && Array.isArray(value)) return value.map((one: unknown) => knownPart(item, one));
  if (findMember === undefined || !isValues(value)) return value;
  const members: Values = {};
  for (const [key, one] of Object.entries(value)) {
    const member = findMember(key);
    const known = member && knownPart(member, one);
    if (member === undefined || (isEmpty(known) && !isEmpty(one) && !member.presenceMatters)) continue;
    define(members, key, known);
  }
  return members;
}

/**
 * A given value as the service is going to show it: each reference, range and address in it in the canonical form. What is
 * not known stays, and what nobody can complete here.
 */
export function canonicalize(kind: Kind, value: unknown, context: LinkContext): unknown {
  const { item, member, isRespelt } = kind;
  if (item !== undefined && Array.isArray(value)) return value.map((one: unknown) => canonicalize(item, one, context));
  if (member !== undefined && isValues(value)) {
    const members: Values = {};
    for (const [key, one] of Object.entries(value)) {
      const known = member(key);
      define(members, key, known === undefined ? one : canonicalize(known, one, context));
    }
    return members;
  }
  // An empty text says that there is to be nothing.
  return isRespelt && typeof value === "string" && value !== "" && !isUnknown(value)
    ? kind.canonical(value, context)
    : value;
}

/** True if two values mean the same, either of which may be absent. */
export function sameOrAbsent(kind: Kind, left: unknown, right: unknown, context: LinkContext): boolean {
  const [one, other] = [knownPart(kind, left), knownPart(kind, right)];
  if (isNothing(kind, one) || isNothing(kind, other)) return isNothing(kind, one) && isNothing(kind, other);
  return sameValue(kind, one, other, context);
}

/** A rule for values; a kind is one. */
export type Rule = Pick<Kind, "problems"> & Partial<Pick<Kind, "describe" | "pathIn" | "isHidden">>;

/** The problems of a value of that kind; none, while it is not known yet. */
export function findProblems(
  rule: Rule,
  value: unknown,
  property: string,
  context: LinkContext,
  isRequired = false,
): Problem[] {
  const outputProblem = outputTextProblem(value, property);
  if (outputProblem !== undefined) return [outputProblem];
  if (isUnknown(value)) return [];
  const problems = rule.problems(value, property, context);
  if (problems.length === 0) return problems;
  if (value !== "") return withSuggestion(problems, rule, value, property, context);
  // The rule of a name tells nobody that `condition ? name : ""` should end in `undefined`.
  const leaveOut = /\[\d+\]$/.test(property) ? "leave it out" : "leave it out (undefined)";
  const { describe = "a value" } = rule;
  const reason = isRequired
    ? `is required, and it is empty: ${describe}`
    : `is empty: ${leaveOut}, or give ${describe}`;
  return [{ property, reason: `${property} ${reason}.` }];
}

/** A doubt about a text that is sent all the same. */
export function doubt(property: string, value: string, why: string): Problem {
  return { property, reason: `${property} is ${quoted(value)}, ${why} It is sent as it is.` };
}

/** The doubts about a value without problems, at every depth; none about a value that is not known yet. */
export function findDoubts(kind: Kind, value: unknown, property: string): Problem[] {
  if (value === undefined || value === null || isUnknown(value) || kind.isHidden) return [];
  const { item, member } = kind;
  const own = kind.doubts?.(value, property) ?? [];
  if (item !== undefined && Array.isArray(value))
    return [...own, ...value.flatMap((one, index) => findDoubts(item, one, `${property}[${String(index)}]`))];

  if (member === undefined || !isValues(value)) return own;
  const inner = Object.entries(value).flatMap(([key, one]) => {
    const known = member(key);
    return known === undefined ? [] : findDoubts(known, one, memberText(property, key));
  });
  return [...own, ...inner];
}

/** The problems of a value as a whole, with what was probably meant. */
function withSuggestion(
  problems: Problem[],
  rule: Rule,
  value: unknown,
  property: string,
  context: LinkContext,
): Problem[] {
  const [first, ...more] = problems;
  if (rule.isHidden || first === undefined || first.property !== property || more.length > 0) return problems;
  const accepts = (other: unknown) => rule.problems(other, property, context).length === 0;
  const isLink = rule.pathIn !== undefined;
  const instead = suggestValue(value, isLink, accepts);
  if (instead !== undefined) return [{ property, reason: `${first.reason} ${instead}` }];
  // The object is none that can be named here, and its link says why.
  return isLink && isValues(value) && typeof value.selfLink === "string"
    ? rule.problems(value.selfLink, `${property}.selfLink`, context)
    : problems;
}

/** True if two values mean the same; a value that is not known yet is never the same as another. */
export function sameValue(kind: Kind, left: unknown, right: unknown, context: LinkContext): boolean {
  if (containsUnknown(left) || containsUnknown(right)) return false;
  // Most values are equal. To parse them as links or ranges takes longer than all else in a diff.
  return left === right || kind.same(left, right, context);
}
