import { createServer, type IncomingMessage } from "node:http";
import { createSecureServer, type Http2Session, type ServerHttp2Stream } from "node:http2";
import { createServer as createHttpsServer, type ServerOptions } from "node:https";
import { connect, type AddressInfo, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { selfSigned } from "./certificate";

/** The host that only the proxy can reach. */
export const farHost = "compute.far.test";

const { key, cert } = selfSigned("127.0.0.1", "localhost", farHost);

/** What a server of TLS needs. */
export const tlsOptions = { key, cert };

/** What the client has to trust. */
export const trusted = cert;

/** A request as it arrived over HTTP/2, and the session that it came over. */
export interface Arrived {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  stream: ServerHttp2Stream;
  session: Http2Session;
}

export interface Http2Server {
  /** `https://127.0.0.1:12345`. */
  origin: string;
  /** In the order in which they came. */
  requests: Arrived[];
  sessions: Http2Session[];
}

/** What the server does with a request; `number` counts from one. */
export type Behaviour = (request: Arrived, number: number) => void;

/** A service that speaks HTTP/2 over TLS, until the test ends; `onSession` is called with each new connection. */
export async function http2Server(
  behave: Behaviour,
  settings: { maxConcurrentStreams?: number } = {},
  onSession?: (session: Http2Session) => void,
): Promise<Http2Server> {
  const requests: Arrived[] = [];
  const sessions: Http2Session[] = [];
  const server = createSecureServer({ key, cert, settings });
  server.on("session", (session) => {
    sessions.push(session);
    session.on("error", () => undefined);
    onSession?.(session);
  });
  server.on("stream", (stream, { ":method": method = "", ":path": path = "", ...headers }) => {
    stream.on("error", () => undefined);
    const { session } = stream;
    if (session === undefined) return;
    const arrived = { method, path, headers, stream, session };
    requests.push(arrived);
    const { length } = requests;
    stream.resume().on("end", () => {
      behave(arrived, length);
    });
  });
  const origin = await listen(server, "https");
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
  });
  return { origin, requests, sessions };
}

/** Answers with JSON over HTTP/2. */
export function answer({ stream }: Arrived, body: object, status = 200): void {
  if (stream.destroyed) return;
  stream.respond({ ":status": status, "content-type": "application/json" });
  stream.end(JSON.stringify(body));
}

/** A service that speaks HTTP/1 over TLS, and counts its connections. */
export async function http1SecureServer(
  respond: (request: IncomingMessage) => object,
  options: ServerOptions = {},
): Promise<{ origin: string; port: number; connections: () => number }> {
  let count = 0;
  const server = createHttpsServer({ key, cert, ...options }, (request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(respond(request)));
  });
  server.on("secureConnection", () => (count += 1));
  const origin = await listen(server, "https");
  onTestFinished(() => {
    server.closeAllConnections();
  });
  return { origin, port: Number(new URL(origin).port), connections: () => count };
}

export interface Proxy {
  /** `http://127.0.0.1:12345`. */
  url: string;
  /** What was asked for: `compute.far.test:443`, and with which credentials. */
  tunnels: { target: string; authorization: string | undefined }[];
}

/** A proxy that opens tunnels, wherever they are to lead, to a port of this machine; or refuses with a status. */
export async function connectProxy(port: number, refusal?: number): Promise<Proxy> {
  const tunnels: Proxy["tunnels"] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => {
    // Plain requests have no business here.
    response.writeHead(501).end();
  });
  server.on("connect", (request, client: Socket) => {
    tunnels.push({ target: request.url ?? "", authorization: request.headers["proxy-authorization"] });
    if (refusal !== undefined) {
      client.end(`HTTP/1.1 ${String(refusal)} Refused\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const far = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      far.pipe(client).pipe(far);
    });
    for (const socket of [far, client]) {
      sockets.add(socket);
      // What breaks on one side is over on the other.
      socket.on("error", () => {
        far.destroy();
        client.destroy();
      });
    }
  });
  const url = await listen(server, "http");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { url, tunnels };
}

async function listen(server: Server, protocol: "http" | "https"): Promise<string> {
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve));
  onTestFinished(() => {
    server.close();
  });
  return `${protocol}://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}
