import { createServer, type IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer as createSocketServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { selfSigned } from "./certificate";
import { listen } from "./loopbackServer";

/** The host that only the proxy can reach. */
export const farHost = "compute.far.test";

const { key, cert } = selfSigned("127.0.0.1", "localhost", farHost);

/** The certificate that the client has to trust. */
export const trusted = cert;

/** A service over TLS. */
export async function secureServer(
  respond: (request: IncomingMessage) => object,
): Promise<{ origin: string; port: number }> {
  const server = createHttpsServer({ key, cert }, (request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(respond(request)));
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `https://127.0.0.1:${String(port)}`, port };
}

export interface Proxy {
  /** `http://127.0.0.1:12345`. */
  url: string;
  /** The requested target, `compute.far.test:443`, and the credentials. */
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
      // An error on one side ends the other.
      socket.on("error", () => {
        far.destroy();
        client.destroy();
      });
    }
  });
  const url = `http://127.0.0.1:${String(await listen(server))}`;
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url, tunnels };
}

interface SocketServer {
  port: number;
  /** How many were made so far. */
  connections: () => number;
}

/** A server that does with a bare connection what it is told, until the test ends. */
export async function socketServer(behave: (socket: Socket) => void): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createSocketServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    behave(socket);
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, connections: () => count };
}
