import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ComputeRequest } from "../../../provider/src/http/client";
import { mostShortConnections } from "../../../provider/src/http/transport/pooledTransport";
import { createClient, captureFailure, getRequest, insertRequest, within } from "../../support/computeCalls";
import { withLongEnoughDeadline } from "../../support/longEnough";
import { answers, scriptedServer } from "../../support/scriptedServer";
import { connectProxy, farHost, secureServer, socketServer, trusted } from "../../support/secureServer";

const far = `https://${farHost}`;
const through = (proxy: string) => createClient(far, { trustedCertificates: trusted, proxy: new URL(proxy) });
const waitRequest: ComputeRequest = { ...getRequest, method: "POST", path: "wait", longPollMs: 60_000 };

beforeEach(() => {
  // The shortest pauses that the back-off can have.
  vi.spyOn(Math, "random").mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

/** A service that answers after a pause, and counts the connections that were made. */
async function countingServer(pause: (isWait: boolean) => Promise<unknown>) {
  const seen = { connections: 0, requests: 0 };
  const server = createServer({ keepAlive: true }, (request, response) => {
    seen.requests += 1;
    const isWait = request.url?.includes("wait") ?? false;
    void pause(isWait).then(() => response.setHeader("content-type", "application/json").end("{}"));
  });
  // On a busy machine, a connection may rest for seconds before it is used again.
  server.keepAliveTimeout = 600_000;
  server.on("connection", () => (seen.connections += 1));
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${String(port)}`, seen };
}

describe("connections", () => {
  it("are as many as there are waits, and a few, also for many changes", async () => {
    const server = await countingServer((isWait) => setTimeout(isWait ? 300 : 1));
    const client = createClient(server.origin);
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        for (const request of [getRequest, waitRequest, getRequest]) await client.request(request, within(60_000));
      }),
    );
    expect(server.seen.requests).toBe(600);
    expect(server.seen.connections).toBeLessThanOrEqual(200 + mostShortConnections);
  });

  it("let neither a short request nor a wait queue behind waits", async () => {
    const waits = new EventEmitter();
    const waitsEnd = once(waits, "end");
    const server = await countingServer((isWait) => (isWait ? waitsEnd : setTimeout(1)));
    const client = createClient(server.origin);
    const answered = Array.from({ length: 600 }, () => client.request(waitRequest, within(60_000)));
    await client.request(getRequest, within(60_000));
    await vi.waitFor(() => {
      expect(server.seen.requests).toBe(601);
    }, 60_000);
    waits.emit("end");
    await Promise.all(answered);
  });

  it("may be waited for: that does not count as time without an answer", async () => {
    await withLongEnoughDeadline(async (requestTimeoutMs) => {
      // Six rounds, each well within its own time.
      const server = await countingServer(() => setTimeout(requestTimeoutMs / 5));
      const client = createClient(server.origin, { requestTimeoutMs });
      const count = mostShortConnections * 6;
      await Promise.all(Array.from({ length: count }, () => client.request(getRequest, within(600_000))));
      expect(server.seen.requests).toBe(count);
    });
  });
});

it("says at once that the HTTP library cannot be loaded, and loads it when it can", async () => {
  const server = await scriptedServer(answers(200, { name: "r" }));
  const client = createClient(server.origin);
  vi.doMock("undici", () => {
    throw new Error("Cannot find package 'undici'");
  });
  onTestFinished(() => {
    vi.doUnmock("undici");
  });
  const onRetry = vi.fn();
  const error = await captureFailure(client.request(insertRequest, { ...within(60_000), onRetry }));
  expect(error).toMatchObject({ effect: "none", lasting: true, fault: { kind: "notLoaded" } });
  expect(error.summary).toContain("the HTTP library could not be loaded: ");
  expect(onRetry).not.toHaveBeenCalled();
  vi.doUnmock("undici");
  expect(await client.request(getRequest, within(60_000))).toEqual({ name: "r" });
});

describe("a compressed answer", () => {
  const object = { name: "r", description: "ü".repeat(5_000) };
  const plain = Buffer.from(JSON.stringify(object));
  const packed = gzipSync(plain);
  const listRequest: ComputeRequest = { ...getRequest, compressed: true };
  const reply = (body: Buffer, encoding: string, status = 200) =>
    scriptedServer((_request, response) => {
      response.writeHead(status, { "content-encoding": encoding }).end(body);
    });

  it("is requested in both headers that the service reads, only for a list", async () => {
    const server = await scriptedServer(answers(200, {}));
    const client = createClient(server.origin);
    await client.request(listRequest, within(60_000));
    await client.request(getRequest, within(60_000));
    expect(server.requests.map(({ headers }) => [headers["accept-encoding"], headers["user-agent"]])).toEqual([
      ["gzip", "pulumi-gce/test (gzip)"],
      [undefined, "pulumi-gce/test"],
    ]);
  });

  it.each([
    ["gzip", packed],
    ["identity", plain],
  ])("is read: %s", async (encoding, body) => {
    const server = await reply(body, encoding);
    expect(await createClient(server.origin).request(listRequest, within(60_000))).toEqual(object);
  });

  it.each([
    ["damaged", Buffer.from("not packed at all"), "gzip", "cannot be decompressed"],
    ["compressed in another way than the request allows", packed.subarray(9), "br", "cannot be decompressed"],
    [
      "too dear when unpacked",
      gzipSync(`[${"{},".repeat(5_000_000)}{}]`, { level: 9 }),
      "gzip",
      "JSON of more than 250,000 values, the limit",
    ],
  ])("that is %s is reported", async (_what, body, encoding, says) => {
    const server = await reply(body, encoding);
    const error = await captureFailure(
      createClient(server.origin).request(listRequest, { ...within(60_000), retries: 0 }),
    );
    expect(error).toMatchObject({ name: "MalformedAnswerError", fault: { kind: "interposed" } });
    expect(error.message).toContain(says);
  });
});

/** Waits for the first bytes, and does that. */
const onceAsked = (act: (socket: Socket) => void) => (socket: Socket) => {
  socket.once("data", () => {
    act(socket);
  });
};

/** A fatal alert of TLS 1.2: handshake_failure. */
const alert = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 40]);

it.each<[what: string, way: string, breaks: (socket: Socket) => void, code: RegExp]>([
  ["is reset", "directly", (socket) => socket.resetAndDestroy(), /^ECONNRESET$/],
  ["is cut off", "through a proxy", (socket) => socket.end(), /^ECONNRESET$/],
  ["is refused by an alert", "directly", (socket) => socket.end(alert), /^ERR_SSL_.*ALERT_HANDSHAKE_FAILURE$/],
])("a TLS handshake that %s %s has sent nothing of the request", async (_what, way, breaks, code) => {
  const { port } = await socketServer(onceAsked(breaks));
  const direct = () => createClient(`https://127.0.0.1:${String(port)}`, { trustedCertificates: trusted });
  const client = way === "directly" ? direct() : through((await connectProxy(port)).url);
  const onRetry = vi.fn();
  const error = await captureFailure(client.request(insertRequest, { ...within(60_000), retries: 1, onRetry }));
  expect(error).toMatchObject({ effect: "none", lasting: false, fault: { kind: "unreachable" } });
  expect(error).toMatchObject({ code: expect.stringMatching(code) as string });
  // OpenSSL's words are of no use to anybody here.
  expect(error.message).not.toMatch(/openssl|SSL routines/i);
  expect(onRetry).toHaveBeenCalledWith("the service cannot be reached", 1, expect.anything());
});

describe("a proxy", () => {
  it("carries requests in a tunnel that is kept, and alone gets its password", async () => {
    const service = await secureServer(({ url, headers }) => ({ url, seen: Object.keys(headers) }));
    const proxy = await connectProxy(service.port);
    const client = through(proxy.url.replace("http://", "http://user:p%40ss@"));
    for (let number = 0; number < 9; number += 1) {
      const answer = await client.request<{ url: string; seen: string[] }>(getRequest, within(60_000));
      expect(answer.url).toBe("/compute/v1/projects/p/global/routes/r");
      expect(answer.seen).not.toContain("proxy-authorization");
    }
    const authorization = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
    expect(proxy.tunnels[0]).toEqual({ target: `${farHost}:443`, authorization });
    // Undici lets a connection rest for a turn of the event loop before it uses it again, and makes a second one.
    expect(proxy.tunnels.length).toBeLessThanOrEqual(2);
  });

  it.each([
    [407, true],
    [403, false],
    [502, false],
  ])("that answers %i is final, and wants a login: %s", async (status, wantsLogin) => {
    const proxy = await connectProxy(0, status);
    const url = proxy.url.replace("http://", "http://user:hidden@");
    const error = await captureFailure(through(url).request(getRequest, within(60_000)));
    expect(error).toMatchObject({ effect: "none", lasting: true, fault: { kind: "refusedByProxy", wantsLogin } });
    expect(error.summary).toBe(
      `the proxy ${proxy.url} does not let requests through to ${far} (HTTP ${String(status)})`,
    );
    expect(error.message).not.toContain("hidden");
  });

  it("that is not there is named", async () => {
    const error = await captureFailure(
      through("http://user:hidden@127.0.0.1:1").request(getRequest, { ...within(60_000), retries: 0 }),
    );
    expect(error).toMatchObject({ effect: "none", code: "ECONNREFUSED" });
    expect(error.message).toContain("through the proxy http://127.0.0.1:1");
    expect(error.fault).toMatchObject({ kind: "unreachable", isProxied: true });
    expect(error.message).not.toContain("hidden");
  });

  it.each<[what: string, behave: (socket: Socket) => void]>([
    ["closes it at once", (socket) => socket.end()],
    ["closes it in place of an answer", onceAsked((socket) => socket.end())],
    ["resets it in place of an answer", onceAsked((socket) => socket.resetAndDestroy())],
    ["answers what is no HTTP", onceAsked((socket) => socket.end("\u0015\u0003 this is not HTTP\r\n\r\n"))],
  ])("that takes a connection and %s is neither hammered nor waited for", async (_what, behave) => {
    const proxy = await socketServer(behave);
    const client = through(`http://127.0.0.1:${String(proxy.port)}`);
    const onRetry = vi.fn();
    const error = await captureFailure(client.request(insertRequest, { ...within(60_000), retries: 3, onRetry }));
    expect(error).toMatchObject({ name: "ConnectionError", effect: "none", lasting: false });
    expect(error.fault).toMatchObject({ kind: "unreachable", isProxied: true });
    expect(proxy.connections()).toBe(onRetry.mock.calls.length + 1);
  });

  it("whose tunnel is cut after the request was sent leaves an unknown effect", async () => {
    let requests = 0;
    const service = await secureServer(({ socket }) => {
      requests += 1;
      if (requests === 1) socket.destroy();
      return { name: "r" };
    });
    const onRetry = vi.fn();
    const client = through((await connectProxy(service.port)).url);
    expect(await client.request(insertRequest, { ...within(60_000), onRetry })).toEqual({ name: "r" });
    const error = expect.objectContaining({ effect: "unknown" }) as Error;
    expect(onRetry).toHaveBeenCalledExactlyOnceWith("the connection broke", 1, error);
  });
});
