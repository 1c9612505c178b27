import { Pool, type Dispatcher } from "undici";
import { longestTimerMs } from "../deadline";
import { AnswerBody, AttemptTimeoutError, CallerGaveUpError, UnsentError, UnsentTimeoutError } from "./body";
import {
  connectTimeoutMs,
  keepIdleMs,
  type Answer,
  type Transport,
  type TransportOptions,
  type WireRequest,
} from "./transport";
import { tunnels } from "./tunnels";

/**
 * Most connections at once. A request that the service holds has its connection to itself, for two minutes at worst;
 * the others are short and share a few, so that none of them queues behind a wait.
 */
export const maxConnections = { short: 32, held: 512 };

/** HTTP/1 with connections that are kept: bounded in number, and one request at a time on each. */
export class Http1Transport implements Transport {
  private readonly short: Dispatcher;
  private readonly held: Dispatcher;

  constructor(private readonly options: TransportOptions) {
    this.short = dispatcher(options, maxConnections.short);
    this.held = dispatcher(options, maxConnections.held);
  }

  send(request: WireRequest): Promise<Answer> {
    const { method, target: path, headers, body, deadline } = request;
    // What is aborted already tells nobody any more.
    if (deadline.signal?.aborted) return Promise.reject(new CallerGaveUpError());
    return new Promise((resolve, reject) => {
      (request.held ? this.held : this.short).dispatch(
        { origin: this.options.origin, method, path, headers, body },
        new Exchange(request, resolve, reject),
      );
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.short.close(), this.held.close()]);
  }
}

function dispatcher({ origin, trusted, proxy }: TransportOptions, connections: number): Dispatcher {
  const tls = trusted === undefined ? {} : { ca: trusted };
  const settings = {
    connections,
    allowH2: false,
    keepAliveTimeout: keepIdleMs,
    connect: { timeout: connectTimeoutMs, ...tls },
    // Each attempt has one timer of its own, which also covers a body that stops in the middle.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  return proxy === undefined ? new Pool(origin, settings) : tunnels(proxy, settings);
}

/** One request on its way: the form in which undici reports it. */
class Exchange implements Dispatcher.DispatchHandler {
  private readonly body = new AnswerBody();
  private status = 0;
  private headers: Answer["headers"] = {};
  private timer: NodeJS.Timeout;
  private givenUp: Error | undefined;
  private controller: Dispatcher.DispatchController | undefined;

  constructor(
    private readonly request: WireRequest,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    const untilMs = Math.ceil(Math.min(request.deadline.remainingMs, longestTimerMs));
    this.timer = setTimeout(() => {
      this.giveUp(new UnsentTimeoutError());
    }, untilMs);
    request.deadline.signal?.addEventListener("abort", this.stop);
  }

  /** The caller gives up. */
  private readonly stop = () => {
    this.giveUp(new CallerGaveUpError());
  };

  /** From here on it is being sent: the time in the queue does not count. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.givenUp !== undefined) {
      controller.abort(this.givenUp);
      return;
    }
    clearTimeout(this.timer);
    const { timeoutMs, deadline } = this.request;
    this.timer = setTimeout(
      () => {
        this.giveUp(new AttemptTimeoutError());
      },
      Math.ceil(Math.min(timeoutMs, deadline.remainingMs, longestTimerMs)),
    );
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Answer["headers"]): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    try {
      this.body.add(chunk);
    } catch (error) {
      this.giveUp(error as Error);
    }
  }

  onResponseEnd(): void {
    this.release();
    try {
      this.resolve(this.body.answer(this.status, this.headers));
    } catch (error) {
      this.reject(error as Error);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.release();
    this.body.drop();
    // It is handed over right before its first byte is written.
    const wasHandedOver = this.controller !== undefined;
    this.reject(this.givenUp ?? (wasHandedOver ? error : UnsentError.because(error)));
  }

  /** The caller learns of it at once, also while there is no connection yet. */
  private giveUp(error: Error): void {
    this.release();
    this.body.drop();
    this.givenUp = error;
    this.reject(error);
    this.controller?.abort(error);
  }

  private release(): void {
    clearTimeout(this.timer);
    this.request.deadline.signal?.removeEventListener("abort", this.stop);
  }
}
