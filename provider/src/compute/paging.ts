import type { CallContext, ComputeClient, ComputeRequest } from "../http/client";
import { ComputeError } from "../http/errors/computeError";
import { MalformedAnswerError } from "../http/errors/connectionError";

/** What is read of a page of a list (specification, "List envelope"). */
export interface Page<Item> {
  items?: Item[];
  nextPageToken?: string;
}

/** A list that is kept is larger than the bound of this package. Asking again would only do the same. */
class ListTooLargeError extends ComputeError {}

/** Far beyond the largest projects, and well within the memory of a small machine. */
const mostMebibytes = 512;

/**
 * Yields page after page until the service gives no further token. What is held of the list is one page.
 *
 * @param request asks for the first page
 * @param context of each page anew
 * @param holds whether whoever asks keeps all of it: then it must fit into the memory
 * @throws MalformedAnswerError when a token is no text, or comes back a second time: either would list for ever
 * @throws ListTooLargeError when whoever asks keeps all of it, and it is too much
 */
export async function* pages<P extends { nextPageToken?: string | undefined }>(
  client: ComputeClient,
  request: ComputeRequest,
  context: () => CallContext,
  holds: boolean,
): AsyncGenerator<P, void, undefined> {
  const { action } = request;
  const seen = new Set<string>();
  let held = 0;
  const onAnswer = (bytes: number) => {
    if (holds) held += bytes;
  };
  let pageToken: string | undefined;
  for (let count = 1; ; count += 1) {
    const query = { ...request.query, pageToken };
    const page = await client.request<P>({ ...request, compressed: true, query }, { ...context(), onAnswer });
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
  // A filtered list may have pages without items before the one that has some.
  for await (const page of pages<Page<Item>>(client, request, () => context, holds)) yield* itemsIn(page);
}

/** The items of a page of an aggregated list, which has those of each place under the name of their collection. */
export function itemsOfPlaces<Item>(page: object, collection: string): Item[] {
  const { items = {} } = page as { items?: Readonly<Record<string, Readonly<Record<string, Item[] | undefined>>>> };
  return Object.values(items).flatMap((place) => place[collection] ?? []);
}
