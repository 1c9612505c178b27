import type { ComputeRequest } from "../../http/client";
import { pages } from "../../compute/paging";
import type { Warning } from "../../compute/warning";
import { pick, type Values } from "../../fields/values";
import type { FunctionCall, ListDefinition } from "./definition";
import { toFailure } from "./failure";
import { listQuery, withNumericId, type ListArgs } from "./listArguments";
import type { CallLog } from "./callLog";
import type { ResultBound } from "./resultBound";

/** A page of a list as the service answers it, under whatever name it has the items. */
interface ApiPage extends Values {
  nextPageToken?: string;
  warning?: Warning;
  unreachables?: string[];
}

/** A page, with its items as results have them. */
export interface ListedPage<Item> {
  readonly items: Item[];
  readonly page: ApiPage;
}

/** All of a list, and what its pages say together. */
export async function wholeList<Args extends object, Target>(
  definition: ListDefinition<Args, Target>,
  call: FunctionCall<Args, Target>,
  bound: ResultBound,
): Promise<Values> {
  const context = call.context();
  const listed: ListedPage<unknown>[] = [];
  for await (const page of listPages(definition, { ...call, context: () => context }, bound)) listed.push(page);
  return { ...definition.echo(call.target), ...mergePages(definition.member, listed) };
}

/**
 * Page after page, until the service has no more or `maxItems` are there. Nothing is fetched ahead.
 *
 * @param bound what all of the list has to fit into; left out where the caller keeps one page
 * @throws FunctionFailure which says how far it got
 */
export async function* listPages<Args extends object, Target, Item>(
  { name, request: makeRequest, items: what, apiMember = "items" }: ListDefinition<Args, Target>,
  { checked, target, client, context, log }: FunctionCall<Args, Target>,
  bound?: ResultBound,
): AsyncGenerator<ListedPage<Item>, void, undefined> {
  const { maxItems = Number.POSITIVE_INFINITY }: ListArgs = checked;
  const first = makeRequest(target);
  const request: ComputeRequest = { ...first, query: { ...first.query, ...listQuery(checked) } };
  const toLog = new ListLog(log);
  const progress = { pages: 0, items: 0 };
  try {
    const itemsIn = (page: ApiPage) => (page[apiMember] ?? []) as object[];
    for await (const { page, items: pageItems } of pages<ApiPage, object>(client, request, context, {
      keeps: bound === undefined ? "one page" : "all",
      itemsIn,
    })) {
      toLog.add(page);
      const wanted = maxItems - progress.items;
      // Whoever keeps pages keeps each item once: not as it was answered as well.
      const rest = Object.fromEntries(Object.entries(page).filter(([member]) => member !== apiMember));
      const items = pageItems.slice(0, wanted).map(withNumericId) as Item[];
      progress.pages += 1;
      progress.items += items.length;
      bound?.add([rest, items], request.action);
      yield { items, page: rest };
      if (items.length >= wanted) return;
    }
  } catch (error) {
    const count = `${String(progress.pages)} page${progress.pages === 1 ? "" : "s"}`;
    throw toFailure(
      name,
      error,
      progress.pages === 0 ? undefined : `after ${count} with ${String(progress.items)} ${what}`,
    );
  }
}

/** The members of the result that the pages say together. */
function mergePages(member: string, listed: readonly ListedPage<unknown>[]): Values {
  const items = listed.flatMap((page) => page.items);
  const unreachables = [...new Set(listed.flatMap(({ page: { unreachables: places = [] } }) => places))];
  const warning = findWarning(listed, items.length === 0);
  return {
    ...pick(listed[0]?.page ?? {}, ["kind", "selfLink", "etag"]),
    [member]: items,
    ...(unreachables.length === 0 ? {} : { unreachables }),
    ...(warning === undefined ? {} : { warning }),
  };
}

/** Codes of warnings that say that items are missing. */
const missingItemCodes: readonly string[] = ["UNREACHABLE", "PARTIAL_SUCCESS"];

/**
 * The warning of the result: one that says that the list is not complete, or else the first, with the details of all of
 * its code. A page without results is worth a word only when there are none at all.
 */
function findWarning(listed: readonly ListedPage<unknown>[], isEmpty: boolean): Warning | undefined {
  const byText = new Map(listed.map(({ page: { warning } }) => [JSON.stringify(warning), warning]));
  const all = [...byText.values()]
    .filter((warning) => warning !== undefined)
    .filter(({ code }) => code !== "NO_RESULTS_ON_PAGE" || isEmpty);
  const first =
    all.find(({ code = "" }) => missingItemCodes.includes(code)) ??
    all.find(({ code }) => code !== "NO_RESULTS_ON_PAGE") ??
    all[0];
  if (first === undefined) return undefined;
  const data = all.filter(({ code }) => code === first.code).flatMap(({ data = [] }) => data);
  return data.length === 0 ? first : { ...first, data };
}

/** So many different warnings, and places that could not be reached, of one list are in the log. */
const mostLogged = 100;

/** Messages of the pages of a list for the log, each one once. */
class ListLog {
  private readonly logged = new Set<string>();

  constructor(private readonly log: Pick<CallLog, "warn" | "notice">) {}

  add(page: ApiPage): void {
    const { warning, unreachables = [] } = page;
    if (warning !== undefined && this.isNew(JSON.stringify(warning))) this.log.warn(warning);
    const places = unreachables.filter((place) => this.isNew(place));
    if (places.length > 0) this.log.notice(`the list is not complete: ${places.join(", ")} could not be reached`);
  }

  /** True if it is new, and one of the first. */
  private isNew(text: string): boolean {
    if (this.logged.size >= mostLogged || this.logged.has(text)) return false;
    this.logged.add(text);
    if (this.logged.size === mostLogged)
      this.log.notice(`this list already has ${String(mostLogged)} warnings: the log leaves out further ones`);
    return true;
  }
}
