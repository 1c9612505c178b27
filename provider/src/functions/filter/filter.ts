import * as pulumi from "@pulumi/pulumi";
import { fieldPattern, FilterSyntaxError, parseComparisons, type Expression, type Operator } from "./filterSyntax";
import { withoutColors } from "../../shown/inspection";

/*
 * Builds the `filter` of lists, quoted as the service reads it. The results are texts: they can be joined with Outputs
 * (`name.apply((n) => gce.filter.eq("name", n))`) and shown.
 */

declare const form: unique symbol;

/** A filter of comparisons, made by `eq`, `ne`, `gt`, `lt`, `ge`, `le`, `has`, `defined`, `and`, `or` and `not`. */
export type Filter = string & { readonly [form]: "comparisons" };

/** A filter of one regular expression, made by `matches` and `notMatches`. It cannot be combined with others. */
export type RegexFilter = string & { readonly [form]: "regular expression" };

/** What a field is compared with. A number of more than 53 bits is given as a text. */
type Scalar = string | number | boolean;

/**
 * The field has that value.
 *
 * @param field its name; nested ones with dots: `location.scope`, `labels.env`, `labels."my key"`
 */
export function eq(field: string, value: Scalar): Filter {
  return compare("eq", field, "=", value);
}

/** The field has another value, or none. */
export function ne(field: string, value: Scalar): Filter {
  return compare("ne", field, "!=", value);
}

/** The field is greater. One that is absent is neither greater nor less. */
export function gt(field: string, value: Scalar): Filter {
  return compare("gt", field, ">", value);
}

/** The field is less. One that is absent is neither greater nor less. */
export function lt(field: string, value: Scalar): Filter {
  return compare("lt", field, "<", value);
}

/** The field is greater or equal. */
export function ge(field: string, value: Scalar): Filter {
  return compare("ge", field, ">=", value);
}

/** The field is less or equal. */
export function le(field: string, value: Scalar): Filter {
  return compare("le", field, "<=", value);
}

/** A list has the item, a map the key, a text the part. */
export function has(field: string, value: Scalar): Filter {
  return compare("has", field, ":", value);
}

/** The field is there. */
export function defined(field: string): Filter {
  return `${checkedField("defined", field)}:*` as Filter;
}

/** Every filter holds. */
export function and(...filters: readonly Filter[]): Filter {
  return combine("and", "AND", filters);
}

/** At least one of them holds. */
export function or(...filters: readonly Filter[]): Filter {
  return combine("or", "OR", filters);
}

/**
 * The filter does not hold. The service has no such word, so this function inverts the operators, and swaps `AND` with
 * `OR`. A field that is absent is still neither greater nor less. `not` refuses `has` and `defined`, which have no
 * opposite.
 */
export function not(filter: Filter): Filter {
  return render(inverse(parsed("not", filter))) as Filter;
}

/**
 * The whole of the field matches the regular expression.
 *
 * @param expression of RE2 (https://github.com/google/re2/wiki/Syntax): without lookaround and back-references
 */
export function matches(field: string, expression: string): RegexFilter {
  return match("matches", field, "eq", expression);
}

/** The whole of the field does not match the regular expression. */
export function notMatches(field: string, expression: string): RegexFilter {
  return match("notMatches", field, "ne", expression);
}

const wholeField = new RegExp(`^(?:${fieldPattern})$`);

function compare(made: string, field: string, operator: Operator, value: Scalar): Filter {
  const separator = operator === ":" ? "" : " ";
  return `${checkedField(made, field)}${separator}${operator}${separator}${literal(made, value)}` as Filter;
}

function checkedField(made: string, field: string): string {
  if (typeof field === "string" && wholeField.test(field)) return field;
  throw refused(
    made,
    `the field must be a name such as status, or names with dots such as labels.env or labels."my key"; it is ${shown(field)}`,
  );
}

function literal(made: string, value: unknown): string {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw refused(made, "the value holds half of a surrogate pair, which cannot be sent");
    return `"${value.replace(/["\\]/g, "\\$&")}"`;
  }
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return String(value);
  throw refused(made, `the value must be a text, a finite number, true or false; it is ${shown(value)}`);
}

function combine(made: string, word: "AND" | "OR", filters: readonly Filter[]): Filter {
  if (filters.length === 0) throw refused(made, "there is nothing to combine: give at least one filter");
  for (const filter of filters) parsed(made, filter);
  return (filters.length === 1 ? filters[0] : filters.map((filter) => `(${filter})`).join(` ${word} `)) as Filter;
}

function parsed(made: string, filter: unknown): Expression {
  if (typeof filter !== "string") throw refused(made, `it takes filters; one of them is ${shown(filter)}`);
  try {
    return parseComparisons(filter);
  } catch (error) {
    if (error instanceof FilterSyntaxError) throw refused(made, `the filter ${shown(filter)} ${error.message}`);
    throw error;
  }
}

const opposite: Readonly<Record<Operator, Operator | undefined>> = {
  "=": "!=",
  "!=": "=",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
  ":": undefined,
};

function inverse(expression: Expression): Expression {
  if (expression.kind !== "comparison") {
    return { kind: expression.kind === "AND" ? "OR" : "AND", parts: expression.parts.map(inverse) };
  }
  const operator = opposite[expression.operator];
  if (operator !== undefined) return { ...expression, operator };
  throw refused(
    "not",
    `the service has no opposite of ${render(expression)}; list without this filter, and remove the matching objects from the result`,
  );
}

function render(expression: Expression): string {
  if (expression.kind !== "comparison") {
    return expression.parts.map((part) => `(${render(part)})`).join(` ${expression.kind} `);
  }
  const { field, operator, value } = expression;
  return operator === ":" ? `${field}:${value}` : `${field} ${operator} ${value}`;
}

function match(made: string, field: string, operator: "eq" | "ne", expression: string): RegexFilter {
  if (typeof expression !== "string") throw refused(made, `the expression must be a text; it is ${shown(expression)}`);
  if (!expression.isWellFormed()) throw refused(made, "the expression holds half of a surrogate pair");
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(expression)) {
    throw refused(made, `the expression ${shown(expression)} ends in a backslash that escapes nothing`);
  }
  // Inside quotes only the quote itself is escaped; a backslash belongs to the expression, with what it escapes.
  const quoted = expression.replace(/\\[^]|"/g, (part) => (part === '"' ? '\\"' : part));
  return `${checkedField(made, field)} ${operator} "${quoted}"` as RegexFilter;
}

function shown(value: unknown): string {
  if (pulumi.Output.isInstance(value)) return "an Output: make the filter inside of its apply";
  return typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : String(value);
}

function refused(made: string, problem: string): pulumi.RunError {
  return withoutColors(new pulumi.RunError(`gce.filter.${made}: ${problem}.`));
}
