import { capitalize, oneLine } from "./declarations";
import { firstSentence } from "./docComment";

/** The name of the constant for a value: `DoNothing` for `DO_NOTHING`. Without it, each SDK makes up another one. */
export function valueName(value: string): string {
  const words = value.split(/[^A-Za-z0-9]+/);
  return words.map((word) => capitalize(/[a-z]/.test(word) ? word : word.toLowerCase())).join("");
}

/** The text of each value that begins a sentence, or what stands behind a colon or a semicolon, in a text. */
export function describeValues(text: string, values: readonly string[]): ReadonlyMap<string, string> {
  const clauses = splitClauses(text).flatMap((clause) => {
    // ``STABLE` or `true` waits until …`: the other name is not of this value.
    const [, value = "", words = ""] = /^`([^`]+)`(?: or `[^`]+`)?:? ([^(].*?)[.;:]?$/.exec(clause) ?? [];
    return values.includes(value) ? [[value, `${capitalize(words)}.`] as const] : [];
  });
  return new Map(clauses);
}

/** The beginning of a text, before it comes to the values, as a sentence: that of the enumeration itself. */
export function readIntroduction(text: string, values: readonly string[]): string {
  const described = describeValues(text, values);
  const [first = ""] = splitClauses(text);
  const [, value = ""] = /^`([^`]+)`/.exec(first) ?? [];
  if (described.has(value)) throw new Error(`A text of values begins with the first of them: ${text}`);
  return firstSentence(`${first.replace(/[.;:]$/, "")}.`);
}

function splitClauses(text: string): string[] {
  return oneLine(text).split(/(?<=\.) |(?<=[;:]) (?=`)/);
}
