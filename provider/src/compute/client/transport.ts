import type { Deadline } from "../deadline";
import type { Answer } from "../answer";
import { UnusableTransportError } from "./body";

/** One HTTP request, with everything but the address of the service. */
export interface WireRequest {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path and query. */
  target: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** Longest time from the sending to the last byte of the answer, in milliseconds. */
  timeoutMs: number;
  /** The end of all of it, the time before the sending included. */
  deadline: Deadline;
  /** The service keeps the request until something has happened: it must not stand in the way of short ones. */
  held: boolean;
}

/** Carries requests to one service and complete answers back. Failures are those of the network, as they come. */
export interface Transport {
  send(request: WireRequest): Promise<Answer>;
  /** Waits for what is under way, then closes every connection. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** `https://compute.googleapis.com`. */
  origin: string;
  /** Certificates to trust in place of the well-known ones, as PEM. */
  trusted?: string | undefined;
  proxy: URL | undefined;
}

/** How long one connection may take to be made, in milliseconds. */
export const connectTimeoutMs = 10_000;

/** How long a connection without work is kept, in milliseconds. */
export const keepIdleMs = 30_000;

/**
 * The transport to one service.
 *
 * HTTP/2 where the service offers it, because then hundreds of operations are waited for over a few connections; HTTP/1
 * otherwise, through a proxy, and to this machine without TLS.
 */
export function openTransport(options: TransportOptions): Transport {
  const http1 = new LazyTransport(async () => {
    // Not before something is sent: a preview sends nothing, and undici takes longer to load than all of this package.
    const { Http1Transport } = await import("./http1.js");
    return new Http1Transport(options);
  });
  const http1Only = options.proxy !== undefined || options.origin.startsWith("http:");
  return http1Only ? http1 : new NegotiatedTransport(options, http1);
}

/** A transport that is loaded when the first request is sent. */
class LazyTransport implements Transport {
  private loaded: Promise<Transport> | undefined;

  constructor(private readonly load: () => Promise<Transport>) {}

  async send(request: WireRequest): Promise<Answer> {
    return (await this.transport()).send(request);
  }

  async close(): Promise<void> {
    // One that cannot be loaded has no connections.
    await (await this.loaded?.catch(() => undefined))?.close();
  }

  private async transport(): Promise<Transport> {
    const loading = (this.loaded ??= this.load());
    try {
      return await loading;
    } catch (error) {
      // Not kept: the next request is to find out for itself.
      if (this.loaded === loading) this.loaded = undefined;
      throw new UnusableTransportError(error);
    }
  }
}

/** Tries HTTP/2, and stays with HTTP/1 as soon as the service does not offer it. */
class NegotiatedTransport implements Transport {
  private readonly http2: LazyTransport;
  private only1 = false;

  constructor(
    options: TransportOptions,
    private readonly http1: Transport,
  ) {
    this.http2 = new LazyTransport(async () => {
      const { Http2Transport } = await import("./http2.js");
      return new Http2Transport(options);
    });
  }

  async send(request: WireRequest): Promise<Answer> {
    if (!this.only1) {
      try {
        return await this.http2.send(request);
      } catch (error) {
        if (!(error instanceof NotHttp2Error)) throw error;
        this.only1 = true;
      }
    }
    return this.http1.send(request);
  }

  async close(): Promise<void> {
    await Promise.all([this.http2.close(), this.http1.close()]);
  }
}

/** The service speaks HTTP/1 only; nothing was done. */
export class NotHttp2Error extends Error {}
