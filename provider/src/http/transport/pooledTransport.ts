import { gunzipSync } from "node:zlib";
import type { buildConnector, Dispatcher, Pool } from "undici";
import { longestTimerMs } from "../deadline";
import { StructureMeter } from "../structure";
import {
  makeAttemptTimeout,
  maxAnswerBytes,
  NotLoadedError,
  TooDearError,
  UnaskedCompressionError,
  UnexpectedStatusError,
  UnsentError,
  UnsentTimeoutError,
  type Answer,
  type Transport,
  type TransportOptions,
  type WireRequest,
} from "./transport";

/** How long one connection may take to be made, in milliseconds. */
const connectTimeoutMs = 10_000;

/** How long a connection without work is kept, in milliseconds. */
const keepIdleMs = 30_000;

/** Most connections at once for requests that the service answers immediately. */
export const mostShortConnections = 32;

/**
 * HTTP/1.1 over connections that are kept. A request that the service holds has its connection to itself, and there are as
 * many of those as there are such requests. The others share a few, so that none of them queues behind a wait.
 */
export class PooledTransport implements Transport {
  private pools: ReturnType<typeof openPools> | undefined;

  constructor(private readonly options: TransportOptions) {}

  async send(request: WireRequest): Promise<Answer> {
    const { short, longPolls } = await this.openOnce();
    const { method, target: path, headers, body, deadline } = request;
    // A request that is aborted already tells nobody any more.
    deadline.signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      (request.isLongPoll ? longPolls : short).dispatch(
        { origin: this.options.origin, method, path, headers, body },
        new Exchange(request, resolve, reject),
      );
    });
  }

  async close(): Promise<void> {
    const pools = await this.pools?.catch(() => undefined);
    await Promise.all([pools?.short.close(), pools?.longPolls.close()]);
  }

  private openOnce(): ReturnType<typeof openPools> {
    return (this.pools ??= openPools(this.options).catch((error: unknown) => {
      // The next request tries again.
      this.pools = undefined;
      throw new UnsentError(error);
    }));
  }
}

/** Not before something is sent: a preview sends nothing, and undici takes longer to load than all of this package. */
async function openPools({ origin, trusted, proxy }: TransportOptions) {
  const { Pool, ProxyAgent } = await import("undici").catch((error: unknown) => {
    throw new NotLoadedError(error);
  });
  const settings = {
    allowH2: false,
    keepAliveTimeout: keepIdleMs,
    maxResponseSize: maxAnswerBytes,
    connect: { timeout: connectTimeoutMs, ...(trusted === undefined ? {} : { ca: trusted }) },
    // Each attempt has one timer of its own, which also covers a body that stops in the middle.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const open = (connections: number | null): Dispatcher => {
    if (proxy === undefined) return new Pool(origin, { ...settings, connections });
    return new ProxyAgent({
      ...settings,
      connections,
      uri: proxy.href,
      requestTls: settings.connect,
      proxyTls: { timeout: connectTimeoutMs },
      // The first answer of the proxy is a part of making the connection.
      clientFactory: (address, options) => new Pool(address, { ...options, headersTimeout: connectTimeoutMs }),
      factory: (address, options) => new Pool(address, withFinalFailures(options)),
    });
  };
  return { short: open(mostShortConnections), longPolls: open(null) };
}

/**
 * Where a proxy closes the connection instead of opening a tunnel, undici takes that for a connection that was lost
 * without work on it, and connects again at once and for ever. Under another code it is an end.
 */
function withFinalFailures(options: Pool.Options): Pool.Options {
  const connect = options.connect as buildConnector.connector;
  return {
    ...options,
    connect: (place: buildConnector.Options, callback: buildConnector.Callback) => {
      connect(place, (error, socket) => {
        if (error === null) callback(null, socket);
        else callback(new UnsentError(withStatus(error)), null);
      });
    },
  };
}

