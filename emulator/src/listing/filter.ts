import type { Fields } from "../schema";
import { parseComparisons } from "./comparisonFilter";
import { FIELD_PATTERN, type Predicate } from "./fieldPath";
import { parseRegularExpressions } from "./regularExpressionFilter";

const REGULAR_EXPRESSION_FORM = new RegExp(String.raw`^[\s(]*${FIELD_PATTERN}\s+(?:eq|ne)(?:\s|$)`);

/**
 * Compiles the `filter` parameter. It has two forms that cannot be mixed: comparisons (AIP-160) and, with `eq` and `ne`,
 * regular expressions. The first operator tells which one it is; each parser refuses the operators of the other.
 */
export function compileFilter(text: string, fields: Fields): Predicate {
  return REGULAR_EXPRESSION_FORM.test(text) ? parseRegularExpressions(text, fields) : parseComparisons(text, fields);
}
