import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { ApiError } from "../errors";

/**
 * Keeps web pages of others away from the API and the admin paths.
 *
 * A page from elsewhere can send requests to loopback without reading the answers; those carry its `Origin`. A page whose
 * name was made to resolve to loopback after it was loaded can even read them; those carry its name in `Host`. Programs
 * that are no browsers send neither an `Origin` nor such a name and are not concerned.
 *
 * `allowedHosts`: names under which the emulator is reached besides addresses and `localhost`. Throws when the request
 * cannot be trusted.
 */
export function refuseForeignPages({ method, headers }: IncomingMessage, allowedHosts: readonly string[]): void {
  const { host = "", origin, "sec-fetch-site": site } = headers;
  const name = nameOf(host);
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
  if (method === "GET" || method === "HEAD") {
    return;
  }
  const isForeign = origin !== undefined && origin !== `http://${host}`;
  if (isForeign || site === "cross-site" || site === "same-site") {
    throw new ApiError(
      403,
      "forbidden",
      `A page of ${origin ?? "another site"} may not change anything here. Only the emulator's own console at ` +
        `http://${host}/ and programs other than browsers may.`,
    );
  }
}

/** The host without its port, and an IPv6 address without its brackets. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:[0-9]*$/, "")
    .replace(/^\[(.*)\]$/, "$1");
}
