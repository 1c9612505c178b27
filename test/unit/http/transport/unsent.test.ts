import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import tls from "node:tls";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { UnsentError, UnusableTransportError } from "../../../../provider/src/http/transport/body";
import type { WireRequest } from "../../../../provider/src/http/transport/transport";
import { openTransport } from "../../../../provider/src/http/transport/openTransport";
import { tunnels } from "../../../../provider/src/http/transport/tunnels";
import { Deadline } from "../../../../provider/src/http/deadline";
import { connectionError } from "../../../../provider/src/http/errors/connectionError";
import { selfSigned } from "../../../support/certificate";
import { clientOf, failureOf, insertRequest, within } from "../../../support/computeCalls";
import { connectProxy, farHost, http1SecureServer, trusted } from "../../../support/secureServer";
import { socketServer } from "../../../support/socketServer";

const far = `https://${farHost}`;

const through = (proxy: string) => clientOf(far, { trustedCertificates: trusted, proxy: new URL(proxy) });

const direct = (port: number) => clientOf(`https://127.0.0.1:${String(port)}`, { trustedCertificates: trusted });

/** Waits for the first bytes, and does that. */
const onceAsked = (act: (socket: Socket) => void) => (socket: Socket) => {
  socket.once("data", () => {
    act(socket);
  });
};

beforeEach(() => {
  // The shortest pauses that the back-off can have.
  vi.spyOn(Math, "random").mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

/** A fatal alert of TLS 1.2: handshake_failure. */
const alert = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 40]);

describe.each<[what: string, breaks: (socket: Socket) => void, code: RegExp]>([
  ["is reset", (socket) => socket.resetAndDestroy(), /^ECONNRESET$/],
  ["is cut off", (socket) => socket.end(), /^ECONNRESET$/],
  ["is refused by an alert", (socket) => socket.end(alert), /^ERR_SSL_.*ALERT_HANDSHAKE_FAILURE$/],
])("a TLS handshake that %s", (_what, breaks, code) => {
  it.each(["directly", "through a proxy"])("has sent nothing of the request: %s", async (way) => {
    const { port } = await socketServer(onceAsked(breaks));
    const client = way === "directly" ? direct(port) : through((await connectProxy(port)).url);
    const onRetry = vi.fn();
    const error = await failureOf(client.request(insertRequest, { ...within(1_000), onRetry }));
    expect(error).toMatchObject({ effect: "none", lasting: false, code: expect.stringMatching(code) as string });
    expect(error.fault?.kind).toBe("unreachable");
    // OpenSSL's words are of no use to anybody here.
    expect(error.message).not.toMatch(/openssl|SSL routines/i);
    expect(onRetry).toHaveBeenCalledWith("the service cannot be reached", 1, expect.anything());
  });
});

it("a connection that is closed right after TLS has sent nothing of the request", async () => {
  const { key, cert } = selfSigned("127.0.0.1");
  const server = tls.createServer({ key, cert, ALPNProtocols: ["h2"] }, (socket) => {
    socket.on("error", () => undefined).destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  const origin = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const client = clientOf(origin, { trustedCertificates: cert });
  expect(await failureOf(client.request(insertRequest, within(1_000)))).toMatchObject({ effect: "none" });
});

describe("a proxy that takes a connection and", () => {
  it.each<[what: string, behave: (socket: Socket) => void]>([
    ["closes it at once", (socket) => socket.end()],
    ["closes it in place of an answer", onceAsked((socket) => socket.end())],
    ["resets it in place of an answer", onceAsked((socket) => socket.resetAndDestroy())],
    ["answers what is no HTTP", onceAsked((socket) => socket.end("\u0015\u0003 this is not HTTP\r\n\r\n"))],
  ])("%s is named, and neither hammered nor waited for", async (_what, behave) => {
    const proxy = await socketServer(behave);
    const client = through(`http://user:hidden@127.0.0.1:${String(proxy.port)}`);
    const onRetry = vi.fn();
    const error = await failureOf(client.request(insertRequest, { ...within(1_500), onRetry }));
    expect(error).toMatchObject({ name: "ConnectionError", effect: "none", lasting: false });
    expect(error.message).toContain(`${far} through the proxy http://127.0.0.1:${String(proxy.port)}`);
    expect(error.fault).toMatchObject({ kind: "unreachable", isProxied: true });
    expect(error.message).not.toContain("hidden");
    expect(onRetry).toHaveBeenCalledWith("the service cannot be reached", 1, expect.anything());
    expect(proxy.connections()).toBe(onRetry.mock.calls.length + 1);
    await client.close();
  });

  it("closes it fails all that wait for a connection, also more than there are connections for", async () => {
    const proxy = await socketServer(onceAsked((socket) => socket.end()));
    const client = through(`http://127.0.0.1:${String(proxy.port)}`);
    const calls = Array.from({ length: 50 }, () =>
      failureOf(client.request(insertRequest, { ...within(5_000), retries: 0 })),
    );
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: "UND_ERR_SOCKET" });
    expect(proxy.connections()).toBeLessThanOrEqual(50);
    await client.close();
  });
});

