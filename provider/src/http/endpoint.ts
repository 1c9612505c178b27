/** The address of the API: where requests go, and where bearer tokens may be sent. */
export class Endpoint {
  /** `https://compute.googleapis.com`. */
  readonly origin: string;
  /** `/compute/v1`, without a trailing slash. */
  readonly basePath: string;
  /** True if requests, and the tokens in them, travel as plain text to another machine. */
  readonly isExposed: boolean;

  /**
   * @param address the service root with its version, such as `https://compute.googleapis.com/compute/v1`, with or
   * without a slash at the end
   * @param mayBeExposed takes plain http to another machine, too
   * @throws Error when it is not an http(s) URL, or is plain http to another machine and may not be
   */
  constructor(address: string, { mayBeExposed = false }: { readonly mayBeExposed?: boolean } = {}) {
    let url: URL;
    try {
      url = new URL(address);
    } catch {
      throw new Error(`${named(address)} is not a URL. ${example}`);
    }
    if (url.protocol !== "https:" && url.protocol !== "http:")
      throw new Error(`${named(address)} is not an http or https URL. ${example}`);
    if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
      throw new Error(`An endpoint has no user name, query or fragment. ${example}`);
    this.origin = url.origin;
    this.isExposed = url.protocol === "http:" && !isLoopback(url.hostname);
    if (this.isExposed && !mayBeExposed) throw new Error(`The endpoint ${this.exposure}`);
    this.basePath = url.pathname.replace(/(?<!\/)\/+$/, "");
  }

  /** The fault of an exposed endpoint. */
  get exposure(): string {
    return `"${this.origin}" is plain http to another machine: a token would travel as plain text. Use https, or an address of this machine (127.0.0.1, localhost, [::1]).`;
  }

  /** The endpoint of a universe domain; `googleapis.com` is the public one. */
  static inUniverse(domain: string): Endpoint {
    return new Endpoint(`https://compute.${domain}/compute/v1`);
  }
}

const example = "Give the service root with its version, for example https://compute.googleapis.com/compute/v1";

/** An address that may hold a password is not repeated. */
function named(address: string): string {
  return address.includes("@") ? "The endpoint" : `The endpoint ${JSON.stringify(address)}`;
}

/** True if a host, as URLs show it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
