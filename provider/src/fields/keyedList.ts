import { isDeepStrictEqual } from "node:util";
import { canonicalUrl, type LinkContext } from "../names/links";
import { scalarText } from "../types/scalarText";
import { objectKind, sharedMapKind } from "./collections";
import { exactlyOne } from "./exactlyOne";
import { findProblems, mustBe, type Kind, type KeyedItems, type Problem } from "./kind";
import { booleanKind } from "./scalars";
import { isUnknown, unknownValue } from "./unknown";
import { applyMergePatch, define, isValues, readMember, withoutAbsent, type Values } from "./values";

/*
 * Lists whose items are found by a key, such as the backends of a service by their group. Each item is a part of its own: several
 * resources may manage items of one list, and items of others stay as they are.
 */

/** How the items of a list are found. */
export interface Keys {
  /** The members that can be the key; each item has one of them. */
  readonly members: readonly [string, ...string[]];
  /** True if the key names an object in the project of the list, whichever way that project is given. */
  readonly isInOwnProject?: true;
  /** Words of other providers for a member, for suggestions. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** A member of each item that a program gives, and that no service has: the item is to be absent. */
const absentKey = "absent";

/** Objects that are found by one of their members. */
export function keyedListKind(members: Readonly<Record<string, Kind>>, keys: Keys): Kind {
  const { members: keyNames, isInOwnProject, aliases = {} } = keys;
  const plain = objectKind(members, aliases);
  const declared = objectKind({ ...members, [absentKey]: booleanKind }, aliases);
  const keyName = (item: unknown) => keyNames.find((name) => readMember(item, name) !== undefined) ?? keyNames[0];
  const item: Kind = {
    ...plain,
    // An item that is put back has what no version of this package knows, too.
    member: (key) => plain.member?.(key) ?? otherKind,
    canonical: (value, context) => ({ ...(value as Values), ...(plain.canonical(value, context) as Values) }),
    keyNames,
  };
  const findKey = (value: unknown, context: LinkContext) => {
    const name = keyName(value);
    const key = readMember(value, name);
    const path = isUnknown(key) ? undefined : members[name]?.pathIn?.(key, context);
    const shown = path ?? scalarText(key) ?? "";
    return isInOwnProject ? shown.replace(/^projects\/[^/]+\//, "") : shown;
  };
  return makeList({
    item: declared,
    form: { list: plain.form },
    isNothing: (list) => Array.isArray(list) && list.every((one) => readMember(one, absentKey) === true),
    map: sharedMapKind(item),
    findKey,
    toEntry(value) {
      if (!isValues(value)) return value;
      const { [absentKey]: absent, ...rest } = value;
      return absent === true ? null : isUnknown(absent) ? absent : rest;
    },
    toItem: (_key, entry) => withoutAbsent(entry),
    respell(one, context) {
      const name = keyName(one);
      const key = readMember(one, name);
      return typeof key === "string" ? { ...(one as Values), [name]: members[name]?.canonical(key, context) } : one;
    },
    problems(value, at) {
      const rule = { needs: `${at} needs a key`, has: `${at} has one key`, prefix: `${at}.` };
      const [only, ...more] = keyNames;
      const missing =
        more.length === 0 && value[only] === undefined
          ? [{ property: `${at}.${only}`, reason: `${at}.${only} is required: ${members[only]?.describe ?? ""}.` }]
          : exactlyOne(value, keyNames, { ...rule, property: at });
      const others = Object.keys(value).filter((name) => name !== absentKey && !keyNames.includes(name));
      if (value[absentKey] !== true || others.length === 0) return missing;
      const reason = `${at}.${absentKey} says that the item is not to be there, and the item gives ${others.join(", ")}: remove one or the other.`;
      return [...missing, { property: `${at}.${absentKey}`, reason }];
    },
  });
}

/** Texts or links that are keys themselves. */
export function keyListKind(member: Kind): Kind {
  return makeList({
    item: member,
    form: { list: member.form },
    map: sharedMapKind(objectKind({})),
    findKey(value, context) {
      const path = member.pathIn?.(value, context);
      // A project is no object in one.
      return path !== undefined && isObjectPath(path) ? path : (scalarText(value) ?? "");
    },
    toEntry: (value) => (isUnknown(value) ? value : {}),
    toItem: (key, _entry, context = {}) => (isObjectPath(key) ? canonicalUrl(key, context) : key),
    respell: (value, context) => member.canonical(value, context),
    problems: () => [],
  });
}

function isObjectPath(text: string): boolean {
  return /^projects\/[^/]+\/./.test(text);
}

/** A member of an item that only the service knows. */
const otherKind: Kind = {
  describe: "a value of the service",
  form: "any",
  same: isDeepStrictEqual,
  canonical: (value) => value,
  problems: () => [],
};

interface KeyedList extends Pick<Kind, "form" | "isNothing">, Pick<KeyedItems, "map" | "findKey"> {
  /** An item as a program gives it. */
  readonly item: Kind;
  toEntry(item: unknown): unknown;
  toItem(key: string, entry: unknown, context?: LinkContext): unknown;
  /** An item of the service with its key in the spelling that requests have: answers may have another one. */
  respell(item: unknown, context: LinkContext): unknown;
  /** The problems of an item without problems of its own. */
  problems(item: Values, at: string): Problem[];
}

function makeList({ item, map, findKey, toEntry, toItem, respell, problems, ...parts }: KeyedList): Kind {
  const describe = `a list, each ${item.describe}`;
  const toMap: KeyedItems["toMap"] = (list, context) => {
    const entries: Values = {};
    for (const one of list) {
      const key = isUnknown(one) ? unknownValue : findKey(one, context);
      // Of an item that nobody can place yet, nothing is known.
      define(entries, key, isUnknown(key) ? unknownValue : toEntry(one));
    }
    return entries;
  };
  const toItems = (entries: Values, context?: LinkContext) =>
    Object.entries(entries)
      .filter(([, entry]) => entry !== null && entry !== undefined)
      .map(([key, entry]) => toItem(key, entry, context));
  return {
    ...parts,
    describe,
    item,
    canonical: (value, context) => (value as unknown[]).map((one) => item.canonical(one, context)),
    same: (left, right, context) =>
      Array.isArray(left) && Array.isArray(right) && map.same(toMap(left, context), toMap(right, context), context),
    problems(value, property, context) {
      if (!Array.isArray(value)) return mustBe(property, describe, value);
      const found = value.flatMap((one: unknown, index) => {
        const at = `${property}[${String(index)}]`;
        const own = findProblems(item, one, at, context);
        return own.length > 0 || !isValues(one) ? own : problems(one, at);
      });
      if (found.length > 0) return found;
      const keys = value.map((one: unknown) => (isUnknown(one) ? unknownValue : findKey(one, context)));
      return keys.flatMap((key, index) => {
        const twin = keys.indexOf(key);
        if (twin === index || isUnknown(key)) return [];
        const at = `${property}[${String(index)}]`;
        return [
          { property: at, reason: `${at} is the same item as ${property}[${String(twin)}] (${key}): give each once.` },
        ];
      });
    },
    byKey: {
      map,
      findKey,
      toMap,
      toList: (entries) => toItems(entries),
      patched(list, patch, context) {
        const rest = new Map(Object.entries(patch));
        const staying = list.flatMap((one) => {
          const key = findKey(one, context);
          if (!rest.has(key)) return [respell(one, context)];
          const change = rest.get(key);
          rest.delete(key);
          if (change === null) return [];
          const respelt = respell(one, context);
          return [isValues(respelt) ? applyMergePatch(respelt, change) : respelt];
        });
        return [...staying, ...toItems(Object.fromEntries(rest), context)];
      },
    },
  };
}
