import { MalformedAnswerError } from "./errors/connectionError";
import type { Warning } from "./warning";

/** What every list answers (specification, "List envelope"). */
export interface Page<Item> {
  items?: Item[];
  nextPageToken?: string;
  warning?: Warning;
}

/**
 * Yields page after page until the service gives no further token.
 *
 * @throws MalformedAnswerError when a token comes back a second time, which would list for ever
 */
export async function* pages<P extends { nextPageToken?: string }>(
  action: string,
  fetchPage: (pageToken: string | undefined) => Promise<P>,
): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string>();
  let pageToken: string | undefined;
  do {
    const page = await fetchPage(pageToken);
    yield page;
    pageToken = page.nextPageToken === "" ? undefined : page.nextPageToken;
    if (pageToken !== undefined && seen.has(pageToken)) {
      throw new MalformedAnswerError({
        action,
        summary: `the service answered the same page token twice after ${String(seen.size + 1)} pages`,
        effect: "none",
      });
    }
    if (pageToken !== undefined) seen.add(pageToken);
  } while (pageToken !== undefined);
}
