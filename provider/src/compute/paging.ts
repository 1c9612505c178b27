import { createHash } from "node:crypto";
import type { CallContext, ComputeClient, ComputeRequest } from "../http/client";
import type { Deadline } from "../http/deadline";
import { MalformedAnswerError } from "../http/errors/connectionError";
import { defaultLimits, type ListLimits } from "../http/pace/limits";
import { ListBudget } from "../http/pace/listBudget";
import type { Warning } from "./warning";

/** What every list takes (specification, "List query parameters"). */
export interface ListQuery {
  filter?: string | undefined;
  orderBy?: string | undefined;
  /** Page size. */
  maxResults?: number | undefined;
  returnPartialSuccess?: boolean | undefined;
  pageToken?: string | undefined;
}

/** An item of a list of which nothing but the id is looked at. */
export interface ListItem {
  id?: string;
}

/** What every list answers (specification, "List envelope"). */
export interface Page<Item> {
  kind?: string;
  selfLink?: string;
  items?: Item[];
  nextPageToken?: string;
  warning?: Warning;
}

/** A page as it was fetched. */
export interface Fetched<P> {
  readonly page: P;
  /** How many items are kept of it. */
  readonly items: number;
  /** What they take of the memory. */
  readonly bytes: number;
}

/** A page with its measures. `fetch` is to ask with the context that it is given. */
export async function fetched<P>(
  context: CallContext,
  fetch: (context: CallContext) => Promise<P>,
  itemsIn: (page: P) => number,
): Promise<Fetched<P>> {
  let bytes = 0;
  const onAnswer: CallContext["onAnswer"] = (action, answer, size) => {
    bytes = size;
    context.onAnswer?.(action, answer, size);
  };
  const page = await fetch({ ...context, onAnswer });
  return { page, items: itemsIn(page), bytes };
}

/** How a list is gone through. */
export interface Paging<P> {
  readonly action: string;
  /** Default: `defaultLimits`. */
  readonly limits: ListLimits | undefined;
  /** Whether whoever asks keeps all of it: then it must fit into the memory. */
  readonly holds: boolean;
  /** Until when the next page is waited for. */
  deadline(): Deadline;
  fetchPage(pageToken: string | undefined): Promise<Fetched<P>>;
}

/** So many tokens of the newest pages are looked for again; a longer circle ends at the limit of pages. */
const rememberedTokens = 1_000;

/** No token of the service is near to that; it has to fit into a URL. */
const longestToken = 8_192;

/**
 * Yields page after page until the service gives no further token. What is held of the list is one page.
 *
 * @throws MalformedAnswerError when a token is no text, or comes back a second time: either would list for ever
 * @throws LimitExceededError when there is more of it than the limits allow
 */
export async function* pages<P extends { nextPageToken?: string | undefined }>(
  paging: Paging<P>,
): AsyncGenerator<P, void, undefined> {
  const { action, limits = defaultLimits, holds } = paging;
  const budget = new ListBudget(action, limits, holds);
  const seen = new Set<string>();
  let pageToken: string | undefined;
  for (let count = 1; ; count += 1) {
    await budget.turn(paging.deadline());
    const { page, items, bytes } = await paging.fetchPage(pageToken);
    budget.add(items, bytes);
    yield page;
    const next: unknown = page.nextPageToken;
    if (next === undefined || next === null || next === "") return;
    pageToken = checkedToken(next, action, count);
    // Of a token its hash is enough, and takes the same room however long the token is.
    const hash = createHash("sha256").update(pageToken).digest("base64");
    if (seen.has(hash)) throw unusable(action, "the same page token twice", count, "; the list would never end");
    seen.add(hash);
    const [oldest] = seen;
    if (seen.size > rememberedTokens && oldest !== undefined) seen.delete(oldest);
  }
}

function checkedToken(token: unknown, action: string, count: number): string {
  if (typeof token !== "string") throw unusable(action, "a page token of the wrong type", count);
  if (token.length > longestToken)
    throw unusable(action, `a page token of more than ${String(longestToken)} characters`, count);
  return token;
}

function unusable(action: string, what: string, count: number, end = ""): MalformedAnswerError {
  return new MalformedAnswerError({
    action,
    summary: `the service gave ${what}, after ${String(count)} pages${end}`,
    effect: "none",
  });
}

/** How the items of a list are gone through. */
export interface ItemsOptions<Item> {
  /** Whether whoever asks keeps them all. Default false. */
  readonly holds?: boolean;
  /** The items of a page, where they are not in `items` themselves. */
  readonly itemsIn?: (page: object) => Item[];
}

/** Yields the items of every page of a list, which `request` asks for but for the token. */
export async function* itemsOf<Item>(
  client: ComputeClient,
  request: ComputeRequest,
  context: CallContext,
  { holds = false, itemsIn = ({ items = [] }: Page<Item>) => items }: ItemsOptions<Item> = {},
): AsyncGenerator<Item, void, undefined> {
  const fetchPage = (pageToken: string | undefined) =>
    fetched(
      context,
      (measured) =>
        client.request<Page<Item>>({ ...request, compressed: true, query: { ...request.query, pageToken } }, measured),
      (page) => itemsIn(page).length,
    );
  const paging = { action: request.action, limits: client.limits, holds, deadline: () => context.deadline, fetchPage };
  // A filtered list may have pages without items before the one that has some.
  for await (const page of pages(paging)) yield* itemsIn(page);
}

/** The items of a page of an aggregated list, which has those of each place under the name of their collection. */
export function itemsOfPlaces<Item>(page: object, collection: string): Item[] {
  const { items = {} } = page as { items?: Readonly<Record<string, Readonly<Record<string, Item[] | undefined>>>> };
  return Object.values(items).flatMap((place) => place[collection] ?? []);
}
