import type { Fields } from "../../basics/schema";
import { DEEPEST_NESTING } from "../../basics/structure";
import { compileComparison, type Operator } from "./comparison";
import { FIELD_PATTERN, invalidFilter, QUOTED, Reader, resolveFieldPath, type Predicate } from "./fieldPath";
import { parseRegularExpressions } from "./regularExpressionFilter";

const REGULAR_EXPRESSION_FORM = new RegExp(String.raw`^[\s(]*${FIELD_PATTERN}\s+(?:eq|ne)(?:\s|$)`);

/**
 * Compiles the `filter` parameter. It has two forms that cannot be mixed: comparisons (AIP-160) and, with `eq` and `ne`,
 * regular expressions. The first operator tells which one it is; each parser refuses the operators of the other.
 */
export function compileFilter(text: string, fields: Fields): Predicate {
  return REGULAR_EXPRESSION_FORM.test(text) ? parseRegularExpressions(text, fields) : parseComparisons(text, fields);
}

const WORD_END = String.raw`(?![\w.-])`;
const COMPARISON = String.raw`(${FIELD_PATTERN})\s*(!=|<=|>=|=|<|>|:)\s*(${QUOTED}|[^\s()"']+)?`;

/**
 * Comparisons side by side or joined by AND all have to hold; OR binds more tightly than AND, as AIP-160 has it
 * (https://google.aip.dev/160): `a OR b AND c` is `(a OR b) AND c`. NOT and bare words are in AIP-160 but not in the
 * service's own reference, so they are refused.
 */
function parseComparisons(text: string, fields: Fields): Predicate {
  const reader = new Reader(text);
  let levels = 0;
  const predicate = all();
  if (!reader.isAtEnd) throw invalidFilter(text, "it has a closing parenthesis too many.");
  return predicate;

  function all(): Predicate {
    const parts = [any()];
    while (!reader.isAtEnd && reader.take(String.raw`(?=\))`) === undefined) {
      reader.take(`AND${WORD_END}`);
      parts.push(any());
    }
    return (resource) => parts.every((part) => part(resource));
  }

  function any(): Predicate {
    const parts = [one()];
    while (reader.take(`OR${WORD_END}`) !== undefined) parts.push(one());
    return (resource) => parts.some((part) => part(resource));
  }

  function one(): Predicate {
    if (reader.take(String.raw`\(`) !== undefined) {
      levels += 1;
      if (levels > DEEPEST_NESTING)
        throw invalidFilter(text, `it has more than ${String(DEEPEST_NESTING)} levels of parentheses.`);
      const inner = all();
      levels -= 1;
      if (reader.take(String.raw`\)`) === undefined)
        throw invalidFilter(text, "it has an opening parenthesis too many.");
      return inner;
    }
    if (reader.take(`NOT${WORD_END}`) !== undefined)
      throw invalidFilter(text, "NOT is not supported; use the opposite operator.");
    const [, field, operator, value] = reader.take(COMPARISON) ?? [];
    if (field === undefined || operator === undefined) {
      throw invalidFilter(
        text,
        `expected 'field operator value' with one of = != > < <= >= : at character ${String(reader.position + 1)}; ` +
          "eq and ne cannot be mixed with these.",
      );
    }
    if (value === undefined) throw invalidFilter(text, `'${field} ${operator}' has no value.`);
    const isPresence = operator === ":" && value === "*";
    const literal = /^["']/.test(value) ? value.slice(1, -1).replace(/\\([^])/g, "$1") : value;
    if ((operator === "=" || operator === "!=") && literal.includes("*")) {
      // The documents of the service say nothing of it, so a list would be empty in silence.
      const expression = literal
        .replace(/[\\^$.|?+()[\]{}]/g, "\\$&")
        .replaceAll("*", ".*")
        .replaceAll('"', '\\"');
      throw invalidFilter(
        text,
        `'${operator}' compares a whole value, and '*' is no pattern in it. A filter of its own takes an expression: ${field} ${operator === "=" ? "eq" : "ne"} "${expression}"`,
      );
    }
    return compileComparison(
      text,
      resolveFieldPath(field, fields),
      isPresence ? ":*" : (operator as Operator),
      literal,
    );
  }
}
