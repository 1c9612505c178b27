import type { CallContext, ComputeClient, ComputeRequest } from "../http/client";
import { ComputeError } from "../http/errors/computeError";
import { MalformedAnswerError } from "../http/errors/connectionError";
import type { Form } from "../types/form";
import { warningForm } from "../types/forms";

/** A page of a list, as far as it is read (specification, "List envelope"). */
export interface Page<Item> {
  items?: Item[];
  nextPageToken?: string;
}

/** A list that the caller keeps is larger than its bound. Asking again would only do the same. */
class ListTooLargeError extends ComputeError {}

/** The most of a list that whoever asks for it keeps. */
export interface ListBound {
  /** In the memory, as it was answered. */
  readonly mebibytes: number;
  readonly items: number;
}

/** Far beyond the largest projects, and well within the memory of a small machine. */
const wholeList: ListBound = { mebibytes: 512, items: Infinity };

/**
 * A filtered list may have pages without items before the one that has some: the first few are asked for at once, about,
 * and twenty within half a second. One that has nothing else costs five requests a second, until it is taken for endless.
 */
const emptyPages = { firstPauseMs: 5, pauseGrowth: 1.1, longestPauseMs: 200, most: 1_000 };

const envelope: Readonly<Record<string, Form>> = {
  kind: "text",
  selfLink: "text",
  etag: "text",
  nextPageToken: "text",
  warning: warningForm,
  unreachables: { list: "text" },
};

/** The form of a page, whose items have that form. */
export function pageForm(item: Form, member = "items"): Form {
  return { members: { ...envelope, [member]: { list: item } } };
}

/** The same of an aggregated list, which has the items of each place under the name of their collection. */
export function aggregatedForm(item: Form, collection: string): Form {
  const scope: Form = { members: { [collection]: { list: item } } };
  return { members: { ...envelope, items: { map: scope } } };
}

/** A page with its items. */
export interface ReadPage<P, Item> {
  readonly page: P;
  readonly items: readonly Item[];
}

/**
 * Yields page after page until the service gives no further token, with one page in memory.
 *
 * @param request asks for the first page; its form makes sure of the others
 * @param context of each page anew
 * @throws MalformedAnswerError when a token comes back a second time: it would list for ever
 * @throws ListTooLargeError when it is more than whoever asks may keep of it; or when page after page is empty
 */
export async function* pages<P extends Page<Item>, Item>(
  client: ComputeClient,
  request: ComputeRequest,
  context: () => CallContext,
  { keeps, itemsIn = ({ items = [] }) => items }: ItemsOptions<P, Item>,
): AsyncGenerator<ReadPage<P, Item>, void, undefined> {
  const { action } = request;
  const visited = new Set<string>();
  const bound = keeps === "all" ? wholeList : keeps;
  const loaded = { bytes: 0, items: 0 };
  const onAnswer = (bytes: number) => {
    loaded.bytes += bytes;
  };
  let pageToken: string | undefined;
  let empty = 0;
  let pauseMs = emptyPages.firstPauseMs;
  for (let count = 1; ; count += 1) {
    const query = { ...request.query, pageToken };
    const call = context();
    if (empty > 0) {
      await call.deadline.sleep(pauseMs);
      pauseMs = Math.min(pauseMs * emptyPages.pauseGrowth, emptyPages.longestPauseMs);
    }
    const page = await client.request<P>({ ...request, compressed: true, query }, { ...call, onAnswer });
    const items = itemsIn(page);
    loaded.items += items.length;
    if (bound !== "one page") refuseTooLarge(action, loaded, bound);
    yield { page, items };
    const { nextPageToken: next = "" } = page;
    if (next === "") return;
    if (visited.has(next)) throw repeated(action, count);
    if (items.length > 0) [empty, pauseMs] = [0, emptyPages.firstPauseMs];
    else if ((empty += 1) >= emptyPages.most) {
      throw listTooLarge(
        action,
        `the service gave ${String(emptyPages.most)} pages in a row that have no items, the most that this package asks for`,
      );
    }
    visited.add(next);
    pageToken = next;
  }
}

function refuseTooLarge(action: string, loaded: { bytes: number; items: number }, bound: ListBound): void {
  const { mebibytes, items } = bound;
  const excess =
    loaded.bytes > mebibytes * 1024 * 1024
      ? `${String(mebibytes)} MiB`
      : loaded.items > items && `${String(items)} items`;
  if (excess !== false)
    throw listTooLarge(action, `the list has more than ${excess}, the most that this package keeps of one list`);
}

function listTooLarge(action: string, summary: string): ListTooLargeError {
  return new ListTooLargeError({ action, summary, fault: { kind: "listTooLarge" }, effect: "none" });
}

function repeated(action: string, count: number): MalformedAnswerError {
  return new MalformedAnswerError({
    action,
    summary: `the service gave the same page token twice, after ${String(count)} pages; the list would never end`,
    effect: "none",
  });
}

/** How the items of a list are gone through. */
export interface ItemsOptions<P, Item> {
  /** The part of the list that whoever asks keeps, which has to fit into the memory. With one page of it, the list may be of any length. */
  readonly keeps: "all" | "one page" | ListBound;
  /** The items of a page, where they are not in `items` themselves. */
  readonly itemsIn?: (page: P) => readonly Item[];
}

/** Yields the items of every page of a list, which `request` asks for but for the token. */
export async function* iterateItems<Item>(
  client: ComputeClient,
  request: ComputeRequest,
  context: CallContext,
  options: ItemsOptions<Page<Item> & Readonly<Record<string, unknown>>, Item>,
): AsyncGenerator<Item, void, undefined> {
  for await (const { items } of pages(client, request, () => context, options)) yield* items;
}

/** The items of a page of an aggregated list, which has those of each place under the name of their collection. */
export function flattenScopes<Item>(page: object, collection: string): Item[] {
  const { items = {} } = page as { items?: Readonly<Record<string, Readonly<Record<string, Item[] | undefined>>>> };
  return Object.values(items).flatMap((scope) => scope[collection] ?? []);
}
