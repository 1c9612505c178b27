/**
 * The `filter` of lists: its two forms, read the way the specification gives them ("List query parameters"). What is
 * refused here the service would refuse, or would understand otherwise than it reads.
 */

/** Operators of the comparison form. */
export type Operator = "=" | "!=" | "<" | ">" | "<=" | ">=" | ":";

/** A comparison, or several that all have to hold, or of which any. */
export type Expression =
  | { readonly kind: "comparison"; readonly field: string; readonly operator: Operator; readonly value: string }
  | { readonly kind: "AND" | "OR"; readonly parts: readonly Expression[] };

/** A filter that cannot be read; the message says where and why, as the end of the sentence "it …". */
export class FilterSyntaxError extends Error {}

/** Why a filter would be refused, as the end of the sentence "it …"; `undefined` when it reads well. */
export function filterProblem(text: string): string | undefined {
  try {
    if (!text.isWellFormed()) return "holds half of a surrogate pair";
    if (text.trim() === "") return "is empty; leave it out to get everything";
    if (regularExpressionForm.test(text)) readRegularExpressions(text);
    else parseComparisons(text);
    return undefined;
  } catch (error) {
    if (error instanceof FilterSyntaxError) return error.message;
    throw error;
  }
}

const name = String.raw`[A-Za-z_][\w-]*`;
/** `scheduling.automaticRestart`, `labels.env`, `labels."my key"`. */
export const fieldPattern = String.raw`${name}(?:\.(?:[\w-]+|"(?:[^"\\]|\\.)*"))*`;

const regularExpressionForm = new RegExp(String.raw`^[\s(]*${fieldPattern}\s+(?:eq|ne)(?![\w-])`);

const space = /\s*/y;
const connective = /(AND|OR)(?![\w.-])/y;
const reserved = /(?:AND|OR|NOT)(?![\w.-])/y;
const field = new RegExp(fieldPattern, "y");
const operator = /\s*(!=|<=|>=|=|<|>|:)\s*/y;
const value = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[^\s()"']+/y;

/**
 * Reads the comparison form. Comparisons side by side are joined by AND, and OR binds more tightly than AND
 * (https://google.aip.dev/160).
 */
export function parseComparisons(text: string): Expression {
  let position = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match !== null) position = pattern.lastIndex;
    return match;
  };
  const peek = () => {
    take(space);
    return text[position];
  };

  const whole = all();
  if (peek() !== undefined) throw new FilterSyntaxError(`has one closing parenthesis too many ${here(text, position)}`);
  return whole;

  function all(): Expression {
    const parts = [any()];
    for (let next = peek(); next !== undefined && next !== ")"; next = peek()) {
      const word = ahead(connective);
      if (word === "AND") take(connective);
      parts.push(any());
    }
    return combined("AND", parts);
  }

  function any(): Expression {
    const parts = [one()];
    while (peek() !== undefined && ahead(connective) === "OR") {
      take(connective);
      parts.push(one());
    }
    return combined("OR", parts);
  }

  function one(): Expression {
    if (peek() !== "(") return comparison();
    position += 1;
    const inner = all();
    if (peek() !== ")") throw new FilterSyntaxError("has one opening parenthesis too many");
    position += 1;
    return inner;
  }

  function comparison(): Expression {
    const start = position;
    const fieldText = ahead(reserved) === undefined ? take(field)?.[0] : undefined;
    const operatorText = fieldText === undefined ? undefined : take(operator)?.[1];
    if (fieldText === undefined || operatorText === undefined) throw noComparison(text, start);
    const valueText = take(value)?.[0];
    if (valueText === undefined) {
      throw new FilterSyntaxError(`compares ${fieldText} with nothing, or with a quote that does not end`);
    }
    return { kind: "comparison", field: fieldText, operator: operatorText as Operator, value: valueText };
  }

  function ahead(pattern: RegExp): string | undefined {
    const before = position;
    const word = take(pattern)?.[0];
    position = before;
    return word;
  }
}

function combined(kind: "AND" | "OR", parts: readonly Expression[]): Expression {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind, parts };
}

function noComparison(text: string, position: number): FilterSyntaxError {
  const rest = text.slice(position);
  const where = here(text, position);
  if (/^(?:NOT(?![\w.-])|-)/.test(rest)) {
    return new FilterSyntaxError(`has a NOT ${where}, which the service does not accept: use the opposite operator`);
  }
  if (/^(?:and|or)(?![\w.-])/i.test(rest)) {
    return new FilterSyntaxError(`has no comparison ${where}: AND and OR stand between two comparisons, in capitals`);
  }
  if (/^[^\s()]+\s+(?:eq|ne)(?![\w-])/.test(rest)) {
    return new FilterSyntaxError(
      `mixes its two forms ${where}: eq and ne are for regular expressions, and do not go together with = != < > <= >= :`,
    );
  }
  return new FilterSyntaxError(`has no comparison ${where}: write field operator value, with one of = != < > <= >= :`);
}

