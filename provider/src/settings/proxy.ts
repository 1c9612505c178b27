import { isLoopback } from "../http/endpoint";

/** The proxy that `HTTPS_PROXY` names and `NO_PROXY` does not rule out. Nothing on this machine goes through one. */
export function proxyFor(origin: string, environment: Readonly<Record<string, string | undefined>>): URL | undefined {
  const { protocol, hostname, port } = new URL(origin);
  const named = environment.https_proxy ?? environment.HTTPS_PROXY ?? "";
  if (named === "" || protocol !== "https:" || isLoopback(hostname)) return undefined;
  const listed = environment.no_proxy ?? environment.NO_PROXY ?? "";
  if (listed.split(/[\s,]+/).some((entry) => covers(entry.toLowerCase(), hostname, port || "443"))) return undefined;
  const address = named.includes("://") ? named : `http://${named}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy === undefined || !/^https?:$/.test(proxy.protocol)) {
    // The text is not repeated: it may hold a password.
    throw new Error("HTTPS_PROXY is not the URL of an http or https proxy, such as http://proxy.example.com:3128.");
  }
  if (![proxy.username, proxy.password].every(isEncoded))
    throw new Error("The user or password in HTTPS_PROXY has a % that is not part of a code: write it as %25.");
  return proxy;
}

/** True if every `%` is the beginning of a code, as in `%40` for `@`. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** `example.com`, `.example.com` and `*.example.com` cover a host and those below it; a port narrows it; `*` is all. */
function covers(entry: string, hostname: string, port: string): boolean {
  if (entry === "*") return true;
  const [, host = "", onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const name = host.replace(/^\*?\./, "");
  if (name === "" || (onlyPort !== undefined && onlyPort !== port)) return false;
  return hostname === name || hostname.endsWith(`.${name}`);
}
