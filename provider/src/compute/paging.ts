import type { CallContext, ComputeClient, ComputeRequest } from "./client";
import { MalformedAnswerError } from "./errors/connectionError";
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

/**
 * Yields page after page until the service gives no further token.
 *
 * @throws MalformedAnswerError when a token is no text, or comes back a second time: either would list for ever
 */
export async function* pages<P extends { nextPageToken?: string | undefined }>(
  action: string,
  fetchPage: (pageToken: string | undefined) => Promise<P>,
): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string>();
  let pageToken: string | undefined;
  for (;;) {
    const page = await fetchPage(pageToken);
    yield page;
    const next: unknown = page.nextPageToken;
    if (next === undefined || next === null || next === "") return;
    if (typeof next !== "string") {
      throw new MalformedAnswerError({
        action,
        summary: `the service gave a page token that is no text, after ${String(seen.size + 1)} pages`,
        effect: "none",
      });
    }
    pageToken = next;
    if (seen.has(pageToken)) {
      throw new MalformedAnswerError({
        action,
        summary: `the service gave the same page token twice, after ${String(seen.size + 1)} pages; the list would never end`,
        effect: "none",
      });
    }
    seen.add(pageToken);
  }
}

/** Yields the items of every page of a list, which `request` asks for but for the token. */
export async function* itemsOf<Item>(
  client: ComputeClient,
  request: ComputeRequest,
  context: CallContext,
): AsyncGenerator<Item, void, undefined> {
  const fetchPage = (pageToken: string | undefined) =>
    client.request<Page<Item>>({ ...request, compressed: true, query: { ...request.query, pageToken } }, context);
  // A filtered list may have pages without items before the one that has some.
  for await (const { items = [] } of pages(request.action, fetchPage)) yield* items;
}
