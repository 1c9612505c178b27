import { constants, type Http2Session } from "node:http2";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { CallerGaveUpError } from "../../../../provider/src/http/transport/body";
import { Http2Transport } from "../../../../provider/src/http/transport/http2";
import { Deadline } from "../../../../provider/src/http/deadline";
import type { ComputeClientOptions, ComputeRequest } from "../../../../provider/src/http/client";
import { clientOf, failureOf, getRequest, givenUp, insertRequest, within } from "../../../support/computeCalls";
import { answer, http1SecureServer, http2Server, trusted, type Behaviour } from "../../../support/secureServer";

const waitRequest: ComputeRequest = { ...getRequest, method: "POST", heldMs: 60_000 };

const secureClient = (origin: string, options: Partial<ComputeClientOptions> = {}) =>
  clientOf(origin, { trustedCertificates: trusted, ...options });

const all = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe("over HTTP/2 a request", () => {
  it("carries its path, headers and body, and its answer comes back", async () => {
    const server = await http2Server((request) => {
      answer(request, { name: "r" });
    });
    const client = secureClient(server.origin);
    expect(await client.request(insertRequest, within(5_000))).toEqual({ name: "r" });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: "POST",
      path: "/compute/v1/projects/p/global/routes?requestId=11111111-1111-4111-8111-111111111111",
    });
    expect(request?.headers).toMatchObject({ "content-type": "application/json", "content-length": "12" });
  });

  it("that posts nothing says so", async () => {
    const server = await http2Server((request) => {
      answer(request, {});
    });
    await secureClient(server.origin).request(waitRequest, within(5_000));
    expect(server.requests[0]?.headers["content-length"]).toBe("0");
  });

  it("with a header that may not be sent is final, and its value is not shown", async () => {
    const server = await http2Server((request) => {
      answer(request, {});
    });
    const client = secureClient(server.origin, { requestReason: "line\nhidden" });
    const error = await failureOf(client.request(insertRequest, within(5_000)));
    expect(error).toMatchObject({ effect: "none", lasting: true });
    expect(error.message).not.toContain("hidden");
    expect(server.requests).toEqual([]);
  });

  it("is refused immediately if nothing vouches for the certificate", async () => {
    const server = await http2Server((request) => {
      answer(request, {});
    });
    const error = await failureOf(clientOf(server.origin).request(getRequest, within(5_000)));
    expect(error).toMatchObject({ effect: "none", lasting: true });
    expect(error.message).toContain("certificate");
    expect(server.requests).toEqual([]);
  });
});

describe("many waits", () => {
  /** Answers all of them as soon as that many are there. */
  const together = (count: number): Behaviour => {
    const held: Parameters<Behaviour>[0][] = [];
    return (request) => {
      held.push(request);
      if (held.length === count) for (const each of held) answer(each, { status: "DONE" });
    };
  };

  it.each([
    ["200 over one connection", 200, undefined, 1],
    ["500 over two", 500, undefined, 2],
    ["500 over five where the service takes a hundred at a time", 500, 100, 5],
  ] as const)("are held at the same time: %s", async (_what, count, maxConcurrentStreams, connections) => {
    const server = await http2Server(
      together(count),
      maxConcurrentStreams === undefined ? {} : { maxConcurrentStreams },
    );
    const client = secureClient(server.origin);
    const answers = await all(count, () => client.request(waitRequest, within(20_000)));
    expect(answers).toHaveLength(count);
    expect(server.requests).toHaveLength(count);
    expect(server.sessions).toHaveLength(connections);
  });

  it("leave the connection to the requests after them", async () => {
    const server = await http2Server((request) => {
      answer(request, {});
    });
    const client = secureClient(server.origin);
    for (let round = 0; round < 3; round += 1) await all(50, () => client.request(getRequest, within(5_000)));
    expect(server.sessions).toHaveLength(1);
  });
});

