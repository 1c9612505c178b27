import { UnusableTransportError } from "./body";
import { NotHttp2Error, type Answer, type Transport, type TransportOptions, type WireRequest } from "./transport";

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
