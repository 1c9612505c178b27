import { isObject, type Json, type JsonObject } from "../recording/exchange";
import { findForm } from "./forms";

/** One way in which two answers differ. */
export interface Difference {
  readonly what: "status" | "member missing" | "member more" | "type" | "form";
  /** Where in the answer: `items[].selfLink`. */
  readonly at: string;
  readonly service: string;
  readonly emulator: string;
}

/** Members of an operation that follow from how far it is. */
const progressMembers = ["status", "statusMessage", "startTime", "endTime", "progress"];

/**
 * Where the emulator's answer has other members than the service's, other types, or texts of other forms. Values are not
 * compared but for enumerations: ids, times and names are different each time.
 */
export function findDifferences(service: Json, emulator: Json): Difference[] {
  const found = new Map<string, Difference>();
  compare(service, emulator, { at: "", member: "", isInUnlikeList: false }, (difference) => {
    found.set(`${difference.what} ${difference.at}`, difference);
  });
  return [...found.values()];
}

interface Spot {
  readonly at: string;
  /** The innermost name on the way here. */
  readonly member: string;
  /** Whether items of unlike lists are compared: their enumerations may have any values. */
  readonly isInUnlikeList: boolean;
}

type Note = (difference: Difference) => void;

function compare(service: Json, emulator: Json, spot: Spot, note: Note): void {
  const [theirs, ours] = [describeType(service), describeType(emulator)];
  if (theirs !== ours) note({ what: "type", at: spot.at, service: theirs, emulator: ours });
  else if (isObject(service) && isObject(emulator)) compareObjects(service, emulator, spot, note);
  else if (isList(service) && isList(emulator)) compareLists(service, emulator, spot, note);
  else if (typeof service === "string" && typeof emulator === "string") {
    const forms = { service: findForm(service, spot.member), emulator: findForm(emulator, spot.member) };
    const isSame =
      forms.service === forms.emulator ||
      (spot.isInUnlikeList && isEnumeration(forms.service) && isEnumeration(forms.emulator));
    if (!isSame) note({ what: "form", at: spot.at, ...forms });
  }
}

function compareObjects(service: JsonObject, emulator: JsonObject, { at, isInUnlikeList }: Spot, note: Note): void {
  const isUnlikeOperation = service.kind === "compute#operation" && service.status !== emulator.status;
  for (const name of new Set([...Object.keys(service), ...Object.keys(emulator)])) {
    if (isUnlikeOperation && progressMembers.includes(name)) continue;
    const place = at === "" ? name : `${at}.${name}`;
    const [theirs, ours] = [service[name], emulator[name]];
    if (theirs === undefined) note({ what: "member more", at: place, service: "", emulator: describe(ours, name) });
    else if (ours === undefined)
      note({ what: "member missing", at: place, service: describe(theirs, name), emulator: "" });
    else compare(theirs, ours, { at: place, member: name, isInUnlikeList }, note);
  }
}

/**
 * Items of one name are compared with each other, and so are those of lists that are as long as each other. Of other lists,
 * such as Google's catalogues, it is compared what any item has.
 */
function compareLists(
  service: readonly Json[],
  emulator: readonly Json[],
  { at, member, isInUnlikeList }: Spot,
  note: Note,
): void {
  const spot = { at: `${at}[]`, member, isInUnlikeList };
  const [theirs, ours] = [sortByText(service), sortByText(emulator)];
  if (theirs.length === ours.length && listNames(theirs).join() === listNames(ours).join())
    for (const [index, item] of theirs.entries()) compare(item, ours[index] ?? null, spot, note);
  else if (theirs.length > 0 && ours.length > 0)
    compare(merge(theirs), merge(ours), { ...spot, isInUnlikeList: true }, note);
  else if (theirs.length > 0) note({ what: "member missing", at: spot.at, service: "items", emulator: "" });
  else note({ what: "member more", at: spot.at, service: "", emulator: "items" });
}

function isEnumeration(form: string): boolean {
  return form.startsWith("enumeration value ");
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function listNames(items: readonly Json[]): string[] {
  return items.map((item) => (isObject(item) && typeof item.name === "string" ? item.name : ""));
}

function sortByText(items: readonly Json[]): readonly Json[] {
  const names = new Map(listNames(items).map((name, index) => [items[index], name]));
  return [...items].sort((left, right) => (names.get(left) ?? "").localeCompare(names.get(right) ?? ""));
}

/** One value that has all members that any of them has. */
function merge(items: readonly Json[]): Json {
  return items.reduce((all, item) => merge(all, item));
}

function merge(one: Json, other: Json): Json {
  if (isList(one) && isList(other)) return [...one, ...other].length === 0 ? [] : [merge([...one, ...other])];
  if (!isObject(one) || !isObject(other)) return one;
  const both = Object.entries(other).map(
    ([name, value]) => [name, name in one ? merge(one[name] ?? null, value) : value] as const,
  );
  return { ...one, ...Object.fromEntries(both) };
}

function describeType(value: Json): string {
  return value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
}

function describe(value: Json | undefined, member: string): string {
  if (typeof value === "string") return findForm(value, member);
  return value === undefined ? "" : describeType(value);
}
