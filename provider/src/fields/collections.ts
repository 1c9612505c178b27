import { isDeepStrictEqual } from "node:util";
import { isUnknown } from "./unknown";
import { unknownArguments } from "./unknownArguments";
import { isEmpty, isValues, withoutAbsent, type Values } from "./values";
import type { LinkContext } from "../names/links";
import { isNothing, mustBe, outputTextProblem, findProblems, quoted, sameOrAbsent, type Kind } from "./kind";

/** Members without an order: instance tags, for example. Repeated members are refused, since the service drops them. */
export function setKind(member: Kind): Kind {
  const describe = `a list, each ${member.describe}`;
  return {
    describe,
    form: { list: member.form },
    item: member,
    canonical: (value, context) => (value as unknown[]).map((item) => member.canonical(item, context)),
    same(left, right, context) {
      if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
      return !matchItems(member, left, right, context).includes(-1);
    },
    problems(value, property, context) {
      if (!Array.isArray(value)) return mustBe(property, describe, value);
      return value.flatMap((item: unknown, index) => {
        const at = `${property}[${String(index)}]`;
        const twin = value.indexOf(item);
        // Two members that are not known yet look alike, and need not be.
        return twin < index && typeof item === "string" && !isUnknown(item)
          ? [{ property: at, reason: `${at} is the same as ${property}[${String(twin)}]; give each once.` }]
          : findProblems(member, item, at, context);
      });
    },
  };
}

/** For each item of a list, where its equal in another list is, or -1. Those that are written alike find each other first. */
function matchItems(
  member: Kind,
  actual: readonly unknown[],
  wanted: readonly unknown[],
  context: LinkContext,
): readonly number[] {
  const rest = new Set(wanted.keys());
  const find = (isEqual: (other: unknown) => boolean) => {
    const found = [...rest].find((index) => isEqual(wanted[index]));
    if (found !== undefined) rest.delete(found);
    return found ?? -1;
  };
  const alike = actual.map((item) => find((other) => isDeepStrictEqual(other, item)));
  return alike.map((twin, index) => (twin >= 0 ? twin : find((other) => member.same(actual[index], other, context))));
}

/** Keys of the user's choosing, each with a value of one kind. */
export function mapKind(member: Kind, keyProblem?: (key: string) => string | undefined): Kind {
  const describe = `a map of names, each to ${member.describe}`;
  const entries = (value: unknown) => Object.entries(value as Record<string, unknown>);
  return {
    describe,
    form: { map: member.form },
    member: () => member,
    canonical: (value, context) =>
      Object.fromEntries(entries(value).map(([key, item]) => [key, member.canonical(item, context)])),
    same: (left, right, context) =>
      isValues(left) &&
      isValues(right) &&
      Object.keys(left).length === Object.keys(right).length &&
      entries(left).every(([key, item]) => Object.hasOwn(right, key) && member.same(item, right[key], context)),
    problems(value, property, context) {
      if (!isValues(value)) return mustBe(property, describe, value);
      return entries(value).flatMap(([key, item]) => {
        const at = `${property}[${JSON.stringify(key)}]`;
        const outputProblem = outputTextProblem(key, `A key of ${property}`);
        if (outputProblem !== undefined) return [{ ...outputProblem, property }];
        const broken = keyProblem?.(key);
        const problems = findProblems(member, item, at, context);
        return broken === undefined
          ? problems
          : [
              { property: at, reason: `${property} cannot have the key ${quoted(key)}. A key must be ${broken}.` },
              ...problems,
            ];
      });
    },
  };
}

/**
 * Keys of the user's choosing in a map that others may have keys in too: a member is given `null` to take it away.
 *
 * A member that is `null` and one that is not there are the same.
 */
