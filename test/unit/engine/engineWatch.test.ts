import { createServer, type AddressInfo, type Server } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { watchEngine } from "../../../provider/src/engine/engineWatch";

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

describe("the watch over the engine", () => {
  it("reports once that nobody listens any more, and not when only a connection ended", async () => {
    let connections = 0;
    const sockets = new Set<import("node:net").Socket>();
    const server = createServer((socket) => {
      connections += 1;
      sockets.add(socket);
      // As the engine does with a connection that says nothing.
      if (connections === 1) socket.destroy();
    });
    const address = await listen(server);
    const gone = vi.fn();
    watchEngine(address, gone);
    await vi.waitFor(
      () => {
        expect(connections).toBe(2);
      },
      { timeout: 10_000 },
    );
    expect(gone).not.toHaveBeenCalled();
    server.close();
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(
      () => {
        expect(gone).toHaveBeenCalledTimes(1);
      },
      { timeout: 10_000 },
    );
  });

  it.each([undefined, "", "orphans", "run", "10.0.0.1:80", "127.0.0.1", "127.0.0.1:x"])(
    "does not begin for %j, which is not an address of an engine",
    async (address) => {
      const gone = vi.fn();
      onTestFinished(() => {
        expect(gone).not.toHaveBeenCalled();
      });
      watchEngine(address, gone);
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  );
});
