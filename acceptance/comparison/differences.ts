import { isObject, type Json, type JsonObject } from "../recording/exchange";
import { findForm } from "./forms";

/** One way in which two answers differ. */
export interface Difference {
  readonly what: "status" | "member missing" | "member more" | "form";
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
  const isUnlikeOperation = isOperation(service) && isObject(emulator) && service.status !== emulator.status;
  const [theirs, ours] = [listForms(service, isUnlikeOperation), listForms(emulator, isUnlikeOperation)];
  const show = (forms: Forms, at: string) => [...(forms.get(at) ?? [])].sort().join(", ");
  return [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((at): Difference[] => {
    const parent = at.replace(/(?:\.?[^.[\]]+|\[\])$/, "");
    // A difference of the object above says all.
    if (parent !== at && show(theirs, parent) !== show(ours, parent)) return [];
    const [shown, shownByEmulator] = [show(theirs, at), show(ours, at)];
    if (shown === shownByEmulator) return [];
    const what = shownByEmulator === "" ? "member missing" : shown === "" ? "member more" : "form";
    return [{ what, at, service: shown, emulator: shownByEmulator }];
  });
}

type Forms = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The forms of everything in an answer, by their places. All items of a list stand at one place: Google's catalogues have other
 * items each day, so that their enumerations may have any values.
 */
function listForms(answer: Json, isUnlikeOperation: boolean): Forms {
  const forms = new Map<string, Set<string>>();
  const visit = (value: Json, at: string, member: string): void => {
    const isInList = at.includes("[]");
    const form = describe(value, member);
    const open = isInList && form.startsWith("enumeration value ") ? "enumeration value" : form;
    forms.set(at, (forms.get(at) ?? new Set()).add(open));
    if (Array.isArray(value)) for (const item of value as readonly Json[]) visit(item, `${at}[]`, member);
    else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        const isPassedOver = isOperation(value) && (isUnlikeOperation || isInList) && progressMembers.includes(name);
        if (!isPassedOver) visit(inner, at === "" ? name : `${at}.${name}`, name);
      }
    }
  };
  visit(answer, "", "");
  return forms;
}

function isOperation(value: Json): value is JsonObject {
  return isObject(value) && value.kind === "compute#operation";
}

function describe(value: Json, member: string): string {
  if (typeof value === "string") return findForm(value, member);
  return value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
}