function here(text: string, position: number): string {
  return position >= text.length ? "at its end" : `at character ${String(position + 1)}`;
}

const regularExpression = new RegExp(String.raw`^(${fieldPattern})\s+(eq|ne)\s+(\S[^]*)$`);
/** A word between blanks that an unquoted literal hardly means. */
const otherWords = /\s(?:AND|OR|NOT|=|!=|<|>|<=|>=|eq|ne)\s/;

/** Reads the regular-expression form: one `field eq literal`, or several in parentheses, all of the same field. */
function readRegularExpressions(text: string): void {
  const parts = text.trimStart().startsWith("(") ? groups(text) : [text];
  const fields = parts.map((part) => {
    const [, fieldText, , literal] = regularExpression.exec(part.trim()) ?? [];
    if (fieldText === undefined || literal === undefined) {
      throw new FilterSyntaxError(
        /[=<>:]/.test(part)
          ? "mixes its two forms: = != < > <= >= : do not go together with eq and ne"
          : "has a part that is not field eq literal or field ne literal",
      );
    }
    checkLiteral(literal);
    return fieldText;
  });
  const [first, ...others] = new Set(fields);
  if (others.length > 0) {
    throw new FilterSyntaxError(
      `names ${String(first)} and ${others.join(", ")}: with eq and ne there can be only one field`,
    );
  }
}

function checkLiteral(literal: string): void {
  const quote = literal[0];
  if (quote === '"' || quote === "'") {
    const body = literal.slice(1, -1);
    const whole = quote === '"' ? /^(?:[^\\"]|\\[^])*$/ : /^(?:[^\\']|\\[^])*$/;
    if (literal.length < 2 || !literal.endsWith(quote) || !whole.test(body)) {
      throw new FilterSyntaxError("has a quoted literal that does not end, or that something follows");
    }
    checkExpression(body);
    return;
  }
  if (otherWords.test(literal)) {
    throw new FilterSyntaxError("has an operator inside a literal: the two forms cannot be mixed; quote the literal");
  }
  checkExpression(literal);
}

/** What RE2 does not have, and what no kind of regular expression has. */
function checkExpression(expression: string): void {
  // A quoted stretch may hold anything; what is in it is left to the service.
  if (expression.includes("\\Q")) return;
  const bare = expression.replace(
    /(\\[1-9])|\\[^]|\[\^?\]?(?:\\[^]|\[:\w+:\]|[^\]\\])*(\]|\\?$)/g,
    (_part, reference: string | undefined, end: string | undefined) =>
      reference ?? (end === undefined || end === "]" ? "" : `[${end}`),
  );
  const found = /\\[1-9]|\(\?<?[=!]/.exec(bare)?.[0];
  if (found !== undefined) {
    throw new FilterSyntaxError(
      `uses ${found}${found.startsWith("\\") ? "" : "…)"}, which RE2, the service's kind of regular expression, does not have`,
    );
  }
  if (bare.endsWith("\\")) throw new FilterSyntaxError("has an expression that ends in a backslash");
  if (bare.includes("[")) throw new FilterSyntaxError("has an expression with a bracket that does not close");
  let depth = 0;
  for (const character of bare) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth < 0) break;
  }
  if (depth !== 0) throw new FilterSyntaxError("has an expression whose parentheses do not match");
}

/** The contents of `(a)(b) (c)`. Parentheses of a regular expression nest; quoted and escaped ones do not count. */
function groups(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let quote: string | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (character === "\\") {
      index += 1;
    } else if (quote !== undefined) {
      if (character === quote) quote = undefined;
    } else if (character === "(") {
      if (depth === 0) start = index + 1;
      depth += 1;
    } else if (character === ")") {
      depth -= 1;
      if (depth < 0) break;
      if (depth === 0) found.push(text.slice(start, index));
    } else if (depth === 0 && /\S/.test(character)) {
      throw new FilterSyntaxError(
        `has ${JSON.stringify(character)} outside of parentheses: with eq and ne, write each expression in its own parentheses`,
      );
    } else if (depth === 1 && (character === '"' || character === "'") && /\s/.test(text[index - 1] ?? "")) {
      quote = character;
    }
  }
  if (depth !== 0 || quote !== undefined) throw new FilterSyntaxError("has parentheses or quotes that do not match");
  return found;
}
