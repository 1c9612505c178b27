import { scalarText } from "../types/scalarText";
import { isUnknown } from "./unknown";
import { isValues } from "./values";

/** Outputs that an object is known by where a link is asked for, and where a text is. */
const links = ["selfLink", "id", "projectId"];
const texts = ["member", "name"];

/**
 * The value to write in the place of one that has the wrong type: the same as a text, as a number, in a list or out of one,
 * or an output of the object. A sentence, or `undefined` where nothing like that is accepted.
 */
export function suggestValue(
  value: unknown,
  isLink: boolean,
  accepts: (other: unknown) => boolean,
): string | undefined {
  if (isValues(value)) {
    // The other way round: a number for which some fields have an object.
    const fixed = scalarText(value.fixed);
    if (fixed !== undefined && accepts(value.fixed)) return `Write: ${fixed}`;
    // In the program, an output is an object itself; in a preview, it may be unknown.
    const isOutput = (one: unknown) => isValues(one) || isUnknown(one) || accepts(one);
    const output = (isLink ? links : texts).find((name) => isOutput(value[name]));
    return output === undefined ? undefined : `Give its ${output}, and not the whole object.`;
  }
  if (typeof value === "number") return numberAsText(value, accepts);
  const suggestion = otherForms(value).find(accepts);
  return suggestion === undefined ? undefined : `Write: ${JSON.stringify(suggestion)}`;
}

function numberAsText(value: number, accepts: (other: unknown) => boolean): string | undefined {
  const text = String(value);
  if (!accepts(text)) return accepts([value]) ? `Write: [${text}]` : undefined;
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return "Write it as a text, in quotes: the number has lost digits already.";
  return `Write it as a text: "${text}"${text.length > 6 ? ", because long numbers lose digits" : ""}.`;
}

function otherForms(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.length === 1 && typeof value[0] === "string" ? value : [];
  if (typeof value === "boolean") return [String(value)];
  if (typeof value !== "string" || value.length > 80) return [];
  const plain = /^-?\d{1,15}$/.test(value)
    ? [Number.parseFloat(value)]
    : ["true", "false"].includes(value)
      ? [value === "true"]
      : [];
  return [...plain, [value]];
}