export function sharedMapKind(member: Kind, keyProblem?: (key: string) => string | undefined): Kind {
  const plain = mapKind(member, keyProblem);
  const present = (value: unknown) => (isValues(value) ? withoutAbsent(value) : value);
  const describe = `${plain.describe}, or to null to remove it`;
  return {
    ...plain,
    describe,
    member: () => ({ ...member, presenceMatters: true }),
    normalize: (value) => value,
    isNothing: (value) => isValues(value) && isEmpty(present(value)),
    same: (left, right, context) => plain.same(present(left), present(right), context),
    problems: (value, property, context) =>
      isValues(value) ? plain.problems(present(value), property, context) : mustBe(property, describe, value),
  };
}

/**
 * An object of known members, all optional.
 *
 * @param aliases words of other providers for a member, for suggestions
 */
export function objectKind(
  members: Readonly<Record<string, Kind>>,
  aliases: Readonly<Record<string, string>> = {},
): Kind {
  const describe = `an object with ${Object.keys(members).join(", ")}`;
  const findMember = (key: string) => (Object.hasOwn(members, key) ? members[key] : undefined);
  return {
    describe,
    form: { members: Object.fromEntries(Object.entries(members).map(([key, kind]) => [key, kind.form])) },
    member: findMember,
    isNothing: (value) =>
      isValues(value) &&
      Object.entries(value).every(([key, item]) => {
        const kind = findMember(key);
        return kind === undefined ? isEmpty(item) : isNothing(kind, item);
      }),
    normalize: (value) =>
      isValues(value)
        ? Object.fromEntries(
            Object.entries(value)
              .filter(([, item]) => item !== undefined && item !== null)
              .map(([key, item]) => [key, (findMember(key)?.normalize ?? withoutAbsent)(item)]),
          )
        : value,
    canonical: (value, context) =>
      Object.fromEntries(
        Object.entries(members)
          .filter(([key]) => (value as Values)[key] !== undefined)
          .map(([key, kind]) => [key, kind.canonical((value as Values)[key], context)]),
      ),
    same: (left, right, context) =>
      isValues(left) &&
      isValues(right) &&
      Object.entries(members).every(([key, kind]) => sameOrAbsent(kind, left[key], right[key], context)),
    problems(value, property, context) {
      if (!isValues(value)) return mustBe(property, describe, value);
      return [
        ...unknownArguments(Object.keys(value), Object.keys(members), aliases, `${property}.`),
        ...Object.entries(members).flatMap(([key, kind]) =>
          value[key] === undefined ? [] : findProblems(kind, value[key], `${property}.${key}`, context),
        ),
      ];
    },
  };
}

/** A value as a member of that name has it: `"10%"` is a percentage. */
function asMember(name: string, value: unknown): unknown {
  const [, digits, unit] = typeof value === "string" ? (/^(\d{1,10}) ?(%?)$/.exec(value) ?? []) : [];
  return digits !== undefined && (unit === "%") === (name === "percent") ? Number.parseFloat(digits) : value;
}

/** An object that has exactly one of its members, and is changed as one. */
export function eitherMemberKind(
  members: Readonly<Record<string, Kind>>,
  aliases: Readonly<Record<string, string>> = {},
): Kind {
  const plain = objectKind(members, aliases);
  const either = `either ${Object.keys(members).join(" or ")}`;
  return {
    ...plain,
    atomic: true,
    problems(value, property, context) {
      const problems = plain.problems(value, property, context);
      // A plain value that one of the members takes: that one was meant.
      const suggestion = Object.entries(members)
        .map(([name, kind]) => ({ name, kind, plain: asMember(name, value) }))
        .find(({ kind, plain: one }) => kind.problems(one, property, context).length === 0);
      if (!isValues(value) && suggestion !== undefined) {
        return problems.map((one) => ({
          ...one,
          reason: `${one.reason} Write: { ${suggestion.name}: ${JSON.stringify(suggestion.plain)} }`,
        }));
      }
      if (!isValues(value)) return problems;
      const count = Object.keys(members).filter((key) => value[key] !== undefined).length;
      // A member that has another name here was meant to be one of them.
      if (count === 1 || (count === 0 && problems.length > 0)) return problems;
      const rule = count === 0 ? either : `${either}, not ${count === 2 ? "both" : "more than one"}`;
      return [...problems, { property, reason: `${property} must have ${rule}.` }];
    },
  };
}
