import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of HTTP/1 that only this machine reaches. */
export interface LoopbackServer {
  /** `http://127.0.0.1:12345`. */
  readonly origin: string;
  /** Ends its connections, also those that wait for an answer. */
  close(): Promise<void>;
}

export async function loopbackServer(listener: RequestListener): Promise<LoopbackServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
