import { knownSecrets } from "../messages/secrets";

/** Far more than any token has: Google's have up to 2 KiB, and those of a workforce pool up to 12. Many servers take no more in a header. */
export const longestToken = 16 * 1024;

/**
 * The part of a token that keeps it from being sent in a header, byte for byte; `undefined` where there is none. From here on
 * no message repeats the token.
 */
export function inspectToken(token: string): string | undefined {
  if (token.length > longestToken)
    return `more than ${longestToken.toLocaleString("en-US")} characters, and no real token has so many`;
  knownSecrets.add(token, "token");
  return /^[\x21-\x7e]+$/.test(token) ? undefined : "characters that no HTTP header can have, such as a line break";
}

/** The grammar of bearer tokens, RFC 6750. */
const grammar = /^[\w.~+/-]+=*$/;

/** The last part of a token is longer than what ends the name of a file. */
const fileEnding = /^(?!ya29\.).*\.[a-z]\w{1,3}$/i;

/** How tokens of Google begin that have slashes. */
const knownBeginning = /^(ya29\.|[1-4]\/|eyJ|AAAA)/;

/** Between two slashes a token has dozens of characters, of which some are digits and some are capitals. */
const longestFileName = 40;

/**
 * True if a text has the form of a path, and not of a token, also where there is no such file. Sent as a token it would
 * be refused with a message about credentials, and be seen by whoever reads the requests.
 */
export function looksLikePath(value: string): boolean {
  const text = value.trim();
  if (/^(\.{0,2}[\\/]|\.|~|[a-z]:[\\/]|[a-z][a-z0-9+.-]*:)/i.test(text) || text.includes("\\")) return true;
  if (fileEnding.test(text) || /(^|\/)\.\.?(\/|$)/.test(text)) return true;
  if (!text.includes("/") || knownBeginning.test(text)) return false;
  return !text.split("/").some((part) => part.length >= longestFileName && /\d/.test(part) && /[A-Z]/.test(part));
}

/** How other secrets of Google begin: API keys, secrets of clients, and refresh tokens, from which a token is yet to be had. */
const otherSecret = /^(AIza|GOCSPX-|1\/\/)/;

/** True if a text looks like an access token: by its characters, and by not looking like anything else. */
export function looksLikeToken(text: string): boolean {
  return grammar.test(text) && !looksLikePath(text) && !otherSecret.test(text);
}
