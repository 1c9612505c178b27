import { formatDuration } from "../../http/deadline";
import { ConnectionError, toConnectionError } from "../../http/errors/connectionError";
import type { Fault } from "../../http/errors/fault";
import { parsed } from "../../http/json";
import { responseError } from "../../http/errors/responseError";
import { TokenError } from "../../http/errors/tokenError";
import { thrownText } from "../../messages/inspection";
import { isLanguageError } from "../../messages/packageFault";
import { withoutSecrets } from "../../messages/redaction";
import { SettingError } from "../settingError";

/** Longest time for a whole answer: all callers wait for it together, and none asks anew before its end. */
export const longestAnswerMs = 30_000;

/** A failed request as the credential library tells it, from wherever in it. */
interface FailedRequest extends Error {
  readonly config?: { readonly url?: unknown; readonly data?: unknown };
  readonly response?: { readonly status: number; readonly data: unknown; readonly headers: Headers };
}

/**
 * The failure on the way to a token, in the words of whoever refused it: the library itself knows one form of answer for each
 * server. A message about a setting stays.
 */
export function tokenFailure(error: unknown): SettingError | TokenError {
  if (error instanceof SettingError || error instanceof TokenError) return error;
  if (!(error instanceof Error)) return new TokenError(withoutTokens(thrownText(error)));
  const { config, response }: FailedRequest = error;
  const { url, data } = config ?? {};
  if (url instanceof URL || typeof url === "string") {
    const server = new URL(url);
    return response === undefined ? toUnansweredError(server, error) : toRefusedError(server, data, response);
  }
  return new TokenError(describeCause(error));
}

/** The library's own words; where it has none for what it met, what that is. */
function describeCause(error: Error): string {
  const { message } = error;
  const isMistake = isLanguageError(error) || (error as { code?: unknown }).code === "ERR_ASSERTION";
  if (!isMistake && !/\bundefined\b/.test(message)) return withoutTokens(message);
  return "a member of the credentials, or of the token server's answer, has a form that the credential library does not know. Check the credentials file: use it as it was downloaded.";
}

/** A text without what was sent, and without what is a token by its form: a server may repeat what it refuses. */
function withoutTokens(text: string): string {
  return withoutSecrets(text).replace(/\b(?:eyJ[\w-]+(?:\.[\w-]+){0,4}|ya29\.[\w./+-]+)/g, "[token]");
}

function toRefusedError(
  { host, pathname }: URL,
  sent: unknown,
  response: NonNullable<FailedRequest["response"]>,
): TokenError {
  const { status, data, headers } = response;
  const answer = { status, headers: Object.fromEntries(headers), body: withoutTokens(readBody(data)) };
  const { summary, reasons, retryAfterSeconds } = responseError(answer, { action: "get a token", permissions: [] });
  const grantFault = reasons.includes("invalid_grant") ? findGrantFault(sent) : undefined;
  const isPassing = status === 408 || status === 429 || status >= 500;
  return new TokenError(`${host} answers ${summary}`, {
    fault: isUnattached(pathname, status) ? { kind: "accountMissing" } : grantFault,
    passing: isPassing ? "trouble" : undefined,
    retryAfterSeconds,
  });
}

/** The metadata server of a virtual machine that has no service account says no more than that nothing is there. */
function isUnattached(pathname: string, status: number): boolean {
  return status === 404 && pathname.startsWith("/computeMetadata/v1/instance/service-accounts/");
}

/** By what was sent to be exchanged: what ends for a login is no matter of a key, and of a pipeline's token the server says all. */
function findGrantFault(sent: unknown): Fault | undefined {
  if (!(sent instanceof URLSearchParams)) return undefined;
  if (sent.has("refresh_token")) return { kind: "loginExpired" };
  return sent.has("assertion") ? { kind: "keyRefused" } : undefined;
}

/** The answer in the form of the errors of every API of Google. Pages stay as they are. */
function readBody(data: unknown): string {
  const text = typeof data === "string" ? data.trim() : (JSON.stringify(data) ?? "");
  if (text === "" || text.startsWith("<")) return text;
  // A caller that asks for a text leaves JSON as it came.
  const { error, error_description, error_subtype } = (parsed(text) ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof error === "object" && error !== null) return text;
  if (typeof error !== "string") return JSON.stringify({ error: { message: text } });
  const words = [error_subtype, error_description].flatMap((text) =>
    typeof text === "string" && text !== "" ? [text] : [],
  );
  const isReauthentication = words.some((text) => /\b(?:invalid_rapt|rapt_required)\b/.test(text));
  const message = isReauthentication
    ? "the organization asks to log in again (invalid_rapt)"
    : words.reverse().join(", ") || "the answer says no more";
  return JSON.stringify({ error: { status: error, message } });
}

function toUnansweredError({ origin }: URL, error: Error): TokenError {
  const causes = listCauses(error);
  if (causes.some(({ message }) => message.startsWith("The operation was aborted"))) {
    const message = `the token server did not answer within ${formatDuration(longestAnswerMs)}`;
    return new TokenError(message, { fault: { kind: "lateToken" }, passing: "unreached" });
  }
  if (causes.some(({ message }) => message.includes("redirect"))) {
    return new TokenError(
      "the token server answered with a redirect, which this package does not follow. Something between here and the service may be answering in its place.",
    );
  }
  // A transport hides the reason below its own "fetch failed".
  const found = causes.findLast((cause) => typeof (cause as { code?: unknown }).code === "string");
  if (found === undefined) return new TokenError(describeCause(causes.at(-1) ?? error));
  const failure = toConnectionError({ action: "get a token", origin, timeoutMs: longestAnswerMs }, found);
  const isLasting = failure instanceof ConnectionError && failure.lasting;
  const fault: Fault = { kind: "lateToken" };
  return new TokenError(failure.summary, isLasting ? { fault: failure.fault } : { fault, passing: "unreached" });
}

function listCauses(error: unknown): Error[] {
  return error instanceof Error ? [error, ...listCauses(error.cause)] : [];
}
