import { createHash } from "node:crypto";
import type { CallContext, ComputeClient } from "../../http/client";
import { pages, type Fetched, type ListQuery } from "../../compute/paging";
import type { Warning } from "../../compute/warning";
import type { FetchedPage, ListDefinition } from "./definition";
import { failureOf } from "./failure";
import { listQuery, type ListArgs } from "./listArguments";
import type { ProgramLog } from "./programLog";

/** What fetches pages. */
export interface Pager {
  readonly client: ComputeClient;
  /** The surroundings of the next page's call. */
  context(): CallContext;
  /** Whether the user looks for the cause of a fault. */
  readonly isDebugging?: boolean;
  /** Keeps the program from ending, until it is called back. */
  hold?(): () => void;
  /** Whether whoever asks keeps all of the list. */
  readonly holds: boolean;
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
  { client, context, isDebugging = false, hold, holds }: Pager,
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
  const action = `list ${definition.id(target)}`;
  const paging = { action, holds, fetchPage };
  try {
    for await (const page of pages(paging)) {
      const wanted = rest();
      seen.pages += 1;
      seen.items += page.items.length;
      yield page.items.length > wanted ? { ...page, items: page.items.slice(0, wanted) } : page;
      if (page.items.length >= wanted) return;
    }
  } catch (error) {
    throw failureOf(definition.name, error, progressOf(seen, definition.items), isDebugging);
  }
}

function progressOf(seen: { pages: number; items: number }, items: string): string | undefined {
  if (seen.pages === 0) return undefined;
  return `after ${String(seen.pages)} page${seen.pages === 1 ? "" : "s"} with ${String(seen.items)} ${items}`;
}

/** So many different warnings, and places that could not be reached, are told of one list. */
const mostTold = 100;

/** Codes of warnings that say that items are missing. */
const codesOfMissingItems: readonly string[] = ["UNREACHABLE", "PARTIAL_SUCCESS"];

/** What the pages of a list say together. Where the items are not kept, it takes the same memory for any number of pages. */
export class ListSummary<Item> {
  private readonly items: Item[] = [];
  private readonly unreachables = new Set<string>();
  private readonly warnings = new Map<string, Warning>();
  private untold: { warnings: Warning[]; places: string[] } = { warnings: [], places: [] };
  /** Hashes: what was told may be long. */
  private readonly met = new Set<string>();
  private isCut = false;
  private envelope: Readonly<Record<string, unknown>> | undefined;
  private count = 0;

  constructor(private readonly options: { keepItems: boolean } = { keepItems: true }) {}

  add(page: FetchedPage<Item>): void {
    this.count += page.items.length;
    const unreachables = (page.unreachables ?? []).map(textOf);
    for (const place of unreachables) if (this.isToTell(place)) this.untold.places.push(place);
    const { warning } = page;
    const key = JSON.stringify(warning) ?? "";
    if (warning !== undefined && this.isToTell(key)) this.untold.warnings.push(warning);
    if (!this.options.keepItems) return;
    this.envelope ??= page.envelope;
    for (const place of unreachables) this.unreachables.add(place);
    if (warning !== undefined && !this.warnings.has(key)) this.warnings.set(key, warning);
    for (const item of page.items) this.items.push(item);
  }

  /** Tells what has not been told yet. */
  tell(log: ProgramLog): void {
    const { warnings, places } = this.untold;
    this.untold = { warnings: [], places: [] };
    for (const warning of warnings) log.warn(warning);
    if (places.length > 0) log.notice(`the list is not complete: ${places.join(", ")} could not be reached`);
    if (this.met.size < mostTold || this.isCut) return;
    this.isCut = true;
    log.notice(`this list already has ${String(mostTold)} warnings: the log leaves out further ones`);
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
  private isToTell(text: string): boolean {
    if (this.met.size >= mostTold) return false;
    const { size } = this.met;
    return this.met.add(createHash("sha256").update(text).digest("base64")).size > size;
  }

  /**
   * The warning of the result: one that says that the list is not complete, or else the first, with the details of all of
   * its code. A page without results is worth a word only when there are none at all.
   */
  private warning(): Warning | undefined {
    const all = [...this.warnings.values()].filter(({ code }) => code !== "NO_RESULTS_ON_PAGE" || this.count === 0);
    const first =
      all.find(({ code = "" }) => codesOfMissingItems.includes(code)) ??
      all.find(({ code }) => code !== "NO_RESULTS_ON_PAGE") ??
      all[0];
    if (first === undefined) return undefined;
    const data = all.filter(({ code }) => code === first.code).flatMap(({ data = [] }) => data);
    return data.length === 0 ? first : { ...first, data };
  }
}

/** A place by its name; whatever else a server may put there, as JSON. */
function textOf(place: unknown): string {
  return typeof place === "string" ? place : JSON.stringify(place);
}
