import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** A server of HTTP/1 that only this machine reaches. */
export async function loopbackServer(listener: RequestListener) {
  const server = createServer(listener);
  return {
    /** `http://127.0.0.1:12345`. */
    origin: `http://127.0.0.1:${String(await listen(server))}`,
    /** Ends its connections, also those that wait for an answer. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve));
  return (server.address() as AddressInfo).port;
}
