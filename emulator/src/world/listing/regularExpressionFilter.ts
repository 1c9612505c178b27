import { RE2JS } from "re2js";
import { toText } from "../../basics/json";
import type { Fields } from "../../basics/schema";
import { FIELD_PATTERN, invalidFilter, QUOTED, Reader, resolveFieldPath, valuesAt, type Predicate } from "./fieldPath";

const EXPRESSION = String.raw`(${FIELD_PATTERN})\s+(eq|ne)\s+(?=\S)`;

/** A comparison or a logical word inside an unquoted literal means that somebody has mixed the two forms. */
const OTHER_FORM = /\s(?:AND|OR|NOT|=|!=|<|>|<=|>=|eq|ne)\s/;

/**
 * `field eq literal`, unparenthesised, or several of them in parentheses, which then all have to hold. The literal is an
 * RE2 expression that has to match the whole value. Several different fields cannot be combined.
 */
export function parseRegularExpressions(text: string, fields: Fields): Predicate {
  const reader = new Reader(text);
  const isGrouped = text.trimStart().startsWith("(");
  const names = new Set<string>();
  const predicates: Predicate[] = [];
  do {
    if (isGrouped && reader.take(String.raw`\(`) === undefined) {
      const isClosing = reader.take(String.raw`\)`) !== undefined;
      throw invalidFilter(
        text,
        isClosing ? UNBALANCED : "only parenthesised expressions can be combined with eq and ne.",
      );
    }
    const [, name, operator] = reader.take(EXPRESSION) ?? [];
    if (name === undefined)
      throw invalidFilter(text, "expected 'field eq literal' or 'field ne literal'; the two forms cannot be mixed.");
    const literal = takeLiteral(reader, isGrouped);
    if (isGrouped && reader.take(String.raw`\)`) === undefined) throw invalidFilter(text, UNBALANCED);
    names.add(name);
    predicates.push(compileExpression(text, name, operator === "eq", literal, fields));
  } while (isGrouped && !reader.isAtEnd);
  if (names.size > 1)
    throw invalidFilter(text, "constraints on several fields cannot be combined with regular expressions.");
  return (resource) => predicates.every((predicate) => predicate(resource));
}

const UNBALANCED = "its parentheses or quotes are not balanced.";

/** The text in quotes, or all up to the end: in a group, up to its closing parenthesis, as those of the expression nest. */
function takeLiteral(reader: Reader, isGrouped: boolean): string {
  const { text } = reader;
  if (/["']/.test(text[reader.position] ?? "")) {
    const [quoted] = reader.take(QUOTED) ?? [];
    const isLast = isGrouped ? reader.take(String.raw`(?=\))`) !== undefined : reader.isAtEnd;
    if (quoted === undefined || !isLast)
      throw invalidFilter(text, "a quoted literal has to end with its quote, and nothing may follow it.");
    // Only the quote itself is unescaped: every other backslash belongs to the regular expression.
    return quoted.slice(1, -1).replaceAll(`\\${quoted.charAt(0)}`, quoted.charAt(0));
  }
  const start = reader.position;
  for (let depth = 0; reader.position < text.length; reader.position += 1) {
    const character = text[reader.position] ?? "";
    depth += { "(": 1, ")": -1 }[character] ?? 0;
    reader.position += character === "\\" ? 1 : 0;
    if (isGrouped && depth < 0) break;
  }
  const literal = text.slice(start, reader.position).trim();
  if (OTHER_FORM.test(literal))
    throw invalidFilter(text, "the two forms of filter cannot be mixed; quote a literal that holds operators.");
  return literal;
}

function compileExpression(text: string, name: string, isEqual: boolean, literal: string, fields: Fields): Predicate {
  const path = resolveFieldPath(name, fields);
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(literal);
  } catch (error) {
    throw invalidFilter(
      text,
      `'${literal}' is not an RE2 expression (${error instanceof Error ? error.message : ""}).`,
    );
  }
  return (resource) => {
    const values = valuesAt(resource, path);
    // An absent field is an empty one, because empty values are left out of objects.
    const matches = (values.length === 0 ? [""] : values).some(
      (value) => typeof value !== "object" && expression.testExact(toText(value)),
    );
    return matches === isEqual;
  };
}
