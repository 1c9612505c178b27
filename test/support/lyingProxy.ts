import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "../../emulator/src/index";
import { isObject, type Json, type JsonObject } from "./json";

/** A request of the provider. */
export interface Asked {
  readonly method: string;
  /** After the version, without the query: `projects/p/global/routes/r`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: JsonObject | undefined;
}

/** An answer to the provider. */
export interface Answered {
  readonly status: number;
  readonly body: Json | undefined;
  /** What is written in place of the body, for what JSON of ours would not say so. */
  readonly text?: string;
  /** Headers that are not as usual. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How one cell lies. Each of them gives what it was given where it changes nothing. */
export interface Hooks {
  /** Answers in the emulator's place; `undefined` where the emulator answers. */
  readonly instead?: (asked: Asked) => Answered | undefined | Promise<Answered | undefined>;
  /** What the service understands: the same request as the emulator reads it. */
  readonly understood?: (asked: Asked) => Asked | Promise<Asked>;
  /** What the provider is given in place of the emulator's answer to the request that the emulator was asked. */
  readonly answer?: (answered: Answered, asked: Asked) => Answered | Promise<Answered>;
  /** The user's command has ended: the service has had the time that it takes until the next one. */
  readonly commandEnds?: () => void;
}

const version = "/compute/v1/";

/**
 * Stands in front of an emulator and changes requests and answers, so that neither the emulator nor
 * the provider knows of it.
 */
export class LyingProxy {
  /** For `gcp:computeCustomEndpoint`. */
  readonly endpoint: string;
  /** The requests of the provider since the last cell began, as `GET projects/p/global/routes/r`. */
  readonly seen: string[] = [];
  /** How often an answer or a request was changed, or the emulator not asked. */
  taken = 0;
  private hooks: Hooks = {};
  private authorization = "";

  private constructor(
    private readonly emulator: Emulator,
    private readonly server: Server,
  ) {
    const { port } = server.address() as AddressInfo;
    this.endpoint = `http://127.0.0.1:${String(port)}/compute/v1`;
  }

  static async start(emulator: Emulator): Promise<LyingProxy> {
    const server = createServer({ noDelay: true });
    server.keepAliveTimeout = 600_000;
    await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1" }, resolve));
    const proxy = new LyingProxy(emulator, server);
    server.on("request", (request, response) => {
      proxy.serve(request, response).catch((error: unknown) => {
        // A client that has gone away wants no answer; any other fault is one of the cell.
        if (!response.destroyed) response.writeHead(500).end(String(error));
      });
    });
    return proxy;
  }

  /** From now on it takes these liberties. */
  begin(hooks: Hooks): void {
    this.hooks = hooks;
    this.taken = 0;
    this.seen.length = 0;
  }

  commandEnds(): void {
    this.hooks.commandEnds?.();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Asks the emulator, whatever the lie. */
  async ask(asked: Asked, signal?: AbortSignal): Promise<Answered> {
    const query = asked.query.toString();
    const answer = await fetch(`${this.emulator.endpoint}/${asked.path}${query === "" ? "" : `?${query}`}`, {
      method: asked.method,
      headers: {
        authorization: this.authorization,
        ...(asked.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: answer.status,
      body: isJson ? (JSON.parse(text) as Json) : undefined,
      ...(isJson ? {} : { text }),
    };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on("close", () => {
      gone.abort();
    });
    const { hooks } = this;
    const asked = await read(request);
    this.seen.push(`${asked.method} ${asked.path}`);
    this.authorization = request.headers.authorization ?? "";
    const answered = (await this.instead(hooks, asked)) ?? (await this.through(hooks, asked, gone.signal));
    const text = answered.text ?? JSON.stringify(answered.body);
    response.writeHead(answered.status, {
      "content-type": "application/json; charset=UTF-8",
      "content-length": Buffer.byteLength(text),
      ...answered.headers,
    });
    response.end(text);
  }

  private async instead({ instead }: Hooks, asked: Asked): Promise<Answered | undefined> {
    const answered = await instead?.(asked);
    if (answered !== undefined) this.taken += 1;
    return answered;
  }

  private async through({ understood, answer }: Hooks, asked: Asked, signal: AbortSignal): Promise<Answered> {
    const meant = (await understood?.(asked)) ?? asked;
    const answered = await this.ask(meant, signal);
    const given = (await answer?.(answered, meant)) ?? answered;
    if (textOf(meant) !== textOf(asked) || textOf(given) !== textOf(answered)) this.taken += 1;
    return given;
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const { method = "GET", url = "/" } = request;
  const { pathname, searchParams } = new URL(url, "http://service");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const body = text === "" ? undefined : (JSON.parse(text) as Json);
  return {
    method,
    path: decodeURIComponent(pathname.slice(version.length)),
    query: searchParams,
    body: isObject(body) ? body : undefined,
  };
}

function textOf(value: Asked | Answered): string {
  return "method" in value
    ? JSON.stringify([value.method, value.path, value.query.toString(), value.body])
    : JSON.stringify([value.status, value.body, value.text]);
}
