import { appendFileSync, mkdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname } from "node:path";
import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { request as send, type Dispatcher } from "undici";
import { loopbackServer } from "../../test/support/loopbackServer";
import { parse, type Exchange, type Json } from "./exchange";
import type { Replacement } from "./replacement";

/** Headers that are about one connection, and those that the recorder writes itself. */
const connectionHeaders =
  /^(?:connection|keep-alive|transfer-encoding|content-length|host|authorization|accept-encoding)$/;

export interface RecorderOptions {
  /** Where requests go, as `https://compute.googleapis.com/compute/v1`. */
  readonly endpoint: URL;
  /** The token for the endpoint. */
  readonly token: () => Promise<string>;
  readonly replacement: Replacement;
  /** File to which each exchange is added. */
  readonly file: string;
}

/** A server between all clients of a run and the service. */
export interface Recorder {
  /** As `http://127.0.0.1:1234/compute/v1`. */
  readonly address: URL;
  /** The token that clients have to send, so that nobody else on the machine can use the real one. */
  token(): Promise<string>;
  /** How many exchanges were recorded. */
  count(): number;
  close(): Promise<void>;
}

/**
 * Forwards each request with the real token, and records it with the answer when that has come. Clients know the recorder's own
 * token alone, which is good for nothing else.
 */
export async function startRecorder({ endpoint, token, replacement, file }: RecorderOptions): Promise<Recorder> {
  mkdirSync(dirname(file), { recursive: true });
  const own = `acceptance-${randomBytes(24).toString("hex")}`;
  let count = 0;
  const record = (exchange: Exchange): void => {
    count += 1;
    appendFileSync(file, `${JSON.stringify(replacement.exchange(exchange))}\n`);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams, search } = new URL(request.url ?? "/", "http://recorder");
    if (request.headers.authorization !== `Bearer ${own}` || !pathname.startsWith("/compute/v1/")) {
      response.writeHead(401).end("This server records one run, which has a token for it.\n");
      return;
    }
    const path = pathname.slice("/compute/v1/".length);
    const [method, body] = [request.method ?? "GET", await text(request)];
    const asked = {
      method,
      path: decodeURIComponent(path),
      query: Object.fromEntries(searchParams),
      ...(body === "" ? {} : { body: (parse(body) ?? body) as Json }),
    };
    // A client that gives up lets go of the service as well.
    const gone = new AbortController();
    response.once("close", () => {
      gone.abort();
    });
    const forward = async () => {
      const answer = await send(`${endpoint.href}/${path}${search}`, {
        method: method as Dispatcher.HttpMethod,
        headers: { ...without(request.headers), authorization: `Bearer ${await token()}` },
        body: body === "" ? null : body,
        signal: gone.signal,
      });
      return { status: answer.statusCode, headers: without(answer.headers), body: await answer.body.text() };
    };
    const { status, headers, ...answer } = await forward().catch((error: unknown) => {
      record(asked);
      throw error;
    });
    const json = parse(answer.body) as Json | undefined;
    const contentType = String(headers["content-type"] ?? "");
    record({ ...asked, status, ...(json === undefined ? { contentType } : { answer: json }) });
    response.writeHead(status, headers).end(answer.body);
  };

  const { origin, close } = await loopbackServer((request, response) => {
    serve(request, response).catch(() => {
      // The service said nothing, and neither does the recorder: clients are to see it as it is.
      response.destroy();
    });
  });
  return { address: new URL(`${origin}/compute/v1`), token: () => Promise.resolve(own), count: () => count, close };
}

function without(headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> {
  const entries = Object.entries(headers).filter(([name]) => !connectionHeaders.test(name));
  return Object.fromEntries(entries.map(([name, value = ""]) => [name, value]));
}
