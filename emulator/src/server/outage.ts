import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A time in which nothing listens at the server's port, so that connections are refused. */
export class Outage {
  readonly #server: Server;
  #over: { readonly timer: NodeJS.Timeout; readonly address: AddressInfo } | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Stops listening at once and ends idle connections. Listens again after that time, or when told to. */
  begin(ms: number): void {
    if (this.#over !== undefined) return;
    const address = this.#server.address() as AddressInfo;
    this.#server.close();
    const timer = setTimeout(() => {
      this.clear();
    }, ms);
    timer.unref();
    this.#over = { timer, address };
  }

  /** Ends every connection that is left. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  /** Listens at the same port again. */
  clear(): void {
    const address = this.#stop();
    if (address !== undefined) this.#server.listen({ port: address.port, host: address.address, backlog: 4096 });
  }

  /** Stays away: the server is closed for good. */
  forever(): void {
    this.#stop();
  }

  #stop(): AddressInfo | undefined {
    clearTimeout(this.#over?.timer);
    const address = this.#over?.address;
    this.#over = undefined;
    return address;
  }
}