describe("a connection that the service gives up", () => {
  it("lets running requests end, and sends later ones over another connection", async () => {
    const server = await http2Server((request, number) => {
      if (number > 1) {
        answer(request, { number });
        return;
      }
      request.session.goaway(constants.NGHTTP2_NO_ERROR, 1);
      setTimeout(() => {
        answer(request, { number });
      }, 100);
    });
    const client = secureClient(server.origin);
    const first = client.request(waitRequest, within(5_000));
    await vi.waitFor(() => {
      expect(server.requests).toHaveLength(1);
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await client.request(getRequest, within(5_000))).toEqual({ number: 2 });
    expect(await first).toEqual({ number: 1 });
    expect(server.sessions).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });

  it("and that refused an unprocessed request has no effect: the request is sent again", async () => {
    const server = await http2Server((request, number) => {
      if (number === 1) request.stream.close(constants.NGHTTP2_REFUSED_STREAM);
      else answer(request, { name: "r" });
    });
    const onRetry = vi.fn();
    const client = secureClient(server.origin);
    expect(await client.request(insertRequest, { ...within(5_000), onRetry })).toEqual({ name: "r" });
    expect(onRetry).toHaveBeenCalledExactlyOnceWith(expect.anything(), 1, expect.objectContaining({ effect: "none" }));
  });

  it.each<
    [
      what: string,
      settings: { maxConcurrentStreams?: number },
      onSession: ((session: Http2Session) => void) | undefined,
      says: string,
    ]
  >([
    ["has no room for a request", { maxConcurrentStreams: 0 }, undefined, "accepts no requests on its connections"],
    ["is given up before the first request", {}, (session) => session.goaway(), "ERR_HTTP2_UNUSED"],
  ])(
    "and each new one that %s is not followed by the next one immediately",
    async (_what, settings, onSession, says) => {
      const server = await http2Server(() => undefined, settings, onSession);
      const onRetry = vi.fn();
      const client = secureClient(server.origin);
      const error = await failureOf(client.request(insertRequest, { ...within(1_500), onRetry }));
      expect(error.effect).toBe("none");
      expect(error.message).toContain(says);
      expect(onRetry).toHaveBeenCalledWith("the service cannot be reached", 1, expect.anything());
      expect(server.sessions).toHaveLength(onRetry.mock.calls.length + 1);
      expect(server.requests).toEqual([]);
    },
  );

  it.each<[what: string, breaks: Behaviour]>([
    ["resets the request", ({ stream }) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)],
    ["cancels the request", ({ stream }) => stream.close(constants.NGHTTP2_CANCEL)],
    ["closes the connection", ({ session }) => session.destroy()],
    [
      "cuts the answer short",
      ({ stream }) => {
        stream.respond({ ":status": 200, "content-length": "1000" });
        stream.write('{"name":');
        setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), 20);
      },
    ],
  ])("when it %s, the effect is unknown and the same is sent again", async (_what, breaks) => {
    const server = await http2Server((request, number) => {
      if (number === 1) breaks(request, number);
      else answer(request, { name: "r" });
    });
    const onRetry = vi.fn();
    const client = secureClient(server.origin);
    expect(await client.request(insertRequest, { ...within(5_000), onRetry })).toEqual({ name: "r" });
    expect(onRetry).toHaveBeenCalledExactlyOnceWith(
      "the connection broke",
      1,
      expect.objectContaining({ effect: "unknown" }),
    );
    expect(server.requests[1]?.path).toBe(server.requests[0]?.path);
  });
});

describe("the time of a request", () => {
  it("ends when no answer comes, and the connection stays for others", async () => {
    const server = await http2Server((request, number) => {
      if (number > 1) answer(request, { number });
    });
    const client = secureClient(server.origin, { requestTimeoutMs: 300 });
    expect(await client.request(getRequest, within(5_000))).toEqual({ number: 2 });
    expect(server.sessions).toHaveLength(1);
  });

  it("ends at the deadline", async () => {
    const server = await http2Server(() => undefined);
    const startedMs = performance.now();
    const error = await failureOf(secureClient(server.origin).request(insertRequest, within(600)));
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(error.effect).toBe("unknown");
  });
});

describe("a caller that gives up", () => {
  it("already has nothing sent, and leaves its place on the connection to others", async () => {
    const server = await http2Server(
      (request) => {
        answer(request, {});
      },
      { maxConcurrentStreams: 1 },
    );
    const transport = new Http2Transport({ origin: server.origin, trusted, proxy: undefined });
    onTestFinished(() => transport.close());
    await expect(transport.send(givenUp)).rejects.toBeInstanceOf(CallerGaveUpError);
    expect(server.sessions).toEqual([]);
    await transport.send({ ...givenUp, ...within(5_000) });
    await expect(transport.send(givenUp)).rejects.toBeInstanceOf(CallerGaveUpError);
    await transport.send({ ...givenUp, ...within(5_000) });
    expect(server.requests).toHaveLength(2);
    expect(server.sessions).toHaveLength(1);
  });

  it("ends immediately while the connection is still being made", async () => {
    const sockets: Socket[] = [];
    // Accepts, and never says a word of TLS.
    const server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const controller = new AbortController();
    const reason = new Error("enough");
    const client = secureClient(`https://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
    const request = client.request(getRequest, { deadline: Deadline.after(60_000, controller.signal) });
    await vi.waitFor(() => {
      expect(sockets).toHaveLength(1);
    });
    controller.abort(reason);
    await expect(request).rejects.toBe(reason);
    for (const socket of sockets) socket.destroy();
    // Less than the time in which a connection has to be made.
  }, 8_000);
});

it("an answer over HTTP/2 is refused as soon as it exceeds the limit", async () => {
  const mebibyte = Buffer.alloc(1024 * 1024, "x");
  let sent = 0;
  const server = await http2Server((request, number) => {
    if (number > 1) {
      answer(request, { name: "r" });
      return;
    }
    const { stream } = request;
    stream.respond({ ":status": 200 });
    const more = () => {
      while (!stream.destroyed) {
        sent += 1;
        if (!stream.write(mebibyte)) break;
      }
    };
    stream.on("drain", more);
    more();
  });
  const onRetry = vi.fn();
  const client = secureClient(server.origin);
  expect(await client.request(insertRequest, { ...within(15_000), onRetry })).toEqual({ name: "r" });
  const [, , error] = onRetry.mock.calls[0] as [string, number, Error];
  expect(error).toMatchObject({ name: "MalformedAnswerError", effect: "unknown" });
  expect(error.message).toContain("more than 32 MiB, the limit");
  expect(sent).toBeLessThan(60);
});

it("a service that offers HTTP/1 only gets requests over HTTP/1, on connections that are kept", async () => {
  const server = await http1SecureServer(({ url }) => ({ url }));
  const client = secureClient(server.origin);
  for (let round = 0; round < 3; round += 1) {
    await all(8, () => client.request(getRequest, within(5_000)));
  }
  // One to find out, and then no more than there were requests at once.
  expect(server.connections()).toBeLessThanOrEqual(9 + 8);
});
