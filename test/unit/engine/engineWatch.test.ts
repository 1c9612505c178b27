import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { watchEngine } from "../../../provider/src/engine/engineWatch";
import { engineAddress } from "../../../provider/src/names/engineAddress";

/** An engine that waits for what a connection says, as the real one does, also when it has come to its end. */
async function startEngine(port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer((socket: Socket) => socket.resume());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

async function stop(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

/** A watch that makes its next connection when the test says so. */
function watch(port: number) {
  const gone = vi.fn();
  const pauses: (() => void)[] = [];
  watchEngine(`127.0.0.1:${String(port)}`, gone, (next) => pauses.push(next));
  /** Returns when the connection has ended: the next one is then begun by hand, unless the engine is gone. */
  const connectionEnd = () => expect.poll(() => pauses.length + gone.mock.calls.length).toBe(1);
  const connections = async (count: number) => {
    for (let made = 0; made < count; made += 1) {
      pauses.pop()?.();
      await connectionEnd();
    }
  };
  return { gone, connectionEnd, connections };
}

describe("the watch over the engine", () => {
  it("reports once that the engine is gone, when five connections in a row are refused", async () => {
    const { server, port } = await startEngine();
    const { gone, connectionEnd, connections } = watch(port);
    await connectionEnd();
    await connections(2);
    await stop(server);
    await connections(4);
    expect(gone).not.toHaveBeenCalled();
    await connections(1);
    expect(gone).toHaveBeenCalledTimes(1);
  });
});

describe("the address of the engine", () => {
  it.each([
    ["alone", ["127.0.0.1:41234"], "127.0.0.1:41234"],
    [
      "after the flags of --logflow and --tracing",
      ["--logtostderr", "-v=3", "-tracing", "file:t", "[::1]:41234"],
      "[::1]:41234",
    ],
    ["of nobody", ["--help"], undefined],
  ])("is read where it stands %s", (_where, args, address) => {
    expect(engineAddress(["node", "provider", ...args])).toBe(address);
  });
});