/** One request on its way: the form in which undici reports it. */
class Exchange implements Dispatcher.DispatchHandler {
  private readonly chunks: Buffer[] = [];
  private readonly structure = new StructureMeter();
  private isPacked = false;
  private status = 0;
  private headers: Answer["headers"] = {};
  private timer: NodeJS.Timeout;
  private abandoned: Error | undefined;
  private controller: Dispatcher.DispatchController | undefined;

  constructor(
    private readonly request: WireRequest,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.timer = this.timeout(Number.POSITIVE_INFINITY, () => new UnsentTimeoutError());
    request.deadline.signal?.addEventListener("abort", this.stop);
  }

  /** From here on it is being sent: the time in the queue does not count. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.abandoned !== undefined) {
      controller.abort(this.abandoned);
      return;
    }
    clearTimeout(this.timer);
    this.timer = this.timeout(this.request.timeoutMs, makeAttemptTimeout);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Answer["headers"]): void {
    // Undici takes the end of such an answer for a fault of its own.
    if (status < 100 || status === 101) this.giveUp(new UnexpectedStatusError(status));
    this.status = status;
    this.headers = headers;
    this.isPacked = !/^(identity)?$/i.test(String(headers["content-encoding"] ?? ""));
  }

  /** An answer that is too dear ends here, before the rest of it arrives. */
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const problem = this.isPacked ? this.compressionProblem() : this.costProblem(chunk);
    if (problem === undefined) this.chunks.push(chunk);
    else this.refuse(problem);
  }

  onResponseEnd(): void {
    this.release();
    const { status, headers, structure } = this;
    try {
      const bytes = this.unpack(Buffer.concat(this.chunks));
      this.resolve({ status, headers, body: bytes.toString("utf8"), values: structure.values });
    } catch (error) {
      this.refuse(error as Error);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.release();
    // It is handed over right before its first byte is written.
    const isSent = this.controller !== undefined || error instanceof UnsentError;
    this.reject(this.abandoned ?? (isSent ? withStatus(error) : new UnsentError(error)));
  }

  private readonly stop = () => {
    this.giveUp(this.request.deadline.signal?.reason as Error);
  };

  private timeout(afterMs: number, error: () => Error): NodeJS.Timeout {
    const delayMs = Math.ceil(Math.min(afterMs, this.request.deadline.remainingMs, longestTimerMs));
    return setTimeout(() => {
      this.giveUp(error());
    }, delayMs);
  }

  /** The caller learns of it at once, also while there is no connection yet. */
  private giveUp(error: Error): void {
    this.release();
    this.abandoned = error;
    this.reject(error);
    this.controller?.abort(error);
  }

  /** An answer that is not read. Of a refusal, its status says enough. */
  private refuse(problem: Error): void {
    const { status, headers } = this;
    if (status >= 400) this.resolve({ status, headers, body: "", values: 0 });
    this.giveUp(problem);
  }

  /** Unpacked in this thread, and most pages at once: that takes half a millisecond, and another thread takes longer. */
  private unpack(bytes: Buffer): Buffer {
    if (!this.isPacked || bytes.length === 0) return bytes;
    const plain = gunzipSync(bytes, { maxOutputLength: maxAnswerBytes, chunkSize: 256 * 1024 });
    const problem = this.costProblem(plain);
    if (problem !== undefined) throw problem;
    return plain;
  }

  private costProblem(plain: Buffer): Error | undefined {
    const problem = this.structure.take(plain);
    return problem === undefined ? undefined : new TooDearError(problem);
  }

  private compressionProblem(): Error | undefined {
    const { "accept-encoding": asked } = this.request.headers;
    return asked === undefined ? new UnaskedCompressionError() : undefined;
  }

  private release(): void {
    clearTimeout(this.timer);
    this.request.deadline.signal?.removeEventListener("abort", this.stop);
  }
}

/** Statuses that undici refuses before it tells them, by its words: their code is that of a connection that ends. */
const refusedStatuses = new Map([
  ["bad response", 100],
  ["bad upgrade", 101],
]);

function withStatus(error: Error): Error {
  const status = refusedStatuses.get(error.message);
  return status === undefined ? error : new UnexpectedStatusError(status);
}
