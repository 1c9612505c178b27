import { MalformedAnswerError } from "./errors/connectionError";
import type { Answer } from "./transport/transport";
import { deepestNesting, sizeOf } from "./nesting";

/** What an answer without an error status holds. */
export interface ParsedAnswer<T> {
  readonly answer: T;
  /** What it takes of the memory, as an estimate. */
  readonly bytes: number;
}

/** What a member takes beside its text: an empty object or list is some forty bytes, and three of an answer. */
const bytesPerMember = 40;

/** Bodies up to that size have not so many values that they fill the memory. */
const harmlessCharacters = 4 * 1024 * 1024;

/** No answer of the service has nearly as many: a page has five hundred items. */
const mostValues = 2_000_000;

/** The JSON object that an answer without an error status holds. */
export function parseAnswer<T>(action: string, { status, headers, body }: Answer): ParsedAnswer<T> {
  if (status >= 300) {
    const to = typeof headers.location === "string" ? originOf(headers.location) : undefined;
    throw new MalformedAnswerError({
      action,
      summary: `the service answered with a redirect (HTTP ${String(status)}${to ? ` to ${to}` : ""}), which this package does not follow`,
      fault: { kind: "redirected" },
      // These two alone send the request itself elsewhere; any other may be said of something that was done.
      effect: status === 307 || status === 308 ? "none" : "unknown",
    });
  }
  // Before it is parsed, because each takes far more memory than it has characters.
  if (body.length > harmlessCharacters && hasTooManyValues(body)) {
    throw new MalformedAnswerError({
      action,
      summary: `HTTP ${String(status)} with JSON of more than ${String(mostValues)} values, which the service never sends`,
      effect: "unknown",
    });
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(withExactIds(body));
  } catch {
    parsed = undefined;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    const isEmpty = body.trim() === "";
    throw new MalformedAnswerError(
      {
        action,
        summary: `HTTP ${String(status)} with ${isEmpty ? "an empty body" : "a body that is not a JSON object"}`,
        effect: "unknown",
      },
      isEmpty,
    );
  }
  const { excess, members } = sizeOf(parsed);
  if (excess !== undefined) {
    const what =
      excess === "levels" ? `of more than ${String(deepestNesting)} levels` : "with a number that is too large";
    throw new MalformedAnswerError({
      action,
      summary: `HTTP ${String(status)} with JSON ${what}, which the service never sends`,
      effect: "unknown",
    });
  }
  return { answer: parsed as T, bytes: body.length + members * bytesPerMember };
}

/** Counts what stands before values; within texts as well, which only errs on the side of caution. */
function hasTooManyValues(body: string): boolean {
  let count = 0;
  for (let at = 0; at < body.length && count <= mostValues; at += 1) {
    const character = body.charCodeAt(at);
    if (character === comma || character === bracket || character === brace) count += 1;
  }
  return count > mostValues;
}

const [comma, bracket, brace] = [...",[{"].map((character) => character.charCodeAt(0));

/** An id as a number: it has 64 bits, and `JSON.parse` keeps 53. A text cannot match, because its quotes are escaped. */
const bareId = /"(id|targetId)"(\s*:\s*)(\d+)/g;

/** The JSON with its ids as texts, which they usually are. */
function withExactIds(body: string): string {
  return body.replace(bareId, '"$1"$2"$3"');
}

/** Where a redirect leads, without its path and query, which may hold secrets of a sign-in page. */
function originOf(location: string): string | undefined {
  const origin = URL.canParse(location) ? new URL(location).origin : "null";
  return origin === "null" ? undefined : origin;
}
