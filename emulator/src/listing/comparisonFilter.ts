import type { Fields } from "../schema";
import { compileComparison, type Operator } from "./comparison";
import { FIELD_PATTERN, invalidFilter, resolveFieldPath, type Predicate } from "./fieldPath";

/** A comparison, or a combination of them. */
type Token =
  | { readonly kind: "(" | ")" | "AND" | "OR" }
  | { readonly kind: "comparison"; readonly field: string; readonly operator: Operator; readonly value: string }
  | { readonly kind: "presence"; readonly field: string };

const SPACE = /\s*/y;
const WORD = /(?:AND|OR|NOT)(?![\w.-])/y;
const FIELD = new RegExp(FIELD_PATTERN, "y");
const OPERATOR = /\s*(!=|<=|>=|=|<|>|:)\s*/y;
const VALUE = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|([^\s()"']+)/y;

/**
 * Comparisons side by side or joined by AND all have to hold; OR binds more tightly than AND, as AIP-160 has it
 * (https://google.aip.dev/160): `a OR b AND c` is `(a OR b) AND c`. NOT and bare words are in AIP-160 but not in the
 * service's own reference, so they are refused.
 */
export function parseComparisons(text: string, fields: Fields): Predicate {
  const tokens = tokenize(text);
  let next = 0;
  const predicate = all();
  if (next < tokens.length) {
    throw invalidFilter(text, "it has a closing parenthesis too many.");
  }
  return predicate;

  function all(): Predicate {
    const parts = [any()];
    for (let kind = tokens[next]?.kind; kind !== undefined && kind !== ")"; kind = tokens[next]?.kind) {
      next += kind === "AND" ? 1 : 0;
      parts.push(any());
    }
    return parts.length === 1 ? (parts[0] ?? nothing) : (resource) => parts.every((part) => part(resource));
  }

  function any(): Predicate {
    const parts = [one()];
    while (tokens[next]?.kind === "OR") {
      next += 1;
      parts.push(one());
    }
    return parts.length === 1 ? (parts[0] ?? nothing) : (resource) => parts.some((part) => part(resource));
  }

  function one(): Predicate {
    const token = tokens[next];
    next += 1;
    if (token?.kind === "(") {
      const inner = all();
      if (tokens[next]?.kind !== ")") {
        throw invalidFilter(text, "it has an opening parenthesis too many.");
      }
      next += 1;
      return inner;
    }
    if (token?.kind === "comparison") {
      return compileComparison(text, resolveFieldPath(token.field, fields), token.operator, token.value);
    }
    if (token?.kind === "presence") {
      return compileComparison(text, resolveFieldPath(token.field, fields), ":*", "");
    }
    throw invalidFilter(text, `expected a comparison${token === undefined ? " at its end" : ` before ${token.kind}`}.`);
  }
}

const nothing: Predicate = () => false;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    position = match === null ? position : pattern.lastIndex;
    return match;
  };
  for (take(SPACE); position < text.length; take(SPACE)) {
    const character = text[position];
    if (character === "(" || character === ")") {
      tokens.push({ kind: character });
      position += 1;
      continue;
    }
    const word = take(WORD)?.[0];
    if (word === "NOT") {
      throw invalidFilter(text, "NOT is not supported; use the opposite operator.");
    }
    if (word === "AND" || word === "OR") {
      tokens.push({ kind: word });
      continue;
    }
    const field = take(FIELD)?.[0];
    const operator = field === undefined ? undefined : take(OPERATOR)?.[1];
    if (field === undefined || operator === undefined) {
      throw invalidFilter(
        text,
        `expected 'field operator value' with one of = != > < <= >= : at character ${String(position + 1)}; ` +
          "eq and ne cannot be mixed with these.",
      );
    }
    const value = take(VALUE);
    if (value === null) {
      throw invalidFilter(text, `'${field} ${operator}' has no value.`);
    }
    const quoted = value[1] ?? value[2];
    if (operator === ":" && value[3] === "*") {
      tokens.push({ kind: "presence", field });
    } else {
      const literal = quoted === undefined ? (value[3] ?? "") : quoted.replace(/\\([^])/g, "$1");
      tokens.push({ kind: "comparison", field, operator: operator as Operator, value: literal });
    }
  }
  return tokens;
}
