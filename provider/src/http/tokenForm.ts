/** Whether a text can be sent in a header, byte for byte. */
export function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** The grammar of bearer tokens, RFC 6750. */
const grammar = /^[\w.~+/-]+=*$/;

/** Endings of files that people keep credentials in. */
const fileEnding = /\.(json|txt|pem|key|p12|pfx|crt|cer|der|ya?ml|toml|ini|cfg|conf|env|jwt|jks|gpg|enc|bak)$/i;

/** How tokens of Google begin that have slashes. */
const knownBeginning = /^(ya29\.|[1-4]\/|eyJ|AAAA)/;

/** Between two slashes a token has dozens of characters, of which some are digits and some are capitals. */
const longestFileName = 40;

/**
 * Whether a text has the form of a path, and not of a token, also where there is no such file. Sent as a token it would
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

/** Whether a text looks like an access token: by its characters, and by not looking like anything else. */
export function looksLikeToken(text: string): boolean {
  return grammar.test(text) && !looksLikePath(text) && !otherSecret.test(text);
}