it("a proxy that never answers is given as long as a connection may take", async () => {
  const proxy = await socketServer(() => undefined);
  const dispatcher = tunnels(new URL(`http://127.0.0.1:${String(proxy.port)}`), { connect: { timeout: 100 } });
  const thrown = await dispatcher
    .request({ origin: far, method: "GET", path: "/" })
    .catch((error: unknown) => error as Error);
  expect(thrown).toBeInstanceOf(UnsentError);
  const error = connectionError(
    { action: "get r", origin: far, proxy: "http://proxy.test", timeoutMs: 60_000 },
    thrown,
  );
  expect(error).toMatchObject({ effect: "none", lasting: false });
  expect(error.summary).toContain("the proxy did not answer in time");
  await dispatcher.close();
});

it("a proxy whose certificate is for another name is final, and says so", async () => {
  const { key, cert } = selfSigned("proxy.other.test");
  const server = createHttpsServer({ key, cert });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The certificate of a proxy is trusted only where the machine trusts it.
  const connect = tls.connect as (options: tls.ConnectionOptions) => tls.TLSSocket;
  vi.spyOn(tls, "connect").mockImplementation(((options: tls.ConnectionOptions) =>
    connect({ ...options, ca: cert })) as typeof tls.connect);
  const proxy = `https://localhost:${String((server.address() as AddressInfo).port)}`;
  const error = await failureOf(through(proxy).request(insertRequest, within(2_000)));
  expect(error).toMatchObject({ effect: "none", lasting: true });
  expect(error.summary).toContain(`the certificate of the proxy ${proxy} is for another name`);
});

it("a connection that is cut after the request was sent has an unknown effect", async () => {
  let requests = 0;
  const service = await http1SecureServer(({ socket }) => {
    requests += 1;
    if (requests === 1) socket.destroy();
    return { name: "r" };
  });
  const onRetry = vi.fn();
  const client = through((await connectProxy(service.port)).url);
  expect(await client.request(insertRequest, { ...within(5_000), onRetry })).toEqual({ name: "r" });
  expect(onRetry).toHaveBeenCalledExactlyOnceWith(
    "the connection broke",
    1,
    expect.objectContaining({ effect: "unknown" }),
  );
});

it("a transport that cannot be set up has sent nothing, and the next request sets it up again", async () => {
  const proxy = new URL("http://user:hidden100%@127.0.0.1:1");
  const transport = openTransport({ origin: far, proxy });
  const send = () => {
    const deadline = Deadline.after(2_000);
    const request: WireRequest = {
      ...{ method: "POST", target: "/", headers: {}, body: null },
      ...{ timeoutMs: 2_000, deadline, held: false },
    };
    return transport.send(request).catch((error: unknown) => error);
  };
  const thrown = await send();
  expect(thrown).toBeInstanceOf(UnusableTransportError);
  const attempt = { action: "insert r", origin: far, proxy: proxy.origin, timeoutMs: 2_000 };
  const error = connectionError(attempt, thrown);
  expect(error).toMatchObject({ effect: "none", lasting: true });
  expect(error.fault).toEqual({ kind: "unusableTransport", isProxied: true });
  expect(error.message).not.toContain("hidden");
  proxy.password = "right";
  expect(connectionError(attempt, await send())).toMatchObject({ effect: "none", code: "ECONNREFUSED" });
  await transport.close();
});
