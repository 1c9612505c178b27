import { scalarText } from "../types/scalarText";
import { withoutSecrets } from "../messages/redaction";
import { endSentence, longestLine } from "../messages/text";

/** Something wrong with an argument: where, and the rule with the way to mend it, as a sentence. */
export interface Problem {
  /** Path in the program's own words: `tags[2]`. */
  property: string;
  reason: string;
  /** Of an argument that does not exist: the one that was probably meant. */
  suggested?: string;
}

/**
 * The usual single complaint: `must be …; it is …`. Where that is longer than a line, what is wrong comes first, and the
 * rule after it.
 *
 * @param describe the rule, and behind a semicolon what breaks it
 */
export function mustBe(property: string, describe: string, value: unknown): Problem[] {
  const short = `${property} must be ${describe}; it is ${show(value)}.`;
  if (short.length <= longestLine && !describe.endsWith("?")) return [{ property, reason: short }];
  const [rule = "", ...broken] = describe.split("; ");
  const why = broken.length === 0 ? "" : `: ${broken.join("; ")}`;
  return [{ property, reason: `${endSentence(`${property} cannot be ${show(value)}${why}`)} It must be ${rule}.` }];
}

/** The text that the Pulumi SDK gives in the place of a value when a program makes a text or JSON of an Output. */
const outputText = /Calling \[to(?:String|JSON)\] on an \[Output<T>\]/;

/** Why a text cannot be meant: it was built from an Output; `undefined` for any other value. */
export function outputTextProblem(value: unknown, property: string): Problem | undefined {
  if (typeof value !== "string" || !outputText.test(value)) return undefined;
  const instead = "Use pulumi.interpolate or .apply to build it (pulumi.jsonStringify for JSON).";
  return { property, reason: `${property} was built from an Output as if that were a text. ${instead}` };
}

/** Longest text that is quoted, in characters. */
const longestQuote = 80;

/** A text for a message: the end of a long one tells nobody anything. A secret is taken out before the cut. */
export function quoted(text: string): string {
  const end = Math.min(text.length, 2 * longestQuote);
  const shown = withoutSecrets(text, 0, end);
  const isWhole = end === text.length && shown.length <= longestQuote;
  return JSON.stringify(isWhole ? shown : `${shown.slice(0, longestQuote)}…`);
}

function show(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return withoutSecrets(scalarText(value) ?? "null");
}
