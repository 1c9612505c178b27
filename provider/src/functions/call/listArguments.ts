import { mustBe, type Rule } from "../../fields/kind";
import { booleanKind, integerKind, valueKind } from "../../fields/scalars";
import type { Warning } from "../../types/warning";

/** Arguments of lists that cannot be sorted. */
export interface UnsortedListArgs {
  /**
   * Which items to list: an expression such as `status = "AVAILABLE"`. Comparisons (`=`, `!=`, `<`, `>`, `<=`, `>=`, `:`)
   * and regular expressions (`eq`, `ne`) do not work together. Default: all.
   */
  filter?: string | undefined;
  /**
   * Size of a page, 0 to 500. With 0, the service chooses the size. The function fetches every page, whatever the size.
   * Default: 500.
   */
  maxResults?: number | undefined;
  /** Largest number of items, 1 or more. The function stops when it has them. Default: all. */
  maxItems?: number | undefined;
  /**
   * Accepts a part of the list if the service cannot reach some places. Otherwise you get an error. Default:
   * false.
   */
  returnPartialSuccess?: boolean | undefined;
}

/** Arguments of every other list. */
export interface ListArgs extends UnsortedListArgs {
  /**
   * The order: by `name`, or newest first. Default: `name`.
   *
   * @values `name`: by name. `creationTimestamp desc`: newest first.
   */
  orderBy?: "name" | "creationTimestamp desc" | undefined;
}

/** Largest page that the service gives. */
const largestPage = 500;

const quotedLiteral = /"(?:[^"\\]|\\[^]?)*(?:"|$)|'(?:[^'\\]|\\[^]?)*(?:'|$)/g;
const comparison = /^[\s(]*[\w.-]+\s*(?:[!<>]?=|[<>:])|\s(?:[!<>]?=|[<>])\s/;
const regularExpression = /[\w"]\s+(?:eq|ne)\s+(?![!<>=:])/;

/** The service judges a filter. Only a mixture of its two forms is hard to see in the service's answer. */
const filterRule: Rule = {
  problems(value, name) {
    if (typeof value !== "string") return mustBe(name, 'a text such as status = "AVAILABLE"', value);
    const unquoted = value.replace(quotedLiteral, '""');
    return comparison.test(unquoted) && regularExpression.test(unquoted)
      ? [{ property: name, reason: `${name} mixes its two forms: eq and ne do not go together with = != < > <= >= :.` }]
      : [];
  },
};

const commonRules = {
  filter: filterRule,
  maxResults: integerKind(0, largestPage),
  maxItems: integerKind(1, Number.MAX_SAFE_INTEGER),
  returnPartialSuccess: booleanKind,
};

/** The rules of `ListArgs`. */
export const listRules = { ...commonRules, orderBy: valueKind("name", "creationTimestamp desc") };

/** `orderBy` is there to say why it is not. */
export const unsortedListRules = {
  ...commonRules,
  orderBy: {
    problems: (_value: unknown, property: string) => [
      {
        property,
        reason: `${property} is not possible: the service does not sort this list. Sort the result instead.`,
      },
    ],
  },
};

/** The query of every page. */
export function listQuery({ filter, orderBy, maxResults, maxItems, returnPartialSuccess }: ListArgs) {
  const wanted = maxItems === undefined || maxItems >= largestPage ? undefined : maxItems;
  return { filter, orderBy, maxResults: maxResults ?? wanted, returnPartialSuccess };
}

/** Arguments of a list of a project. */
export interface ProjectListArgs extends ListArgs {
  /** Project whose items are listed. Default: `gcp:project`. */
  project?: string | undefined;
}

/** Members of the result of a list, beside its items and the arguments. */
export interface ListResult {
  /** Path of the list. */
  readonly id: string;
  /** The API's name for such a list. */
  readonly kind?: string;
  /** URL of the list. */
  readonly selfLink?: string;
  /** A warning of the service about the list, such as `UNREACHABLE` for a part of it. The log shows it too. */
  readonly warning?: Warning;
}

/** An object as results have it: the API's `id` would collide with Pulumi's. One copy, because lists are long. */
export function withNumericId({ id, ...rest }: { id?: string; numericId?: string }): object {
  if (id !== undefined) rest.numericId = id;
  return rest;
}
