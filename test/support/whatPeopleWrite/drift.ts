import { isValues } from "../../../provider/src/fields/values";

/** Another value of the same kind: what somebody sets in the place of the one that is there. */
export function makeOther(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return otherText(value);
  if (Array.isArray(value)) return value.map(makeOther);
  return isValues(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, makeOther(member)]))
    : value;
}

const base64 = /^[\w+/]{40,}={1,2}$/;

/** With another last letter or digit; of what is in base64, with another first one: the last has bits that mean nothing. */
function otherText(text: string): string {
  const place = base64.test(text) ? /[A-Za-z0-9]/ : /[A-Za-z0-9](?=[^A-Za-z0-9]*$)/;
  return text.replace(place, (letter) => String.fromCharCode(letter.charCodeAt(0) + (/[9Zz]/.test(letter) ? -1 : 1)));
}
