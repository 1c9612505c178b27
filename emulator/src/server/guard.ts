import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { ApiError } from "../basics/errors";

/**
 * Keeps web pages of others away from the API and the admin paths.
 *
 * A page from elsewhere can send requests to loopback without reading the answers, and even a GET uses up a fault. A browser
 * says in `Sec-Fetch-Site` where the page is from, and in `Origin` with changes. A page whose name was made to resolve to
 * loopback after it was loaded can even read the answers; those requests carry its name in `Host`. Programs that are no
 * browsers send none of these, and are not concerned.
 *
 * `allowedHosts`: names under which the emulator is reached besides addresses and `localhost`. Throws when the request
 * cannot be trusted, before anything of it is looked at or logged.
 */
export function refuseForeignPages(request: IncomingMessage, allowedHosts: readonly string[]): void {
  const { headers } = request;
  const { host = "", origin, "sec-fetch-site": site } = headers;
  const name = toHostName(host);
  // An address cannot be made to resolve to another one, and browsers resolve localhost themselves.
  const isLocal = name === "localhost" || name.endsWith(".localhost") || isIP(name) !== 0;
  if (!isLocal && !allowedHosts.some((allowed) => allowed.toLowerCase() === name)) {
    throw new ApiError(
      403,
      "forbidden",
      `The emulator does not answer under the host '${host}', only under addresses, localhost, and names that were ` +
        "allowed at the start with --allow-host NAME.",
    );
  }
  const own = `${"encrypted" in request.socket ? "https" : "http"}://${host}`;
  const isForeign = (origin !== undefined && origin !== own) || site === "cross-site" || site === "same-site";
  if (isForeign && !isNavigation(request)) {
    throw new ApiError(
      403,
      "forbidden",
      `A page of ${origin ?? "another site"} may not change anything here, and even a GET can use up a fault. Only ` +
        `the emulator's own console at ${own}/ and programs other than browsers may send requests.`,
    );
  }
}

/** True if somebody follows a link to a page of the emulator. The API has no pages. */
function isNavigation({ method, url, headers }: IncomingMessage): boolean {
  const { "sec-fetch-mode": mode, "sec-fetch-dest": destination } = headers;
  return method === "GET" && mode === "navigate" && destination === "document" && !isApiPath(url);
}

/** True if a request is for the API: all paths but those of the console and the admin interface. */
export function isApiPath(url = "/"): boolean {
  return url !== "/" && !url.startsWith("/?") && !url.startsWith("/_emulator");
}

/** The host without its port, and an IPv6 address without its brackets. */
function toHostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:[0-9]*$/, "")
    .replace(/^\[(.*)\]$/, "$1");
}
