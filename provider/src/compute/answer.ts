import { MalformedAnswerError } from "./errors/connectionError";
import { deepestNesting, excessOf } from "./nesting";

/** A complete HTTP answer. */
export interface Answer {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** The JSON object that an answer without an error status holds. */
export function parseAnswer<T>(action: string, { status, headers, body }: Answer): T {
  if (status >= 300) {
    const to = typeof headers.location === "string" ? originOf(headers.location) : undefined;
    throw new MalformedAnswerError({
      action,
      summary: `the service answered with a redirect (HTTP ${String(status)}${to ? ` to ${to}` : ""}), which is not followed`,
      hint: "Check gcp:computeCustomEndpoint: it has to be the address of the API itself.",
      effect: "none",
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
        hint: "Something between here and the service may be answering in its place. Check gcp:computeCustomEndpoint and the proxy.",
        effect: "unknown",
      },
      isEmpty,
    );
  }
  const excess = excessOf(parsed);
  if (excess !== undefined) {
    const what =
      excess === "levels" ? `of more than ${String(deepestNesting)} levels` : "with a number beyond all bounds";
    throw new MalformedAnswerError({
      action,
      summary: `HTTP ${String(status)} with JSON ${what}, which is no answer of the service`,
      hint: "Something between here and the service may be answering in its place. Check gcp:computeCustomEndpoint and the proxy.",
      effect: "unknown",
    });
  }
  return parsed as T;
}

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
