import type { CallContext, ComputeClient } from "../compute/client";
import { pages, type ListQuery } from "../compute/paging";
import type { Warning } from "../compute/warning";
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
  { client, context, isDebugging = false, hold }: Pager,
): AsyncGenerator<FetchedPage<Item>, void, undefined> {
  const query = listQuery(args);
  let answer: unknown;
  const onAnswer: CallContext["onAnswer"] = (_action, answered) => {
    answer = answered;
  };
  const fetchPage = async (pageToken: string | undefined): Promise<FetchedPage<Item>> => {
    const release = hold?.();
    const pageQuery: ListQuery = pageToken === undefined ? query : { ...query, pageToken };
    try {
      return await definition.fetchPage(client, target, pageQuery, { ...context(), onAnswer });
    } finally {
      release?.();
    }
  };
  const seen = { pages: 0, items: 0 };
  try {
    for await (const page of pages(`list ${definition.id(target)}`, fetchPage)) {
      const rest = (args.maxItems ?? Number.POSITIVE_INFINITY) - seen.items;
      seen.pages += 1;
      seen.items += page.items.length;
      yield page.items.length > rest ? { ...page, items: page.items.slice(0, rest) } : page;
      if (page.items.length >= rest) return;
    }
  } catch (error) {
    throw failureOf(definition.name, error, progressOf(seen, definition.items), { answer, isDebugging });
  }
}

function progressOf(seen: { pages: number; items: number }, items: string): string | undefined {
  if (seen.pages === 0) return undefined;
  return `after ${String(seen.pages)} page${seen.pages === 1 ? "" : "s"} with ${String(seen.items)} ${items}`;
}

/** What the pages of a list say together. */
export class ListSummary<Item> {
  private readonly items: Item[] = [];
  private readonly unreachables = new Set<string>();
  private readonly warnings = new Map<string, Warning>();
  private readonly untold: Warning[] = [];
  private readonly unreachablesTold = new Set<string>();
  private envelope: Readonly<Record<string, unknown>> | undefined;
  private count = 0;

  constructor(private readonly options: { keepItems: boolean } = { keepItems: true }) {}

  add(page: FetchedPage<Item>): void {
    this.count += page.items.length;
    this.envelope ??= page.envelope;
    for (const place of page.unreachables ?? []) this.unreachables.add(place);
    if (page.warning !== undefined) this.addWarning(page.warning);
    if (!this.options.keepItems) return;
    for (const item of page.items) this.items.push(item);
  }

  /** Tells what has not been told yet. */
  tell(log: ProgramLog): void {
    for (const warning of this.untold.splice(0)) log.warn(warning);
    const places = [...this.unreachables].filter((place) => !this.unreachablesTold.has(place));
    if (places.length === 0) return;
    for (const place of places) this.unreachablesTold.add(place);
    log.notice(`the list is not complete: ${places.join(", ")} could not be reached`);
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

  private addWarning(warning: Warning): void {
    const key = JSON.stringify(warning);
    if (this.warnings.has(key)) return;
    this.warnings.set(key, warning);
    this.untold.push(warning);
  }

  /**
   * The warning of the result: the first, with the details of all of its code. A page without results is worth a word
   * only when there are none at all.
   */
  private warning(): Warning | undefined {
    const all = [...this.warnings.values()].filter(({ code }) => code !== "NO_RESULTS_ON_PAGE" || this.count === 0);
    const first = all.find(({ code }) => code !== "NO_RESULTS_ON_PAGE") ?? all[0];
    if (first === undefined) return undefined;
    const data = all.filter(({ code }) => code === first.code).flatMap(({ data = [] }) => data);
    return data.length === 0 ? first : { ...first, data };
  }
}
