import { validateHeaderValue } from "node:http";
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { buildConnector } from "undici";
import { longestTimerMs, NothingCameError, type Deadline } from "../deadline";
import { AnswerBody, AttemptTimeoutError, CallerGaveUpError, UnsentError, UnsentTimeoutError } from "./body";
import {
  connectTimeoutMs,
  keepIdleMs,
  NotHttp2Error,
  type Answer,
  type Transport,
  type TransportOptions,
  type WireRequest,
} from "./transport";

/** More requests than these get another connection, also where the service would take them. */
const maxStreams = 250;

/** A connection that carries requests is asked for a sign of life; without one it is given up, not waited for. */
const ping = { everyMs: 30_000, answerWithinMs: 10_000 };

/** How long a connection without work may take to be closed: the other side may never say its part. */
const closeWithinMs = 500;

/** Room for answers on their way, in bytes: a page of a list is some hundred kilobytes. */
const windowBytes = { stream: 1024 * 1024, session: 8 * 1024 * 1024 };

/**
 * HTTP/2 over as few connections as there is room for.
 *
 * On Node's own module. The HTTP/2 of undici 7 sends one request at a time over a connection unless it is told to
 * pipeline, and after GOAWAY silently sends again what was under way, changes included.
 */
export class Http2Transport implements Transport {
  private readonly sessions = new Set<Session>();
  private opening: Promise<void> | undefined;
  private readonly connectTls: buildConnector.connector;

  constructor(private readonly options: TransportOptions) {
    const { trusted } = options;
    this.connectTls = buildConnector({
      allowH2: true,
      timeout: connectTimeoutMs,
      ...(trusted === undefined ? {} : { ca: trusted }),
    });
  }

  async send(request: WireRequest): Promise<Answer> {
    return (await this.placeOnSession(request)).send(request);
  }

  async close(): Promise<void> {
    await this.opening?.catch(() => undefined);
    await Promise.all([...this.sessions].map((session) => session.close()));
  }

  /** Requests that come together wait for one new connection together. */
  private async placeOnSession({ deadline }: WireRequest): Promise<Session> {
    for (;;) {
      for (const session of this.sessions) if (session.takePlace()) return session;
      if (deadline.signal?.aborted) throw new CallerGaveUpError();
      if (deadline.passed) throw new UnsentTimeoutError();
      this.opening ??= this.open().finally(() => {
        this.opening = undefined;
      });
      await before(deadline, this.opening);
    }
  }

  private async open(): Promise<void> {
    const { origin } = this.options;
    let session: Session;
    try {
      session = await Session.start(origin, await this.connected(new URL(origin)));
    } catch (error) {
      throw error instanceof NotHttp2Error ? error : new UnsentError(error);
    }
    this.sessions.add(session);
    session.onEnd(() => this.sessions.delete(session));
  }

  private connected({ host, hostname, protocol, port }: URL): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      this.connectTls({ host, hostname: hostname.replace(/^\[|\]$/g, ""), protocol, port }, (error, socket) => {
        if (error !== null) {
          reject(error);
        } else if ((socket as TLSSocket).alpnProtocol === "h2") {
          resolve(socket as TLSSocket);
        } else {
          socket.destroy();
          reject(new NotHttp2Error());
        }
      });
    });
  }
}

/** The same promise, or a rejection at the deadline or when the caller gives up; the connection is made for others. */
async function before<T>(deadline: Deadline, promise: Promise<T>): Promise<T> {
  try {
    return await deadline.limit(promise);
  } catch (error) {
    if (deadline.signal?.aborted) throw new CallerGaveUpError();
    throw error instanceof NothingCameError ? new UnsentTimeoutError() : error;
  }
}

/** One connection and the requests on it. */
class Session {
  private under = 0;
  private leaving = false;
  private closing = false;
  private idle: NodeJS.Timeout | undefined;
  private readonly pinging: NodeJS.Timeout;
  private missing: NodeJS.Timeout | undefined;

  private constructor(
    private readonly http2: ClientHttp2Session,
    private readonly limit: number,
  ) {
    http2.on("error", () => undefined);
    http2.on("goaway", () => {
      this.leaving = true;
    });
    this.pinging = setInterval(() => {
      this.ping();
    }, ping.everyMs).unref();
    this.onEnd(() => {
      this.leaving = true;
      clearInterval(this.pinging);
      clearTimeout(this.missing);
      clearTimeout(this.idle);
    });
    this.rest();
  }

