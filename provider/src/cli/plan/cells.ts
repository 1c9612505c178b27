import { signatureKey } from "../../fields/secretMark";
import { knownSecrets } from "../../messages/secrets";
import { oneLine } from "../../messages/text";
import { withoutHost } from "../../names/links";
import type { PropertyChange } from "./changes";
import { firstDifference } from "./difference";

/** A name, a type, a property or a path: some hostile ones must not push the others out. */
const longestName = 400;

/** A pipe ends a cell, in code too. Parsers do not agree on one with backslashes before its own. */
export function cell(text: string): string {
  return text.replace(/(?<=\\)\|/g, "\\u007c").replaceAll("|", "\\|");
}

/** One value that changes: `priority`: `1` → `2`. Without room for values, the argument alone. */
export function change(
  { property, before, after, replaces, secret }: PropertyChange,
  longest: number,
  operation = "",
): string {
  const cause = replaces ? " (replaces)" : "";
  if (longest === 0) return code(property) + cause;
  if (operation === "create") return `${code(property)}: ${showValue(escapeText(after, linkPath), longest)}`;
  if (secret) return `${code(property)}: a secret value changes${cause}`;
  const whole = toTexts(before, after);
  if (whole.every((text) => text.length <= longest)) return `${code(property)}: ${showBoth(whole, longest)}${cause}`;
  const { place, more, ...part } = firstDifference({ place: property, before, after });
  const others = more === 0 ? "" : `, and ${String(more)} more`;
  return `${code(place)}: ${showBoth(toTexts(part.before, part.after), longest)}${others}${cause}`;
}

/** Both sides as texts, with of each link as much as tells one from the other. */
function toTexts(before: unknown, after: unknown): readonly string[] {
  const paths = [before, after].map((value) => escapeText(value, linkPath));
  // Of two spellings of one link, the rest is the difference.
  const texts = paths[0] === paths[1] ? [before, after].map((value) => escapeText(value)) : paths;
  const [old = [], now = []] = texts.map((text) =>
    /^"(?:https?:\/|projects)\/[^"\s]*"$/.test(text) ? text.split("/") : [],
  );
  const shared = old.findIndex((part, index) => part !== now[index]);
  // The collection in which they differ stays.
  return shared < 3 ? texts : [old, now].map((parts) => `"…/${parts.slice(shared - 1).join("/")}`);
}

/** A link of the service without its host; any other text as it is. */
const linkPath = (text: string) => (/^https?:\/\//.test(text) ? (withoutHost(text, []) ?? text) : text);

/** Both sides; where their beginnings are the same, from a little before they differ. */
function showBoth(texts: readonly string[], longest: number): string {
  const [before = "", after = ""] = texts;
  const isAlike = before !== after && cut(before, longest) === cut(after, longest);
  let start = -shownBefore;
  while (start + shownBefore < before.length && before[start + shownBefore] === after[start + shownBefore]) start += 1;
  return texts.map((text) => showValue(isAlike ? `…${text.slice(Math.max(0, start))}` : text, longest)).join(" → ");
}

/** How many characters are shown before the first one that differs. */
const shownBefore = 20;

/** The text that the engine writes in place of a value that is not known before the change is made. */
const unknownMark = /^04da6b54-80e4-46f7-96ec-b56ff0331ba9$|^output<.*>$/;

/** A value as text, without secrets; empty where there is none. */
function escapeText(input: unknown, shorten = (text: string) => text): string {
  if (input === undefined || input === null) return "";
  const text = JSON.stringify(input, (_key, inner: unknown) => {
    if (typeof inner === "string" && unknownMark.test(inner)) return "[known after the change]";
    if (typeof inner === "string") return shorten(inner);
    return typeof inner === "object" && inner !== null && signatureKey in inner ? "[secret]" : inner;
  });
  return knownSecrets.redact(text);
}

function showValue(text: string, longest: number): string {
  if (text === "") return "–";
  if (text === '"[secret]"') return "a secret value";
  return text === '"[known after the change]"' ? "_known after the change_" : code(text, longest);
}

/** The beginning of a text, with a mark where it is cut. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

/** A code span of any text, with no two backticks in a row. Without a character it would be no span, and its backticks open another. */
export function code(text: string, longest = longestName): string {
  const clean = cut(oneLine(text.replace(/\s+/g, " ")), longest).replace(/``+/g, "`…") || " ";
  return clean.includes("`") ? `\`\` ${clean} \`\`` : `\`${clean}\``;
}
