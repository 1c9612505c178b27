import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listen } from "./loopbackServer";

export interface SocketServer {
  port: number;
  /** How many were made so far. */
  connections: () => number;
}

/** A server that does with a bare connection what it is told, until the test ends. */
export async function socketServer(behave: (socket: Socket) => void): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
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
