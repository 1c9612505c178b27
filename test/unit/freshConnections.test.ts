import { createServer } from "node:net";
import { createRequire } from "node:module";
import { expect, it, onTestFinished } from "vitest";

const require = createRequire(import.meta.url);
const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const grpc = ofSdk("@grpc/grpc-js") as typeof import("@grpc/grpc-js");
const { freshConnections } = require("../support/freshConnections.cjs") as { freshConnections(): void };

const bytes = (value: Buffer) => value;

/** What a client of its own is answered: `answered`, or why not. */
function ask(port: number): Promise<string> {
  const client = new grpc.Client(`127.0.0.1:${String(port)}`, grpc.credentials.createInsecure());
  onTestFinished(() => {
    client.close();
  });
  return new Promise((resolve) => {
    client.makeUnaryRequest("/test/Ask", bytes, bytes, Buffer.alloc(0), (error) => {
      resolve(error?.message ?? "answered");
    });
  });
}

async function startServer(port: number): Promise<void> {
  const server = new grpc.Server();
  onTestFinished(() => {
    server.forceShutdown();
  });
  const ask = {
    path: "/test/Ask",
    requestStream: false,
    responseStream: false,
    requestSerialize: bytes,
    requestDeserialize: bytes,
    responseSerialize: bytes,
    responseDeserialize: bytes,
  };
  server.addService(
    { ask },
    { ask: (_call: unknown, answer: (error: null, value: Buffer) => void) => answer(null, Buffer.alloc(0)) },
  );
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${String(port)}`, grpc.ServerCredentials.createInsecure(), (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

/** A port at which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it("a process that runs one program after the other reaches an engine at the port of one that is gone", async () => {
  const port = await freePort();
  expect(await ask(port)).toContain("ECONNREFUSED");
  await startServer(port);
  expect(await ask(port), "gRPC shares what it knows of an address").toContain("Last error: null");
  freshConnections();
  expect(await ask(port)).toBe("answered");
});
