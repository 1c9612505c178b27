import type { CallContext, ComputeClient, ComputeRequest } from "../http/client";
import { ComputeError } from "../http/errors/computeError";
import { MalformedAnswerError } from "../http/errors/connectionError";
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
  /** What is kept of it takes so much of the memory. */
  readonly bytes: number;
}

/** A page with its size. `fetch` is to ask with the context that it is given. */
export async function fetched<P>(
  context: CallContext,
  fetch: (context: CallContext) => Promise<P>,
): Promise<Fetched<P>> {
  let bytes = 0;
  const onAnswer: CallContext["onAnswer"] = (size) => {
    bytes = size;
    context.onAnswer?.(size);
  };
  return { page: await fetch({ ...context, onAnswer }), bytes };
}

/** How a list is gone through. */
export interface Paging<P> {
  readonly action: string;
  /** Whether whoever asks keeps all of it: then it must fit into the memory. */
  readonly holds: boolean;
  fetchPage(pageToken: string | undefined): Promise<Fetched<P>>;
}

/** A list that is kept is larger than the bound of this package. Asking again would only do the same. */
class ListTooLargeError extends ComputeError {}

/** Far beyond the largest projects, and well within the memory of a small machine. */
const mostMebibytes = 512;

/**
 * Yields page after page until the service gives no further token. What is held of the list is one page.
 *
 * @throws MalformedAnswerError when a token is no text, or comes back a second time: either would list for ever
 * @throws ListTooLargeError when whoever asks keeps all of it, and it is too much
 */
export async function* pages<P extends { nextPageToken?: string | undefined }>({
  action,
  holds,
  fetchPage,
}: Paging<P>): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string>();
  let held = 0;
  let pageToken: string | undefined;
  for (let count = 1; ; count += 1) {
    const { page, bytes } = await fetchPage(pageToken);
    if (holds) held += bytes;
    if (held > mostMebibytes * 1024 * 1024) throw tooLarge(action);
    yield page;
    const next: unknown = page.nextPageToken;
    if (next === undefined || next === null || next === "") return;
    if (typeof next !== "string") throw unusable(action, "a page token of the wrong type", count);
    if (seen.has(next)) throw unusable(action, "the same page token twice", count, "; the list would never end");
    seen.add(next);
    pageToken = next;
  }
}

function tooLarge(action: string): ListTooLargeError {
  return new ListTooLargeError({
    action,
    summary: `the list has more than ${String(mostMebibytes)} MiB, the most that this package keeps of one list`,
    fault: { kind: "listTooLarge" },
    effect: "none",
  });
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
    fetched(context, (measured) =>
      client.request<Page<Item>>({ ...request, compressed: true, query: { ...request.query, pageToken } }, measured),
    );
  const paging = { action: request.action, holds, fetchPage };
  // A filtered list may have pages without items before the one that has some.
  for await (const page of pages(paging)) yield* itemsIn(page);
}

/** The items of a page of an aggregated list, which has those of each place under the name of their collection. */
export function itemsOfPlaces<Item>(page: object, collection: string): Item[] {
  const { items = {} } = page as { items?: Readonly<Record<string, Readonly<Record<string, Item[] | undefined>>>> };
  return Object.values(items).flatMap((place) => place[collection] ?? []);
}
