import { RE2JS } from "re2js";
import type { Fields } from "../schema";
import { FIELD_PATTERN, invalidFilter, resolveFieldPath, valuesAt, type Predicate } from "./fieldPath";

const EXPRESSION = new RegExp(String.raw`^\s*(${FIELD_PATTERN})\s+(eq|ne)\s+(\S[^]*?)\s*$`);

const FIELD_SO_FAR = new RegExp(String.raw`^\s*${FIELD_PATTERN}\.$`);

/** A comparison or a logical word inside an unquoted literal means that somebody has mixed the two forms. */
const OTHER_FORM = /\s(?:AND|OR|NOT|=|!=|<|>|<=|>=|eq|ne)\s/;

/**
 * `field eq literal`, unparenthesised, or several of them in parentheses, which then all have to hold. The literal is an
 * RE2 expression that has to match the whole value. Several different fields cannot be combined.
 */
export function parseRegularExpressions(text: string, fields: Fields): Predicate {
  const groups = text.trimStart().startsWith("(") ? splitGroups(text) : [text];
  const names = new Set<string>();
  const predicates = groups.map((group) => {
    const [, name, operator, literal] = EXPRESSION.exec(group) ?? [];
    if (name === undefined || operator === undefined || literal === undefined) {
      throw invalidFilter(text, "expected 'field eq literal' or 'field ne literal'; the two forms cannot be mixed.");
    }
    names.add(name);
    return compileExpression(text, name, operator, unquote(text, literal), fields);
  });
  if (names.size > 1) {
    throw invalidFilter(text, "constraints on several fields cannot be combined with regular expressions.");
  }
  return (resource) => predicates.every((predicate) => predicate(resource));
}

function compileExpression(text: string, name: string, operator: string, literal: string, fields: Fields): Predicate {
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
    const matches = (values.length === 0 ? [""] : values).some((value) => expression.testExact(String(value)));
    return operator === "eq" ? matches : !matches;
  };
}

function unquote(text: string, literal: string): string {
  const quote = literal[0];
  if (quote !== '"' && quote !== "'") {
    if (OTHER_FORM.test(literal)) {
      throw invalidFilter(text, "the two forms of filter cannot be mixed; quote a literal that holds operators.");
    }
    return literal;
  }
  const body = literal.slice(1, -1);
  const closes = literal.length > 1 && literal.endsWith(quote);
  // Only the quote itself is unescaped: every other backslash belongs to the regular expression.
  if (!closes || /(?:^|[^\\])(?:\\\\)*\\$/.test(body) || hasBareQuote(body, quote)) {
    throw invalidFilter(text, "a quoted literal has to end with its quote, and nothing may follow it.");
  }
  return body.replaceAll(`\\${quote}`, quote);
}

function hasBareQuote(body: string, quote: string): boolean {
  for (let index = 0; index < body.length; index += 1) {
    if (body[index] === "\\") {
      index += 1;
    } else if (body[index] === quote) {
      return true;
    }
  }
  return false;
}

/** The contents of `(a)(b) (c)`. Parentheses of a regular expression nest; those in quotes or after a backslash do not count. */
function splitGroups(text: string): string[] {
  const groups: string[] = [];
  let depth = 0;
  let start = 0;
  let quote: string | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (character === "\\") {
      index += 1;
    } else if (quote !== undefined) {
      quote = character === quote ? undefined : quote;
    } else if (character === "(") {
      start = depth === 0 ? index + 1 : start;
      depth += 1;
    } else if (character === ")") {
      depth -= 1;
      if (depth === 0) {
        groups.push(text.slice(start, index));
      }
    } else if (depth === 0 && /\S/.test(character)) {
      throw invalidFilter(text, "only parenthesised expressions, one after the other, can be combined with eq and ne.");
    } else if (depth === 1 && /["']/.test(character) && opensQuote(character, text.slice(start, index))) {
      quote = character;
    }
    if (depth < 0) {
      break;
    }
  }
  if (depth !== 0 || quote !== undefined) {
    throw invalidFilter(text, "its parentheses or quotes are not balanced.");
  }
  return groups;
}

/** A quote opens a literal after a blank, and a key of a map after the dot of a field: elsewhere it is one character. */
function opensQuote(quote: string, before: string): boolean {
  return /\s$/.test(before) || (quote === '"' && FIELD_SO_FAR.test(before));
}
