import type { CallContext, ComputeClient } from "../../http/client";
import { pages, type Fetched, type ListQuery } from "../../compute/paging";
import type { Warning } from "../../compute/warning";
import type { FetchedPage, GetDefinition, ListDefinition } from "./definition";
import { failureOf } from "./failure";
import { listQuery, type ListArgs } from "./listArguments";
import type { ProgramLog } from "./programLog";

/** What fetches pages. */
interface Pager {
  readonly client: ComputeClient;
  /** The surroundings of the next page's call. */
  context(): CallContext;
  /** Whether the user looks for the cause of a fault. */
  readonly isDebugging: boolean;
  /** Keeps the program from ending, until it is called back. */
  hold?(): () => void;
  /** Whether the caller keeps all of the list. */
  readonly holds: boolean;
}

/** The function that reads all of a list. */
export function wholeList<Args extends ListArgs, Target, Item, Result>(
  definition: ListDefinition<Args, Target, Item>,
): GetDefinition<Args, Target, Result> {
  return {
    ...definition,
    async call({ log, context, ...call }, target, args) {
      const summary = new ListSummary<Item>(log, true);
      const pager = { ...call, context: () => context, holds: true };
      for await (const page of fetchPages(definition, target, args, pager)) summary.add(page);
      const { items, ...rest } = summary.result();
      return { ...definition.echo(target), ...rest, [definition.member]: items } as unknown as Omit<Result, "id">;
    },
  };
}

/**
 * Page after page, until the service has no more or `maxItems` are there. Nothing is fetched ahead.
 *
 * @throws FunctionFailure which says how far it got
 */
export async function* fetchPages<Args extends ListArgs, Target, Item>(
  definition: ListDefinition<Args, Target, Item>,
  target: Target,
  args: Args,
  { client, context, isDebugging, hold, holds }: Pager,
): AsyncGenerator<FetchedPage<Item>, void, undefined> {
  const query = listQuery(args);
  let size = 0;
  const onAnswer: CallContext["onAnswer"] = (bytes) => {
    size = bytes;
  };
  const seen = { pages: 0, items: 0 };
  const rest = () => (args.maxItems ?? Number.POSITIVE_INFINITY) - seen.items;
  const fetchPage = async (pageToken: string | undefined): Promise<Fetched<FetchedPage<Item>>> => {
    const release = hold?.();
    const pageQuery: ListQuery = pageToken === undefined ? query : { ...query, pageToken };
    try {
      const page = await definition.fetchPage(client, target, pageQuery, { ...context(), onAnswer });
      // Of a page with more items than are wanted, the others are dropped.
      const items = Math.min(page.items.length, rest());
      return { page, bytes: (size * items) / Math.max(1, page.items.length) };
    } finally {
      release?.();
    }
  };
  try {
    for await (const page of pages({ action: `list ${definition.id(target)}`, holds, fetchPage })) {
      const wanted = rest();
      seen.pages += 1;
      seen.items += page.items.length;
      yield page.items.length > wanted ? { ...page, items: page.items.slice(0, wanted) } : page;
      if (page.items.length >= wanted) return;
    }
  } catch (error) {
    const count = `${String(seen.pages)} page${seen.pages === 1 ? "" : "s"}`;
    const progress = seen.pages === 0 ? undefined : `after ${count} with ${String(seen.items)} ${definition.items}`;
    throw failureOf(definition.name, error, progress, isDebugging);
  }
}

/** So many different warnings, and places that could not be reached, of one list are in the log. */
const mostLogged = 100;

/** Codes of warnings that say that items are missing. */
const codesOfMissingItems: readonly string[] = ["UNREACHABLE", "PARTIAL_SUCCESS"];

/** What the pages of a list say together. Where the items are not kept, it takes little memory for any number of pages. */
export class ListSummary<Item> {
  private readonly items: Item[] = [];
  private readonly unreachables = new Set<string>();
  private readonly warnings = new Map<string, Warning>();
  private readonly logged = new Set<string>();
  private envelope: Readonly<Record<string, unknown>> | undefined;

  constructor(
    private readonly log: Pick<ProgramLog, "warn" | "notice">,
    private readonly keepsItems: boolean,
  ) {}

  add({ items, unreachables = [], warning, envelope }: FetchedPage<Item>): void {
    const places = unreachables.map((place) => (typeof place === "string" ? place : JSON.stringify(place)));
    const key = JSON.stringify(warning) ?? "";
    if (warning !== undefined && this.isToLog(key)) this.log.warn(warning);
    const news = places.filter((place) => this.isToLog(place));
    if (news.length > 0) this.log.notice(`the list is not complete: ${news.join(", ")} could not be reached`);
    if (!this.keepsItems) return;
    this.envelope ??= envelope;
    for (const place of places) this.unreachables.add(place);
    if (warning !== undefined && !this.warnings.has(key)) this.warnings.set(key, warning);
    for (const item of items) this.items.push(item);
  }

  /** The members of the result that the pages say. */
  result(): { items: Item[]; unreachables?: string[]; warning?: Warning } & Readonly<Record<string, unknown>> {
    const warning = this.warning();
    const envelope = Object.entries(this.envelope ?? {}).filter(([, value]) => value !== undefined);
    return {
      ...Object.fromEntries(envelope),
      items: this.items,
      ...(this.unreachables.size === 0 ? {} : { unreachables: [...this.unreachables] }),
      ...(warning === undefined ? {} : { warning }),
    };
  }

  /** Whether it is new, and one of the first. */
  private isToLog(text: string): boolean {
    if (this.logged.size >= mostLogged || this.logged.has(text)) return false;
    this.logged.add(text);
    if (this.logged.size === mostLogged)
      this.log.notice(`this list already has ${String(mostLogged)} warnings: the log leaves out further ones`);
    return true;
  }

  /**
   * The warning of the result: one that says that the list is not complete, or else the first, with the details of all of
   * its code. A page without results is worth a word only when there are none at all.
   */
  private warning(): Warning | undefined {
    const isEmpty = this.items.length === 0;
    const all = [...this.warnings.values()].filter(({ code }) => code !== "NO_RESULTS_ON_PAGE" || isEmpty);
    const first =
      all.find(({ code = "" }) => codesOfMissingItems.includes(code)) ??
      all.find(({ code }) => code !== "NO_RESULTS_ON_PAGE") ??
      all[0];
    if (first === undefined) return undefined;
    const data = all.filter(({ code }) => code === first.code).flatMap(({ data = [] }) => data);
    return data.length === 0 ? first : { ...first, data };
  }
}
