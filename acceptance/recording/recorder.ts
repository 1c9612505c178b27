import { appendFileSync, mkdirSync } from "node:fs";
import {
  createServer,
  request as httpRequest,
  Agent,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { Agent as SecureAgent, request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { randomBytes } from "node:crypto";
import type { Exchange, Json } from "./exchange";
import type { Replacement } from "./replacement";

/** Headers that are about one connection, and those that the recorder writes itself. */
const ofConnection = ["connection", "keep-alive", "transfer-encoding", "host", "authorization", "accept-encoding"];

export interface RecorderOptions {
  /** Where requests go, as `https://compute.googleapis.com/compute/v1`. */
  readonly endpoint: URL;
  /** The token for the endpoint. */
  readonly token: () => Promise<string>;
  readonly replacement: Replacement;
  /** File to which each exchange is added. */
  readonly file: string;
}

/**
 * Stands between all clients of a run and the service: forwards each request with the real token, and records it with the answer
 * when that has come. Clients know the recorder's own token alone, which is good for nothing else.
 */
export class Recorder {
  /** What clients have to send, so that nobody else on the machine can use the real one. */
  readonly token = `acceptance-${randomBytes(24).toString("hex")}`;
  /** As `http://127.0.0.1:1234/compute/v1`. */
  readonly address: URL;
  readonly #server: Server;
  readonly #options: RecorderOptions;
  readonly #agent: Agent;
  #count = 0;

  private constructor(server: Server, options: RecorderOptions) {
    const { port } = server.address() as AddressInfo;
    this.#server = server;
    this.#options = options;
    this.#agent =
      options.endpoint.protocol === "https:" ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
    this.address = new URL(`http://127.0.0.1:${String(port)}/compute/v1`);
  }

  static async start(options: RecorderOptions): Promise<Recorder> {
    mkdirSync(dirname(options.file), { recursive: true });
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ port: 0, host: "127.0.0.1" }, resolve);
    });
    const recorder = new Recorder(server, options);
    server.on("request", (request, response) => {
      recorder.#serve(request, response).catch(() => {
        // The service said nothing, and neither does the recorder: clients are to see it as it is.
        response.destroy();
      });
    });
    return recorder;
  }

  /** How many exchanges were recorded. */
  get count(): number {
    return this.#count;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#agent.destroy();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      response
        .writeHead(401, { "content-type": "text/plain" })
        .end("This server records one run, which has a token for it.\n");
      return;
    }
    const { pathname, searchParams, search } = new URL(request.url ?? "/", "http://recorder");
    const own = this.address.pathname;
    if (!pathname.startsWith(`${own}/`)) {
      response.writeHead(404, { "content-type": "text/plain" }).end(`Only ${own}/ is served here.\n`);
      return;
    }
    const body = await collected(request);
    const asked = {
      method: request.method ?? "GET",
      path: decodeURIComponent(pathname.slice(own.length + 1)),
      query: Object.fromEntries(searchParams),
      ...(body.length === 0 ? {} : { body: jsonOf(body.toString()) ?? body.toString() }),
    };
    // A client that gives up lets go of the service as well.
    const gone = new AbortController();
    response.once("close", () => {
      gone.abort();
    });
    const url = new URL(`${this.#options.endpoint.href}${pathname.slice(own.length)}${search}`);
    const answer = await this.#forward(request, url, body, gone.signal).catch((error: unknown) => {
      this.#record(asked);
      throw error;
    });
    const text = answer.body.toString();
    const answered = jsonOf(text);
    this.#record({
      ...asked,
      status: answer.status,
      ...(answered === undefined
        ? { contentType: String(answer.headers["content-type"] ?? "") }
        : { answer: answered }),
    });
    response.writeHead(answer.status, { ...answer.headers, "content-length": answer.body.length }).end(answer.body);
  }

  async #forward(asked: IncomingMessage, url: URL, body: Buffer, signal: AbortSignal) {
    const { endpoint, token } = this.#options;
    const headers = { ...without(asked.headers), authorization: `Bearer ${await token()}` };
    const send = endpoint.protocol === "https:" ? httpsRequest : httpRequest;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(url, { method: asked.method, headers, agent: this.#agent, signal }, resolve);
      request.once("error", reject);
      request.end(body.length === 0 ? undefined : body);
    });
    return { status: answer.statusCode ?? 502, headers: without(answer.headers), body: await collected(answer) };
  }

  #record(exchange: Exchange): void {
    this.#count += 1;
    appendFileSync(this.#options.file, `${JSON.stringify(this.#options.replacement.exchange(exchange))}\n`);
  }
}

function without(headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofConnection.includes(name) ? [] : [[name, value]],
    ),
  );
}

async function collected(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