  /**
   * Waits for the service's settings: only they say how much fits on a connection. One on which nothing fits is an error,
   * so that there is a pause before the next one: it may well be the same.
   */
  static async start(origin: string, socket: Socket): Promise<Session> {
    const http2 = connect(origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: windowBytes.stream },
    });
    const settings = await new Promise<{ maxConcurrentStreams?: number | undefined }>((resolve, reject) => {
      const late = setTimeout(() => {
        http2.destroy(Object.assign(new Error("the service sent no settings"), { code: "UND_ERR_CONNECT_TIMEOUT" }));
      }, connectTimeoutMs);
      http2.on("error", reject);
      http2.once("close", () => {
        clearTimeout(late);
        reject(unusedError("the service closed the connection immediately"));
      });
      http2.once("remoteSettings", (found) => {
        clearTimeout(late);
        resolve(found);
      });
    });
    const limit = Math.min(settings.maxConcurrentStreams ?? maxStreams, maxStreams);
    if (limit === 0 || http2.closed || http2.destroyed) {
      http2.destroy();
      socket.destroy();
      throw unusedError(`the service ${limit === 0 ? "accepts no requests on" : "closes"} its connections at present`);
    }
    http2.setLocalWindowSize(windowBytes.session);
    return new Session(http2, limit);
  }

  /** Counts a request in that is about to be sent; `false` when there is no room for it. */
  takePlace(): boolean {
    if (this.leaving || this.http2.closed || this.http2.destroyed || this.under >= this.limit) return false;
    this.under += 1;
    clearTimeout(this.idle);
    this.http2.ref();
    return true;
  }

  onEnd(act: () => void): void {
    this.http2.once("close", act);
  }

  send(request: WireRequest): Promise<Answer> {
    return exchange(this.http2, request).finally(() => {
      this.under -= 1;
      if (this.under > 0) return;
      this.rest();
      if (this.closing) this.destroySoon();
    });
  }

  /** Lets what is under way end. */
  close(): Promise<void> {
    this.leaving = true;
    return new Promise((resolve) => {
      // Once the service has begun to close it, with nothing under way, Node would wait for the other side to end it.
      if (this.http2.destroyed || (this.http2.closed && this.under === 0)) {
        this.http2.destroy();
        resolve();
        return;
      }
      // Not as the argument of `close`, which is left out when the service has begun to close.
      this.onEnd(resolve);
      this.closing = true;
      this.http2.close();
      if (this.under === 0) this.destroySoon();
    });
  }

  /** After bytes that are no HTTP/2, Node waits half a minute for the other side to end the connection. */
  private destroySoon(): void {
    const late = setTimeout(() => {
      this.http2.destroy();
    }, closeWithinMs);
    this.onEnd(() => {
      clearTimeout(late);
    });
  }

  /** Without work it neither keeps the process alive nor stays for long. */
  private rest(): void {
    this.http2.unref();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.close(), keepIdleMs).unref();
  }

  private ping(): void {
    if (this.under === 0 || this.http2.destroyed) return;
    clearTimeout(this.missing);
    this.missing = setTimeout(() => {
      this.http2.destroy(Object.assign(new Error("the service stopped answering"), { code: "ECONNRESET" }));
    }, ping.answerWithinMs).unref();
    this.http2.ping(() => {
      clearTimeout(this.missing);
    });
  }
}

/** Sends one request over the connection and gathers its answer. */
function exchange(http2: ClientHttp2Session, request: WireRequest): Promise<Answer> {
  const { method, target, headers, body, timeoutMs, deadline } = request;
  // What is aborted already tells nobody any more.
  if (deadline.signal?.aborted) return Promise.reject(new CallerGaveUpError());
  return new Promise((resolve, reject) => {
    // The HTTP/2 of Node would send anything.
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
    const content = body === null ? undefined : Buffer.from(body);
    const stream = http2.request(
      {
        ...headers,
        ":method": method,
        ":path": target,
        ...(method === "POST" || content !== undefined ? { "content-length": String(content?.length ?? 0) } : {}),
      },
      { endStream: content === undefined },
    );
    const received = new AnswerBody();
    let answered: { status: number; headers: Answer["headers"] } | undefined;
    let failure: Error | undefined;
    const giveUp = (error: Error) => {
      failure ??= error;
      received.drop();
      stream.close(constants.NGHTTP2_CANCEL);
      reject(failure);
    };
    const timer = setTimeout(
      () => {
        giveUp(new AttemptTimeoutError());
      },
      Math.ceil(Math.min(timeoutMs, deadline.remainingMs, longestTimerMs)),
    );
    const stop = () => {
      giveUp(new CallerGaveUpError());
    };
    deadline.signal?.addEventListener("abort", stop);
    stream.on("response", ({ ":status": status = 0, ...rest }) => {
      answered = { status, headers: rest as Answer["headers"] };
    });
    stream.on("data", (chunk: Buffer) => {
      try {
        if (failure === undefined) received.add(chunk);
      } catch (error) {
        giveUp(error as Error);
      }
    });
    stream.on("error", (error) => {
      failure ??= error;
    });
    // Not at `end`: that also comes when the rest of the answer was cut off.
    stream.on("close", () => {
      clearTimeout(timer);
      deadline.signal?.removeEventListener("abort", stop);
      failure ??= brokenBy(stream);
      try {
        if (failure !== undefined || answered === undefined) throw refusalOf(stream) ?? failure ?? resetError();
        resolve(received.answer(answered.status, answered.headers));
      } catch (error) {
        reject(error as Error);
      } finally {
        received.drop();
      }
    });
    if (content !== undefined) stream.end(content);
  });
}

/** Resets that promise that nothing was done. */
function refusalOf({ rstCode }: ClientHttp2Stream): Error | undefined {
  if (rstCode === constants.NGHTTP2_REFUSED_STREAM) {
    return unusedError("the service refused the stream");
  }
  return rstCode === constants.NGHTTP2_HTTP_1_1_REQUIRED ? new NotHttp2Error() : undefined;
}

/** The service has not looked at the request. */
function unusedError(message: string): Error {
  return Object.assign(new Error(message), { code: "ERR_HTTP2_UNUSED" });
}

function brokenBy(stream: ClientHttp2Stream): Error | undefined {
  return stream.rstCode !== constants.NGHTTP2_NO_ERROR || stream.aborted ? resetError() : undefined;
}

function resetError(): Error {
  return Object.assign(new Error("the stream was reset"), { code: "ECONNRESET" });
}
